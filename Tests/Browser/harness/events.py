"""An event stream read from a bare socket, each event with the time of its arrival (HTML Living Standard, 9.2.6)."""

import re
import select
import socket
import time
from dataclasses import dataclass

LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass
class Event:
    name: str
    data: str
    id: str | None  # the id: line of this very event, where it had one
    at: float  # time.time() of the read that completed it


class Chunks:
    """Takes chunked framing off (RFC 9112, 7.1); `ended` is the complete final chunk."""

    def __init__(self):
        self.buffer = b""
        self.left = 0
        self.state = "size"
        self.ended = False

    def feed(self, data: bytes) -> bytes:
        self.buffer += data
        out = []
        while self.buffer:
            if self.state == "data":
                taken, self.buffer = self.buffer[: self.left], self.buffer[self.left :]
                self.left -= len(taken)
                out.append(taken)
                if self.left == 0:
                    self.state = "end"
            else:
                line, found, rest = self.buffer.partition(b"\r\n")
                if not found:
                    break
                self.buffer = rest
                if self.state == "end":
                    assert line == b"", f"no line end after a chunk: {line!r}"
                    self.state = "size"
                elif self.state == "size":
                    self.left = int(line.split(b";")[0], 16)
                    self.state = "data" if self.left else "trailers"
                elif line == b"":
                    self.ended = True
        return b"".join(out)


class EventStream:
    """`status` and `fields` are there once it exists; `last_id` is what a browser would come back with."""

    def __init__(self, port: int, path: str, *, last_id: str | None = None, headers: dict | None = None, method: str = "GET",
                 receive_buffer: int | None = None, timeout: float = 5):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", port))
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept: text/event-stream"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        if last_id is not None:
            lines.append(f"Last-Event-ID: {last_id}")
        self.asked_at = time.time()
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.last_id = last_id
        self.retry: int | None = None
        self.comments: list[str] = []
        self.complete = False  # ended as a server ends a stream: with its final chunk
        self.closed = False
        self._events: list[Event] = []
        self._text = b""
        self._name, self._data, self._id = "", [], None
        self._read_head(timeout)

    def _read_head(self, timeout: float) -> None:
        head = b""
        deadline = time.monotonic() + timeout
        while b"\r\n\r\n" not in head:
            self.socket.settimeout(max(0.001, deadline - time.monotonic()))
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError(f"closed within the head: {head!r}")
            head += data
        self.head_at = time.time()
        head, _, rest = head.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        self.status = int(first.split(" ")[1])
        self.fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        self._chunks = Chunks() if self.fields.get("transfer-encoding", "").lower() == "chunked" else None
        if self.status == 200:
            self._feed(rest, self.head_at)

    def fileno(self) -> int:
        return self.socket.fileno()

    def close(self) -> None:
        self.closed = True
        self.socket.close()

    def receive(self, timeout: float = 0, limit: int = 262_144) -> bool:
        """Reads once, at most `limit` bytes; False when nothing came in time or the stream is over."""
        if self.closed or not select.select([self.socket], [], [], timeout)[0]:
            return False
        try:
            data = self.socket.recv(limit)
        except ConnectionError:
            data = b""
        at = time.time()
        if not data:
            self.close()
            return False
        self._feed(data, at)
        return True

    def take(self) -> list[Event]:
        """What has arrived and was not taken yet."""
        events, self._events = self._events, []
        return events

    def until(self, wanted, timeout: float = 5) -> list[Event]:
        """Everything up to and with the first event that `wanted` says yes to."""
        deadline = time.monotonic() + timeout
        seen: list[Event] = []
        while True:
            while self._events:
                seen.append(self._events.pop(0))
                if wanted(seen[-1]):
                    return seen
            left = deadline - time.monotonic()
            assert left > 0 and not self.closed, f"did not come{' before the end' if self.closed else ''}: saw {[(e.name, e.id, e.data[:60]) for e in seen]}"
            self.receive(left)

    def quiet(self, seconds: float = 0.3) -> list[Event]:
        """Everything that comes until nothing has come for so long."""
        while self.receive(seconds):
            pass
        return self.take()

    def to_end(self, timeout: float = 5) -> list[Event]:
        """Everything until the server ends it."""
        deadline = time.monotonic() + timeout
        while not self.closed:
            left = deadline - time.monotonic()
            assert left > 0, "the stream did not end"
            self.receive(left)
        return self.take()

    def _feed(self, data: bytes, at: float) -> None:
        if self._chunks is not None:
            data = self._chunks.feed(data)
            self.complete = self._chunks.ended
        self._text += data
        if self.complete:
            self.close()
        taken = 0
        while found := LINE_END.search(self._text, taken):
            if found[0] == b"\r" and found.end() == len(self._text):
                break  # perhaps the first half of a CRLF
            self._take_line(self._text[taken : found.start()].decode(), at)
            taken = found.end()
        self._text = self._text[taken:]

    def _take_line(self, line: str, at: float) -> None:
        if line == "":
            if self._data:
                self._events.append(Event(self._name or "message", "\n".join(self._data), self._id, at))
            if self._id is not None:
                self.last_id = self._id
            self._name, self._data, self._id = "", [], None
            return
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "":
            self.comments.append(value)
        elif name == "event":
            self._name = value
        elif name == "data":
            self._data.append(value)
        elif name == "id":
            self._id = value
        elif name == "retry":
            self.retry = int(value)
