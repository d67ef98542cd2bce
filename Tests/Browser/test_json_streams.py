"""The log as JSON, read by other people's programs over networks that break (http.md, "Live streams")."""

import http.client
import json
import random
import threading
import time

from harness.events import EventStream
from harness.figures import figure
from harness.log_readers import HTTPX, Curl

EVENTS = 10_000
SENDERS = 16
PATH = "/api/events"


class Sender(threading.Thread):
    """Updates its own activities in turn, each time with a number of its own; knows what was acknowledged and what may have been."""

    def __init__(self, client, activities: list[str], count: int):
        super().__init__(daemon=True)
        self.client = client
        self.activities = activities
        self.count = count
        self.sent: dict[str, list[str]] = {activity: [] for activity in activities}
        self.unsure: set[str] = set()
        self.acknowledged = 0
        self.refused = None

    def run(self) -> None:
        number = 0
        while self.acknowledged < self.count:
            activity = self.activities[number % len(self.activities)]
            number += 1
            name = f"NUMBER-{number}-"
            self.sent[activity].append(name)
            try:
                answer = self.client.post(f"/activities/{activity}/update", {"driverName": name})
            except (OSError, http.client.HTTPException):
                self.unsure.add(name)  # killed: nobody can know
                time.sleep(0.005)
                continue
            if answer.status != 303:
                self.refused = answer.status
                return
            self.acknowledged += 1


def read(server, **options) -> EventStream:
    return EventStream(server.port, PATH, headers={"Authorization": f"Bearer {server.operator_token}"}, **options)


def newest(server) -> str:
    stream = read(server)
    return stream.until(lambda e: e.name == "reset")[0].id


def test_ten_thousand_events_come_exactly_once_and_in_order_over_cuts_and_a_kill(wired):
    chance, server, operator = random.Random(20), wired, wired.client()
    activities = [operator.start() for _ in range(SENDERS * 4)]
    first = newest(server)
    readers = [reader(server.wire.url + PATH, server.operator_token, first, seed) for seed, reader in enumerate([Curl, HTTPX])]
    senders = [Sender(server.client(keep=True), activities[n::SENDERS], EVENTS // SENDERS) for n in range(SENDERS)]
    started = time.monotonic()
    for thread in readers + senders:
        thread.start()
    cuts, is_killed = 0, False
    while any(sender.is_alive() for sender in senders):
        time.sleep(chance.uniform(0.02, 0.25))
        server.wire.cut()
        cuts += 1
        if not is_killed and sum(sender.acknowledged for sender in senders) > EVENTS / 2:
            is_killed = True
            server.kill()
            server.start()
    sending = time.monotonic() - started
    assert is_killed and not [sender.refused for sender in senders if sender.refused]

    last = newest(server)
    for reader in readers:
        reader.stop_at = last
    for reader in readers:
        reader.join_or_fail(15)
    whole = read(server, last_id=first)
    log = whole.until(lambda e: e.id == last, timeout=10)

    sequences = [int(event.id.rpartition("-")[2]) for event in log]
    assert sequences == sorted(set(sequences)) and len(log) >= EVENTS
    for reader in readers:
        assert reader.connections > 3, f"{reader.name} was hardly cut"
        assert reader.sequences == sequences
        assert [(name, data) for name, _, data in reader.told] == [(event.name, event.data) for event in log]
    check_against_what_was_sent(log, senders)
    figure(
        f"{len(log)} events in {sending:.1f} s, each read exactly once by curl over {readers[0].connections} connections "
        f"and by httpx-sse over {readers[1].connections}, {cuts} cuts and a kill -9 between"
    )


def check_against_what_was_sent(log, senders) -> None:
    told: dict[str, list[str]] = {}
    for event in log:
        change = json.loads(event.data)
        assert change["event"] == event.name == "update" and "pushToken" not in event.data
        told.setdefault(change["id"], []).append(change["activity"]["content"]["state"]["driverName"])
    for sender in senders:
        for activity, sent in sender.sent.items():
            there = set(told[activity])
            lost = [name for name in sent if name not in there and name not in sender.unsure]
            assert not lost, f"acknowledged, and not in the log: {lost[:5]}"
            assert told[activity] == [name for name in sent if name in there]
