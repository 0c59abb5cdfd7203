"""Injected faults: each puts one error into a recorded session and states the expected finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct, toml
from msgspec.structs import replace
from tests.house.audit.sessions import Played, PlayedDeed, PlayedRound

from novamas.equipment.shoe import Shoe
from novamas.errors import NovamasError
from novamas.house.audit.card_order import RoundCards
from novamas.house.audit.continuation import with_card
from novamas.house.audit.departures import Kind, kind_of, stakes
from novamas.house.audit.payments import Paying, clauses_of
from novamas.record.claims import BURN, Paid
from novamas.table.conduct import Conduct
from novamas.table.deeds import Act, Call, Deed, Drawn
from novamas.table.events import Burned, RoundOver
from novamas.table.ledger import Ledger
from novamas.table.offers import Range
from novamas.table.phases import Incident, follow, offered, offers, why_not
from novamas.table.roles import CHANCE, CROUPIER
from novamas.table.session import Session


class Planted(Struct):
    """A session with one error: its kind, the number of its round, and the money at stake if known."""

    played: Played
    kind: Kind
    round: int  # counted from 0
    cents: int | None = None
    clause: str = ""


Planter = Callable[[Played, Random], Iterator[Planted]]
NO_DRAW = 255  # a value that no wheel, dice or deck can bring
# raised if an error cannot be injected at this place
UNFIT = (NovamasError, AssertionError, LookupError, ValueError)


class _Forced(Session):
    def force(self, deed: Deed) -> None:
        phase = self.phase
        if isinstance(deed, Drawn) and not phase.draws().may_bring(deed.what):
            phase = with_card(phase, deed.what)
        after, events = follow(phase, deed, self.past)
        self._enter(deed, after, events, Ledger.of(events))


def with_deed(played: Played, number: int, nth: int, deed: Deed) -> Played:
    """Return the session with one deed replaced, lawful or not, and with the payments that follow."""
    session = _Forced(played.table.opening, _NoChance(), automatic=())
    found = Played(played.table, played.seed, [], [])
    for at, round in enumerate(played.rounds):
        paying, laying, done = Paying(), RoundCards(), list[PlayedDeed]()
        for place, each in enumerate(round.deeds):
            before = session.phase
            if (at, place) == (number, nth):
                session.force(deed)
                each = replace(each, deed=deed)
            else:
                session.do(each.deed)
            events = session.deed_events[-1]
            done.append(PlayedDeed(before, each.deed, events))
            paying.enter(each.deed, events)
            laying.enter(before, each.deed, events)
            is_last = place == len(round.deeds) - 1
            assert is_last == any(isinstance(event, RoundOver) for event in events)
        words = tuple(laid.word for laid in laying.all())
        found.rounds.append(PlayedRound(done, replace(round.claimed, paid=paying.claims(), laid=words)))
    return found


class _NoChance:
    def draw(self, draws: object) -> int:
        raise AssertionError("chance brings what was recorded")


def places(played: Played, rng: Random) -> list[tuple[int, int, PlayedDeed]]:
    """Return every deed with its round and its index there, in random order."""
    found = [
        (number, nth, each)
        for number, round in enumerate(played.rounds)
        for nth, each in enumerate(round.deeds)
    ]
    rng.shuffle(found)
    return found


# ---------------------------------------------------------------- what is said of a round


def with_round(played: Played, number: int, round: PlayedRound) -> Played:
    """Return the session with one round replaced."""
    return replace(played, rounds=[*played.rounds[:number], round, *played.rounds[number + 1 :]])


def claims(played: Played, number: int, **said: object) -> Played:
    round = played.rounds[number]
    return with_round(played, number, replace(round, claimed=replace(round.claimed, **said)))


def paying_of(round: PlayedRound) -> Paying:
    found = Paying()
    for each in round.deeds:
        found.enter(each.deed, each.events)
    return found


def of_incident(paying: Paying, seat: int, bet: str) -> bool:
    """Return whether a bet was decided by an incident."""
    deciding = {clause for event in paying.due[seat, bet].because for clause in clauses_of(event)}
    return any(happened.clause in deciding or happened.form.get("bet") == bet for happened in paying.happened)


def _payout(played: Played, rng: Random, *, by_incident: bool) -> Iterator[Planted]:
    rounds = [*enumerate(played.rounds)]
    rng.shuffle(rounds)
    for number, round in rounds:
        paid, paying = list(round.claimed.paid or ()), paying_of(round)
        for nth, (seat, bet, returned) in enumerate(paid):
            if of_incident(paying, seat, bet) is not by_incident:
                continue
            by = rng.choice([each for each in (-returned, -50, 25, 1000, 1) if each and returned + each >= 0])
            paid[nth] = Paid(seat, bet, returned + by)
            kind: Kind = "misapplied_irregularity" if by_incident else "wrong_payout"
            yield Planted(claims(played, number, paid=tuple(paid)), kind, number, abs(by))
            break


def wrong_payout(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions in which the paid amount differs from the one due."""
    return _payout(played, rng, by_incident=False)


def wrong_remedy(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions in which a bet decided by an irregularity was paid wrongly."""
    return _payout(played, rng, by_incident=True)


def missing_burn(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions in which a card was not burned although it should have been."""
    for number, round in enumerate(played.rounds):
        laid = list(round.claimed.laid or ())
        at = [nth for nth, word in enumerate(laid) if word == BURN]
        if at:
            del laid[rng.choice(at)]
            yield Planted(claims(played, number, laid=tuple(laid)), "missing_burn", number)


def card_out_of_order(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions in which two cards are swapped."""
    for number, round in enumerate(played.rounds):
        laid = list(round.claimed.laid or ())
        for nth in range(len(laid) - 1):
            one, other = laid[nth], laid[nth + 1]
            if one != other and BURN not in (one, other) and "?" not in one + other:
                laid[nth], laid[nth + 1] = other, one
                yield Planted(claims(played, number, laid=tuple(laid)), "card_out_of_order", number)
                break


# ---------------------------------------------------------------- what was done


def _beyond(played: Played, rng: Random, *, above: bool) -> Iterator[Planted]:
    for number, nth, each in places(played, rng):
        deed = each.deed
        if not stakes(deed) or deed.verb() == "take_bank":  # the bank must be taken as it is offered
            continue
        dials = [
            dial
            for offer in offers(each.before, deed.by)
            if offer.covers(deed)
            for name, dial in offer.dials.items()
            if name == "cents" and isinstance(dial, Range)
        ]
        if not dials or (not above and dials[0].least <= 1):
            continue
        dial = dials[0]
        cents = dial.most + dial.step if above else dial.least - 1
        with suppress(*UNFIT):
            found = with_deed(played, number, nth, replace(deed, cents=cents))
            kind: Kind = "above_limit" if above else "below_limit"
            yield Planted(found, kind, number, dial.step if above else cents)


def above_limit(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions with a bet above its maximum."""
    return _beyond(played, rng, above=True)


def below_limit(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions with a bet below its minimum."""
    return _beyond(played, rng, above=False)


def inserted(played: Played, number: int, nth: int, deed: Deed) -> Played:
    round = played.rounds[number]
    more = PlayedDeed(round.deeds[nth].before, deed, ())
    return with_round(played, number, replace(round, deeds=[*round.deeds[:nth], more, *round.deeds[nth:]]))


def unlawful_bet(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions with a bet that the cloth does not have, or that this player may not place."""
    staked = [each.deed for _, _, each in places(played, rng) if stakes(each.deed)]
    for number, nth, each in places(played, rng):
        if stakes(each.deed) and "bet" in each.deed.__struct_fields__:
            deed: Any = replace(each.deed, bet="luna:13")
            yield Planted(inserted(played, number, nth, deed), "unlawful_bet", number, deed.cents)
        elif nth and not each.before.rest:
            for deed in staked[:20]:
                refusal = why_not(each.before, deed)
                if "bet" in deed.__struct_fields__ or refusal is None or each.before.turn == deed.by:
                    continue
                if kind_of(deed, refusal) == "unlawful_bet" and not refusal.dial:
                    yield Planted(inserted(played, number, nth, deed), "unlawful_bet", number, deed.cents)
                    break


def unlawful_act(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions in which a player acts at a forbidden time."""
    acts = [
        each.deed
        for _, _, each in places(played, rng)
        if isinstance(each.deed, Act) and isinstance(each.deed.by, int) and not stakes(each.deed)
    ]
    for number, nth, each in places(played, rng):
        for deed in acts[:20]:
            is_rest = each.before.rest or nth == 0
            if is_rest or each.before.turn == deed.by:
                continue
            if not any(offer.covers(deed) for offer in offers(each.before, deed.by)):
                yield Planted(inserted(played, number, nth, deed), "unlawful_act", number)
                break


def missing_call(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions in which a call or act of the croupier is missing."""
    for number, nth, each in places(played, rng):
        deeds = played.rounds[number].deeds
        if not isinstance(each.deed, Call) or nth + 1 >= len(deeds) or nth == 0:
            continue
        given, after = offered(each.before, CROUPIER), deeds[nth + 1].deed
        is_next = isinstance(after, Drawn | Call) or stakes(after)
        if not is_next or each.before.turn is not CROUPIER or given[0].act != each.deed:
            continue
        lawful = any(offer.covers(after) for offer in offers(each.before, after.by))
        if isinstance(after, Drawn) or not lawful:
            fewer = replace(played.rounds[number], deeds=[*deeds[:nth], *deeds[nth + 1 :]])
            burned = any(isinstance(event, Burned) for event in each.events)
            kind: Kind = "missing_burn" if burned else "missing_step"
            yield Planted(with_round(played, number, fewer), kind, number)


def impossible_card(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions in which a card or tile occurs more often than in the shoe."""
    came = {each.deed.what for _, _, each in places(played, rng) if isinstance(each.deed, Drawn)}
    for number, nth, each in reversed(places(played, rng)):
        if not isinstance(each.deed, Drawn) or each.before.turn is not CHANCE:
            continue
        draws = each.before.draws()
        if not isinstance(draws, Shoe):
            continue
        gone = sorted(card for card in came if not draws.may_bring(card))
        rng.shuffle(gone)
        rank = each.deed.what // 4
        # one that changes nothing, if possible
        for card in sorted(gone, key=lambda card: card // 4 != rank)[:2]:
            with suppress(*UNFIT):
                yield Planted(with_deed(played, number, nth, Drawn(what=card)), "impossible_card", number)
                break


def impossible_draw(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions with a pocket, a throw or a card that does not exist."""
    for number, nth, each in places(played, rng):
        if isinstance(each.deed, Drawn) and not each.before.draws().may_bring(NO_DRAW):
            deeds = list(played.rounds[number].deeds)
            deeds[nth] = replace(each, deed=Drawn(what=NO_DRAW))
            other = replace(played.rounds[number], deeds=deeds)
            yield Planted(with_round(played, number, other), "impossible_card", number)


def other_draw(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions in which a draw differs from the one of the seed."""
    for number, nth, each in places(played, rng):
        if not isinstance(each.deed, Drawn):
            continue
        draws = each.before.draws()
        others = [what for what, _ in draws.items() if what != each.deed.what]
        with suppress(*UNFIT):
            found = with_deed(played, number, nth, Drawn(what=rng.choice(others)))
            yield Planted(found, "other_draw", number)


def false_irregularity(played: Played, rng: Random) -> Iterator[Planted]:
    """Yield sessions with an irregularity that is impossible at that point."""
    incidents: list[Incident[Any]] = [
        each.deed
        for _, _, each in places(played, rng)
        if isinstance(each.deed, Incident) and not isinstance(each.deed, Conduct)
    ]
    for number, nth, each in places(played, rng):
        for deed in incidents:
            if nth and not any(isinstance(each.before, phase) for phase in type(deed).phases):
                yield Planted(inserted(played, number, nth, deed), "misapplied_irregularity", number)
                break


class Nowhere(Struct, frozen=True, forbid_unknown_fields=True):
    """The games in which an error is impossible, and the reason."""

    why: str
    games: tuple[str, ...]


NOWHERE = toml.decode(Path(__file__).with_name("no_such_error.toml").read_bytes(), type=dict[str, Nowhere])


PLANTERS: dict[str, Planter] = {
    planter.__name__: planter
    for planter in (
        *(wrong_payout, wrong_remedy, missing_burn, card_out_of_order, above_limit, below_limit),
        *(unlawful_bet, unlawful_act, missing_call, impossible_card, impossible_draw, other_draw),
        false_irregularity,
    )
}

__all__ = ["NOWHERE", "PLANTERS", "Planted"]
