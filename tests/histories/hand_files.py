"""Hand histories for tests: samples from files, and hands played by bots."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from novamas.equipment.chance import Seeded
from novamas.histories.phh import Action, History, read_histories
from novamas.histories.replay import Departure, Replayed, replay_history
from novamas.record import Record, header_of
from novamas.table.deeds import Drawn
from novamas.table.offers import Range
from novamas.table.roles import CHANCE, CROUPIER
from novamas.table.session import Session
from novamas.testing.rehearsal import opened

ANTES: dict[str, Any] = {"ante": 100, "rake": Fraction(0)}
STUD: dict[str, Any] = {**ANTES, "limit": "split_limit"}
HANDS = Path(__file__).parent / "hands"


def hand(name: str, number: int = 0) -> History:
    path = next(HANDS.glob(f"{name}.*"))
    return [each for _, each in read_histories(path)][number]


def edited(history: History, number: int, action: Action) -> History:
    """Return a hand with one action changed. Actions are counted from 1."""
    actions = list(history.actions)
    actions[number - 1] = action
    return replace(history, actions=tuple(actions))


def departs(history: History, norm: str = "AR10") -> Departure:
    found = replay_history(history, norm).departure
    assert found is not None
    return found


def evening(
    slug: str, seed: int, hands: int, *, anything: bool = False, raises: bool = False, **choices: object
) -> Record:
    """Return six-player hands with random acts. By default a stud has bets of a fixed size."""
    table = opened(slug, "AR10", seats=6, **choices)
    session = Session(table.opening, Seeded(seed), automatic=())
    rng = Random(seed)
    acts: dict[str, Any] = {kind.verb(): kind for kind in table.game.acts}
    for seat in range(1, 7):
        session.do(acts["buy"](seat, 20_000 if seat % 2 else 4_000))
    while session.rounds < hands:
        turn = session.phase.turn
        if turn is CHANCE:
            session.do(Drawn(what=session.source.draw(session.phase.draws())))
            continue
        offers = session.offers(turn)
        if not offers or (turn is not CROUPIER and session.phase.rest):
            break  # too few players are left
        verbs = [offer for offer in offers if offer.act.verb() != "end_game"] or offers
        one = verbs[0] if turn is CROUPIER else verbs[-1] if raises else rng.choice(verbs)
        deed = one.act if turn is CROUPIER else one.sample(rng)
        dial = one.dials.get("cents")
        is_fixed = choices.get("limit") == "split_limit" and not anything
        if is_fixed and one.act.verb() == "raise_to" and isinstance(dial, Range):
            phase: Any = session.phase  # a stud in which bets have a fixed size
            deed = one.turned(cents=dial.least if phase.felt.street < 2 else dial.most)
        session.do(deed)
    return Record(header_of(table), table, tuple(session.deeds))


def agree(history: History, norm: str) -> Replayed:
    played = replay_history(history, norm)
    assert played.departure is None, (history, played.departure)
    return played
