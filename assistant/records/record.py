"""Records: a whole game as one JSON file, to be judged, continued or sent to somebody."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from assistant import words
from assistant.board import Placed
from assistant.game.apply import play
from assistant.game.events import Entry, Event, Finished, Started, placement_of, with_changes
from assistant.game.history import MOST_TURNS, fold, settled
from assistant.game.objections import objection, start_objection, table_objection
from assistant.game.refusals import Refusal, Refused
from assistant.game.state import Game
from assistant.records.codec import (
    Json,
    JsonError,
    a_list,
    a_number,
    an_object,
    field,
    field_or,
    reason_of,
    thing,
)
from assistant.records.events_json import (
    check_reach,
    read_entry,
    read_event,
    read_start,
    write_entry,
    write_event,
    write_start,
)
from assistant.records.known_keys import unknown_keys
from assistant.rules.books import book_of

VERSION = 1


@dataclass(frozen=True, slots=True)
class Record:
    """A game as a record tells it: undone events gone, corrections made."""

    started: Started
    entries: tuple[Entry, ...]
    finished: Finished | None = None
    """The end, where it does not follow from the entries."""
    unknown: tuple[str, ...] = ()
    """Keys of the file that nobody knows."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that a game folds."""
        end = () if self.finished is None else (self.finished,)
        return (self.started, *self.entries, *end)


def parse_record(text: str) -> Record:
    """A record from the text of its file; ValueError with one sentence where it is none."""
    try:
        value = json.loads(text)
    except RecursionError:
        raise JsonError("nested") from None
    except json.JSONDecodeError:
        raise
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise JsonError("digits") from None
    return read_record(value)


def read_record(value: object) -> Record:
    """A record from its JSON; ValueError with one sentence where it is none."""
    encoded = an_object(value, thing("the_record"))
    if field_or(encoded, "version", a_number, VERSION) != VERSION:
        raise JsonError("version", count=encoded["version"], known=VERSION)
    started = _house_rule_taken_as_agreed(read_start(encoded))
    if refused := start_objection(started) or table_objection(started):
        raise JsonError("refused", reason=words.refusal_sentence(refused))
    turns = field(encoded, "turns", a_list)
    if len(turns) > MOST_TURNS:
        raise JsonError("too_many_turns", count=len(turns), most=MOST_TURNS)
    entries = tuple(_turn(turn, number, started) for number, turn in enumerate(turns, 1))
    check_reach(placed.cell for placed in (*started.start, *_placed(entries)))
    return Record(started, entries, _end(encoded), unknown_keys(value))


def record_of(game: Game) -> Record:
    """The record of a game; what was refused on the way is left out."""
    started, events = settled(game.past)
    entries = tuple(event for event in events if not isinstance(event, Finished))
    ends = [event for event in events if isinstance(event, Finished) and event.end is game.end]
    counted = [entry for entry, turn in zip(entries, game.turns, strict=True) if not turn.refused]
    return Record(started, _with_agreed_order(started, counted), ends[-1] if ends else None)


def what_counts(record: Record) -> Record:
    """The record to go on from: what was refused or illegal on the way is left out."""
    game = fold(record.events, in_order=True)
    turns = zip(record.entries, game.turns, strict=True)
    kept = [entry for entry, turn in turns if turn.is_legal or turn.stands]
    end = None if game.end_refused else record.finished
    entries = _with_agreed_order(record.started, kept)
    return replace(record, entries=entries, finished=end)


def _with_agreed_order(started: Started, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries, those marked that the table took although it was another's turn."""
    encoded: list[Entry] = []
    game = fold([started])
    for entry in entries:
        refused = objection(game, entry)
        if refused is not None and refused.reason is Refusal.NOT_YOUR_TURN:
            entry = with_changes(entry, out_of_turn=True)
        game = play(game, entry)
        encoded.append(entry)
    return tuple(encoded)


def write_record(record: Record) -> dict[str, Any]:
    """The record as JSON that `read_record` accepts."""
    turns = [write_entry(entry) for entry in record.entries]
    end = {} if record.finished is None else write_event(record.finished)
    return {"version": VERSION, **write_start(record.started), **end, "turns": turns}


def _house_rule_taken_as_agreed(started: Started) -> Started:
    """Five or six players in a record have evidently agreed to play with that many."""
    if len(started.players) <= book_of(started.settings.rules).max_players:
        return started
    return replace(started, settings=replace(started.settings, up_to_six=True))


def _turn(value: object, number: int, started: Started) -> Entry:
    try:
        entry = read_entry(value)
        if entry.player not in started.players:
            reason = words.refusal_sentence(Refused(Refusal.UNKNOWN_PLAYER, entry.player))
            raise JsonError("refused", reason=reason)
    except ValueError as error:
        raise JsonError("turn", number=number, reason=reason_of(error)) from None
    return entry


def _placed(entries: Iterable[Entry]) -> Iterator[Placed]:
    """Every tile that was laid on the grid in any turn."""
    for entry in entries:
        yield from placement_of(entry)


def _end(encoded: Json) -> Finished | None:
    if not isinstance(encoded.get("finished"), str):
        return None
    end = read_event({name: encoded[name] for name in ("finished", "by") if name in encoded})
    return end if isinstance(end, Finished) else None
