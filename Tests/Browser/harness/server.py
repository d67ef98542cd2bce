"""The release binary as a process of its own, on a free port and a folder of its own."""

import os
import re
import secrets
import signal
import socket
import subprocess
import time
from pathlib import Path

from harness.client import Client

TOP = Path(__file__).resolve().parents[3]
BINARY = Path(os.environ.get("ISLET_BINARY", TOP / ".build/release/islet"))

START_LIMIT = 10.0
STOP_LIMIT = 5.0  # http.md: SIGTERM … exit 0 within 5 s

ADDRESS = re.compile(rb"https?://(?:127\.0\.0\.1|localhost):(\d+)")
LOGIN_LINK = re.compile(rb"(/login\?code=[^\s\"'<>]+)")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`login=False` is `--no-login`; else two tokens of our own are in the folder, and `base_url` may be given."""

    def __init__(self, folder: Path, *, login: bool = False, base_url: str | None = None, port: int | None = None, arguments=()):
        self.folder = folder
        self.login = login
        self.arguments = list(arguments)
        self.log_path = folder / "server.log"
        self.process: subprocess.Popen | None = None
        folder.mkdir(parents=True, exist_ok=True)
        if login:
            self.operator_token = self._token("operator")
            self.watch_token = self._token("watch")
            self.arguments += ["--operator-token-file", str(folder / "operator"), "--watch-token-file", str(folder / "watch")]
        else:
            self.operator_token = self.watch_token = None
            self.arguments += ["--no-login"]
        if base_url:
            self.arguments += ["--base-url", base_url]
            port = port or free_port()  # the printed address may be the base URL's
        self._fixed_port = port
        self.port = port or 0

    def _token(self, name: str) -> str:
        path = self.folder / name
        path.write_text(secrets.token_hex(32) + "\n")
        path.chmod(0o600)
        return path.read_text().strip()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        return self.process.pid

    def client(self, token: str | None = None, **options) -> Client:
        """A script at this server: with the operator's token where there is one, or the token given (`""` for none)."""
        return Client(self.port, token=self.operator_token if token is None else token or None, **options)

    def start(self) -> "Server":
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ISLET_")}
        offset = self.log_path.stat().st_size if self.log_path.exists() else 0
        log = self.log_path.open("ab")
        self.process = subprocess.Popen(
            [BINARY, "--port", str(self.port), "--data", self.folder / "data", *self.arguments],
            cwd=TOP, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=environment,
        )
        log.close()
        deadline = time.monotonic() + START_LIMIT
        while time.monotonic() < deadline:
            printed = self.printed(offset)
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended at once with {self.process.returncode}:\n{printed.decode(errors='replace')}")
            if found := ADDRESS.search(printed):
                self.port = self._fixed_port or int(found[1])
                return self
            time.sleep(0.004)
        raise AssertionError(f"the server printed no address within {START_LIMIT} s:\n{self.printed().decode(errors='replace')}")

    def printed(self, offset: int = 0) -> bytes:
        with self.log_path.open("rb") as log:
            log.seek(offset)
            return log.read()

    def login_link(self) -> str:
        """The newest link printed that logs in once, as a path."""
        return LOGIN_LINK.findall(self.printed())[-1].decode()

    def stop(self, meanwhile=lambda: None) -> None:
        """SIGTERM; asserts that it ends with 0 in time. `meanwhile` is called again and again until then."""
        if self.process is None:
            return
        process, self.process = self.process, None
        process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + STOP_LIMIT
        while (status := process.poll()) is None:
            if time.monotonic() > deadline:
                process.kill()
                process.wait()
                raise AssertionError(f"the server was still there {STOP_LIMIT} s after SIGTERM")
            meanwhile()
            time.sleep(0.005)
        assert status == 0, f"the server ended with {status}:\n{self.tail()}"

    def kill(self) -> None:
        """SIGKILL, at whatever it is doing."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def restart(self, meanwhile=lambda: None) -> None:
        """The same folder and port again, after a stop or a kill."""
        self.stop(meanwhile)
        self.start()

    def tail(self, lines: int = 20) -> str:
        return b"\n".join(self.printed().splitlines()[-lines:]).decode(errors="replace")
