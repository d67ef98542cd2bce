"""The three stages of a delivery and the dashboard, as pictures: looked at by people, shown in the README."""

from harness.clock import now, span
from harness.pages import card, live, settled

SCALE = 2


def test_the_three_stages_look_different_and_can_be_shown(server, operator, open_window, pictures):
    t = now()
    stages = {
        "on-the-way": operator.start(**span(t - 240, t + 660)),
        "past-halfway": operator.start(**span(t - 660, t + 240)),
        "delivered": operator.start(**span(t - 900, t - 1)),
    }
    for scheme in ("light", "dark"):
        window = open_window(device_scale_factor=SCALE, color_scheme=scheme, reduced_motion="reduce")
        page = window.context.new_page()
        seen = set()
        for name, activity in stages.items():
            page.goto(f"{server.url}/activities/{activity}")
            live(page)
            shot = card(page, activity).screenshot(path=pictures / f"{name}{'-dark' if scheme == 'dark' else ''}.png", animations="allow")
            seen.add(shot)
        assert len(seen) == len(stages)


def test_the_stages_keep_their_height(server, operator, window):
    t = now()
    heights = set()
    for times in (span(t - 240, t + 660), span(t - 660, t + 240), span(t - 900, t - 1)):
        activity = operator.start(**times)
        heights.add(card(live(window.open(f"{server.url}/activities/{activity}")), activity).bounding_box()["height"])
    assert len(heights) == 1, heights


def test_the_dashboard_with_three_deliveries(server, operator, open_window, pictures):
    t = now()
    operator.start(driverName="TIM 👨🏻‍🍳", **span(t - 240, t + 660))
    operator.start(driverName="JOHN", numberOfPizzas="2", totalAmount="$42", **span(t - 1500, t + 900))
    operator.start(driverName="ANA", numberOfPizzas="3", totalAmount="$57", **span(t - 1200, t - 1))
    for scheme, viewport in (("light", {"width": 1280, "height": 860}), ("dark", {"width": 1280, "height": 860}), ("phone", {"width": 390, "height": 844})):
        window = open_window(device_scale_factor=SCALE, color_scheme="dark" if scheme == "dark" else "light", viewport=viewport)
        page = live(window.open(server.url))
        assert settled(lambda: page.locator('[data-presentation="lock-screen"]').count() == 3)
        page.wait_for_timeout(600)  # what slides in has come to rest
        page.screenshot(path=pictures / f"dashboard{'' if scheme == 'light' else '-' + scheme}.png", animations="allow")
