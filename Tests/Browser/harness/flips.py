"""Sees a card flip by itself: when the computed opacity of each of its parts crosses one half."""

import time

from playwright.sync_api import Page

# One sample: the page's own clock, and for each part of the card whether it shows.
SAMPLE = """(id) => {
    const parts = document.getElementById(id).querySelectorAll('svg, svg *');
    return [Date.now(), Array.from(parts, e => getComputedStyle(e).opacity >= 0.5 ? '1' : '0').join('')];
}"""

# The same in every animation frame, by the page itself, kept where it changed.
WATCH = """(id) => {
    const sample = """ + SAMPLE + """;
    window.samples = [];
    window.gap = 0;
    const began = Date.now();
    let last = null, before = began;
    const frame = () => {
        const [at, state] = sample(id);
        if (at - began > 500) window.gap = Math.max(window.gap, at - before);
        if (state !== last) window.samples.push([at, state]);
        last = state;
        before = at;
        requestAnimationFrame(frame);
    };
    frame();
}"""


def watched_by_the_page(page: Page, id: str, until: float) -> tuple[list, float]:
    """Samples where something changed, and the longest time between two looks in ms, once it has settled in."""
    page.evaluate(WATCH, id)
    time.sleep(max(0, until - time.time()))
    return page.evaluate("window.samples"), page.evaluate("window.gap")


def watched_from_outside(page: Page, id: str, until: float) -> tuple[list, float]:
    """The same for a page that may run no script of its own: asked through the browser's debugger."""
    samples, last, before, gap = [], None, None, 0
    began = time.time()
    while time.time() < until:
        at, state = page.evaluate(SAMPLE, id)
        if before is not None and time.time() - began > 0.5:
            gap = max(gap, at - before)
        if state != last:
            samples.append((at, state))
        last, before = state, at
        time.sleep(0.004)
    return samples, gap


def changes(samples: list) -> list[tuple[float, int, int]]:
    """(when in ms, how many parts came, how many went), one for each change."""
    found = []
    for (_, before), (at, after) in zip(samples, samples[1:]):
        assert len(before) == len(after), "the card was replaced while it was watched"
        pairs = list(zip(before, after))
        found.append((at, pairs.count(("0", "1")), pairs.count(("1", "0"))))
    return found
