"""Makes generated requests meaningful: ids and tokens of activities that are really there, and dates that lie near now.

A generator draws ids from 2^122 and dates from ten thousand years. Left to itself it would prove again and again that nothing is there and that
dates are too far away, and never see what a success looks like. One request in eight is left as it was drawn.
"""

import json
import random
import re
import threading
from collections import Counter
from datetime import datetime, timedelta, timezone

DATE = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d")
REFERENCE = 978_307_200  # 2001-01-01 in Unix seconds, from which dates inside a push count


class Life:
    """What the server under test holds, as far as requests need it; `client` is an operator's."""

    def __init__(self, client, seed: int):
        self.client = client
        self.chance = random.Random(seed)
        self.answers: Counter = Counter()
        self.lock = threading.Lock()
        self.kinds = self.ask("GET", "/api/kinds")["kinds"]
        self.standing = {kind["kind"]: self.start(kind["kind"]) for kind in self.kinds}

    def ask(self, method: str, path: str, body=None) -> dict:
        sent = None if body is None else json.dumps(body).encode()
        answer = self.client.request(method, path, sent, {"Content-Type": "application/json"} if sent else {})
        assert answer.status < 300, f"{method} {path}: {answer.status} {answer.text[:400]}"
        return json.loads(answer.text or "null")

    def start(self, kind: str) -> dict:
        """A new activity, from the examples that its schemas carry."""
        description = next(known for known in self.kinds if known["kind"] == kind)
        attributes, state = (description[name]["examples"][0] for name in ("attributesSchema", "contentStateSchema"))
        return self.ask(
            "POST", "/api/activities", {"attributesType": description["attributesType"], "attributes": attributes, "contentState": state}
        )

    # What each request is given.

    def prepare(self, case) -> None:
        """Called for each request just before it goes out."""
        with self.lock:
            if self.chance.randrange(8) == 0:
                return
            if isinstance(case.body, dict):
                case.body = self.near(case.body)
            operation = case.operation.definition.raw["operationId"]
            if "id" in case.path_parameters:
                case.path_parameters["id"] = self.activity_for(operation, case.body)["id"]
            if "token" in case.path_parameters:
                case.path_parameters["token"] = self.token_for(case.body)
            if operation == "changeSettings" and isinstance(case.body, dict) and isinstance(case.body.get("timeZone"), str):
                case.body["timeZone"] = "Europe/Berlin"

    def settle(self, case, response) -> None:
        """Called for each answer: counts it, and turns on again what a generated request may have turned off."""
        with self.lock:
            operation = case.operation.definition.raw["operationId"]
            self.answers[operation, response.status_code] += 1
            if operation == "changeSettings" and response.status_code == 200 and not response.json()["activitiesEnabled"]:
                self.ask("PUT", "/api/settings", {"activitiesEnabled": True})

    def successes(self, operation: str) -> int:
        return sum(count for (name, status), count in self.answers.items() if name == operation and 200 <= status < 300)

    def running(self, kind: str) -> dict:
        """One that runs: a request that was left as it was drawn may have ended or forgotten the last one, for links lead to real ids."""
        answer = self.client.get(f"/api/activities/{self.standing[kind]['id']}")
        if answer.status != 200 or json.loads(answer.text)["activityState"] not in ("active", "stale"):
            self.standing[kind] = self.start(kind)
            return self.standing[kind]
        return json.loads(answer.text)

    def activity_for(self, operation: str, body) -> dict:
        """One in the state that the operation needs; of a content state's own kind."""
        kind = self.kind_of(body)
        if operation in ("endActivity", "deleteActivity"):
            return self.start(kind)
        if operation == "dismissActivity":
            return self.ask("POST", f"/api/activities/{self.start(kind)['id']}/end")
        return self.running(kind)

    def token_for(self, body) -> str:
        aps = body.get("aps") if isinstance(body, dict) else None
        aps = aps if isinstance(aps, dict) else {}
        kind = self.kind_of({"contentState": aps.get("content-state")})
        if aps.get("event") == "start":
            return next(known["pushToStartToken"] for known in self.kinds if known["kind"] == kind)
        return (self.start(kind) if aps.get("event") == "end" else self.running(kind))["pushToken"]

    def kind_of(self, body) -> str:
        """The kind whose state has most of these members; any, where there are none."""
        state = body.get("contentState") if isinstance(body, dict) else None
        names = set(state) if isinstance(state, dict) else set()
        if not names:
            return self.chance.choice(self.kinds)["kind"]
        return max(self.kinds, key=lambda kind: len(names & set(kind["contentStateSchema"]["properties"])))["kind"]

    # Dates.

    def near(self, value, name: str = ""):
        """The same with each date moved near now, in the form in which it was written; a range's upper bound after its lower one."""
        if isinstance(value, dict):
            return {key: self.near(inner, key) for key, inner in value.items()}
        if isinstance(value, list) and len(value) == 2 and all(isinstance(bound, str) and DATE.match(bound) for bound in value):
            return [self.moved(value[0], -3), self.moved(value[1], 3)]
        if isinstance(value, list) and len(value) == 2 and all(type(bound) in (int, float) for bound in value):
            now = datetime.now(timezone.utc).timestamp() - REFERENCE
            return [now - self.chance.random() * 3600, now + self.chance.random() * 3600]
        if isinstance(value, list):
            return [self.near(inner) for inner in value]
        if isinstance(value, str) and DATE.match(value):
            return self.moved(value, self.chance.randint(-3, 3))
        if name in ("timestamp", "stale-date", "dismissal-date") and type(value) is int:
            return int(datetime.now(timezone.utc).timestamp()) + self.chance.randint(-30, 30)
        return value

    @staticmethod
    def moved(text: str, days: int) -> str:
        return f"{datetime.now(timezone.utc) + timedelta(days=days):%Y-%m-%d}" + text[10:]
