"""What time does to activities happens at its instants, also while the server is dead (activitykit.md, "States")."""

import json
import random
import time

import pytest

from harness.clock import iso, now
from harness.events import EventStream

# Seconds from the beginning: what is to be set up has to be there before the first of them.
LEAD = 0.6


class Story:
    """Activities of which something falls due within seconds; what has to be in the log in the end."""

    def __init__(self, client):
        self.client = client
        self.begin = now() + LEAD
        self.expected: list[tuple[float, str, str]] = []
        self.states: dict[str, str] = {}
        self._pending()
        self._stale()
        self._ended()
        self._later()

    def _start(self, driver: str, lower: float, upper: float, **more) -> str:
        state = {"driverName": driver, "estimatedDeliveryTime": [iso(lower), iso(upper)]}
        body = {
            "attributesType": "PizzaDeliveryAttributes", "attributes": {"numberOfPizzas": 1, "totalAmount": "$99"}, "contentState": state, **more,
        }
        return self._ask("POST", "/api/activities", body, 201)["id"]

    def _ask(self, method: str, path: str, body: dict | None, status: int) -> dict:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        answer = self.client.request(method, path, json.dumps(body).encode() if body is not None else None, headers)
        assert answer.status == status, f"{method} {path}: {answer.status}\n{answer.text[:500]}"
        return json.loads(answer.text)

    def _expect(self, id: str, state: str, *events: tuple[float, str]) -> None:
        self.expected += [(round(at, 3), name, id) for at, name in events]
        self.states[id] = state

    def _pending(self) -> None:
        start = self.begin
        alert = {"title": "On its way", "body": "Your pizza has left."}
        id = self._start("PENDING", start, start + 1, startDate=iso(start), alert=alert)
        self._expect(id, "active", (start, "activate"), (start + 0.5, "flip midpoint"), (start + 1, "flip end"))

    def _stale(self) -> None:
        stale = self.begin + 0.25
        id = self._start("STALE", self.begin - 60, self.begin + 3600, staleDate=iso(stale))
        self._expect(id, "stale", (stale, "stale"))

    def _ended(self) -> None:
        goes = self.begin + 0.75
        id = self._start("ENDED", self.begin - 60, self.begin + 3600)
        self._ask("POST", f"/api/activities/{id}/end", {"dismissalPolicy": {"after": iso(goes)}}, 200)
        self._expect(id, "dismissed", (goes, "dismiss"))

    def _later(self) -> None:
        """Nothing falls due of these: they are as they were left."""
        hour = self.begin + 3600
        alert = {"title": "On its way", "body": "Your pizza has left."}
        self._expect(self._start("LATER", hour, hour + 60, startDate=iso(hour), alert=alert), "pending")
        lingering = self._start("LINGERING", self.begin - 60, hour)
        self._ask("POST", f"/api/activities/{lingering}/end", {"dismissalPolicy": {"after": iso(hour)}}, 200)
        self._expect(lingering, "ended")

    @property
    def end(self) -> float:
        return max(at for at, _, _ in self.expected)

    def check(self, log: list[dict]) -> None:
        told = [(event["at"], " ".join(filter(None, [event["event"], event.get("flip")])), event["id"]) for event in log]
        assert told == [(iso(at), name, id) for at, name, id in sorted(self.expected)]
        for id, state in self.states.items():
            assert self._ask("GET", f"/api/activities/{id}", None, 200)["activityState"] == state


def wait_until(instant: float) -> None:
    while (left := instant - now()) > 0:
        time.sleep(min(left, 0.02))


@pytest.mark.parametrize("way", ["dead all the time", "killed again and again"])
def test_what_falls_due_is_in_the_log_once_in_order_and_at_its_instant(server, operator, way):
    story = Story(operator)
    position = EventStream(server.port, "/api/events").until(lambda e: e.name == "reset")[0].id
    server.kill()
    assert now() < story.begin, "too slow to say anything"
    chance = random.Random(7)
    while way == "killed again and again" and now() < story.end:
        server.start()
        wait_until(min(story.end, now() + chance.uniform(0, 0.1)))
        server.kill()
    wait_until(story.end + 0.01)
    server.start()
    stream = EventStream(server.port, "/api/events", last_id=position)
    log: list[dict] = []
    while len(log) < len(story.expected):
        log.append(json.loads(stream.until(lambda e: True)[0].data))
    story.check(log)
    assert stream.quiet(0.2) == []
