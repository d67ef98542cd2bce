"""Every page is good HTML, usable by everybody, and light."""

import gzip
import re
import urllib.parse
import xml.etree.ElementTree as XML

import pytest
from axe_playwright_python.sync_playwright import Axe

from harness import nu
from harness.client import PIZZA
from harness.clock import now, span
from harness.figures import figure
from harness.markup import parse
from harness.pages import live

WEIGHT = 40_000  # look.md: a page with its style and script, compressed

NASTY = {"driverName": '<script>alert(1)</script> "\' & &amp; {{x}} שליח 👩‍👩‍👧‍👦 \u202e' + "x" * 60, "totalAmount": "<b>$1</b>"}


def lives(client) -> dict[str, str]:
    """An activity in each of its states, by name."""
    t = now()
    made = {
        "running": client.start(),
        "past its midpoint": client.start(**span(t - 600, t + 300)),
        "delivered": client.start(**span(t - 900, t - 1)),
        "nasty": client.start(**NASTY),
        "ended": client.start(),
        "dismissed": client.start(),
    }
    client.end(made["ended"])
    client.end(made["dismissed"], dismissal="immediate")
    return made


def answers(server, client) -> dict[str, object]:
    """The answer to every page that can be reached from the dashboard, to those of http.md, and to what goes wrong."""
    made = lives(client)
    fresh = [
        "/", "/?q=nothing-is-called-so", "/?kind=pizza-delivery", "/?state=ended", "/login", "/login?next=/water", "/login?code=abc", "/previews", "/nowhere", "/activities/nobody",
        "/open?url=unknown:thing", "/open?url=pizza://contact%2Bnobody", "/activities/end?kind=pizza-delivery",
        "/history", "/history?kind=pizza-delivery", "/history?day=2020-01-01", "/history?day=30.11.2026", "/history?after=-1.1",
    ]
    fresh += [f"/activities/{id}{part}" for id in made.values() for part in ("", "/embed", "/contact")]
    got: dict[str, object] = {}
    while fresh:
        path = fresh.pop()
        if path in got:
            continue
        got[path] = answer = client.get(path)
        if answer.media_type != "text/html":
            continue
        for link in parse(answer.text).all("a"):
            url = urllib.parse.urlsplit(urllib.parse.urljoin(server.url + path, link.attributes.get("href", "")))
            if url.netloc == f"127.0.0.1:{server.port}":
                fresh.append(url.path + (f"?{url.query}" if url.query else ""))
    got["422"] = client.post("/activities", {**PIZZA, "numberOfPizzas": "0"})
    got["422 update"] = client.post(f"/activities/{made['running']}/update", {"driverName": ""})
    got["401"] = client.post("/login", {"token": "wrong"})
    got["409"] = client.post(f"/activities/{made['dismissed']}/update", {"driverName": "X"})
    got["421"] = client.request("GET", "/", headers={"Host": "evil.example"})
    return got


def file_name(path: str) -> str:
    return re.sub(r"[^\w-]+", "_", path).strip("_") or "dashboard"


def test_html_passes_the_validator(start_server, tmp_path):
    server, empty = start_server(), start_server()
    got = answers(server, server.client())
    got["empty"] = empty.client().get("/")
    got["empty history"] = empty.client().get("/history")
    pages = {path: answer for path, answer in got.items() if answer.media_type == "text/html"}
    folder = tmp_path / "html"
    folder.mkdir()
    for number, (path, answer) in enumerate(pages.items()):
        assert answer.status < 500, f"{path}: {answer.status}"
        (folder / f"{number:03}-{file_name(path)[:80]}.html").write_bytes(answer.body)
    assert len(pages) > 20
    found = nu.faults(folder)
    figure(f"Nu checker: {len(pages)} pages, {len(found)} faults")
    assert not found, "\n".join(found[:30])


def test_no_page_repeats_an_id_or_leaves_markup_unescaped(server, operator):
    for path, answer in answers(server, operator).items():
        if answer.media_type != "text/html":
            continue
        ids = [node.id for node in parse(answer.text).walk() if node.id]
        assert len(ids) == len(set(ids)), f"{path}: {sorted({id for id in ids if ids.count(id) > 1})}"
        assert "<script>alert" not in answer.text and "<b>$1" not in answer.text, path
        assert answer.fields["Cache-Control"] == "no-store", path


def test_a_links_journey_is_an_xml_picture_of_its_own(server, operator):
    for name, activity in lives(operator).items():
        if name == "dismissed":
            continue
        answer = operator.get(f"/activities/{activity}/journey.svg")
        assert answer.status == 200 and answer.media_type == "image/svg+xml", name
        assert XML.fromstring(answer.body).tag == "{http://www.w3.org/2000/svg}svg"
        assert answer.fields["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert "default-src 'none'" in answer.fields["Content-Security-Policy"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
def test_axe_finds_nothing_serious(server, operator, open_window, scheme, width):
    window = open_window(color_scheme=scheme, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    window.allow("404|422|400|409|410")
    empty = window.open(server.url)
    reports = {"the empty dashboard": Axe().run(empty)}
    empty.goto(server.url + "/history")
    reports["the empty history"] = Axe().run(empty)
    made = lives(operator)
    paths = ["/", "/login", "/activities/end?kind=pizza-delivery", "/previews", "/nowhere", "/history", "/pushes", "/history?day=2020-01-01", "/history?day=30.11.2026"] + [f"/activities/{id}" for id in made.values()] + [f"/activities/{made['running']}/embed"]
    page = window.context.new_page()
    for path in paths:
        page.goto(server.url + path)
        reports[path] = Axe().run(page)
    serious = [
        f"{path}: {found['id']} ({found['impact']}): {found['help']}: {found['nodes'][0]['html'][:160]}"
        for path, report in reports.items()
        for found in report.response["violations"] if found["impact"] in ("serious", "critical")
    ]
    figure(f"axe, {scheme}, {width} wide: {len(reports)} pages, {len(serious)} serious")
    assert not serious, "\n".join(serious)


@pytest.mark.parametrize("width", [320, 1280])
def test_no_page_scrolls_sideways(server, operator, open_window, width):
    window = open_window(viewport={"width": width, "height": 800})
    made = lives(operator)
    page = window.context.new_page()
    for path in ["/", "/history", "/pushes", "/history?day=2020-01-01", *(f"/activities/{id}" for id in made.values())]:
        page.goto(server.url + path)
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"{path} is {over} px too wide"


def test_a_page_with_its_style_and_script_is_light(server, operator):
    lives(operator)
    total, parts = 0, []
    html = operator.get("/", Accept_Encoding="gzip")
    document = parse(html.text)
    urls = [n.attributes["href"] for n in document.all("link") if n.attributes.get("rel") in ("stylesheet", "modulepreload")] + [n.attributes["src"] for n in document.all("script") if "src" in n.attributes]
    assert urls
    for path, answer in [("/", html), *((url, operator.get(url, Accept_Encoding="gzip")) for url in dict.fromkeys(urls))]:
        assert answer.status == 200, path
        assert answer.fields.get("Content-Encoding") == "gzip" and gzip.decompress(answer.body)
        if path != "/":
            assert "immutable" in answer.fields["Cache-Control"], path
        total += len(answer.body)
        parts.append(f"{path} {len(answer.body)}")
    figure(f"the dashboard with its style and script, compressed: {total} bytes")
    assert total < WEIGHT, parts


def test_a_page_says_what_it_is_connected_to(server, operator, window):
    page = live(window.open(server.url))
    assert re.fullmatch(r"[^\s-]+-\d+", page.locator("body").get_attribute("data-revision"))
    window.allow("net::ERR_|Failed to load")
    server.stop()
    page.locator('body[data-connection="reconnecting"], body[data-connection="offline"]').wait_for(state="attached")
    server.start()
    live(page, 15)
