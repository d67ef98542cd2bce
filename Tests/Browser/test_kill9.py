"""What was acknowledged is on disk, whenever the server is killed."""

import http.client
import random
import re
import threading
import time

from harness.figures import figure
from harness.markup import parse

UPDATERS = 64
ROUNDS = 20


class Updater(threading.Thread):
    """Counts one activity's driver up; knows the newest number that was acknowledged, and the one on its way."""

    def __init__(self, client, activity: str, first: int):
        super().__init__(daemon=True)
        self.client = client
        self.activity = activity
        self.acknowledged = first
        self.sent = first
        self.answers = 0
        self.refused = None

    def run(self) -> None:
        while True:
            self.sent += 1
            try:
                answer = self.client.post(f"/activities/{self.activity}/update", {"driverName": f"NUMBER-{self.sent}-"})
            except (OSError, http.client.HTTPException):
                return  # killed
            if answer.status != 303:
                self.refused = answer.status
                return
            self.acknowledged = self.sent
            self.answers += 1


def stored(client, activity: str) -> int:
    card = parse(client.page(f"/activities/{activity}")).find(f"lock-screen-{activity}")
    return int(re.search(r"NUMBER-(\d+)-", card.text)[1])


def test_every_acknowledged_update_is_there_after_kill_9(server, operator):
    chance = random.Random(9)
    activities = [operator.start(driverName="NUMBER-0-") for _ in range(UPDATERS)]
    numbers = dict.fromkeys(activities, 0)
    total = 0
    for round in range(ROUNDS):
        updaters = [Updater(server.client(keep=True), activity, numbers[activity]) for activity in activities]
        for updater in updaters:
            updater.start()
        time.sleep(chance.uniform(0.1, 0.5))
        server.kill()
        for updater in updaters:
            updater.join(10)
            assert updater.refused is None, f"an update was answered {updater.refused}"
        server.start()
        lost = {}
        for updater in updaters:
            numbers[updater.activity] = there = stored(operator, updater.activity)
            if not updater.acknowledged <= there <= updater.sent:
                lost[updater.activity] = (updater.acknowledged, there, updater.sent)
        assert not lost, f"round {round}: (acknowledged, there, sent) {lost}"
        total += sum(updater.answers for updater in updaters)
    assert total >= ROUNDS * UPDATERS, "too few updates to say anything"
    figure(f"kill -9, {ROUNDS} rounds in the middle of {UPDATERS} updaters: {total} updates acknowledged, all there")
