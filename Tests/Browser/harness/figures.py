"""Measured figures and seeds, shown once at the end of a run."""

LINES: list[str] = []


def figure(text: str) -> None:
    LINES.append(text)


def milliseconds(values: list[float]) -> str:
    """"median 3.1 ms, largest 9.0 ms" of seconds."""
    ordered = sorted(values)
    return f"median {ordered[len(ordered) // 2] * 1000:.1f} ms, largest {ordered[-1] * 1000:.1f} ms"
