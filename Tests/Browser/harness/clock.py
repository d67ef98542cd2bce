"""Instants as forms take them."""

import time
from datetime import datetime, timezone


def iso(seconds: float) -> str:
    """ISO 8601 in UTC with milliseconds."""
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def span(lower: float, upper: float) -> dict:
    """A range as form fields, both in seconds since 1970, whole milliseconds."""
    return {"start": iso(lower), "end": iso(upper)}


def now() -> float:
    """Seconds since 1970, in whole milliseconds, so that a form carries it without loss."""
    return int(time.time() * 1000) / 1000
