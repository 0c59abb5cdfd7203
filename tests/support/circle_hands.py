"""Random hands of circle poker with incidents: their beginning, their play, and their invariants."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace
from tests.support.every_game import is_whole

from novamas.families.circle.cloth import Party
from novamas.families.circle.phases.between import Between
from novamas.families.circle.phases.hand import Interval
from novamas.games import GAMES, game
from novamas.law import FaultySetup, catalogue, norms
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import POT, Bought, Events, Took
from novamas.table.game import open_table
from novamas.table.moves import Moves
from novamas.table.phases import AnyPhase, do, offers
from novamas.table.roles import CHANCE, CROUPIER, Who

CHIP = 50
VARIANTS = {  # each game of circle poker, with the norms that have it complete
    slug: tuple(norm for norm in norms() if is_whole(slug, norm))
    for slug in GAMES
    if game(slug).family == "circle"
}
CHARGES: tuple[dict[str, object], ...] = ({}, {"rake_at": "intervalo"}, {"charge": "sesion"})
BLINDS: dict[str, object] = {"ante": 0, "small_blind": 100, "big_blind": 200}


class Tables(NamedTuple):
    """The felts of one variant under one norm, for all limits, rakes, and bets by position if any."""

    slug: str
    norm: str
    felts: tuple[Any, ...]
    most_seats: int


def tables_of(slug: str, norm: str) -> Tables:
    """Return every table that the house may choose, as far as the choices affect the chips."""
    frame = catalogue.under(norm)[slug]
    limits = frame.options["limit"].one_of or ()
    most = int(frame.options["seats"].most or 4)
    initial = ({}, BLINDS) if "big_blind" in frame.options else ({},)
    felts = []
    for limit in limits:
        for charge in CHARGES:
            for bets in initial:
                try:
                    table = open_table(game(slug), frame, {"limit": limit, "seats": most, **charge, **bets})
                except FaultySetup:
                    continue  # the norm does not let the house choose it
                felts.append(table.opening.felt)
    return Tables(slug, norm, tuple(felts), most)


def begun(tables: Tables, rng: Random) -> tuple[AnyPhase, Events, int]:
    """Begin a hand. Return its first phase, its events, and the number of chips at the table.

    There are at least two players with at least one chip each. A norm requires four players for a new hand,
    but only two may be left.
    """
    felt = rng.choice(tables.felts)
    # few players more often
    count = min(rng.randint(2, tables.most_seats), rng.randint(2, tables.most_seats))
    seats = tuple(range(1, count + 1))
    most = rng.choice((3, 20, 400))
    free = (0,) * (felt.rules.seats - count)
    purses = (*(CHIP * rng.randint(1, most) for _ in seats), *free)
    places = (*seats, *free)
    party = Party(places=places, starters=seats, manos=(0,) * felt.rules.seats, charged=seats)
    if rng.random() < 0.2:
        party = replace(party, charged=())  # for some the session begins
    felt = replace(felt, purses=purses, party=party, mano_place=rng.randrange(count))
    between = Between(felt)
    if len(between.ready) < 2:
        return begun(tables, rng)
    phase, events = between.start_hand(Moves(felt))
    return phase, events, sum(purses)


def any_deed(phase: AnyPhase, past: list[tuple[AnyPhase, Deed]], rng: Random, incidents: float) -> Deed:
    """Return a random lawful deed. Each kind of incident is equally likely, whatever its number of forms."""
    if rng.random() < incidents and (kinds := phase.incidents):
        given = list(rng.choice(kinds).could(phase, past))
        if given:
            return rng.choice(given).sample(rng)
    turn = phase.turn
    if turn is CHANCE:
        draws = phase.draws()
        return Drawn(what=draws.at(rng.randrange(draws.total)))
    who: Who = turn
    if turn is not CROUPIER and rng.random() < 0.05:
        who = rng.randint(1, phase.seats())
    given = offers(phase, who) or offers(phase, turn)
    chosen = given[0] if turn is CROUPIER else rng.choice(given)
    return chosen.sample(rng)


def wild_deeds(slug: str, phase: AnyPhase, who: Who, rng: Random) -> Iterator[Deed]:
    """Yield deeds of a person, lawful or not, with any values and cards."""
    for kind in game(slug).acts:
        fields: dict[str, object] = {}
        for field in kind.__struct_fields__:
            if field == "cards":
                fields[field] = "".join(sorted(rng.sample("123456", rng.randint(1, 5))))
            elif field != "by":
                fields[field] = rng.choice((1, 2, 3, 50, 200, 1_000, 20_000))
        yield kind(by=who, **fields)


def played(tables: Tables, rng: Random, *, incidents: float = 0.04) -> Iterator[tuple[AnyPhase, Deed | None]]:
    """Play a hand to its end and check it. Yield each phase and the deed that led to it."""
    phase, events, chips = begun(tables, rng)
    past: list[tuple[AnyPhase, Deed]] = []
    house = taken(events)
    yield phase, None
    while not phase.rest:
        deed = any_deed(phase, past, rng, incidents)
        after, events = do(phase, deed, past)
        past.append((phase, deed))
        house += taken(events)
        chips += sum(event.cents for event in events if type(event) is Bought)
        if type(after) is Interval and type(phase) is not Interval:
            check_cards(after)
        phase = after
        yield phase, deed
    check_chips(phase, chips - house)


def taken(events: Events) -> int:
    return sum(event.cents for event in events if type(event) is Took)


def check_chips(phase: AnyPhase, chips: int) -> None:
    """Check that between hands every chip is a player's, or in a pot that was carried over."""
    felt: Any = phase.felt
    assert sum(felt.purses) + felt.cloth == chips
    assert min(felt.purses) >= 0
    assert all(seat == POT for seat, _, _ in felt.chips), felt.chips
    assert all(cents % CHIP == 0 for cents in felt.purses)
    assert not felt.piles
    assert (felt.cagnotte, felt.players, felt.unlaid) == (0, (), 0)


def check_cards(phase: AnyPhase) -> None:
    """Check that no card is at the table twice, and that no card there can still be drawn."""
    felt: Any = phase.felt
    cards = [held.card for pile in felt.piles for held in pile.cards if held.card is not None]
    assert len(set(cards)) == len(cards)
    assert not set(cards) & set(felt.shoe.left)


__all__ = ["VARIANTS", "Tables", "played", "tables_of", "wild_deeds"]
