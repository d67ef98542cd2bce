"""Pages in a real Chromium: watched for errors, and used as a person uses them."""

import re
import time

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page

from harness.client import UUID

# What a browser says about a server that was stopped or a wire that was cut on purpose.
CUT = re.compile(r"net::ERR_|Failed to load resource|the connection .* was interrupted", re.I)

DESKTOP = {"width": 1280, "height": 900}


class Window:
    """A context of its own with its pages; every console error, CSP violation and page error in it is kept."""

    def __init__(self, browser: Browser, **options):
        options.setdefault("viewport", DESKTOP)
        self.context: BrowserContext = browser.new_context(**options)
        self.context.set_default_timeout(10_000)
        self.errors: list[str] = []
        self.allowed: list[re.Pattern] = []
        self.context.on("page", self._watch)

    def _watch(self, page: Page) -> None:
        page.on("console", lambda message: message.type == "error" and self.errors.append(f"{message.text} ({page.url})"))
        page.on("pageerror", lambda error: self.errors.append(f"{error} ({page.url})"))
        page.on("crash", lambda _: self.errors.append(f"the page crashed ({page.url})"))
        # "Are you sure?" is answered with yes.
        page.on("dialog", lambda dialog: dialog.accept())

    def allow(self, pattern: re.Pattern | str) -> None:
        """Errors of this kind belong to the test."""
        self.allowed.append(re.compile(pattern))

    def open(self, url: str) -> Page:
        page = self.context.new_page()
        page.goto(url)
        return page

    def close(self) -> list[str]:
        """The errors that no test asked for."""
        for page in self.context.pages:
            # A context that is closed in the middle of a navigation has been seen not to close at all.
            try:
                page.goto("about:blank")
            except Error:
                page.wait_for_load_state()
        self.context.close()
        return [error for error in self.errors if not any(pattern.search(error) for pattern in self.allowed)]


def card(page: Page, activity: str, presentation: str = "lock-screen") -> Locator:
    return page.locator(f"#{presentation}-{activity}")


def live(page: Page, timeout: float = 5) -> Page:
    """Waits until the page says that it is live."""
    page.locator('body[data-connection="live"]').wait_for(state="attached", timeout=timeout * 1000)
    return page


def reveal(form: Locator) -> Locator:
    """Opens whatever a form is folded into, as a person would by clicking its summary."""
    form.first.wait_for(state="attached")
    form.first.evaluate("form => { for (let e = form; e; e = e.parentElement) if (e.localName === 'details') e.open = true }")
    return form.first


def start_form(page: Page) -> Locator:
    return reveal(page.locator('form[action="/activities"]:has(input[name="kind"][value="pizza-delivery"])'))


def update_form(page: Page, activity: str) -> Locator:
    return reveal(page.locator(f'form[action="/activities/{activity}/update"]:has([name="driverName"])'))


def end_form(page: Page, activity: str) -> Locator:
    return reveal(page.locator(f'form[action="/activities/{activity}/end"]'))


def button(form: Locator) -> Locator:
    return form.locator('button:not([type="button"]):not([type="reset"]), input[type="submit"]').first


def activity_of(page: Page) -> str:
    return re.search(rf"/activities/({UUID})", page.url)[1]


def settled(check, timeout: float = 5, every: float = 0.02):
    """The first true answer of `check`, asked again and again; the last one if none comes in time."""
    deadline = time.monotonic() + timeout
    while not (answer := check()) and time.monotonic() < deadline:
        time.sleep(every)
    return answer


def log_in(page: Page, base: str, token: str) -> None:
    page.goto(f"{base}/login?next=/")
    page.locator('input[name="token"]').fill(token)
    button(page.locator('form[action^="/login"]')).click()
    page.wait_for_url(f"{base}/")
