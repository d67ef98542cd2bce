"""Everything works with JavaScript off."""

import pytest

from harness.pages import activity_of, button, card, end_form, start_form, update_form


@pytest.fixture
def page(server, open_window):
    window = open_window(java_script_enabled=False)
    window.allow("422|404|409")
    return window.open(server.url)


def started(page, **fields) -> str:
    form = start_form(page)
    for name, value in fields.items():
        form.locator(f'[name="{name}"]').fill(value)
    button(form).click()
    page.wait_for_load_state()
    return activity_of(page)


def test_start_update_and_end(server, page):
    activity = started(page, driverName="TIM", numberOfPizzas="3", totalAmount="$42")
    text = card(page, activity).inner_text()
    assert "TIM is on the way!" in text and "3" in text and "You've already paid: $42 + $9.9 Delivery Fee" in text

    form = update_form(page, activity)
    form.locator('[name="driverName"]').fill("JOHN")
    form.locator('[name="minutes"]').fill("60")
    button(form).click()
    page.goto(f"{server.url}/activities/{activity}")
    assert "JOHN is on the way!" in card(page, activity).inner_text()

    button(end_form(page, activity)).click()
    page.wait_for_load_state()
    page.goto(f"{server.url}/activities/{activity}")
    assert page.locator(f"#lock-screen-{activity}").get_attribute("data-state") in ("ended", "dismissed")
    assert page.locator(f'form[action="/activities/{activity}/update"]').count() == 0


def test_end_all_asks_and_ends(server, operator, page):
    activities = [operator.start(driverName=f"DRIVER {n}") for n in range(3)]
    page.goto(f"{server.url}/activities/end?kind=pizza-delivery")
    for n in range(3):
        assert page.get_by_text(f"DRIVER {n}").count() or page.locator(f'a[href$="{activities[n]}"]').count()
    button(page.locator('form[action="/activities/end"]')).click()
    page.goto(server.url)
    assert page.locator('[data-presentation="lock-screen"]').count() == 0


def test_the_dashboard_leads_to_end_all(server, operator, page):
    operator.start()
    page.goto(server.url)
    assert page.locator('a[href*="/activities/end?kind=pizza-delivery"], form[action="/activities/end"]').count() >= 1


@pytest.mark.parametrize("field, bad, others", [
    ("numberOfPizzas", "0", {"driverName": "TYPED NAME", "totalAmount": "TYPED AMOUNT", "minutes": "37"}),
    ("numberOfPizzas", "many", {"driverName": "TYPED NAME", "minutes": "37"}),
    ("minutes", "soon", {"driverName": "<b>TYPED</b> \"NAME\"", "numberOfPizzas": "7"}),
    ("driverName", "", {"numberOfPizzas": "7", "totalAmount": "TYPED AMOUNT"}),
])
def test_a_bad_value_comes_back_at_its_field_with_everything_typed(page, field, bad, others):
    form = start_form(page)
    # The browser's own checks would hold the form back; the server's are what is tried.
    form.evaluate("form => { form.noValidate = true; for (const e of form.elements) if (e.type === 'number') e.type = 'text' }")
    for name, value in {field: bad, **others}.items():
        form.locator(f'[name="{name}"]').fill(value)
    with page.expect_response(lambda response: response.request.method == "POST") as answer:
        button(form).click()
    assert answer.value.status == 422
    page.wait_for_load_state()
    again = start_form(page)
    for name, value in others.items():
        assert again.locator(f'[name="{name}"]').input_value() == value
    wrong = again.locator(f'[name="{field}"]')
    # A number's input cannot show what is no number, but the document must hold it.
    assert wrong.get_attribute("value") == bad
    assert wrong.get_attribute("aria-invalid") == "true"
    described = wrong.get_attribute("aria-describedby")
    assert described and page.locator(f"#{described.split()[0]}").inner_text().strip()


def test_a_double_click_starts_one(server, operator, page):
    key = start_form(page).locator('input[name="idempotencyKey"]').get_attribute("value")
    first, second = (operator.start(idempotencyKey=key, driverName="ONCE") for _ in range(2))
    assert first == second


def test_a_bad_update_comes_back_the_same_way(server, operator, page):
    activity = operator.start(driverName="TIM")
    answer = operator.post(f"/activities/{activity}/update", {"driverName": "", "minutes": "37"})
    assert answer.status == 422 and 'value="37"' in answer.text
    assert "TIM is on the way!" in operator.text(f"/activities/{activity}")
