"""Who may do what, with logins: browsers by token and link, scripts by bearer, watchers, and people with a link."""

import re
import time

import pytest

from harness.client import PIZZA
from harness.events import EventStream
from harness.pages import button, card, live, log_in, settled


@pytest.fixture
def guarded(start_server):
    return start_server(login=True)


def session(server, token: str) -> str:
    """The cookie of a new session."""
    answer = server.client("").post("/login", {"token": token, "next": "/"}, {"Origin": server.url})
    assert answer.status == 303, answer.status
    return answer.fields["Set-Cookie"].split(";")[0]


def test_a_browser_logs_in_with_the_token_and_works(guarded, window):
    page = window.open(f"{guarded.url}/")
    assert "/login?next=" in page.url
    log_in(page, guarded.url, guarded.operator_token)
    live(page)
    assert page.locator('form[action="/activities"]').count() >= 1
    cookie = window.context.cookies()[0]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Lax" and str(guarded.port) in cookie["name"]


def test_a_wrong_token_opens_nothing_and_says_so(guarded, window):
    window.allow("401")
    page = window.open(f"{guarded.url}/login")
    page.locator('input[name="token"]').fill("guessed")
    button(page.locator('form[action^="/login"]')).click()
    assert page.locator('input[name="token"]').is_visible()
    assert not window.context.cookies()


def test_the_printed_link_logs_in_once_and_is_not_spent_by_a_preview(guarded, open_window):
    link = guarded.url + guarded.login_link()
    assert guarded.client("").get(guarded.login_link()).status == 200
    page = open_window().open(link)
    button(page.locator('form[action^="/login"]')).click()
    page.wait_for_url(f"{guarded.url}/")
    again = open_window()
    again.allow("401")
    page = again.open(link)
    button(page.locator('form[action^="/login"]')).click()
    page.wait_for_load_state()
    assert not again.context.cookies()


def test_after_login_one_is_where_one_wanted_to_go_and_never_elsewhere(guarded):
    client = guarded.client("")
    for wanted, place in (("/activities/end?kind=pizza-delivery", "/activities/end?kind=pizza-delivery"), ("https://evil.example/", "/"), ("//evil.example", "/"), ("/\\evil.example", "/")):
        answer = client.post("/login", {"token": guarded.operator_token, "next": wanted}, {"Origin": guarded.url})
        assert answer.status == 303 and answer.fields["Location"] in (place, guarded.url + place), wanted


def test_logout_ends_the_sessions_streams_and_no_others(guarded, open_window):
    window, other = open_window(), open_window()
    window.allow("401|Failed to load|net::ERR_")
    for one in (window, other):
        log_in(one.context.new_page(), guarded.url, guarded.operator_token)
    cookie = "; ".join(f"{c['name']}={c['value']}" for c in window.context.cookies())
    page = window.context.pages[0]
    mine = EventStream(guarded.port, "/events", headers={"Cookie": cookie})
    theirs = EventStream(guarded.port, "/events", headers={"Cookie": "; ".join(f"{c['name']}={c['value']}" for c in other.context.cookies())})
    mine.until(lambda e: e.name == "hello")
    form = page.locator('form[action="/logout"]').first
    form.evaluate("form => { for (let e = form; e; e = e.parentElement) if (e.localName === 'details') e.open = true }")
    button(form).click()
    mine.to_end(2)
    assert mine.complete
    theirs.quiet(0.2)
    assert not theirs.closed
    assert guarded.client("", cookie=cookie).get("/").status == 303
    assert EventStream(guarded.port, "/events", headers={"Cookie": cookie}).status == 401


def test_a_session_outlives_a_restart(guarded):
    cookie = session(guarded, guarded.operator_token)
    guarded.restart()
    assert guarded.client("", cookie=cookie).get("/").status == 200


def test_a_script_with_the_bearer_token_is_the_operator(guarded):
    activity = guarded.client().start(driverName="TIM")
    guarded.client().update(activity, driverName="JOHN")
    assert "JOHN is on the way!" in guarded.client().text("/")


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic eDp5"}, {"Authorization": "Bearer"}])
def test_a_script_without_it_changes_nothing(guarded, headers):
    activity = guarded.client().start(driverName="TIM")
    client = guarded.client("")
    for path, fields in (("/activities", PIZZA), (f"/activities/{activity}/update", {"driverName": "X"}), (f"/activities/{activity}/end", {}), ("/activities/end", {"kind": "pizza-delivery"})):
        answer = client.post(path, fields, headers)
        assert answer.status in (303, 401) and (answer.status == 401 or answer.location.startswith("/login")), (path, answer.status)
    answer = client.request("GET", "/events", headers=headers)
    assert answer.status == 401 and answer.fields["WWW-Authenticate"].startswith("Bearer")
    assert "TIM is on the way!" in guarded.client().text("/")


def test_a_watcher_sees_every_card_and_no_form_that_changes_one(guarded, window):
    activity = guarded.client().start(driverName="TIM")
    page = window.context.new_page()
    log_in(page, guarded.url, guarded.watch_token)
    live(page)
    assert card(page, activity).is_visible()
    guarded.client().update(activity, driverName="JOHN")
    card(page, activity).get_by_text("JOHN is on the way!").wait_for()
    assert page.locator(f'[id^="controls-"], form[action^="/activities"]:not([action$="/end"]):not([method="get"])').count() == 0
    forms = [f.get_attribute("action") for f in page.locator('form[method="post" i]').all()]
    assert set(forms) <= {"/logout"}, forms
    watcher = guarded.client(guarded.watch_token)
    assert watcher.post(f"/activities/{activity}/update", {"driverName": "X"}).status == 403
    assert watcher.post("/activities", PIZZA).status == 403


def test_a_watchers_stream_never_carries_a_form(guarded):
    activity = guarded.client().start(driverName="TIM")
    stream = EventStream(guarded.port, "/events", headers={"Authorization": f"Bearer {guarded.watch_token}"})
    stream.quiet()
    guarded.client().update(activity, driverName="JOHN")
    guarded.client().end(activity)
    for event in stream.quiet():
        assert "<form" not in event.data and "controls-" not in event.data


def test_a_link_shows_its_activity_live_and_nothing_else(guarded, window):
    activity = guarded.client().start(driverName="TIM")
    page = live(window.open(f"{guarded.url}/activities/{activity}"))
    guarded.client().update(activity, driverName="JOHN")
    card(page, activity).get_by_text("JOHN is on the way!").wait_for()
    assert page.locator('form[method="post" i]:not([action^="/log"])').count() == 0
    assert page.locator('meta[name="robots"][content*="noindex"]').count() == 1 or "noindex" in guarded.client("").get(f"/activities/{activity}").fields.get("X-Robots-Tag", "")
    anyone = guarded.client("")
    for path in ("contact", "embed", "journey.svg"):
        assert anyone.get(f"/activities/{activity}/{path}").status in (200, 404), path
    assert anyone.get("/activities/00000000-0000-4000-8000-000000000000").status == 404
    assert anyone.get(f"/activities/{activity.upper()}").status == 404


@pytest.mark.parametrize("headers, allowed", [
    ({"Origin": "{own}"}, True), ({"Sec-Fetch-Site": "same-origin"}, True),
    ({"Origin": "http://evil.example"}, False), ({"Origin": "null"}, False), ({"Sec-Fetch-Site": "cross-site"}, False), ({"Sec-Fetch-Site": "same-site"}, False), ({}, False),
])
def test_a_cookie_counts_only_for_requests_from_our_own_pages(guarded, headers, allowed):
    client = guarded.client("", cookie=session(guarded, guarded.operator_token))
    answer = client.post("/activities", {**PIZZA, "driverName": "FORGED"}, {name: value.format(own=guarded.url) for name, value in headers.items()})
    assert (answer.status == 303 and answer.location.startswith("/activities/")) == allowed, answer.status
    assert ("FORGED" in guarded.client().page("/")) == allowed


def test_without_login_a_foreign_page_cannot_act_either(server, operator):
    for origin in ("http://evil.example", "null", f"http://localhost:{server.port + 1}"):
        assert operator.post("/activities", PIZZA, {"Origin": origin}).status == 403
    assert operator.post("/activities", PIZZA, {"Origin": server.url}).status == 303


def test_the_log_holds_no_token_and_no_whole_id(guarded):
    activity = guarded.client().start(driverName="SECRET NAME")
    session(guarded, guarded.operator_token)
    guarded.client("").get(f"/activities/{activity}")
    time.sleep(0.1)
    log = guarded.printed().decode()
    for secret in (guarded.operator_token, guarded.watch_token, activity, "SECRET NAME"):
        assert secret not in log
    assert settled(lambda: activity[:8] in guarded.printed().decode(), 1)


def test_tokens_are_made_at_first_start_for_the_owner_alone(start_server, tmp_path):
    server = start_server()
    private = [path for path in (server.folder / "data").iterdir() if path.is_file() and not re.search(r"\.(db|sqlite)|-wal|-shm|lock", path.name)]
    tokens = [path for path in private if "token" in path.name]
    assert len(tokens) == 2, [path.name for path in private]
    for path in tokens:
        assert path.stat().st_mode & 0o777 == 0o600
        assert len(path.read_text().strip()) >= 32


def test_the_policy_stands_on_every_page(server, operator):
    activity = operator.start()
    for path in ("/", f"/activities/{activity}", "/login", "/nowhere"):
        policy = operator.get(path).fields["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe-inline'; script" not in policy
    embed = operator.get(f"/activities/{activity}/embed")
    assert "frame-ancestors 'none'" not in embed.fields["Content-Security-Policy"]
    assert embed.fields["X-Content-Type-Options"] == "nosniff"
