"""One seed's life over real sockets: operators act, viewers miss, delay and get things twice, and in the end see what a fresh page shows."""

import difflib
import tempfile
import time
from pathlib import Path

from harness.client import Client
from harness.commands import Life, Step, steps
from harness.events import EventStream
from harness.markup import shown
from harness.screen import Screen
from harness.server import Server

PATIENCE = 8.0
OVER = (204, 404, 410)


class Viewer:
    """One page with its stream; `pace` bytes a look make it a slow reader, 0 is as fast as it comes."""

    def __init__(self, client: Client, page: str, stream: str, pace: int = 0):
        self.client = client
        self.page = page
        self.path = stream
        self.pace = pace
        self.over = False
        self.stream: EventStream | None = None
        self.load()

    def load(self) -> None:
        answer = self.client.get(self.page)
        assert answer.status in (200, 410), f"{self.page}: {answer.status}"
        self.screen = Screen(answer.text)
        self.last_id = self.screen.revision

    def look(self) -> None:
        """Reads what there is, at its pace, and does it; comes back where it was cut."""
        if self.over:
            return
        if self.stream is None or self.stream.closed:
            self._connect()
        self.read()

    def read(self) -> None:
        if self.stream is None or self.over:
            return
        while self.stream.receive(limit=self.pace or 262_144) and not self.pace:
            pass
        for event in self.stream.take():
            self.screen.apply(event)
        self.last_id = self.stream.last_id

    def cut(self) -> None:
        if self.stream is not None:
            self.stream.close()

    def _connect(self) -> None:
        try:
            self.stream = EventStream(self.client.port, self.path, last_id=self.last_id, receive_buffer=4096 if self.pace else None)
        except OSError:
            self.stream = None
            return
        if self.stream.status in OVER:
            # http.md: reload once and stop.
            self.stream.close()
            self.over = True
            self.load()
        else:
            assert self.stream.status == 200, f"{self.path}: {self.stream.status}"


def difference(one: list, other: list, names: tuple[str, str]) -> str:
    """A readable diff of what two pages show; empty when it is the same."""
    flat = lambda roots: [line for id, lines in roots for line in (f"#{id}", *lines)]
    return "\n".join(list(difflib.unified_diff(flat(one), flat(other), *names, lineterm="", n=2))[:80])


def live(seed: int) -> str:
    """Nothing when all viewers converged; else what differs."""
    with tempfile.TemporaryDirectory(prefix=f"islet-seed-{seed}-") as folder:
        server = Server(Path(folder)).start()
        try:
            return _live(seed, server)
        except Exception as failure:
            return f"seed {seed}: {failure!r}\n{server.tail()}"
        finally:
            server.kill()


def _live(seed: int, server: Server) -> str:
    client = server.client()
    life = Life(client)
    for step in [step for step in steps(seed) if step.do == "start"][:2] or [Step("start", {"seconds": 60, "ago": 0})]:
        life.do(step)
    dashboards = [("/", "/events?page=dashboard"), ("/?state=active", "/events?page=dashboard&state=active"), ("/?q=JOHN", "/events?page=dashboard&q=JOHN")]
    viewers = [Viewer(client, *dashboards[0]), Viewer(client, *dashboards[0], pace=700), Viewer(client, *dashboards[1 + seed % 2])]
    for activity, pace in zip(life.activities, (0, 300)):
        viewers.append(Viewer(client, f"/activities/{activity}", f"/activities/{activity}/events", pace))

    for number, step in enumerate(steps(seed)):
        if not life.do(step):
            surroundings(step, number, server, viewers)
        for viewer in viewers:
            viewer.look()
    return next(filter(None, (converged(seed, client, viewer) for viewer in viewers)), "")


def surroundings(step: Step, number: int, server: Server, viewers: list[Viewer]) -> None:
    if step.do == "cut":
        viewers[number % len(viewers)].cut()
    elif step.do == "restart":
        # A server waits a while for a reader that does not read; this one does, at its pace.
        server.restart(meanwhile=lambda: [viewer.read() for viewer in viewers])
    elif step.do == "crash":
        server.kill()
        server.start()
    elif step.do == "slow":
        viewers[number % len(viewers)].pace = step.details["bytes"]
    else:
        time.sleep(step.details["seconds"])


def converged(seed: int, client: Client, viewer: Viewer) -> str:
    viewer.pace = 0
    deadline = time.monotonic() + PATIENCE
    while True:
        viewer.look()
        fresh = shown(client.get(viewer.page).text)
        if viewer.screen.shown() == fresh:
            return uncovered(seed, client, viewer, fresh)
        if time.monotonic() > deadline:
            return f"seed {seed}, {viewer.path}:\n" + difference(viewer.screen.shown(), fresh, ("by its stream", "fresh"))
        time.sleep(0.02)


def uncovered(seed: int, client: Client, viewer: Viewer, fresh: list) -> str:
    """A fresh stream names exactly the roots of a fresh page, so none is left out of the comparison."""
    if viewer.over:
        return ""
    for _ in range(5):  # something may change between the two
        stream = EventStream(client.port, viewer.path)
        if stream.status in OVER:
            stream.close()
            return ""
        reset = stream.until(lambda event: event.name == "reset")[-1]
        stream.close()
        named = {id for id in reset.data.split("\n") if id}
        there = {id for id, _ in shown(client.get(viewer.page).text)}
        # Roots of other pages are dropped where they have no place.
        absent = {id for id in named - there if id.startswith(("embed-", "standby-", "always-on-", "controls-"))}
        if named - absent == there:
            return ""
        time.sleep(0.05)
    return f"seed {seed}, {viewer.path}: the page has {sorted(there - named)}, the stream {sorted(named - there)}"
