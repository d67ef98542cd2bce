"""Servers, proxies and browser windows for tests; each is stopped at the end of its test, and has to end well."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from harness import figures
from harness.nginx import BARE, Nginx, readme_block
from harness.pages import Window
from harness.server import BINARY, Server, free_port
from harness.wire import Wire


def pytest_addoption(parser):
    parser.addoption("--pictures", default=None, metavar="DIR", help="keep the pictures of test_pictures.py in this folder")


def pytest_sessionstart(session):
    if not BINARY.exists():
        raise pytest.UsageError(f"there is no {BINARY}: make build")


def pytest_terminal_summary(terminalreporter):
    if figures.LINES:
        terminalreporter.section("figures")
        for line in figures.LINES:
            terminalreporter.write_line(line)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.failed:
        for server in getattr(item, "servers", []):
            report.sections.append((f"the end of the log of the server at {server.port}", server.tail()))


@pytest.fixture
def start_server(request, tmp_path):
    """Starts further servers: `start_server(login=True, base_url=…)`."""
    servers = request.node.servers = []

    def start(**options) -> Server:
        servers.append(Server(tmp_path / f"server-{len(servers)}", **options))
        return servers[-1].start()

    yield start
    failures = []
    for server in servers:
        try:
            server.stop()
        except AssertionError as failure:
            failures.append(str(failure))
    assert not failures, "\n".join(failures)


@pytest.fixture
def server(start_server) -> Server:
    """A fresh server with `--no-login`."""
    return start_server()


@pytest.fixture
def operator(server):
    """A script that may do everything at `server`."""
    return server.client()


@pytest.fixture
def proxied(start_server, tmp_path):
    """A server with logins behind nginx as the README configures it; `proxied.nginx` is in front.

    The base URL has a name, since on its own host nothing but the base URL logs in; whoever goes to the server directly goes to the address.
    """
    listen = free_port()
    server = start_server(login=True, base_url=f"http://localhost:{listen}")
    server.nginx = Nginx(tmp_path / "nginx", readme_block(), listen=listen, upstream=server.port)
    yield server
    server.nginx.stop()


@pytest.fixture
def bare_nginx(server, tmp_path):
    """nginx with nothing but a `proxy_pass` in front of `server`."""
    nginx = Nginx(tmp_path / "bare-nginx", BARE, listen=free_port(), upstream=server.port)
    yield nginx
    nginx.stop()


@pytest.fixture
def wired(start_server):
    """A server with logins behind a wire that can be cut; `wired.wire` is where browsers go."""
    listen = free_port()
    server = start_server(login=True, base_url=f"http://127.0.0.1:{listen}")
    server.wire = Wire(server.port, listen=listen)
    yield server
    server.wire.close()


@pytest.fixture(scope="session")
def browser():
    chromium = shutil.which("chromium") or "/usr/bin/chromium"
    with sync_playwright() as playwright:
        # --no-sandbox: as root there is none.
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


@pytest.fixture
def open_window(browser):
    """Opens browser windows, each with a profile of its own; fails the test on any error that it did not allow."""
    windows = []

    def open(**options) -> Window:
        windows.append(Window(browser, **options))
        return windows[-1]

    yield open
    errors = [error for window in windows for error in window.close()]
    assert not errors, "errors in the browser:\n" + "\n".join(errors)


@pytest.fixture
def window(open_window) -> Window:
    return open_window()


@pytest.fixture
def pictures(request, tmp_path) -> Path:
    folder = request.config.getoption("--pictures")
    path = Path(folder).resolve() if folder else tmp_path / "pictures"
    path.mkdir(parents=True, exist_ok=True)
    return path
