"""Readers of a JSON stream as programs are written: they come back with the last id they saw, and keep what they were told."""

import json
import random
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator

import httpx
from httpx_sse import connect_sse

# What a cut looks like from this end.
CUTS = (httpx.TransportError, httpx.DecodingError, OSError)


class LogReader(threading.Thread, ABC):
    """Reads from `last_id` on until `stop_at` has been seen; `told` is (name, id, data) in the order of arrival."""

    def __init__(self, url: str, token: str, last_id: str, seed: int):
        super().__init__(daemon=True, name=type(self).__name__)
        self.url = url
        self.headers = {"Authorization": f"Bearer {token}"}
        self.last_id = last_id
        self.chance = random.Random(seed)
        self.told: list[tuple[str, str, str]] = []
        self.connections = 0
        self.stop_at: str | None = None
        self.failure: Exception | None = None

    @abstractmethod
    def connect(self) -> Iterator[tuple[str, str, str]]:
        """The events of one connection, until it ends or is cut."""

    def run(self) -> None:
        try:
            while self.last_id != self.stop_at:
                self.connections += 1
                try:
                    for event in self.connect():
                        self.told.append(event)
                        self.last_id = event[1]
                        if self.last_id == self.stop_at:
                            return
                except CUTS:
                    pass
                time.sleep(0.002)  # the server may be down: other threads have work to do
        except Exception as failure:  # shown by the test, not lost with the thread
            self.failure = failure

    def join_or_fail(self, timeout: float) -> None:
        self.join(timeout)
        if self.failure:
            raise self.failure
        assert not self.is_alive(), f"{self.name} still waits for {self.stop_at} at {self.last_id}, after {self.connections} connections"

    @property
    def sequences(self) -> list[int]:
        return [int(id.rpartition("-")[2]) for _, id, _ in self.told]

    @property
    def events(self) -> list[dict]:
        return [json.loads(data) for _, _, data in self.told]


class Curl(LogReader):
    """`curl`, now and then with compression, now and then killed."""

    def connect(self) -> Iterator[tuple[str, str, str]]:
        command = ["curl", "--silent", "--fail", "--no-buffer", "--max-time", "30", self.url]
        for name, value in {**self.headers, "Last-Event-ID": self.last_id}.items():
            command += ["--header", f"{name}: {value}"]
        if self.chance.random() < 0.5:
            command.insert(1, "--compressed")
        kill_after = self.chance.randint(1, 400) if self.chance.random() < 0.3 else None
        with subprocess.Popen(command, stdout=subprocess.PIPE) as curl:
            try:
                for number, event in enumerate(self._events(curl.stdout)):
                    yield event
                    if number == kill_after:
                        return
                assert curl.wait(5) != 22, "refused"
            finally:
                curl.kill()

    @staticmethod
    def _events(lines) -> Iterator[tuple[str, str, str]]:
        fields: dict[str, str] = {}
        for line in lines:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "" and "data" in fields:
                yield fields["event"], fields["id"], fields["data"]
            if name == "":
                fields = {}
            else:
                assert name not in fields, f"two lines of {name}"
                fields[name] = value


class HTTPX(LogReader):
    """`httpx-sse`, which asks for compression."""

    def connect(self) -> Iterator[tuple[str, str, str]]:
        with httpx.Client(timeout=30) as client:
            with connect_sse(client, "GET", self.url, headers={**self.headers, "Last-Event-ID": self.last_id}) as source:
                assert source.response.status_code == 200, source.response.status_code
                assert source.response.headers["Content-Encoding"] == "gzip"
                for event in source.iter_sse():
                    if event.data:
                        yield event.event, event.id, event.data
