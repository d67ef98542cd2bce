"""The description holds: it is valid OpenAPI 3.1, and the server answers as it says, whatever it is sent."""

import json
import os
import random
from contextlib import contextmanager

import pytest
import schemathesis
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.events import FatalError, NonFatalError, ScenarioFinished

from harness import figures
from harness.events import EventStream
from harness.openapi import Life

LIMIT = 45  # seconds of generated requests
LEAST = 20  # successes of each operation
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
    "response_headers_conformance",
]


@pytest.fixture
def shop(start_server):
    server = start_server(login=True)
    server.description = json.loads(server.client().get("/openapi.json").text)
    return server


def operations(description: dict) -> dict[str, dict]:
    return {operation["operationId"]: operation for path in description["paths"].values() for operation in path.values()}


def fits(description: dict, component: str, value) -> list[str]:
    """What does not fit a component's schema."""
    schema = {"$ref": f"#/components/schemas/{component}", "components": description["components"]}
    return [error.message for error in Draft202012Validator(schema).iter_errors(value)]


def test_the_description_is_valid_openapi(shop):
    errors = [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in OpenAPIV31SpecValidator(shop.description).iter_errors()]
    assert not errors, "\n".join(errors)
    assert shop.description["servers"] == [{"url": shop.url}]


def test_the_schemas_of_the_kinds_are_valid_and_take_their_own_examples(shop):
    for kind in json.loads(shop.client("").get("/api/kinds").text)["kinds"]:
        for schema in (kind["attributesSchema"], kind["contentStateSchema"]):
            Draft202012Validator.check_schema(schema)
            for example in schema["examples"]:
                Draft202012Validator(schema).validate(example)


def test_the_server_answers_as_it_is_described(shop):
    seed = int(os.environ.get("SEED") or random.getrandbits(32))
    print(f"seed {seed} (SEED={seed} draws from the same)")
    life = Life(shop.client(keep=True), seed)
    with watched(life):
        problems = run(shop, life, seed)
    figures.LINES.append(f"requests drawn from the description: {sum(life.answers.values())}, with seed {seed}")
    assert not problems, f"seed {seed}\n" + "\n\n".join(problems)
    successes = {name: life.successes(name) for name, operation in operations(shop.description).items() if not operation.get("x-endless")}
    assert min(successes.values()) >= LEAST, f"seed {seed}: {successes}"


def test_a_description_that_lies_is_found(shop):
    """The same run as above, that it can fail: a status, a schema and a header that are not as they are described."""
    described = operations(shop.description)
    del described["getActivity"]["responses"]["404"]
    shop.description["components"]["schemas"]["Settings"]["properties"]["timerColor"]["pattern"] = "^red$"
    described["listKinds"]["responses"]["200"]["headers"] = {"Islet-Never": {"required": True, "schema": {"type": "string"}}}
    life = Life(shop.client(keep=True), 1)
    with watched(life):
        problems = "\n".join(run(shop, life, 1, only="^(getActivity|getSettings|listKinds)$", limit=5))
    for lie in ("Undocumented status code", "Response violates schema", "Islet-Never"):
        assert lie in problems, problems


@contextmanager
def watched(life: Life):
    @schemathesis.hook
    def before_call(context, case, kwargs):
        life.prepare(case)

    @schemathesis.hook
    def after_call(context, case, response):
        life.settle(case, response)

    try:
        yield
    finally:
        schemathesis.hooks.unregister(before_call)
        schemathesis.hooks.unregister(after_call)


def run(shop, life: Life, seed: int, only: str = "", limit: int = LIMIT) -> list[str]:
    """Lets requests be drawn, and answers what went wrong, each kind of it once."""
    config = SchemathesisConfig.from_dict({
        "seed": seed, "max-time": limit, "base-url": shop.url, "headers": {"Authorization": f"Bearer {shop.operator_token}"},
        "request-timeout": 10, "continue-on-failure": True, "generation": {"max-examples": 40, "database": "none", "no-shrink": True},
    })
    # A stream never ends, and whoever reads a whole answer would wait for ever.
    schema = schemathesis.openapi.from_dict(shop.description, config=config).exclude(operation_id_regex="^stream")
    if only:
        schema = schema.include(operation_id_regex=only)
    schema.config.checks.update(included_check_names=CHECKS)
    problems: dict[tuple, str] = {}
    for event in from_schema(schema).execute():
        if isinstance(event, ScenarioFinished):
            for checks in event.recorder.checks.values():
                for check in checks:
                    if check.failure_info:
                        failure = check.failure_info.failure
                        problems.setdefault((failure.operation, check.name, failure.title), f"{failure}\n{check.failure_info.code_sample}")
        elif isinstance(event, NonFatalError):
            problems.setdefault((event.label, str(event.value)), f"{event.label}: {event.value}")
        elif isinstance(event, FatalError):
            raise event.exception
    if not only:
        ask_again(schema, life, problems)
    return list(problems.values())


def ask_again(schema, life: Life, problems: dict) -> None:
    """An operation without parameters has one request, which is drawn once a round: it is sent until it has answered as often as the others."""
    for found in schema.get_all_operations():
        operation = found.ok()
        name = operation.definition.raw["operationId"]
        if "parameters" in operation.definition.raw or "requestBody" in operation.definition.raw:
            continue
        for _ in range(LEAST - life.successes(name)):
            try:
                operation.Case().call_and_validate(
                    headers=schema.config.headers, checks=[schemathesis.checks.CHECKS.get_one(check) for check in CHECKS]
                )
            except AssertionError as failure:
                problems.setdefault((name, "asked again"), f"{name}: {failure}")


def test_streams_say_what_is_described(shop):
    life = Life(shop.client(), 1)
    kind = life.kinds[0]["kind"]
    activity = life.start(kind)["id"]
    headers = {"Authorization": f"Bearer {shop.operator_token}"}
    described = {name: operation for name, operation in operations(shop.description).items() if operation.get("x-endless")}
    assert set(described) == {"streamEvents", "streamActivityEvents"}
    paths = {"streamEvents": "/api/events", "streamActivityEvents": f"/api/activities/{activity}/events"}
    streams = {name: EventStream(shop.port, path, headers=headers) for name, path in paths.items()}
    for name, stream in streams.items():
        success = described[name]["responses"]["200"]
        assert stream.status == 200
        assert stream.fields["content-type"].split(";")[0] in success["content"]
        assert all(header.lower() in stream.fields for header, what in success["headers"].items() if what.get("required"))
        first = stream.until(lambda event: True)[0]
        assert first.name == "reset" and not fits(shop.description, "Reset", json.loads(first.data))
    other = life.start(kind)["id"]
    life.ask("POST", f"/api/activities/{activity}/end", {"dismissalPolicy": "immediate"})
    life.ask("PUT", "/api/settings", {"timerColor": "#123456"})
    life.ask("DELETE", f"/api/activities/{other}")
    names = []
    for event in streams["streamEvents"].until(lambda event: event.name == "delete"):
        names.append(event.name)
        data = json.loads(event.data)
        assert not fits(shop.description, "Event", data), data
        assert "pushToken" not in event.data
    assert names == ["start", "end", "settings", "delete"]
    # Once it is dismissed a stream of it ends, and the next is 204, which is described too.
    assert [event.name for event in streams["streamActivityEvents"].to_end()] == ["end"]
    again = EventStream(shop.port, paths["streamActivityEvents"], headers=headers)
    assert again.status == 204 and "204" in described["streamActivityEvents"]["responses"]
    for stream in (*streams.values(), again):
        stream.close()
