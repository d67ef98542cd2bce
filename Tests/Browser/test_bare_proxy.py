"""Somebody puts nginx with a bare `proxy_pass` in front of a `--no-login` server: its visitors get anyone's part only."""

import pytest

from harness.client import PIZZA
from harness.markup import parse


def test_a_page_of_operators_leads_to_the_login(bare_nginx):
    answer = bare_nginx.client().get("/")
    assert answer.status == 303 and answer.location.startswith("/login?next=")


@pytest.mark.parametrize("path", ["/events", "/events?page=dashboard"])
def test_what_is_for_operators_and_watchers_is_refused(bare_nginx, path):
    assert bare_nginx.client().get(path).status in (303, 401, 403)


@pytest.mark.parametrize("verb, fields", [("update", {"driverName": "MALLORY"}), ("end", {"dismissal": "immediate"}), ("dismiss", {})])
def test_nothing_is_changed(bare_nginx, operator, verb, fields):
    activity = operator.start(driverName="TIM")
    before = operator.page(f"/activities/{activity}")
    answer = bare_nginx.client().post(f"/activities/{activity}/{verb}", fields)
    assert answer.status in (303, 401, 403) and (answer.status != 303 or answer.location.startswith("/login"))
    card = lambda html: parse(html).find(f"lock-screen-{activity}").attributes
    assert card(operator.page(f"/activities/{activity}"))["data-revision"] == card(before)["data-revision"]


def test_nothing_is_started_or_ended_in_bulk(bare_nginx, operator):
    operator.start(driverName="TIM")
    for path, fields in (("/activities", {**PIZZA, "driverName": "MALLORY"}), ("/activities/end", {"kind": "pizza-delivery"})):
        answer = bare_nginx.client().post(path, fields)
        assert answer.status in (303, 401, 403) and (answer.status != 303 or answer.location.startswith("/login"))
    page = operator.text("/")
    assert "TIM is on the way!" in page and "MALLORY" not in page


def test_an_activity_is_shown_to_whoever_has_its_link_without_forms(bare_nginx, operator):
    activity = operator.start()
    html = bare_nginx.client().page(f"/activities/{activity}")
    assert f'id="lock-screen-{activity}"' in html
    assert f"controls-{activity}" not in html and not parse(html).all("form", action=f"/activities/{activity}/update")


def test_a_forwarding_header_or_another_host_is_as_good_as_a_proxy(server):
    client = server.client()
    assert client.get("/").status == 200
    for headers in (
        {"X-Forwarded-For": "192.0.2.1"}, {"Forwarded": "for=192.0.2.1"}, {"Via": "1.1 x"}, {"X-Real-IP": "192.0.2.1"}, {"X-Forwarded-Proto": "https"},
        {"Host": "192.0.2.7"}, {"Host": f"localhost:{server.port + 1}"}, {"Host": "localhost"},
    ):
        answer = client.request("GET", "/", headers=headers)
        assert answer.status == 303 and answer.location.startswith("/login"), headers
    assert client.request("GET", "/", headers={"Host": f"localhost:{server.port}"}).status == 200
    assert client.request("GET", "/", headers={"Host": "evil.example"}).status == 421
