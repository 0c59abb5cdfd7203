"""The table at which a hand history is replayed: a lawful one made for it, or the bare mechanics."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, reduce
from math import gcd
from typing import Any

import msgspec
from msgspec import Struct

from novamas.errors import NovamasError
from novamas.games import game as game_named
from novamas.kit.cards import deck
from novamas.kit.shoe import Shoe
from novamas.law import catalogue
from novamas.record.phh import History
from novamas.table.game import Game, Table, open_table
from novamas.table.phases import AnyPhase

NO_NORM = "none"
MECHANICS = "AR10"  # whose procedure is followed where no norm applies: it has initial bets by position
FEWEST_SEATS = 4  # of any table
UNKNOWN_STACK = 10**6  # least bets: more than anybody bets in the hand

POT, BET = "bote", "apuesta"  # what the games of the circle call the pot and a bet of the interval


class Variant(Struct, frozen=True):
    """A variant of the format: which game of the catalogue it is, and how its bets are limited."""

    code: str
    game: str
    limit: str
    fixed: bool = False  # bets have a fixed size: the small one in the first two intervals


VARIANTS = {
    each.code: each
    for each in (
        Variant("NT", "holdem", "bote_sin_limite"),
        Variant("FT", "holdem", "bote_sin_limite", fixed=True),
        Variant("PO", "omaha", "bote_con_limite"),
    )
}
NOT_REPLAYED = {
    "F7S": "its bring-in below the least bet has no place in the seven stud of the catalogue",
    "NS": "no game of the catalogue is hold'em with 36 cards",
}


def variant_of(history: History) -> Variant:
    """The variant of a hand, or one sentence that says why it is not replayed."""
    if history.variant in VARIANTS:
        if history.count < 2:
            raise NovamasError("no_players", f"A hand needs two players, not {history.count}.")
        if not least_bet(history):
            raise NovamasError("no_least_bet", "The hand has no least bet: give it a min_bet or a small_bet.")
        return VARIANTS[history.variant]
    why = NOT_REPLAYED.get(history.variant, "no game of the catalogue is played so")
    known = ", ".join(VARIANTS)
    raise NovamasError(
        "variant_not_played", f"Hands of {history.variant} are not replayed: {why}. Those of {known} are."
    )


def least_bet(history: History) -> int:
    """The least bet of a hand."""
    return history.min_bet or history.small_bet or max(history.blinds, default=0)


def stacks_of(history: History) -> tuple[int, ...]:
    """What each player begins with; one whose stack is not known has more than anybody bets."""
    unknown = least_bet(history) * UNKNOWN_STACK
    return tuple(unknown if stack is None else stack for stack in history.stacks)


def smallest_chip(history: History) -> int:
    """The greatest chip that makes every amount of the hand."""
    amounts = [*history.antes, *history.blinds, *stacks_of(history), *(history.finishing or ())]
    amounts += [history.min_bet, history.small_bet, history.big_bet]
    amounts += [action.cents for action in history.actions]
    return reduce(gcd, amounts) or 1


# ---------------------------------------------------------------- under a norm


def lawful_table(history: History, norm: str) -> Table:
    """A table whose choices make the hand's structure lawful; or all that the norm has against it."""
    variant = variant_of(history)
    antes, blinds = set(history.antes), tuple(blind for blind in history.blinds if blind)
    frame = catalogue.under(norm)[variant.game]
    clause = frame.options["ante"].cite[0]
    if len(antes) > 1:
        says = f"The antes {history.antes} differ; {norm} knows one that is the same for all."
        raise NovamasError("antes_differ", says, clause=clause)
    if len(blinds) > 2 or history.blinds[: len(blinds)] != blinds:
        says = f"The bets by position {history.blinds} are not those of the first two players alone."
        raise NovamasError("straddles", says, clause=clause)
    stacks = stacks_of(history)
    return _opened(
        variant,
        norm,
        seats=history.count,
        minimum=least_bet(history),
        chip=smallest_chip(history),
        ante=next(iter(antes), 0),
        blinds=blinds,
        restos=(min(stacks), max(stacks)),
    )


@lru_cache(maxsize=256)
def _opened(
    variant: Variant,
    norm: str,
    *,
    seats: int,
    minimum: int,
    chip: int,
    ante: int,
    blinds: tuple[int, ...],
    restos: tuple[int, int],
) -> Table:
    frame = catalogue.under(norm)[variant.game]
    small, big = (blinds if len(blinds) == 2 else (0, *blinds)) if blinds else (0, 0)
    chosen: dict[str, object] = {
        "seats": max(seats, FEWEST_SEATS),  # too few players are for the game to refuse
        "authorised_minimum": minimum,
        "minimum": minimum,
        "maximum": 5 * minimum,
        "chip": chip,
        "ante": ante,
        "small_blind": small,
        "big_blind": big,
        "limit": variant.limit,
        "charge": "bote",
        "rake": Fraction(0),  # the format has no part for the house
        "least_resto": restos[0],
        "most_resto": restos[1],
    }
    return open_table(game_named(variant.game), frame, chosen)


def lawful_phase(table: Table, history: History) -> AnyPhase:
    """Everybody is seated and has bought; with bets by position the last player will have the mano."""
    seats = list(range(1, history.count + 1))
    places = [seats[-1], *seats[:-1]] if any(history.blinds) else seats
    free = [0] * (FEWEST_SEATS - history.count)
    felt = {
        "rules": _rules(table),
        "purses": [*stacks_of(history), *free],
        "party": {"places": [*places, *free], "starters": seats, "manos": [0] * len([*seats, *free])},
    }
    return table.game.load(msgspec.json.encode({"phase": "between", "felt": felt}))


@lru_cache(maxsize=64)
def acts_of(game: Game) -> dict[str, Any]:
    """The acts of a game by their names."""
    return {kind.verb(): kind for kind in game.acts}


# ---------------------------------------------------------------- without a norm


def bare_phase(history: History) -> AnyPhase:
    """The hand just before its first card, whatever a norm says of players, antes and straddles.

    With two players the initial bets are those of the other, as the format has it: the last one, who has
    the button, lays the small one and speaks first.
    """
    variant = variant_of(history)
    antes, blinds = history.antes, history.blinds
    if history.count == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    purses = list(stacks_of(history))
    chips = []
    for kind, bets in ((POT, antes), (BET, blinds)):
        for seat, cents in enumerate(bets, start=1):
            if laid := min(cents, purses[seat - 1]):
                purses[seat - 1] -= laid
                chips.append([seat, kind, laid])
    chips.sort()
    seats = list(range(1, history.count + 1))
    speaks_after = max((place for place, blind in enumerate(blinds) if blind == max(blinds)), default=0)
    felt = {
        "rules": {
            **_bare_rules(variant.game),
            "seats": history.count,
            "minimum": least_bet(history),
            "chip": smallest_chip(history),
            "ante": 0,
            "blinds": [max(blinds)] * (speaks_after + 1) if any(blinds) else [],
            "limit": variant.limit,
        },
        "chips": chips,
        "initial": chips,
        "purses": purses,
        "party": {"places": seats, "starters": seats, "manos": [0] * history.count},
        "mano": seats[-1],
        "mano_place": seats[-1],
        "players": seats,
        "dealt": seats,
        "shoe": Shoe.of(deck(52)),
    }
    return game_named(variant.game).load(msgspec.json.encode({"phase": "dealing", "felt": felt}))


@lru_cache(maxsize=8)
def _bare_rules(game: str) -> dict[str, Any]:
    """The rules of any table of the game, without the house's part."""
    table = open_table(game_named(game), catalogue.under(MECHANICS)[game])
    return {**_rules(table), "rake": "0", "session_rate": "0"}


def _rules(table: Table) -> dict[str, Any]:
    """The rules of a table, as they are saved."""
    rules: dict[str, Any] = msgspec.json.decode(table.game.save(table.opening))["felt"]["rules"]
    return rules
