"""Random lives from a seed: what operators do, and what networks and machines do to them. Sockets and browsers live the same ones."""

import random
from dataclasses import dataclass, field

from harness.client import Client
from harness.clock import now, span

NAMES = [
    "TIM 👨🏻‍🍳", "JOHN", "Ana María", "<script>alert(1)</script>", '"quoted" & \'apostrophes\'', "{{driverName}}", "&amp;", "שליח בדרך", "👩‍👩‍👧‍👦🇩🇪",
    "Donaudampfschifffahrtsgesellschaftskapitän" * 2, "e\u0301", "data: x", "0",
]
AMOUNTS = ["$99", "1000", "€ 7,50", "<b>$1</b>"]


@dataclass
class Step:
    """`do` names a method of Life, or one of the surroundings: cut, hold, slow, restart, crash, rest."""

    do: str
    details: dict = field(default_factory=dict)


def steps(seed: int, count: int = 25) -> list[Step]:
    chance = random.Random(seed)
    return [_step(chance) for _ in range(count)]


def _step(chance: random.Random) -> Step:
    kind = chance.choices(
        ["start", "update", "end", "dismiss", "end_all", "cut", "hold", "slow", "rest", "restart", "crash"],
        [22, 34, 9, 5, 1, 9, 4, 4, 8, 1, 1],
    )[0]
    if kind == "start":
        return Step(kind, {
            "numberOfPizzas": str(chance.randint(1, 9)), "totalAmount": chance.choice(AMOUNTS), "driverName": chance.choice(NAMES),
            "seconds": chance.choice([0.4, 1, 60, 900, 4000]), "ago": chance.choice([0, 0, 0, 30, 500]),
        })
    if kind == "update":
        details = {"which": chance.random(), "driverName": chance.choice(NAMES)}
        if chance.random() < 0.6:
            details |= {"seconds": chance.choice([0.3, 60, 3600]), "ago": chance.choice([0, 0, 20])}
        return Step(kind, details)
    if kind == "end":
        return Step(kind, {"which": chance.random(), "dismissal": chance.choice(["immediate", "default", "after"]), "minutes": "5"})
    if kind == "dismiss":
        return Step(kind, {"which": chance.random()})
    if kind == "end_all":
        return Step(kind, chance.choice([{}, {"delivered": "only"}]))
    if kind in ("hold", "rest"):
        return Step(kind, {"seconds": chance.uniform(0, 0.05)})
    if kind == "slow":
        return Step(kind, {"bytes": chance.choice([0, 200, 2000])})
    return Step(kind)


class Life:
    """Does the operators' part of the steps; knows which activities there were."""

    def __init__(self, client: Client):
        self.client = client
        self.activities: list[str] = []

    def do(self, step: Step) -> bool:
        """False when the step is none of an operator's."""
        method = getattr(self, step.do, None)
        if method is None or step.do.startswith("_"):
            return False
        method(**step.details)
        return True

    def start(self, seconds: float, ago: float, **fields) -> None:
        lower = now() - ago
        self.activities.append(self.client.start(**fields, **span(lower, lower + ago + seconds)))

    def update(self, which: float, driverName: str, seconds: float | None = None, ago: float = 0) -> None:
        lower = now() - ago
        times = span(lower, lower + ago + seconds) if seconds else {}
        self._post(which, "update", driverName=driverName, **times)

    def end(self, which: float, **fields) -> None:
        self._post(which, "end", **fields)

    def dismiss(self, which: float) -> None:
        self._post(which, "dismiss")

    def end_all(self, **fields) -> None:
        answer = self.client.post("/activities/end", {"kind": "pizza-delivery", **fields})
        assert answer.status == 303, answer.status

    def _post(self, which: float, verb: str, **fields) -> None:
        if not self.activities:
            return
        activity = self.activities[int(which * len(self.activities))]
        answer = self.client.post(f"/activities/{activity}/{verb}", fields)
        # What has ended or gone may say so; it may not break.
        assert answer.status == 303 or 400 <= answer.status < 500, f"{verb}: {answer.status}"
