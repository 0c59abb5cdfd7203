"""Texts of problems: refusals, faults of a set-up, and other errors that a user can correct."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from novamas.errors import NovamasError
from novamas.law import Fault, FaultySetup
from novamas.table.refusals import Refusal, Refused
from novamas.words.voice import Voice

LONGEST = 200  # characters of the user's input that a message quotes

Problem: TypeAlias = NovamasError | Refusal | Fault
Place: TypeAlias = int | str | UnsetType | None  # part of the place at which a record or a book is broken
WAYS_OUT: Mapping[str, tuple[str, ...]] = {  # values that a client gets, by the code of the error
    "tables_of_one_person": ("most", "tables", "idle"),
    "purse_short": ("has", "wanted", "may_refill"),
}
AMOUNTS = ("cents", "minimum", "minimum_sencilla")  # dials in céntimos


class FaultPayload(Struct, frozen=True):
    """One fault of a set-up: the faulty choice, and the clause that it breaks."""

    choice: str | None
    code: str
    clause: str | None
    says: str


class ErrorPayload(Struct, frozen=True):
    """An error: code, clause and text, with its position in a record or the faults of a set-up."""

    code: str
    clause: str | None
    says: str
    line: Place = UNSET
    book: Place = UNSET
    number: Place = UNSET
    expected: Place = UNSET
    found: Place = UNSET
    faults: tuple[FaultPayload, ...] | UnsetType = UNSET
    values: Mapping[str, Any] | UnsetType = UNSET


class ErrorBody(Struct, frozen=True):
    """The response to a refused request. The request changed nothing."""

    error: ErrorPayload


def error_text(problem: Problem, voice: Voice) -> str:
    """Return a problem as a sentence with its clause. Each fault of a set-up has its own sentence."""
    match problem:
        case Refused(refusal=refusal, game=game):
            return refused(refusal, voice.at(game) if game else voice)
        case FaultySetup(faults=faults, game=game):
            at_table = voice.at(game) if game else voice
            return " ".join(faulted(fault, at_table) for fault in faults)
        case Refusal():
            return refused(problem, voice)
        case Fault():
            return faulted(problem, voice)
        case _:
            behind = "why" in problem.figures  # another problem, whose text has its clause
            return cited(sentence(problem, voice), [] if behind else [problem.clause])


def error_payload(error: NovamasError, voice: Voice) -> ErrorPayload:
    """Return a problem for JSON: its code, clause and message, with all faults of a set-up."""
    broken = _place(error)  # in a record or a book
    where = ("line", "book", "number", "expected", "found")
    place = {name: getattr(broken, name) for name in where if hasattr(broken, name)}
    return ErrorPayload(
        error.code,
        error.clause,
        error_text(error, voice),
        **place,
        faults=_faults(error, voice),
        values=values_of(error) or UNSET,
    )


def values_of(error: NovamasError) -> dict[str, Any]:
    """Return the values from which a client offers the user a way out of a refusal."""
    names = WAYS_OUT.get(error.code, ())
    return {name: error.figures[name] for name in names if name in error.figures}


def _faults(error: NovamasError, voice: Voice) -> tuple[FaultPayload, ...] | UnsetType:
    if not isinstance(error, FaultySetup):
        return UNSET
    at_table = voice.at(error.game) if error.game else voice
    return tuple(
        FaultPayload(one.choice, one.code, one.clause, error_text(one, at_table)) for one in error.faults
    )


def _place(error: NovamasError) -> object | None:
    """Return where a record or a book is broken, even if the error is wrapped in one about its file."""
    own = getattr(error, "at", None)
    return own if own is not None else getattr(error.figures.get("why"), "at", None)


def sentence(problem: NovamasError, voice: Voice) -> str:
    """Return the message of an error, without its clause."""
    return voice.say(f"errors.{problem.text_key}", **shortened(problem.figures))


def shortened(figures: Mapping[str, object]) -> dict[str, object]:
    """Return values that a message can quote. Long input is cut."""
    return {
        name: f"{value[:LONGEST]}…" if isinstance(value, str) and len(value) > LONGEST else value
        for name, value in figures.items()
    }


def refused(refusal: Refusal, voice: Voice) -> str:
    """Return the message of a refusal."""
    code, voice = _worded(refusal), voice.citing(refusal.clause)
    dial = {
        name: _dialled(getattr(refusal, name), refusal.dial, voice)
        for name in ("given", "least", "most", "step")
    }
    near = [voice.bet(one) for one in refusal.near]
    message = voice.say(f"refusals.{code}", **shortened({**dial, **refusal.figures}), near=near)
    own = refusal.figures.get("borrowed_by")  # the clause of the table's norm that borrows the other one
    return cited(message, [str(own) if own else None, refusal.clause])


def _worded(refusal: Refusal) -> str:
    """Return the text key of a refusal. A refusal with more detail has its own key."""
    if refusal.code == "broken_chip" and refusal.step and (refusal.least or 0) % refusal.step:
        return "broken_chip_from"
    if refusal.code == "above_maximum" and refusal.figures.get("has"):
        return "above_maximum_there"
    if refusal.code == "not_now" and refusal.figures.get("may"):
        return "not_now_but"
    return refusal.code


def _dialled(value: int | str | None, dial: str, voice: Voice) -> str:
    """Return the text for a value outside its range: money, a bet, or the value itself."""
    if dial in AMOUNTS and isinstance(value, int):
        return voice.money(value)
    return voice.bet(value) if isinstance(value, str) and dial == "bet" else str(value)


def faulted(fault: Fault, voice: Voice) -> str:
    """Return the message of a fault, in the game's own words or in the general ones.

    An old record may contain an edition of the law with figures that have no texts.
    """
    figures, voice = shortened(fault.figures), voice.citing(fault.clause)
    own = fault.says and voice.fill(fault.says, figures)
    match fault.code:
        case "choice_missing":
            what = own or voice.named("choices", fault.choice or "")
            message = voice.say("faults.choice_missing", choice=fault.choice, what=what)
        case "game_not_authorised":
            message = voice.say("faults.game_not_authorised", **figures, listed=own)
        case _ if "thing" in figures:
            thing = own or voice.named("things", str(figures["thing"]))
            message = voice.say("faults.thing_missing", thing=thing)
        case _ if own and not fault.code.startswith("choice_"):
            message = own
        case code if voice.has(f"faults.{code}"):
            message = voice.say(f"faults.{code}", choice=fault.choice, **figures)
        case _:
            message = voice.say("faults.need_not_met", choice=fault.choice)
    if "line" in figures:
        message = voice.say("faults.at_line", line=figures["line"], says=message)
    return cited(message, [fault.clause])


def cited(text: str, clauses: Iterable[str | None]) -> str:
    """Return a sentence with its clauses in brackets after it."""
    named = ", ".join(clause for clause in clauses if clause)
    return f"{text} ({named})" if named else text
