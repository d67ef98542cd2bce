"""The push log's page in a real Chromium: live, whole without JavaScript, and readable whatever a push said."""

import json
import random
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe

from harness.apns import TOPIC, aps, push_token, start, start_token, update
from harness.figures import figure
from harness.lives import Viewer, difference
from harness.markup import parse, shown
from harness.pages import live, settled

LIMIT = 50
NOBODYS = "0" * 64
FIELDS = {"apns-push-type": "liveactivity", "apns-topic": TOPIC}

# Long, from right to left, and what looks like markup; each is repeated in what the log says of it.
NASTY = ["x" * 900, "<script>alert(1)</script> & {{x}}", "שליח בדרך \u202e " * 20, "👩‍👩‍👧‍👦" * 30]


def push(client, token: str, message, **fields) -> int:
    return client.request("POST", f"/3/device/{token}", json.dumps(message, ensure_ascii=False).encode(), {**FIELDS, **fields}).status


def refuse(client, token: str, times: int) -> None:
    """So many pushes that are in the log and change nothing; of those with nobody's token it keeps a few a second alone."""
    for _ in range(times):
        push(client, token, update(), **{"apns-priority": "7"})


def rows(page) -> list[str]:
    return page.locator("#pushes > li").evaluate_all("rows => rows.map(row => row.id)")


def fill(client, server) -> str:
    """One push of every sort; the activity that most of them were for."""
    activity = client.start()
    token = push_token(server, activity)
    push(client, NOBODYS, update())
    push(client, token, update(), **{"apns-priority": "7"})
    for text in NASTY:
        push(client, token, aps("update", content_state={"driverName": text, text[:100]: 1, "estimatedDeliveryTime": [1_800_000_000, text]}))
        push(client, token, {"aps": {"event": text[:200], "timestamp": 1}})
    push(client, token, update("JOHN"))
    push(client, token, update("JOHN"))
    push(client, token, aps("end"))
    push(client, token, update("LATE"))
    assert settled(lambda: len(parse(client.page("/pushes")).all("time")) >= 14)
    return activity


def test_the_line_that_the_empty_log_shows_starts_an_activity_when_pasted(server, operator, open_window):
    page = live(open_window().open(f"{server.url}/pushes"))
    assert page.get_by_text("No push yet").is_visible()
    run = subprocess.run(["sh", "-c", page.locator("pre code").inner_text()], capture_output=True, text=True, timeout=10)
    assert run.stdout.startswith("HTTP/1.1 200"), run.stdout + run.stderr
    page.locator("#pushes > li").first.get_by_text("Started.").wait_for()
    assert not page.get_by_text("No push yet").is_visible()
    page.locator("#pushes > li a").first.click()
    page.wait_for_url("**/activities/*")
    page.get_by_text("is on the way!").first.wait_for()


def test_the_page_is_whole_without_javascript(server, operator, open_window):
    activity = fill(operator, server)
    page = open_window(java_script_enabled=False).open(f"{server.url}/pushes")
    first, last = page.locator("#pushes > li").first.inner_text(), page.locator("#pushes > li").last.inner_text()
    assert "410 Unregistered" in first and "The activity is ended" in first
    assert "400 BadDeviceToken" in last and "Unknown token" in last
    assert page.locator("#pushes > li").filter(has_text="Nothing changed").count() == 1 + 2 * len(NASTY)
    assert page.locator(f'#pushes a[href="/activities/{activity}"]').count() >= 10
    refuse(operator, push_token(server, activity), LIMIT)
    assert settled(lambda: operator.page("/pushes").count("BadPriority") == LIMIT)
    page.reload()
    page.get_by_role("link", name="Older pushes").click()
    assert "410 Unregistered" in page.locator("#pushes > li").first.inner_text()
    page.get_by_role("link", name="To the newest").click()
    assert page.locator("#pushes > li").count() == LIMIT


def test_a_full_page_stays_full_and_its_link_leads_on_from_its_end(server, operator, window):
    refuse(operator, push_token(server, operator.start()), LIMIT)
    assert settled(lambda: len(parse(operator.page("/pushes")).all("time")) >= LIMIT)
    page = live(window.open(f"{server.url}/pushes"))
    known = rows(page)
    assert len(known) == LIMIT and not page.get_by_role("link", name="Older pushes").is_visible()
    for _ in range(3):
        push(operator, start_token(operator), start())
    assert settled(lambda: rows(page)[3:] == known[:-3])
    assert [int(id.removeprefix("push-")) for id in rows(page)] == list(range(LIMIT + 3, 3, -1))
    page.get_by_role("link", name="Older pushes").click()
    page.wait_for_url("**/pushes?before=4")
    assert rows(page) == ["push-3", "push-2", "push-1"]


def test_a_row_can_be_read_marked_and_followed(server, operator, window):
    activity = fill(operator, server)
    page = live(window.open(f"{server.url}/pushes"))
    row = page.locator("#pushes > li").first
    box = row.bounding_box()
    outcome = row.locator(".push-outcome").bounding_box()
    at = lambda x, y: page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('a, p')?.className ?? ''", [x, y])
    assert at(outcome["x"] + 4, outcome["y"] + outcome["height"] / 2) == "push-outcome", "the link lies over what should be marked"
    page.mouse.click(box["x"] + box["width"] - 20, box["y"] + 20)
    page.wait_for_url(f"**/activities/{activity}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390, 320])
def test_everybody_can_read_it_at_every_width(server, operator, open_window, scheme, width):
    fill(operator, server)
    window = open_window(color_scheme=scheme, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    page = live(window.open(f"{server.url}/pushes"))
    page.locator(".push-help summary").click()
    found = [f"{fault['id']}: {fault['nodes'][0]['html'][:160]}" for fault in Axe().run(page).response["violations"]]
    figure(f"axe, the push log, {scheme}, {width} wide: {len(found)} faults")
    assert not found, "\n".join(found)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("seed", range(4))
def test_a_page_that_was_cut_again_and_again_shows_what_a_fresh_one_shows(server, operator, seed):
    chance = random.Random(seed)
    activity = operator.start()
    token = push_token(server, activity)
    viewer = Viewer(operator, "/pushes", "/events?page=pushes", pace=seed % 2 * 500)
    for number in range(30):
        for _ in range(chance.choice([1, 1, 1, 3, 30])):
            push(operator, chance.choice([token, NOBODYS]), update(f"DRIVER {number}"))
        if chance.random() < 0.3:
            viewer.cut()
        if chance.random() < 0.05:
            server.restart(meanwhile=viewer.read)
        viewer.look()
    viewer.pace = 0

    def differs() -> str:
        viewer.look()
        return difference(viewer.screen.shown(), shown(operator.page("/pushes")), ("by its stream", "fresh"))

    assert settled(lambda: not differs()), f"seed {seed}:\n{differs()}"
    assert len(viewer.screen.shown()) == LIMIT + 1
