"""A wire to the server that can be cut, held and made slow, as the world's are."""

import select
import socket
import threading
import time

from harness.server import free_port


class Wire:
    """A TCP relay on a port of its own. One thread; nothing is buffered beyond one read a direction."""

    def __init__(self, upstream: int, *, listen: int | None = None):
        self.upstream = upstream
        self.port = listen or free_port()
        self._down = False
        self._held_until = 0.0
        self._pace = 0  # bytes a read, towards the client; 0: as it comes
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._towards_client: set[socket.socket] = set()
        self._cut = threading.Event()
        self._over = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", self.port), backlog=64)
        self._listener.setblocking(False)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Every connection, at once; new ones are taken."""
        self._cut.set()

    def down(self) -> None:
        """Cut, and every new connection is closed as soon as it is there."""
        self._down = True
        self._cut.set()

    def up(self) -> None:
        self._down = False

    def hold(self, seconds: float) -> None:
        """Nothing passes for so long, in either direction; nothing is lost."""
        self._held_until = time.monotonic() + seconds

    def slow(self, bytes_a_read: int) -> None:
        """Towards the client so many bytes every few milliseconds; 0: as it comes."""
        self._pace = bytes_a_read

    def close(self) -> None:
        self._over.set()
        self._thread.join(5)

    def _run(self) -> None:
        while not self._over.is_set():
            if self._cut.is_set():
                self._cut.clear()
                for end in list(self._pairs):
                    self._drop(end)
            if (left := self._held_until - time.monotonic()) > 0:
                time.sleep(min(left, 0.005))
                continue
            for end in select.select([self._listener, *self._pairs], [], [], 0.005)[0]:
                if end is self._listener:
                    self._accept()
                elif end in self._pairs:
                    self._relay(end)
            if self._pace:
                time.sleep(0.004)
        for end in list(self._pairs):
            self._drop(end)
        self._listener.close()

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError:
            return
        if self._down:
            client.close()
            return
        try:
            server = socket.create_connection(("127.0.0.1", self.upstream), timeout=1)
        except OSError:
            client.close()
            return
        for end in (client, server):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            end.settimeout(1)
        self._pairs[client] = server
        self._pairs[server] = client
        self._towards_client.add(server)

    def _relay(self, end: socket.socket) -> None:
        paced = self._pace and end in self._towards_client
        try:
            data = end.recv(self._pace if paced else 65536)
            if data:
                self._pairs[end].sendall(data)
                return
        except OSError:
            pass
        self._drop(end)

    def _drop(self, end: socket.socket) -> None:
        other = self._pairs.pop(end, None)
        for one in (end, other):
            if one is not None:
                self._pairs.pop(one, None)
                self._towards_client.discard(one)
                one.close()
