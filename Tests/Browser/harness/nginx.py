"""Debian's nginx in a temporary prefix, configured from the README's own block, so that the README cannot be wrong."""

import re
import shutil
import subprocess
import time
from pathlib import Path

from harness.client import Client
from harness.server import TOP

BINARY = shutil.which("nginx") or "/usr/sbin/nginx"
README_BLOCK = re.compile(r"^```nginx\n(.*?)^```", re.S | re.M)

FRAME = """
daemon off; master_process off; pid nginx.pid; error_log error.log warn;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    {servers}
}}
"""

BARE = "server { listen 80; location / { proxy_pass http://127.0.0.1:8080; } }"


def readme_block() -> str:
    """The first block of the README that is fenced as nginx."""
    readme = TOP / "README.md"
    assert readme.exists(), "there is no README.md to take nginx's configuration from"
    found = README_BLOCK.search(readme.read_text())
    assert found, "README.md holds no block fenced as nginx"
    return found[1]


def on_this_machine(block: str, *, listen: int, upstream: int) -> str:
    """The block as written but for what a test cannot have: the port 80 or 443, a certificate, and a server at 8080."""
    assert re.search(r"(?:127\.0\.0\.1|localhost):8080", block), "the block does not pass to 127.0.0.1:8080"
    block = re.sub(r"(?:127\.0\.0\.1|localhost):8080", f"127.0.0.1:{upstream}", block)
    block = re.sub(r"^\s*(?:listen|http2|ssl_\w+)\s[^;]*;[ \t]*\n?", "", block, flags=re.M)
    block = re.sub(r"\blisten\s[^;]*;", "", block)
    if not re.search(r"\bserver\s*\{", block):
        block = f"server {{\n{block}\n}}"
    return re.sub(r"\bserver\s*\{", f"server {{\n    listen 127.0.0.1:{listen};", block)


class Nginx:
    def __init__(self, folder: Path, block: str, *, listen: int, upstream: int):
        self.port = listen
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        servers = on_this_machine(block, listen=listen, upstream=upstream)
        (folder / "nginx.conf").write_text(FRAME.format(servers=servers))
        self.process = subprocess.Popen(
            [BINARY, "-p", str(folder), "-e", "error.log", "-c", "nginx.conf"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=(folder / "stderr.log").open("wb"),
        )
        self._wait()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def client(self, **options) -> Client:
        return Client(self.port, **options)

    def _wait(self) -> None:
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                self.client().get("/healthz")
                return
            except ConnectionError:
                time.sleep(0.01)
        self.stop()
        raise AssertionError(f"nginx did not start:\n{(self.folder / 'stderr.log').read_text()}\n{(self.folder / 'nginx.conf').read_text()}")

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(5)
