"""Sees a card flip by itself: when the computed opacity of each of its parts crosses one half."""

import time

from playwright.sync_api import Page

# One sample: the page's own clock, and for each part of the card whether it shows.
SAMPLE = """(id) => {
    const parts = document.getElementById(id).querySelectorAll('svg, svg *');
    return [Date.now(), Array.from(parts, e => getComputedStyle(e).opacity >= 0.5 ? '1' : '0').join('')];
}"""

# The same in every animation frame, by the page itself; kept where it changed, with the time of the look before.
WATCH = """(id) => {
    const sample = """ + SAMPLE + """;
    window.samples = [];
    let last = null, before = 0;
    const frame = () => {
        const [at, state] = sample(id);
        if (state !== last) window.samples.push([before, at, state]);
        last = state;
        before = at;
        requestAnimationFrame(frame);
    };
    frame();
}"""


def watched_by_the_page(page: Page, id: str, until: float) -> list:
    """(the look before, the look, what showed) where something changed, times in ms."""
    page.evaluate(WATCH, id)
    time.sleep(max(0, until - time.time()))
    return page.evaluate("window.samples")


def watched_from_outside(page: Page, id: str, until: float) -> list:
    """The same for a page that may run no script of its own: asked through the browser's debugger."""
    samples, last, before = [], None, 0
    while time.time() < until:
        at, state = page.evaluate(SAMPLE, id)
        if state != last:
            samples.append((before, at, state))
        last, before = state, at
        time.sleep(0.004)
    return samples


def changes(samples: list) -> list[tuple[float, float, int, int]]:
    """(not before, seen at, both in s, how many parts came, how many went), one for each change."""
    found = []
    for (_, _, old), (before, at, new) in zip(samples, samples[1:]):
        assert len(old) == len(new), "the card was replaced while it was watched"
        pairs = list(zip(old, new))
        found.append((before / 1000, at / 1000, pairs.count(("0", "1")), pairs.count(("1", "0"))))
    return found
