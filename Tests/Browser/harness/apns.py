"""aioapns, an APNs client from PyPI, as a backend uses it with Apple; and pushes as it sends them."""

import asyncio
import json
import re
import threading
import time

import aioapns
from aioapns.connection import APNsProductionClientProtocol

from harness.front import Front, new_key

BUNDLE = "com.example.shop"
TOPIC = f"{BUNDLE}.push-type.liveactivity"
UNIX_OF_2001 = 978_307_200


class Apns:
    """Unmodified but for the server's address, on a thread of its own: Playwright's loop runs on the tests'."""

    def __init__(self, front: Front, topic: str = TOPIC):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.client = self._await(self._open(front, topic))

    async def _open(self, front: Front, topic: str) -> aioapns.APNs:
        context = front.trust()
        context.set_alpn_protocols(["h2"])
        _, key = new_key()
        client = aioapns.APNs(key=key, key_id="ABC123DEFG", team_id="DEF123GHIJ", topic=topic, ssl_context=context, max_connection_attempts=1)
        here = {"APNS_SERVER": "localhost", "APNS_PORT": front.port}
        client.pool.protocol_class = type("Here", (APNsProductionClientProtocol,), here)
        return client

    def push(self, token: str, message, **options):
        """What it reports: `status`, `description` (the reason), `timestamp`."""
        return self._await(self.client.send_notification(self._request(token, message, options)))

    def push_all(self, token: str, messages: list) -> list:
        """All at once."""
        async def send():
            return await asyncio.gather(*(self.client.send_notification(self._request(token, message, {})) for message in messages))

        return self._await(send())

    def _request(self, token: str, message, options: dict) -> aioapns.NotificationRequest:
        return aioapns.NotificationRequest(token, message, **{"push_type": aioapns.PushType.LIVEACTIVITY, **options})

    def _await(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    def close(self) -> None:
        async def end():
            self.client.pool.close()

        self._await(end())
        self.loop.call_soon_threadsafe(self.loop.stop)


def state(driver: str = "TIM", minutes: int = 20) -> dict:
    """A delivery's content, its dates as a JSONEncoder writes them."""
    start = int(time.time()) - UNIX_OF_2001
    return {"driverName": driver, "estimatedDeliveryTime": [start, start + 60 * minutes]}


def aps(event: str, **members) -> dict:
    return {"aps": {"timestamp": int(time.time()), "event": event, **{name.replace("_", "-"): value for name, value in members.items()}}}


def start(driver: str = "TIM") -> dict:
    return aps(
        "start", attributes_type="PizzaDeliveryAttributes", attributes={"numberOfPizzas": 2, "totalAmount": "$20"}, content_state=state(driver),
        alert={"title": "Order", "body": "Taken"})


def update(driver: str = "JOHN", **members) -> dict:
    return aps("update", **{"content_state": state(driver), **members})


def start_token(client) -> str:
    """The one that starts deliveries, from the line that the push log shows to operators."""
    return re.search(r"/3/device/([0-9a-f]{64})", client.page("/pushes"))[1]


def push_token(server, activity: str) -> str:
    return json.loads(server.client().get(f"/api/activities/{activity}").body)["pushToken"]
