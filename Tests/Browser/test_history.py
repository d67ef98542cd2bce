"""What is over: found without a script, and told step by step while it runs."""

import json
import re

import pytest

from harness.clock import now, span
from harness.pages import button, live, settled

ENTRY = "article.past-entry"


def ended(client, **fields) -> str:
    activity = client.start(**fields)
    client.end(activity, dismissal="immediate")
    return activity


def test_what_is_over_is_found_without_a_script(server, operator, open_window):
    first = ended(operator, driverName="FIRST")
    others = [ended(operator, driverName=f"DRIVER {n}") for n in range(20)]
    page = open_window(java_script_enabled=False).open(server.url)
    page.get_by_role("link", name="History").click()
    assert page.locator(ENTRY).count() == 20 and page.get_by_role("link", name="Earlier").count() == 1
    page.get_by_role("link", name="Earlier").click()
    assert page.locator(ENTRY).count() == 1 and "FIRST" in page.locator(ENTRY).inner_text()
    page.locator(f"{ENTRY} h3 a").click()
    assert page.url == f"{server.url}/activities/{first}"
    page.go_back()
    page.get_by_role("link", name="Back to the newest").click()
    assert page.locator(ENTRY).first.get_attribute("data-activity") == others[-1]


def test_the_form_asks_for_a_kind_and_a_day(server, operator, open_window):
    window = open_window(java_script_enabled=False)
    activity = ended(operator, driverName="ANA")
    page = window.open(f"{server.url}/history")
    day = page.locator("[data-day]").get_attribute("data-day")
    form = page.locator('form[action="/history"]')
    form.locator('[name="kind"]').select_option("pizza-delivery")
    form.locator('[name="day"]').fill(day)
    button(form).click()
    page.wait_for_url(re.compile("/history\\?kind=pizza-delivery&day="))
    assert page.locator(ENTRY).get_attribute("data-activity") == activity
    assert page.locator('[name="day"]').input_value() == day and page.locator('[name="kind"]').input_value() == "pizza-delivery"
    assert page.get_by_role("link", name="Before that").count() == 0
    page.goto(f"{server.url}/history?day={int(day[:4]) + 1}-01-01")
    assert page.locator(ENTRY).count() == 0 and page.get_by_text("Nothing on that day").count() == 1
    page.get_by_role("link", name="Before that").click()
    assert page.locator(ENTRY).get_attribute("data-activity") == activity and page.locator('[name="day"]').input_value() == day
    page.goto(f"{server.url}/history?day=2020-01-01")
    page.get_by_role("link", name="All of the history").click()
    assert page.url == f"{server.url}/history" and page.locator(ENTRY).count() == 1


def test_the_export_is_what_the_page_shows(server, operator, window):
    ids = [ended(operator, driverName=f"DRIVER {n}") for n in range(3)]
    page = window.open(f"{server.url}/history?kind=pizza-delivery")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as JSON lines").click()
    assert re.fullmatch(r"islet-history-pizza-delivery-until-\d{4}-\d\d-\d\d\.jsonl", download.value.suggested_filename)
    lines = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert [line["activity"]["id"] for line in lines] == ids[::-1]
    assert all(line["events"][0]["event"] == "start" and "pushToken" not in json.dumps(line) for line in lines)


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_under_a_heading_times_name_their_day_only_where_it_is_another(start_server, open_window, zone):
    server = start_server(arguments=["--time-zone", "UTC"])
    ended(server.client())
    page = open_window(timezone_id=zone, locale="en-GB").open(f"{server.url}/history")
    heading = page.locator("[data-day]").get_attribute("data-day")
    started = page.locator(f"{ENTRY} .past-range time").first
    there = page.evaluate("([iso, zone]) => new Date(iso).toLocaleDateString('en-CA', { timeZone: zone })", [started.get_attribute("datetime"), zone])
    assert re.fullmatch(r"\d\d:\d\d" if there == heading else r"\d+ \w+, \d\d:\d\d", started.inner_text())
    assert page.locator("[data-time-zone]").inner_text() == zone


def test_an_open_page_is_told_each_step_and_moves_no_focus(server, operator, window):
    activity = operator.start(driverName="ANA", **span(now(), now() + 600))
    page = live(window.open(f"{server.url}/activities/{activity}"))
    steps = page.locator(f"#history-{activity} li")
    assert steps.count() == 1
    page.locator("#share-link").focus()
    for n in range(3):
        operator.update(activity, driverName=f"DRIVER {n}")
        assert settled(lambda: steps.count() == 2 + n) and f"Driver: DRIVER {n}" in steps.last.inner_text()
    assert page.evaluate("document.activeElement.id") == "share-link"
    operator.end(activity, dismissal="immediate")
    assert settled(lambda: "Ended" in page.locator(f"#history-{activity}").inner_text())


def test_many_steps_stay_fifty(server, operator, window):
    activity = operator.start()
    page = live(window.open(f"{server.url}/activities/{activity}"))
    for n in range(60):
        operator.update(activity, driverName=f"DRIVER {n}")
    steps = page.locator(f"#history-{activity} li")
    assert settled(lambda: "DRIVER 59" in steps.last.inner_text()) and steps.count() == 50
    fresh = window.open(page.url)
    assert fresh.locator(f"#history-{activity}").inner_text() == page.locator(f"#history-{activity}").inner_text()
