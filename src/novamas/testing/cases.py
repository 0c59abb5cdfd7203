"""Cases of a pack of law, written by lawyers and played by the engine: `cases/GAME.toml`.

A case names a table, the lines that are played at it, what is expected, and the clauses on which that rests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from novamas.errors import NovamasError, quoted
from novamas.house.opening import frame_to_play, open_as_written
from novamas.law import FaultySetup, Library
from novamas.law.options import read_fraction
from novamas.law.packs import Pack, PackFault, at, converted
from novamas.odds.cache import cached_odds
from novamas.table.game import Table
from novamas.table.refusals import Refused
from novamas.testing.rehearsal import Noticed, Rehearsal
from novamas.toml_lines import line_at

FOLDER = "cases"
MAX_STEPS = 10_000  # deeds until the phase that a case names


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One case. It expects a refusal, amounts, an edge, or a table that is not allowed, or several."""

    name: str
    game: str
    norm: str = ""  # the pack's own, if it has one
    table: Mapping[str, Any] = {}  # choices of the house
    until: str = ""  # what is offered first is done until this phase, then the case is played
    play: tuple[str, ...] = ()
    refused: bool = False  # whether the last line is refused
    returns: Mapping[str, int] | None = None  # "s1 numero:4" = 1600, in hundredths
    edge: Mapping[str, Fraction] = {}  # of the house, by bet
    fault: str = ""  # the fault of the table, by its code or its choice, if the table is not allowed
    clauses: tuple[str, ...]


class PlayedCase(msgspec.Struct, frozen=True):
    """A case, its place in the pack, and what came otherwise than it says."""

    path: str
    line: int
    name: str
    faults: tuple[NovamasError, ...]


def play_cases(law: Library, pack: Pack) -> Iterator[PlayedCase]:
    """Play all cases of a pack. Raise `PackFault` for a file that is malformed."""
    own = [norm for norm in law.norms if law.pack_of[norm] is pack]
    for name in sorted(pack.names(FOLDER)):
        file = (FOLDER, f"{name}.toml")
        path, text = pack.path(*file), (pack.read(*file) or b"").decode()
        written = pack.table(*file)
        for key in written.keys() - {"case"}:
            raise at(path, line_at(text, (key,)), NovamasError("case_table_unknown", given=quoted(key)))
        for number, one in enumerate(_listed(path, written.get("case", []))):
            line = line_at(text, ("case", number))
            case: Case = _case(path, one, line)
            yield PlayedCase(path, line, case.name, tuple(_faults(law, case, case.norm or own[0])))


def _listed(path: str, written: object) -> list[Any]:
    listed: list[Any] = converted(path, written, list[Any], where="case")
    return listed


def _case(path: str, written: object, line: int) -> Case:
    """Convert a case, and check that it expects something."""
    edges = written.get("edge") if isinstance(written, dict) else None
    if isinstance(written, dict) and isinstance(edges, dict):
        for bet, edge in edges.items():
            try:
                written["edge"][bet] = read_fraction(Fraction, edge)
            except (ValueError, TypeError, ZeroDivisionError):
                raise at(path, line, NovamasError("case_edge_unreadable", given=quoted(edge))) from None
    case: Case = converted(path, written, Case, line)
    if not (case.refused or case.returns is not None or case.edge or case.fault):
        raise at(path, line, NovamasError("case_expects_nothing", name=quoted(case.name)))
    if case.refused and not case.play:
        raise at(path, line, NovamasError("case_refuses_nothing", name=quoted(case.name)))
    return case


def _faults(law: Library, case: Case, norm: str) -> Iterator[NovamasError]:
    """Yield what comes otherwise than a case says."""
    for clause in case.clauses:
        if clause not in law.index:
            yield NovamasError("pack_cites_nothing", id=quoted(clause))
    try:
        table = open_as_written(frame_to_play(case.game, norm, law=law), case.table)
    except FaultySetup as faulty:
        yield from _table_faults(case, faulty)
        return
    except PackFault:
        raise
    except NovamasError as fault:
        yield fault
        return
    if case.fault:
        yield NovamasError("case_table_allowed", given=quoted(case.fault))
        return
    try:
        yield from _played(case, Rehearsal(table))
    except PackFault:
        raise
    except NovamasError as fault:
        yield NovamasError("case_not_played", why=fault)
    yield from _edges(case, table)


def _table_faults(case: Case, faulty: FaultySetup) -> Iterator[NovamasError]:
    """Yield the faults of a table that the case does not expect, or on other clauses."""
    expected = [fault for fault in faulty.faults if case.fault in (fault.choice, fault.code)]
    if not expected:
        yield NovamasError("case_table_not_allowed", why=faulty)
    for fault in expected:
        if fault.clause not in case.clauses:
            yield _other_clauses((str(fault.clause),), case)


def _played(case: Case, at_table: Rehearsal) -> Iterator[NovamasError]:
    """Play the lines of a case, and yield what comes otherwise."""
    if case.until:
        _step_until(at_table, case.until)
    lines, last = (case.play[:-1], case.play[-1]) if case.refused else (case.play, "")
    events = at_table.play(*lines)
    if last:
        try:
            at_table.play(last)
        except Refused as refused:
            if refused.refusal.clause not in case.clauses:
                yield _other_clauses((refused.refusal.clause,), case)
        else:
            yield NovamasError("case_not_refused", line=quoted(last))
    if case.returns is not None:
        yield from _amounts(case, Noticed((*events, *at_table.finish())))


def _step_until(at_table: Rehearsal, phase: str) -> None:
    for _ in range(MAX_STEPS):
        if at_table.at == phase:
            return
        at_table.step()
    raise NovamasError("case_phase_never", phase=quoted(phase))


def _amounts(case: Case, events: Noticed) -> Iterator[NovamasError]:
    assert case.returns is not None
    found = {f"s{seat} {bet}": paid.returned for (seat, bet), paid in events.payments.items()}
    for bet in dict.fromkeys((*case.returns, *found)):
        wanted, came = case.returns.get(bet), found.get(bet)
        if came is None:
            yield NovamasError("case_bet_not_decided", bet=quoted(bet))
        elif wanted is None:
            yield NovamasError("case_bet_not_named", bet=quoted(bet), cents=came)
        elif wanted != came:
            yield NovamasError("case_other_amount", bet=quoted(bet), cents=came, wanted=wanted)
    rests_on = {clause for paid in events.payments.values() for clause in paid.clauses}
    if rests_on and not rests_on & set(case.clauses):
        yield _other_clauses(tuple(sorted(rests_on)), case)


def _edges(case: Case, table: Table) -> Iterator[NovamasError]:
    if not case.edge:
        return
    odds = cached_odds(table)
    for bet, edge in case.edge.items():
        if bet not in odds:
            yield NovamasError("no_such_bet", game=case.game, given=quoted(bet), known=tuple(odds))
        elif odds[bet].edge != edge:
            yield NovamasError("case_other_edge", bet=quoted(bet), edge=str(odds[bet].edge), wanted=str(edge))


def _other_clauses(found: tuple[str, ...], case: Case) -> NovamasError:
    return NovamasError("case_other_clauses", found=found, clauses=case.clauses)
