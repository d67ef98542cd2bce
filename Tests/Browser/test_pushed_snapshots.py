"""At the midpoint and at the end the server pushes a fresh snapshot by itself, on time."""

import re
import select
import subprocess
import sys
import time
from pathlib import Path

from harness.client import UUID
from harness.clock import now, span
from harness.events import EventStream
from harness.figures import figure, milliseconds

RUNNING = 200
A_STREAM = 50  # http.md: at most so many activities a stream
LIMIT = 0.020

CARD = re.compile(rf'id="lock-screen-({UUID})"')


def test_with_two_hundred_running_none_is_late(server):
    client = server.client(keep=True)
    base = now() + 1.0
    instants: dict[str, list[float]] = {}
    for number in range(RUNNING):
        lower, duration = base, 8 + number * 0.020
        activity = client.start(**span(lower, lower + duration))
        instants[activity] = [lower + duration / 2, lower + duration]
    ids = list(instants)
    streams = [
        EventStream(server.port, "/events?" + "&".join(f"activity={id}" for id in ids[at : at + A_STREAM])) for at in range(0, RUNNING, A_STREAM)
    ]
    for stream in streams:
        assert stream.status == 200
        stream.quiet(0.1)
    first, last = min(t[0] for t in instants.values()), max(t[1] for t in instants.values())
    assert time.time() < first - 0.5, "starting and subscribing took too long for this test to say anything"

    bare = subprocess.Popen([sys.executable, Path(__file__).with_name("harness") / "bare_loop.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    bare.stdin.write("".join(f"{t}\n" for pair in instants.values() for t in pair))
    bare.stdin.close()

    while (left := last + 1 - time.time()) > 0:
        for stream in select.select(streams, [], [], left)[0]:
            stream.receive()

    arrived: dict[str, list[float]] = {id: [] for id in ids}
    for stream in streams:
        for event in stream.take():
            if event.name == "put":
                for id in CARD.findall(event.data):
                    arrived[id].append(event.at)
    late = [at - instant for id in ids for at, instant in zip(arrived[id], instants[id])]
    bare_late = [float(line) for line in bare.stdout]
    bare.wait()
    figure(f"pushed snapshots, {RUNNING} running, midpoint and end: {milliseconds(late)}; a bare loop: {milliseconds(bare_late)}")
    wrong = {id: len(times) for id, times in arrived.items() if len(times) != 2}
    assert not wrong, f"activities with another number of snapshots than two: {len(wrong)}, {list(wrong.values())[:10]}"
    assert min(late) > -0.001, "a snapshot came before its time"
    # What the machine itself does not keep is not the server's.
    assert max(late) <= LIMIT + max(bare_late)
