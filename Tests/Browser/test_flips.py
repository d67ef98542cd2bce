"""A delivery flips at half its time and ends at its end, exactly, with nobody to tell it."""

import time

import pytest

from harness.clock import now, span
from harness.figures import figure
from harness.flips import changes, watched_by_the_page, watched_from_outside
from harness.pages import CUT, card

DURATION = 6.0
LIMIT = 0.100


def check(samples, lower: float, how: str) -> None:
    flips = changes(samples)
    lateness = []
    for instant in (lower + DURATION / 2, lower + DURATION):
        near = [flip for flip in flips if abs(flip[1] - instant) <= 0.5]
        assert sum(flip[2] for flip in near) and sum(flip[3] for flip in near), f"nothing came, or nothing went, at {instant - lower} s: {flips}"
        for before, at, _, _ in near:
            assert at - before < LIMIT, f"looked only after {at - before:.3f} s"
            lateness.append(at - instant)
    figure(f"flips of a {DURATION:.0f} s delivery, {how}: " + ", ".join(f"{late * 1000:+.0f} ms" for late in lateness))
    assert max(abs(late) for late in lateness) <= LIMIT
    apart = [at - lower for _, at, _, _ in flips if min(abs(at - lower - x) for x in (DURATION / 2, DURATION)) > 0.5]
    assert not apart, f"something flipped at {apart} s of its time"


@pytest.mark.parametrize("path", ["/", "/activities/{}", "/activities/{}/embed"])
def test_with_the_server_stopped_after_the_start(server, operator, window, path):
    window.allow(CUT)
    lower = now()
    activity = operator.start(**span(lower, lower + DURATION))
    page = window.open(server.url + path.format(activity))
    id = f"{'embed' if path.endswith('embed') else 'lock-screen'}-{activity}"
    server.stop()
    assert time.time() < lower + DURATION / 2 - 0.5
    samples = watched_by_the_page(page, id, lower + DURATION + 0.7)
    check(samples, lower, f"server stopped, {path.format('…')}")


def test_with_javascript_disabled(server, operator, open_window):
    """A busy machine may draw a page's first frame a quarter of a second late, and without a script nothing makes up for it: one of three."""
    for last in (False, False, True):
        lower = now()
        activity = operator.start(**span(lower, lower + DURATION))
        page = open_window(java_script_enabled=False).open(f"{server.url}/activities/{activity}")
        samples = watched_from_outside(page, f"lock-screen-{activity}", lower + DURATION + 0.7)
        try:
            return check(samples, lower, "JavaScript disabled")
        except AssertionError:
            if last:
                raise


def test_the_bar_fills_evenly_and_is_full_at_the_end_and_not_before(server, operator, open_window):
    lower = now()
    activity = operator.start(**span(lower, lower + 3))
    page = open_window(java_script_enabled=False).open(f"{server.url}/activities/{activity}")
    fill = """(id) => {
        const scales = [...document.getElementById(id).querySelectorAll('svg *')]
            .flatMap(e => e.getAnimations().filter(a => a.effect.getKeyframes().some(k => /scale/.test(k.transform ?? ''))).map(() => e));
        return [Date.now(), scales.length ? new DOMMatrix(getComputedStyle(scales[0]).transform).a : null];
    }"""
    seen = 0
    while (elapsed := time.time() - lower) < 2.9:
        at, scale = page.evaluate(fill, f"lock-screen-{activity}")
        assert scale is not None, "nothing in the card fills"
        # What fills may also be what is left of a cover that shrinks.
        wrong = min(abs(part - (at / 1000 - lower) / 3) for part in (scale, 1 - scale))
        assert wrong < 0.05, f"{scale} of the bar at {elapsed:.2f} of 3 s"
        seen += 1
        time.sleep(0.1)
    assert seen > 10


def test_a_browser_whose_clock_is_an_hour_off_shows_the_same(server, operator, open_window):
    activity = operator.start(minutes="30")
    right, wrong = open_window(), open_window()
    wrong.context.add_init_script("{ const real = Date.now; Date.now = () => real() + 3600e3 }")
    texts = [card(w.open(server.url), activity).locator('[role="timer"]').first for w in (right, wrong)]
    time.sleep(0.5)
    shown = [text.inner_text().strip() for text in texts]
    minutes = {text.split(":")[0] for text in shown}
    assert minutes <= {"29", "30"} and all(text.count(":") == 1 for text in shown), shown
