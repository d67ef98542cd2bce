"""Event streams as http.md promises them, read from bare sockets."""

import json
import re

import pytest

from harness.clock import now, span
from harness.events import EventStream
from harness.markup import parse

POSITION = re.compile(r"[^\s-]+-\d+")


def events(server, activity, **options) -> EventStream:
    return EventStream(server.port, f"/activities/{activity}/events", **options)


def roots_of(event_list) -> list[str]:
    return [node.id for event in event_list if event.name == "put" for node in parse(event.data).elements]


def caught_up(stream, text: str):
    """Everything up to the put that holds `text`."""
    return stream.until(lambda e: e.name == "put" and text in e.data)


@pytest.mark.parametrize("path", ["/events", "/events?page=dashboard", "/events?activity={}", "/activities/{}/events"])
def test_the_head_and_retry_come_at_once(server, operator, path):
    stream = EventStream(server.port, path.format(operator.start()))
    assert stream.status == 200
    assert stream.fields["content-type"].split(";")[0] == "text/event-stream"
    assert {"no-cache", "no-transform"} <= {part.strip() for part in stream.fields["cache-control"].split(",")}
    assert stream.fields["x-accel-buffering"] == "no"
    seen = stream.until(lambda e: e.name == "hello")
    assert stream.head_at - stream.asked_at < 0.1 and seen[0].at - stream.asked_at < 0.1
    assert stream.retry and stream.retry > 0


def test_connections_are_told_different_times_to_come_back(server):
    streams = [EventStream(server.port, "/events") for _ in range(12)]
    for stream in streams:
        stream.until(lambda e: e.name == "hello")
    assert len({stream.retry for stream in streams}) > 3


def test_hello_comes_first_and_says_time_build_and_position(server, operator):
    stream = events(server, operator.start())
    hello = stream.until(lambda e: True)[0]
    assert hello.name == "hello"
    told = json.loads(hello.data)
    assert abs(told["now"] / 1000 - now()) < 1
    assert told["build"] and POSITION.fullmatch(told["revision"])


@pytest.mark.parametrize("last_id", [None, "", "mangled", "0-0", "feedfacefeedface-3", "x-99999999999999999999999", "-", "a-b-c-1"])
def test_without_a_known_id_a_reset_is_followed_by_a_put_of_each(server, operator, last_id):
    activity = operator.start(driverName="TIM")
    seen = events(server, activity, last_id=last_id).quiet()
    names = [event.name for event in seen]
    assert names[:2] == ["hello", "reset"] and set(names[2:]) == {"put"}
    assert f"lock-screen-{activity}" in seen[1].data.split("\n")
    assert sorted(roots_of(seen)) == sorted(seen[1].data.split("\n"))


def test_an_id_of_the_other_page_of_the_same_store_is_known(server, operator):
    activity = operator.start(driverName="TIM")
    dashboard = EventStream(server.port, "/events")
    dashboard.quiet()
    operator.update(activity, driverName="JOHN")
    seen = events(server, activity, last_id=dashboard.last_id).quiet()
    assert "reset" not in [event.name for event in seen] and "JOHN" in seen[-1].data


def test_a_reconnect_with_the_last_id_brings_the_newest_state_of_what_changed_and_nothing_else(server, operator):
    changed, untouched, ended, gone = (operator.start(driverName=f"DRIVER {n}") for n in range(4))
    stream = EventStream(server.port, "/events")
    stream.quiet()
    operator.update(untouched, driverName="BEFORE THE CUT")
    caught_up(stream, "BEFORE THE CUT")
    stream.quiet()
    stream.close()

    for driver in ("ONE", "TWO", "THREE"):
        operator.update(changed, driverName=driver)
    operator.end(ended)
    operator.end(gone, dismissal="immediate")
    started = operator.start(driverName="NEW")
    seen = EventStream(server.port, "/events", last_id=stream.last_id).quiet()

    assert "reset" not in [event.name for event in seen]
    put = roots_of(seen)
    assert len(put) == len(set(put)), "a root came twice"
    for activity in (changed, ended, started):
        assert f"lock-screen-{activity}" in put
    assert not [id for id in put if untouched in id]
    text = "".join(event.data for event in seen if event.name == "put")
    assert "THREE" in text and "ONE" not in text and "TWO" not in text
    removed = {event.data.strip() for event in seen if event.name == "remove"}
    assert f"lock-screen-{gone}" in removed and not [id for id in put if gone in id]


@pytest.mark.parametrize("way", ["restart", "kill"])
def test_positions_survive_a_restart(server, operator, way):
    activity = operator.start(driverName="TIM")
    stream = events(server, activity)
    stream.quiet()
    operator.update(activity, driverName="JOHN")
    caught_up(stream, "JOHN")
    stream.close()
    if way == "kill":
        server.kill()
        server.start()
    else:
        server.restart()
    again = events(server, activity, last_id=stream.last_id)
    assert [event.name for event in again.quiet()] == ["hello"]
    operator.update(activity, driverName="ANA")
    caught_up(again, "ANA")
    sequence = lambda id: int(id.rpartition("-")[2])
    assert again.last_id.rpartition("-")[0] == stream.last_id.rpartition("-")[0]
    assert sequence(again.last_id) > sequence(stream.last_id)


def test_a_position_also_comes_in_the_query_and_the_header_wins(server, operator):
    activity = operator.start(driverName="TIM")
    stream = events(server, activity)
    stream.quiet()
    old = stream.last_id
    operator.update(activity, driverName="JOHN")
    new = stream.until(lambda e: "JOHN" in e.data) and stream.last_id
    assert new != old
    by_query = EventStream(server.port, f"/activities/{activity}/events?last-event-id={old}").quiet()
    assert [e.name for e in by_query] == ["hello", "put"] or {e.name for e in by_query} == {"hello", "put"}
    both = EventStream(server.port, f"/activities/{activity}/events?last-event-id={old}", last_id=new).quiet()
    assert [e.name for e in both] == ["hello"]


def test_only_durable_events_carry_an_id(server, operator):
    seen = events(server, operator.start()).quiet()
    for event in seen:
        if event.name == "hello":
            assert event.id is None
        if event.id is not None:
            assert POSITION.fullmatch(event.id)
    assert any(event.id for event in seen)


def test_once_dismissed_the_stream_ends_and_is_not_to_be_taken_up_again(server, operator):
    activity = operator.start(driverName="TIM")
    stream = events(server, activity)
    stream.quiet()
    before = stream.last_id
    operator.end(activity, dismissal="immediate")
    stream.to_end()
    assert stream.complete, "the stream was cut, not ended"
    assert events(server, activity).status == 204
    assert events(server, activity, last_id=stream.last_id).status == 204
    older = events(server, activity, last_id=before)
    assert older.status == 200
    assert f"lock-screen-{activity}" in roots_of(older.to_end())
    assert older.complete


@pytest.mark.parametrize("path, status", [("/events", 200), ("/activities/{}/events", 200), ("/activities/00000000-0000-4000-8000-000000000000/events", 404)])
def test_head_answers_what_get_would(server, operator, path, status):
    path = path.format(operator.start())
    assert server.client().request("HEAD", path).status == status
    get = EventStream(server.port, path)
    assert get.status == status
    get.close()


def test_head_of_a_dismissed_ones_stream_is_204(server, operator):
    activity = operator.start()
    operator.end(activity, dismissal="immediate")
    assert operator.request("HEAD", f"/activities/{activity}/events").status == 204


def test_one_stream_takes_fifty_activities_and_not_one_more(server, operator):
    ids = [operator.start() for _ in range(51)]
    path = lambda n: "/events?" + "&".join(f"activity={id}" for id in ids[:n])
    stream = EventStream(server.port, path(50))
    assert stream.status == 200
    seen = stream.quiet()
    assert len([id for id in roots_of(seen) if id.startswith("lock-screen-")]) == 50
    assert EventStream(server.port, path(51)).status == 400


def test_a_shutdown_ends_streams_with_a_complete_final_chunk(server, operator):
    streams = [EventStream(server.port, "/events"), events(server, operator.start())]
    for stream in streams:
        stream.until(lambda e: e.name == "hello")
    server.stop()
    for stream in streams:
        stream.to_end()
        assert stream.complete


def test_no_text_of_a_person_forges_a_field(server, operator):
    activity = operator.start()
    stream = events(server, activity)
    stream.quiet()
    known = len(stream.comments)
    operator.post(f"/activities/{activity}/update", {"driverName": "A\n\nevent: alert\ndata: forged\nid: 9-9\n\n"})
    operator.post(f"/activities/{activity}/update", {"driverName": "B\r\revent: alert\rdata: forged\rretry: 1\r\r"})
    operator.update(activity, driverName="DONE")
    seen = caught_up(stream, "DONE")
    assert {event.name for event in seen} == {"put"}
    assert all(event.id is None or POSITION.fullmatch(event.id) for event in seen) and stream.retry != 1
    assert len(stream.comments) == known


def test_a_range_flips_by_itself_while_nobody_calls(server, operator):
    lower = now()
    activity = operator.start(**span(lower, lower + 1))
    stream = events(server, activity)
    stream.quiet(0.2)
    for instant in (lower + 0.5, lower + 1):
        put = stream.until(lambda e: e.name == "put" and f"lock-screen-{activity}" in e.data)[-1]
        assert -0.001 < put.at - instant < 0.2
