"""An update changes every page that shows the activity, and takes no click away."""

from datetime import datetime

from harness.clock import now
from harness.markup import parse
from harness.pages import button, card, live, log_in, settled, update_form


def arrivals(page, activity) -> set[str]:
    return {node.attributes["datetime"] for node in parse(card(page, activity).evaluate("e => e.outerHTML")).all("time")}


def latest(times: set[str]) -> float:
    return max(datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp() for time in times)


def test_an_update_changes_driver_and_time_in_both_pages(proxied, open_window):
    activity = proxied.client().start(driverName="TIM", minutes="15")
    here, elsewhere = (open_window().context.new_page() for _ in range(2))
    log_in(here, proxied.url, proxied.operator_token)
    elsewhere.goto(f"{proxied.nginx.url}/activities/{activity}")
    for page in (here, elsewhere):
        live(page)
        assert "TIM is on the way!" in card(page, activity).inner_text()
    before = arrivals(here, activity)

    form = update_form(here, activity)
    form.locator('[name="driverName"]').fill("JOHN")
    form.locator('[name="minutes"]').fill("60")
    expected = now() + 3600
    button(form).click()

    live(elsewhere)
    card(elsewhere, activity).get_by_text("JOHN is on the way!").wait_for()
    here.goto(f"{proxied.url}/")
    for page in (here, elsewhere):
        assert "JOHN is on the way!" in card(page, activity).inner_text()
        assert arrivals(page, activity) != before
        assert abs(latest(arrivals(page, activity)) - expected) < 5
        timer = card(page, activity).locator('[role="timer"]').first
        assert settled(lambda: timer.inner_text().strip() in ("1:00:00", *(f"59:{second:02}" for second in range(50, 60))), 2), timer.inner_text()


def test_a_click_counts_when_its_card_is_updated_between_press_and_release(server, operator, window):
    activity = operator.start(driverName="TIM")
    page = live(window.open(server.url))
    form = update_form(page, activity)
    form.locator('[name="driverName"]').fill("PRESSED")
    pressed = button(form)
    pressed.scroll_into_view_if_needed()
    box = pressed.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    operator.update(activity, driverName="BETWEEN")
    card(page, activity).get_by_text("BETWEEN is on the way!").wait_for()
    page.mouse.up()
    assert settled(lambda: "PRESSED is on the way!" in operator.text(f"/activities/{activity}")), "the click was lost"


def test_what_is_typed_and_where_the_focus_is_outlive_an_update(server, operator, window):
    activity = operator.start(driverName="TIM")
    page = live(window.open(server.url))
    field = update_form(page, activity).locator('[name="driverName"]')
    field.fill("half a na")
    operator.update(activity, driverName="JOHN", minutes="60")
    card(page, activity).get_by_text("JOHN is on the way!").wait_for()
    page.keyboard.type("me")
    assert field.input_value() == "half a name"
