"""Law 5: whatever a browser misses, delays or gets twice, what it shows in the end equals a fresh page."""

import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor

import pytest

from harness.commands import Life, Step, steps
from harness.figures import figure
from harness.lives import difference, live
from harness.markup import shown
from harness.pages import CUT, log_in, settled
from harness.pages import live as is_live

FIRST = int(os.environ.get("ISLET_TEST_SEED", "1"))
SOCKETS = range(FIRST, FIRST + 200)
BROWSERS = range(FIRST, FIRST + 20)
PATIENCE = 20.0
ENOUGH = 3  # failures to look at


def test_over_sockets():
    began = time.monotonic()
    done, failures = 0, []
    # Processes of their own, started anew: a browser's threads do not outlive a fork.
    with ProcessPoolExecutor(max(2, os.cpu_count() or 2), mp_context=multiprocessing.get_context("spawn")) as pool:
        for failure in pool.map(live, SOCKETS):
            done += 1
            failures += [failure] if failure else []
            if len(failures) == ENOUGH:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    figure(f"convergence over sockets: seeds {SOCKETS[0]} to {SOCKETS[0] + done - 1}, {len(failures)} differ, {time.monotonic() - began:.0f} s")
    assert not failures, "\n\n".join(failures)


@pytest.mark.parametrize("seed", BROWSERS)
def test_through_the_page_script(wired, open_window, seed):
    server, wire = wired, wired.wire
    life = Life(server.client())
    life.do(next((step for step in steps(seed) if step.do == "start"), Step("start", {"seconds": 60, "ago": 0})))

    first = open_window()
    first.allow(CUT)
    dashboard = first.context.new_page()
    log_in(dashboard, wire.url, server.operator_token)
    activity = first.open(f"{wire.url}/activities/{life.activities[0]}")
    pages = [dashboard, activity]
    for page in pages:
        is_live(page)

    for step in steps(seed):
        if not life.do(step):
            surroundings(step, server, wire)
    wire.slow(0)

    second = open_window(storage_state=first.context.storage_state())
    for page in pages:
        fresh = second.context.new_page()

        def same() -> bool:
            fresh.goto(page.url)
            fresh.wait_for_function("document.body.dataset.connection !== undefined")
            return shown(page.content()) == shown(fresh.content())

        if not settled(same, PATIENCE, every=0.2):
            pytest.fail(f"seed {seed}, {page.url}:\n" + difference(shown(page.content()), shown(fresh.content()), ("by its script", "fresh")), pytrace=False)
    if seed == BROWSERS[-1]:
        figure(f"convergence through the page script: seeds {BROWSERS[0]} to {BROWSERS[-1]}")


def surroundings(step: Step, server, wire) -> None:
    if step.do == "cut":
        wire.cut()
    elif step.do == "hold":
        wire.hold(step.details["seconds"] * 4)
    elif step.do == "slow":
        wire.slow(step.details["bytes"])
    elif step.do == "restart":
        server.restart()
    elif step.do == "crash":
        server.kill()
        server.start()
    else:
        time.sleep(step.details["seconds"])
