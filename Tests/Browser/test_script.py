"""What islet.js does about the browser around it: hidden tabs, presses without an end, shared storage, closed drawers, going back."""

import pytest

from harness.pages import button, card, end_form, live, settled

# Seen or hidden is the test's to say; streams and sounds are counted.
SURROUNDINGS = """
    window.isHidden = location.hash === "#hidden";
    Object.defineProperty(Document.prototype, "hidden", { get: () => window.isHidden });
    window.streams = [];
    window.EventSource = class extends EventSource { constructor(url) { super(url); window.streams.push(this); } };
    window.played = [];
    window.Audio = class { constructor(url) { this.url = url; } play() { window.played.push(this.url); return Promise.resolve(); } pause() {} };
"""


@pytest.fixture
def surrounded(window):
    window.context.add_init_script(SURROUNDINGS)
    return window


def hide(page, is_hidden: bool = True) -> None:
    page.evaluate("is => { window.isHidden = is; document.dispatchEvent(new Event('visibilitychange')); }", is_hidden)


def open_streams(page) -> int:
    return page.evaluate("window.streams.filter(stream => stream.readyState !== EventSource.CLOSED).length")


def ring(operator, activity: str, title: str) -> None:
    operator.update(activity, alertTitle=title, alertBody="It is so.")


def test_the_seventh_tab_is_live_when_six_were_opened_behind_it(server, surrounded):
    hidden = [surrounded.open(f"{server.url}/#hidden") for _ in range(6)]
    live(surrounded.open(server.url))
    assert [open_streams(page) for page in hidden] == [0] * 6
    hide(hidden[0], False)
    live(hidden[0])


def test_nothing_wakes_the_stream_of_a_hidden_tab_but_being_seen(server, surrounded):
    surrounded.allow("503")
    page = surrounded.context.new_page()
    page.route("**/events*", lambda route: route.fulfill(status=503))
    with page.expect_response(lambda response: response.request.method == "HEAD"):
        page.goto(server.url)
    page.evaluate("new Promise(resolve => setTimeout(resolve, 50))")  # the answer has armed the timer of the next attempt
    hide(page)
    page.unroute("**/events*")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.evaluate("new Promise(resolve => setTimeout(resolve, 1100))")  # the first attempt comes within 1 s
    assert page.evaluate("window.streams.length") == 1 and open_streams(page) == 0
    hide(page, False)
    live(page)


@pytest.mark.parametrize(
    "end",
    [
        "pressed.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))",
        "pressed.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }))",
        "pressed.dispatchEvent(new DragEvent('dragend', { bubbles: true }))",
        "dispatchEvent(new Event('blur'))",
        "document.dispatchEvent(new Event('visibilitychange'))",
    ],
    ids=["contextmenu", "pointercancel", "dragend", "blur", "visibilitychange"],
)
def test_a_press_whose_end_never_comes_holds_no_card_back(server, operator, surrounded, end):
    activity = operator.start(driverName="TIM")
    page = live(surrounded.open(server.url))
    root = card(page, activity)
    root.evaluate("e => e.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))")
    operator.update(activity, driverName="JOHN")
    other = operator.start(driverName="ANA")
    card(page, other).wait_for()
    assert "TIM is on the way!" in root.inner_text()
    root.evaluate(f"pressed => {{ {end} }}")
    root.get_by_text("JOHN is on the way!").wait_for()


def test_however_many_ring_one_key_is_kept_and_one_tab_sounds(server, operator, surrounded):
    activities = [operator.start() for _ in range(3)]
    pages = [live(surrounded.open(server.url)) for _ in range(2)]
    played = lambda: sum(page.evaluate("window.played.length") for page in pages)
    for number, activity in enumerate(activities):
        ring(operator, activity, f"ALERT {number}")
        for page in pages:
            page.locator("#announcements").get_by_text(f"ALERT {number}").wait_for(state="attached")
        assert settled(lambda: played() > number) and played() == number + 1
    assert pages[0].evaluate("Object.keys(localStorage)") == ["rang"]
    kept = pages[0].evaluate("localStorage.rang")
    assert settled(lambda: kept == pages[0].locator("body").get_attribute("data-revision")), kept


@pytest.mark.parametrize(
    "storage",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } });"
        "LockManager.prototype.request = () => Promise.reject(new DOMException('', 'SecurityError'));",
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };",
        "localStorage.setItem('rang', 'neither');",
        "localStorage.setItem('rang', 'another-epoch-99999999');",
    ],
    ids=["refused", "full", "spoilt", "another store's"],
)
def test_an_alert_rings_whatever_storage_does(server, operator, surrounded, storage):
    surrounded.context.add_init_script(f"if (location.protocol !== 'about:') {{ {storage} }}")
    activity = operator.start()
    page = live(surrounded.open(server.url))
    ring(operator, activity, "HEARD")
    assert settled(lambda: page.evaluate("window.played.length") == 1)


def test_of_alerts_in_one_frame_each_is_said_and_the_last_is_seen(server, operator, surrounded):
    activities = [operator.start() for _ in range(5)]
    page = live(surrounded.open(f"{server.url}/activities/{activities[0]}"))
    page.goto(server.url)
    live(page)
    hide(page)
    for number, activity in enumerate(activities):
        ring(operator, activity, f"ALERT {number}")
    hide(page, False)
    said = page.locator("#announcements")
    said.get_by_text("ALERT 4").wait_for(state="attached")
    positions = [said.inner_text().find(f"ALERT {number}") for number in range(5)]
    assert -1 not in positions and positions == sorted(positions)
    shown = page.locator("#banners .banner-title").all_inner_texts()
    assert len(shown) <= 3 and shown == sorted(shown, reverse=True), shown


def test_a_text_that_rings_again_is_said_again(server, operator, surrounded):
    activity = operator.start()
    page = live(surrounded.open(server.url))
    said = page.locator("#announcements")
    for times in (1, 2):
        ring(operator, activity, "AGAIN")
        assert settled(lambda: said.inner_text().count("AGAIN") == times), said.inner_text()


@pytest.mark.parametrize("way", ["elsewhere", "summary", "Escape"])
def test_what_was_only_chosen_in_a_closed_drawer_holds_nothing_back(server, operator, surrounded, way):
    activity = operator.start()
    page = live(surrounded.open(server.url))
    summary = page.locator(f"#controls-{activity} summary", has_text="End")
    summary.click()
    page.locator(f'form[action="/activities/{activity}/end"] label', has_text="goes at once").click()
    if way == "elsewhere":
        page.mouse.click(3, 3)
    elif way == "summary":
        summary.click()
    else:
        page.keyboard.press("Escape")
    operator.end(activity)
    page.locator(f'form[action="/activities/{activity}/end"]').wait_for(state="detached")


def test_what_was_typed_in_a_closed_drawer_stays(server, operator, surrounded):
    activity = operator.start()
    page = live(surrounded.open(server.url))
    page.locator(f"#controls-{activity} summary", has_text="End").click()
    minutes = page.locator(f'form[action="/activities/{activity}/end"] [name="minutes"]')
    minutes.fill("45")
    page.mouse.click(3, 3)
    operator.update(activity, driverName="JOHN")
    card(page, activity).get_by_text("JOHN is on the way!").wait_for()
    assert minutes.input_value() == "45"


@pytest.mark.parametrize("context", ["secure", "plain"])
def test_a_page_gone_back_to_starts_something_new(server, surrounded, context):
    if context == "plain":
        surrounded.context.add_init_script("Crypto.prototype.randomUUID = undefined")
    page = live(surrounded.open(server.url))
    keys = set()
    for _ in range(3):
        keys.add(page.locator('[name="idempotencyKey"]').first.get_attribute("value"))
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert len(keys) == 3 and all(len(key) >= 32 for key in keys)


def test_a_start_after_going_back_starts_another(server, operator, surrounded):
    page = live(surrounded.open(server.url))
    for _ in range(2):
        button(page.locator('form[action="/activities"]')).click()
        page.wait_for_url("**/activities/*")
        page.go_back()
        live(page)
    assert settled(lambda: page.locator('[data-presentation="lock-screen"]').count() == 2)


@pytest.mark.parametrize("minutes, long", [(6001, True), (5999, False)])
def test_a_pictures_countdown_never_shows_digits_that_wrapped(server, operator, surrounded, minutes, long):
    activity = operator.start(minutes=str(minutes))
    page = surrounded.context.new_page()
    page.goto(f"{server.url}/activities/{activity}/journey.svg")
    shown = lambda name: page.locator(name).first.evaluate("e => { let o = 1; for (; e; e = e.parentElement) o *= getComputedStyle(e).opacity; return o; }")
    assert shown(".s1") == (0 if long else 1)
    assert page.locator(".until-digits").count() == (1 if long else 0)
    if long:
        assert shown(".until-digits") == 1
        # At 99:59:59 the digits take over.
        page.evaluate("document.getAnimations().forEach(animation => { animation.currentTime = 62_000; })")
        assert shown(".until-digits") == 0 and shown(".s1") == 1
