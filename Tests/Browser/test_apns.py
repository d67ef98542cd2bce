"""A backend's own APNs client (aioapns) against this server, over HTTP/2 and TLS through nginx as the README configures it."""

import json
import time

import aioapns
import pytest

from harness.apns import BUNDLE, TOPIC, Apns, aps, push_token, start, start_token, state, update
from harness.client import ACTIVITY
from harness.markup import parse
from harness.front import Front
from harness.pages import live, log_in, settled

OTHER_TOPIC = "com.example.other.push-type.liveactivity"
NOBODYS = "0" * 64


@pytest.fixture
def pushed(start_server, tmp_path):
    """A server with logins and a bundle id, `pushed.front` before it and `pushed.apns` at that; `pushed.operator` may do everything."""
    server = start_server(login=True, arguments=["--bundle-id", BUNDLE])
    server.front = Front(tmp_path / "front", upstream=server.port)
    server.apns = Apns(server.front)
    server.operator = server.client()
    yield server
    server.apns.close()
    server.front.stop()


def rows(client) -> list[str]:
    """What the push log says, newest first, one text a push."""
    return [node.text for node in parse(client.page("/pushes")).all("li") if (node.id or "").startswith("push-")]


def logged(client, count: int) -> list[str]:
    return settled(lambda: found if len(found := rows(client)) >= count else None) or rows(client)


def test_a_push_starts_another_updates_a_third_ends(pushed):
    answer = pushed.apns.push(start_token(pushed.operator), start("TIM"))
    assert answer.is_successful and answer.description is None
    activity = ACTIVITY.search(pushed.operator.page("/"))[1]
    page = lambda: pushed.operator.text(f"/activities/{activity}")
    assert "TIM is on the way!" in page()

    token = push_token(pushed, activity)
    assert pushed.apns.push(token, update("JOHN"), priority=5, time_to_live=60, collapse_key="order").is_successful
    assert "JOHN is on the way!" in page()
    assert pushed.apns.push(token, aps("end", content_state=state("ANA"), dismissal_date=0)).is_successful
    assert 'data-state="dismissed"' in pushed.operator.page(f"/activities/{activity}")

    late = pushed.apns.push(token, update("LATE"))
    assert (late.status, late.description) == ("410", "Unregistered") and late.timestamp > 1_700_000_000_000


def test_an_activity_started_here_takes_pushes_too(pushed):
    activity = pushed.operator.start(driverName="TIM")
    assert pushed.apns.push(push_token(pushed, activity), update("JOHN")).is_successful
    assert "JOHN is on the way!" in pushed.operator.text(f"/activities/{activity}")
    pushed.operator.end(activity)
    assert pushed.apns.push(push_token(pushed, activity), update("LATE")).description == "Unregistered"


# What the client sends, and what it reports.
REFUSALS = [
    ({"token": NOBODYS}, "400", "BadDeviceToken"),
    ({"token": "no-token"}, "400", "BadDeviceToken"),
    ({"token": ""}, "400", "MissingDeviceToken"),
    ({"token": "a/b"}, "404", "BadPath"),
    ({"apns_topic": BUNDLE}, "400", "BadTopic"),
    ({"apns_topic": OTHER_TOPIC}, "400", "DeviceTokenNotForTopic"),
    ({"push_type": None}, "400", "InvalidPushType"),
    ({"push_type": aioapns.PushType.ALERT}, "400", "InvalidPushType"),
    ({"priority": 7}, "400", "BadPriority"),
    ({"notification_id": "no-uuid"}, "400", "BadMessageId"),
    ({"collapse_key": "x" * 65}, "400", "BadCollapseId"),
    ({"time_to_live": -(10**10)}, "400", "BadExpirationDate"),
    ({"message": {}}, "400", "PayloadEmpty"),
    ({"message": None}, "400", "PayloadEmpty"),
    ({"message": update("x" * 4096)}, "413", "PayloadTooLarge"),
]


def test_what_is_refused_is_reported_with_apples_reason(pushed):
    activity = pushed.operator.start(driverName="TIM")
    token = push_token(pushed, activity)
    for options, status, reason in REFUSALS:
        options = {"token": token, "message": update("WRONG"), **options}
        answer = pushed.apns.push(**options)
        assert (answer.status, answer.description) == (status, reason), options
    assert "TIM is on the way!" in pushed.operator.text(f"/activities/{activity}")
    # A path that leads to no push leaves no receipt.
    told = [reason for _, _, reason in REFUSALS if reason != "BadPath"]
    assert [next(reason for reason in told if reason in text) for text in reversed(logged(pushed.operator, len(told)))] == told


def test_a_token_takes_so_many_pushes_a_second_and_says_when_there_are_more(pushed):
    token = push_token(pushed, pushed.operator.start())
    # Nothing that could be stored, so that they all come within a second.
    answers = pushed.apns.push_all(token, [aps("update", content_state={})] * 300)
    told = {(answer.status, answer.description) for answer in answers}
    assert told == {("200", None), ("429", "TooManyRequests")}
    assert sum(answer.is_successful for answer in answers) >= 100


def test_a_server_with_a_provider_secret_takes_nobody_elses_pushes(start_server, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("the-secret-of-the-provider\n")
    secret.chmod(0o600)
    server = start_server(login=True, arguments=["--provider-secret-file", str(secret)])
    front = Front(tmp_path / "front", upstream=server.port)
    client = Apns(front)
    try:
        token = push_token(server, server.client().start())
        answer = client.push(token, update())
        assert (answer.status, answer.description) == ("403", "InvalidProviderToken")
        fields = {"apns-push-type": "liveactivity", "apns-topic": TOPIC}
        body = json.dumps(update()).encode()
        status, _, refusal = front.request("POST", f"/3/device/{token}", fields, body)
        assert status == 403 and json.loads(refusal) == {"reason": "MissingProviderToken"}
        assert front.request("POST", f"/3/device/{token}", {**fields, "authorization": "bearer the-secret-of-the-provider"}, body)[0] == 200
    finally:
        client.close()
        front.stop()


GOOD = {"apns-push-type": "liveactivity", "apns-topic": TOPIC}
RAW = [
    ("GET", "/3/device/{}", GOOD, b"", 405, "MethodNotAllowed"),
    ("PUT", "/3/device/{}", GOOD, b"{}", 405, "MethodNotAllowed"),
    ("POST", "/3/devices/{}", GOOD, b"{}", 404, "BadPath"),
    ("POST", "/3/", GOOD, b"{}", 404, "BadPath"),
    ("POST", "/3/device", GOOD, b"{}", 400, "MissingDeviceToken"),
    ("POST", "/3/device/", GOOD, b"{}", 400, "MissingDeviceToken"),
    ("POST", "/3/device/{}", {"apns-push-type": "liveactivity"}, b"{}", 400, "MissingTopic"),
    ("POST", "/3/device/{}", {**GOOD, "apns-expiration": "soon"}, b"{}", 400, "BadExpirationDate"),
    ("POST", "/3/device/{}", GOOD, b"", 400, "PayloadEmpty"),
    ("POST", "/3/device/{}", GOOD, b"not JSON", 400, "PayloadEmpty"),
    ("POST", "/3/device/{}", GOOD, b"{" + b" " * 4096, 413, "PayloadTooLarge"),
    ("POST", "/3/device/{}", GOOD, b" " * 65_000, 413, "PayloadTooLarge"),
]


@pytest.mark.parametrize("way", ["through the front", "directly"])
def test_what_no_client_sends_is_refused_alike(pushed, way):
    token = push_token(pushed, pushed.operator.start())
    for method, path, fields, body, status, reason in RAW:
        path = path.format(token)
        if way == "directly":
            answer = pushed.client("").request(method, path, body, fields)
            got, headers, data = answer.status, {name.lower(): value for name, value in answer.fields.items()}, answer.body
        else:
            got, headers, data = pushed.front.request(method, path, fields, body)
        assert (got, json.loads(data)) == (status, {"reason": reason}), (method, path)
        assert len(headers["apns-id"]) == 36 and headers["islet-outcome"]


# Each push, made when it is sent (of the one before), and what the log says became of it.
LIFE = [
    (lambda _: update("JOHN"), "Updated."),
    (lambda before: before, "Nothing differed from what is shown, so nothing was changed."),
    (lambda _: aps("update", content_state={"driverName": "NOBODY"}), "content-state.estimatedDeliveryTime is missing"),
    (lambda _: update("OLD", timestamp=int(time.time()) - 100), "older than the last accepted one"),
    (lambda _: aps("update", content_state={"driverName": "TIM", "estimatedDeliveryTime": [1_800_000_000, 1_800_000_900]}), "Unix seconds were sent"),
    (lambda _: aps("end"), "Ended; it is dismissed at"),
    (lambda _: update("LATE"), "The activity is ended: nothing changes it any more."),
]


def test_each_push_appears_on_the_open_log_with_what_became_of_it(pushed, window):
    page = window.context.new_page()
    log_in(page, pushed.url, pushed.operator_token)
    page.goto(f"{pushed.url}/pushes")
    live(page)
    assert page.get_by_text("No push yet").is_visible()
    page.evaluate("window.isSame = true")
    assert pushed.apns.push(start_token(pushed.operator), start("TIM")).is_successful
    newest = page.locator("#pushes > li").first
    newest.get_by_text("Started.").wait_for()
    assert not page.get_by_text("No push yet").is_visible()
    assert newest.locator("a").inner_text() == "Pizza delivery"
    activity = ACTIVITY.search(newest.locator("a").get_attribute("href"))[1]
    token, sent = push_token(pushed, activity), None
    for message, sentence in LIFE:
        sent = message(sent)
        answer = pushed.apns.push(token, sent)
        row = page.locator("#pushes > li").first.filter(has_text=sentence)
        row.wait_for()
        text = row.inner_text()
        size = len(json.dumps(sent, ensure_ascii=False).encode())
        assert f"{size} bytes" in text and answer.notification_id in text
        assert (f"{answer.status} {answer.description}" if answer.description else answer.status) in text
        changed = sentence.startswith(("Updated", "Ended"))
        assert ("Nothing changed" in text) == (answer.is_successful and not changed)
    assert page.locator("#pushes > li").count() == len(LIFE) + 1
    assert page.evaluate("window.isSame"), "the page was loaded again"
    shown = page.locator("#pushes > li").all_inner_texts()
    page.reload()
    assert [" ".join(text.split()) for text in page.locator("#pushes > li").all_inner_texts()] == [" ".join(text.split()) for text in shown]
