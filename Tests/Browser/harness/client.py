"""HTTP as a script speaks it: forms in, 303 out, nothing followed, nothing remembered."""

import gzip
import http.client
import re
import urllib.parse
from dataclasses import dataclass

from harness.markup import parse

UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
ACTIVITY = re.compile(rf"/activities/({UUID})")

PIZZA = {"kind": "pizza-delivery", "numberOfPizzas": "1", "totalAmount": "$99", "driverName": "TIM 👨🏻‍🍳", "minutes": "15"}


@dataclass
class Answer:
    status: int
    fields: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        coded = self.fields.get("Content-Encoding") == "gzip"
        return (gzip.decompress(self.body) if coded else self.body).decode()

    @property
    def location(self) -> str:
        """The path (and query) that it points to."""
        parts = urllib.parse.urlsplit(self.fields.get("Location", ""))
        return urllib.parse.urlunsplit(("", "", *parts[2:]))

    @property
    def media_type(self) -> str:
        return self.fields.get("Content-Type", "").split(";")[0].strip().lower()


class Client:
    """A connection per request; `keep=True` keeps one for all."""

    def __init__(self, port: int, *, token: str | None = None, cookie: str | None = None, keep: bool = False, timeout: float = 10):
        self.port = port
        self.headers = {}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        if cookie:
            self.headers["Cookie"] = cookie
        self.timeout = timeout
        self.keep = keep
        self._connection: http.client.HTTPConnection | None = None

    def request(self, method: str, path: str, body: bytes | None = None, headers: dict | None = None) -> Answer:
        connection = self._connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        self._connection = connection if self.keep else None
        try:
            connection.request(method, path, body, {**self.headers, **(headers or {})})
            response = connection.getresponse()
            return Answer(response.status, response.msg, response.read())
        except Exception:
            self._connection = None
            connection.close()
            raise
        finally:
            if not self.keep:
                connection.close()

    def get(self, path: str, **headers) -> Answer:
        return self.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path: str, fields: dict | None = None, headers: dict | None = None) -> Answer:
        body = urllib.parse.urlencode(fields or {}).encode()
        return self.request("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded", **(headers or {})})

    def page(self, path: str) -> str:
        answer = self.get(path)
        assert answer.status == 200, f"GET {path}: {answer.status}\n{answer.text[:400]}"
        return answer.text

    def text(self, path: str) -> str:
        """What a page says, without its markup."""
        return parse(self.page(path)).text

    def start(self, **fields) -> str:
        """A pizza delivery with the fields given in place of the defaults; its id. `start=` and `end=` replace `minutes=`."""
        form = {**PIZZA, **fields}
        if "start" in fields:
            del form["minutes"]
        answer = self.post("/activities", form)
        assert answer.status == 303, f"a start was answered {answer.status}\n{answer.body[:2000].decode(errors='replace')}"
        return ACTIVITY.search(answer.location)[1]

    def update(self, activity: str, **fields) -> Answer:
        return self._changed(f"/activities/{activity}/update", fields)

    def end(self, activity: str, **fields) -> Answer:
        return self._changed(f"/activities/{activity}/end", {"dismissal": "default", **fields})

    def dismiss(self, activity: str) -> Answer:
        return self._changed(f"/activities/{activity}/dismiss", {})

    def end_all(self, **fields) -> Answer:
        return self._changed("/activities/end", {"kind": "pizza-delivery", **fields})

    def _changed(self, path: str, fields: dict) -> Answer:
        answer = self.post(path, fields)
        assert answer.status == 303, f"POST {path}: {answer.status}\n{answer.body[:2000].decode(errors='replace')}"
        return answer
