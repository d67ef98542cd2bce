"""What rings, where and how often (activitykit.md, "Which activity is where"): island, banner, sound and the system's notification.

Playwright's pages are never hidden, a tab behind another neither. So hidden is what `document.hidden` says here, told by the event that a
browser tells it with; streams are real. Notifications and sounds are counted where the page hands them to the browser.
"""

import json
import time

import pytest

from harness.pages import card, live, settled

SURROUNDINGS = """
    window.isHidden = location.hash === "#hidden";
    Object.defineProperty(Document.prototype, "hidden", { get: () => window.isHidden });
    window.streams = [];
    window.lateBy = 0;
    window.EventSource = class extends EventSource {
        constructor(url) { super(url); window.streams.push(this); }
        // What the server's clock says may be moved on: the page has its time from nowhere else.
        addEventListener(name, act) {
            super.addEventListener(name, (event) => {
                if (name !== "hello") return act(event);
                const hello = JSON.parse(event.data);
                act({ data: JSON.stringify({ ...hello, now: hello.now + window.lateBy }), lastEventId: event.lastEventId });
            });
        }
    };
    window.sounds = [];
    window.refusesSound = false;
    Audio.prototype.play = function () {
        if (window.refusesSound) return Promise.reject(new DOMException("a gesture first", "NotAllowedError"));
        window.sounds.push(this.src);
        return Promise.resolve();
    };
    window.notifications = [];
    window.Notification = class {
        static permission = "PERMISSION";
        static requestPermission() { window.asked = true; this.permission = window.answer; return Promise.resolve(this.permission); }
        constructor(title, options) { if (Notification.permission === "granted") window.notifications.push({ title, ...options, handle: this }); }
        close() { this.isClosed = true; }
    };
"""


@pytest.fixture
def surround(open_window):
    def surround(permission: str = "granted", **options):
        window = open_window(**options)
        window.context.add_init_script(f"if (location.protocol !== 'about:') {{ {SURROUNDINGS.replace('PERMISSION', permission)} }}")
        return window

    return surround


@pytest.fixture
def tabs(surround):
    return surround()


def hide(page, is_hidden: bool = True) -> None:
    page.evaluate("is => { window.isHidden = is; document.dispatchEvent(new Event('visibilitychange')); }", is_hidden)


def listens(page) -> bool:
    return page.evaluate("window.streams.some(stream => stream.readyState === EventSource.OPEN)")


def ring(operator, activity: str, title: str = "NEWS", body: str = "It is so.") -> None:
    operator.update(activity, alertTitle=title, alertBody=body)


def sounds(*pages) -> int:
    return sum(page.evaluate("window.sounds.length") for page in pages)


def notifications(*pages) -> list:
    return [each for page in pages for each in page.evaluate("window.notifications.map(({ handle, ...each }) => each)")]


def opened(page):
    return page.locator(".island-expanded[data-open]")


def banner(page, activity: str):
    return page.locator(f"#banners #banner-{activity}")


def told(page, title: str) -> None:
    page.locator("#announcements").get_by_text(title).wait_for(state="attached")


def passed(page, operator) -> None:
    """The page has taken everything that was before: what is put now comes after it."""
    card(page, operator.start(driverName="LAST"), "lock-screen").wait_for()


def test_on_the_island_the_expanded_view_opens_and_closes_after_5_s_and_elsewhere_a_banner(server, operator, tabs):
    activity = operator.start()
    island, single = live(tabs.open(server.url)), live(tabs.open(f"{server.url}/activities/{activity}"))
    ring(operator, activity)
    opened(island).wait_for()
    rang = time.monotonic()
    banner(single, activity).wait_for()
    assert island.locator(".banner").count() == 0 and opened(island).get_attribute("data-open") == ""
    opened(island).wait_for(state="hidden")
    banner(single, activity).wait_for(state="detached")
    assert 4.5 < time.monotonic() - rang < 8


def test_of_another_activity_a_banner_rings_and_leads_to_it(server, operator, tabs):
    operator.start(driverName="ANA")
    waiting = operator.start(driverName="TIM")
    page = live(tabs.open(server.url))
    ring(operator, waiting)
    banner(page, waiting).wait_for()
    assert opened(page).count() == 0
    banner(page, waiting).locator("a").click()
    page.wait_for_url(f"**/activities/{waiting}")


def test_nothing_from_before_the_page_rings_on_it(server, operator, tabs):
    activity = operator.start()
    ring(operator, activity, "OLD")
    page = live(tabs.open(server.url))
    passed(page, operator)
    assert sounds(page) == 0 and opened(page).count() == 0 and page.locator(".banner").count() == 0
    assert page.locator("#announcements").inner_text() == ""


def test_it_rings_once_however_many_tabs_reload_or_connect_again(server, operator, tabs):
    activity = operator.start()
    pages = [live(tabs.open(server.url)) for _ in range(2)]
    ring(operator, activity)
    for page in pages:
        told(page, "NEWS")
    assert settled(lambda: sounds(*pages) == 1)
    for page in pages:
        page.evaluate("dispatchEvent(new Event('online'))")
        assert settled(lambda: page.evaluate("window.streams.length") == 2)
        live(page)
        passed(page, operator)
    assert sounds(*pages) == 1
    pages[0].reload()
    passed(live(pages[0]), operator)
    later = live(tabs.open(server.url))
    passed(later, operator)
    assert sounds(pages[0], later) == 0 and notifications(*pages, later) == []


def test_alerts_of_one_frame_are_told_in_order_with_one_sound(server, operator, tabs):
    first, second = operator.start(), operator.start()
    page = live(tabs.open(server.url))
    page.evaluate("window.Notification.permission = 'denied'")
    hide(page)
    ring(operator, first, "ONE")
    ring(operator, second, "TWO")
    hide(page, False)
    told(page, "TWO")
    assert page.locator("#announcements").inner_text().split() == "ONE It is so.. TWO It is so.".split()
    assert settled(lambda: sounds(page) > 0)
    passed(page, operator)
    assert sounds(page) == 1


@pytest.mark.parametrize("late, rings", [(50_000, True), (61_000, False)], ids=["within 60 s", "after"])
def test_what_a_cut_stream_missed_rings_within_60_s_and_not_after(server, operator, tabs, late, rings):
    activity = operator.start()
    page = live(tabs.open(server.url))
    page.evaluate("window.Notification.permission = 'denied'")
    hide(page)
    ring(operator, activity)
    page.evaluate("late => { window.lateBy = late; }", late)
    hide(page, False)
    if rings:
        told(page, "NEWS")
        assert settled(lambda: sounds(page) == 1)
    passed(page, operator)
    assert sounds(page) == (1 if rings else 0) and opened(page).count() == (1 if rings else 0)


def test_a_hidden_page_notifies_and_a_newer_alert_replaces_it(server, operator, tabs):
    activity = operator.start()
    page = live(tabs.open(server.url))
    hide(page)
    assert settled(lambda: listens(page))
    for times, title in enumerate(["ONE", "TWO"], start=1):
        ring(operator, activity, title)
        assert settled(lambda: len(notifications(page)) == times)
    one, two = notifications(page)
    assert (one["title"], two["title"], two["body"]) == ("ONE", "TWO", "It is so.")
    assert one["tag"] == two["tag"] == activity and two["icon"].endswith("/icons/islet-180.png")
    assert sounds(page) == 2 and two["silent"] and page.locator(".banner").count() == 0
    with page.expect_navigation(url=f"**/activities/{activity}"):
        page.evaluate("window.notifications[1].handle.onclick()")


@pytest.mark.parametrize("permission", ["default", "denied"])
def test_without_permission_no_hidden_page_listens_or_notifies(server, operator, surround, permission):
    activity = operator.start()
    page = live(surround(permission).open(server.url))
    hide(page)
    ring(operator, activity)
    assert not listens(page)
    hide(page, False)
    told(page, "NEWS")
    assert notifications(page) == []


def test_a_page_that_is_looked_at_does_not_notify(server, operator, tabs):
    activity = operator.start()
    hidden, seen = live(tabs.open(server.url)), live(tabs.open(server.url))
    hide(hidden)
    assert settled(lambda: listens(hidden))
    ring(operator, activity)
    assert settled(lambda: sounds(seen) == 1)
    passed(seen, operator)
    # The hidden one lets the other go first; a second ring comes after it has had its turn.
    hide(seen)
    ring(operator, activity, "AGAIN")
    assert settled(lambda: len(notifications(hidden)) == 1)
    assert [each["title"] for each in notifications(hidden, seen)] == ["AGAIN"] and sounds(hidden, seen) == 2


def test_of_the_hidden_tabs_one_listens_until_it_is_seen_or_closed(server, tabs):
    pages = [live(tabs.open(server.url)) for _ in range(3)]
    held = lambda: pages[-1].evaluate("navigator.locks.query().then(({ held, pending }) => [held, pending].map(all => all.filter(each => each.name === 'islet-ear').length))")
    for page in pages:
        hide(page)
    assert settled(lambda: held() == [1, 2] and listens(pages[0]))
    assert [listens(page) for page in pages] == [True, False, False]
    hide(pages[0], False)
    live(pages[0])
    assert settled(lambda: held() == [1, 1] and listens(pages[1])) and not listens(pages[2])
    pages[1].close()
    assert settled(lambda: held() == [1, 0] and listens(pages[2]))
    hide(pages[2], False)
    assert settled(lambda: held() == [0, 0])


def test_without_locks_no_hidden_tab_listens(server, surround):
    window = surround()
    window.context.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })")
    page = live(window.open(server.url))
    hide(page)
    page.evaluate("dispatchEvent(new Event('online'))")
    assert not listens(page)


@pytest.mark.parametrize("answer, said", [("granted", "Alerts reach you"), ("denied", "Notifications are off"), ("default", "Notify me")])
def test_the_person_is_asked_on_a_click_and_told_what_came_of_it(server, surround, answer, said):
    page = live(surround("default").open(server.url))
    page.evaluate("answer => { window.answer = answer; }", answer)
    assert not page.evaluate("window.asked")
    page.get_by_role("button", name="Notify me of alerts").click()
    page.locator("#notifications").get_by_text(said).wait_for()
    assert page.evaluate("window.asked")


@pytest.mark.parametrize(
    "withheld",
    [
        "Notification.permission = 'granted'",
        "Notification.permission = 'denied'",
        "delete window.Notification",
        "Object.defineProperty(window, 'isSecureContext', { value: false })",
        "window.Notification = class { static permission = 'default'; constructor() { throw new TypeError('Illegal constructor'); } }",
    ],
    ids=["granted", "denied", "no such thing", "plain http", "for service workers only"],
)
def test_where_asking_leads_nowhere_nothing_asks(server, surround, withheld):
    window = surround("default")
    window.context.add_init_script(f"if (location.protocol !== 'about:') {{ {withheld} }}")
    page = live(window.open(server.url))
    assert page.locator("#notifications").is_hidden()


@pytest.mark.parametrize("where", ["island", "banner"])
def test_a_sound_that_was_refused_plays_on_a_tap_while_the_alert_shows(server, operator, tabs, where):
    activity = operator.start()
    page = live(tabs.open(f"{server.url}{'' if where == 'island' else f'/activities/{activity}'}"))
    tap = page.get_by_role("button", name="Tap for sound")
    page.evaluate("window.refusesSound = true")
    ring(operator, activity)
    tap.wait_for()
    shown = opened(page) if where == "island" else banner(page, activity)
    assert shown.is_visible() and sounds(page) == 0
    page.evaluate("window.refusesSound = false")
    tap.click()
    assert settled(lambda: sounds(page) == 1)
    assert tap.is_hidden() and shown.is_visible()
    page.evaluate("window.refusesSound = true")
    ring(operator, activity, "AGAIN")
    tap.wait_for()
    page.keyboard.press("Escape")
    shown.wait_for(state="hidden")
    assert tap.is_hidden()


def test_a_sound_that_is_not_here_rings_as_the_default_one(server, operator, tabs):
    activity = operator.start()
    page = live(tabs.open(server.url))
    alert = {"title": "NEWS", "body": "", "sound": "chime.aiff"}
    path = f"/api/activities/{activity}"
    state = json.loads(operator.page(path))["content"]["state"]
    body = json.dumps({"contentState": state, "alert": alert}).encode()
    assert operator.request("PUT", f"{path}/content", body, {"Content-Type": "application/json"}).status == 200
    assert settled(lambda: sounds(page) == 1)
    assert page.evaluate("window.sounds") == [f"{server.url}/sounds/default.wav"]


@pytest.mark.parametrize("hold", ["hover", "focus", "press"])
@pytest.mark.parametrize("where", ["island", "banner"])
def test_an_alert_stays_for_whoever_attends_to_it(server, operator, tabs, where, hold):
    activity = operator.start()
    page = tabs.context.new_page()
    page.clock.install()
    page.goto(f"{server.url}{'' if where == 'island' else f'/activities/{activity}'}")
    live(page)
    ring(operator, activity)
    shown = opened(page) if where == "island" else banner(page, activity)
    shown.wait_for()
    if hold == "hover":
        shown.hover()
    elif hold == "focus":
        shown.locator("a").first.focus()
    else:
        shown.evaluate("e => e.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))")
    for _ in range(3):
        page.clock.run_for(4000)
    assert shown.is_visible()
    if hold == "hover":
        page.mouse.move(3, 800)
    elif hold == "focus":
        page.evaluate("document.activeElement.blur()")
    else:
        shown.evaluate("e => e.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))")
    page.clock.run_for(1000)
    shown.wait_for(state="hidden")


def test_escape_dismisses_the_newest_banner(server, operator, tabs):
    activities = [operator.start(driverName=name) for name in ("ANA", "TIM", "EVA")]
    page = live(tabs.open(server.url))
    for activity in activities[1:]:
        ring(operator, activity)
        banner(page, activity).wait_for()
    for activity in reversed(activities[1:]):
        page.keyboard.press("Escape")
        banner(page, activity).wait_for(state="detached", timeout=3000)


def test_without_motion_nothing_moves(server, operator, surround):
    activity = operator.start()
    other = operator.start()
    page = live(surround(reduced_motion="reduce").open(server.url))
    for each in (activity, other):
        ring(operator, each)
    opened(page).wait_for()
    banner(page, other).wait_for()
    moving = "document.getAnimations().map(each => each.animationName).filter(name => !name?.startsWith('timed-'))"
    assert page.evaluate(moving) == []


TEXTS = {
    "markup": "<img src=x onerror=\"document.title='broken'\"><b>&amp;</b>",
    "500 characters": "Donaudampfschifffahrt" * 24,
    "right to left": "‏وصلت البيتزا إلى الباب 12:30 (TIM)",
    "ZWJ emoji": "👨🏻‍🍳👩‍👩‍👧‍👦🏳️‍🌈" * 6,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_no_text_breaks_an_alert(server, operator, surround, text):
    activity = operator.start()
    page = live(surround(viewport={"width": 320, "height": 640}).open(f"{server.url}/activities/{activity}"))
    ring(operator, activity, text, text)
    shown = banner(page, activity)
    shown.wait_for()
    assert shown.locator(".banner-title").text_content() == text and shown.locator(".banner-body").text_content() == text
    assert page.title() != "broken" and shown.locator("img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = shown.bounding_box()
    assert 0 <= box["x"] and box["x"] + box["width"] <= 320 and box["height"] <= 120, box
    hide(page)
    assert settled(lambda: listens(page))
    ring(operator, activity, text, text)
    assert settled(lambda: [(each["title"], each["body"]) for each in notifications(page)] == [(text, text)])
