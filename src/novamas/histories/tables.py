"""The table on which a hand history is replayed, with lawful choices or with the bare mechanics."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache, reduce
from math import gcd
from operator import add
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from novamas.equipment.cards import deck, rank
from novamas.equipment.shoe import Shoe
from novamas.errors import NovamasError
from novamas.families.circle.cloth import BET, POT_BET, Cloth, Party
from novamas.families.circle.draw import DrawCloth, deck_size
from novamas.families.circle.phases.between import Between
from novamas.families.circle.phases.hand import Dealing
from novamas.families.circle.setup import BlindRules
from novamas.games import game as game_named
from novamas.histories.phh import History
from novamas.law import FaultySetup, Frame, Library
from novamas.law.default import ours
from novamas.table.events import POT
from novamas.table.felt import Chips
from novamas.table.game import Game, Table, open_table
from novamas.table.phases import AnyPhase

NO_NORM = "none"
MECHANICS = "AR10"  # its procedure is used where no norm applies, because it has initial bets by position
FEWEST_SEATS = 4  # at any table
UNKNOWN_STACK = 10**6  # minimum bets: more than anyone bets in a hand
WHOLE_DECK = 52
DECK = "_deck"  # our own field: the number of cards in the deck of a draw poker hand
TIERS = "split_limit"  # of seven stud: minimum bet in the first intervals, the table's maximum in the others
FREE = "bote_sin_limite"


class Variant(Struct, frozen=True):
    """A variant of the PHH format: its game in the catalogue, and its betting limit."""

    code: str
    game: str
    limits: tuple[str, ...]  # the first that the norm and the sizes of the bets allow
    big_from: int = 0  # with fixed bets, the first deal with the big one; 0 without fixed bets
    by_position: bool = True  # initial bets may be placed by position

    @property
    def fixed(self) -> bool:
        """Whether the bets of this variant have a fixed size."""
        return self.big_from > 0


VARIANTS = {
    each.code: each
    for each in (
        Variant("NT", "holdem", (FREE,)),
        Variant("FT", "holdem", (FREE,), big_from=2),
        Variant("PO", "omaha", ("bote_con_limite",)),
        Variant("F7S", "seven_stud", (TIERS, FREE), big_from=2, by_position=False),
        # The format has no draw poker with a winning high hand: these codes are our own.
        Variant("N5D", "cubierto", (FREE,), by_position=False),
        Variant("P5D", "cubierto", ("bote_con_limite",), by_position=False),
        Variant("F5D", "cubierto", (FREE,), big_from=1, by_position=False),
    )
}
SHORT_DECK = "NS"  # the format's hold'em with 36 cards, not in the catalogue


def variant_of(history: History) -> Variant:
    """Return the variant of a hand. Raise if the hand cannot be replayed."""
    variant = VARIANTS.get(history.variant)
    if variant is None:
        text_key = "short_deck_not_played" if history.variant == SHORT_DECK else "variant_not_played"
        known = tuple(VARIANTS)
        raise NovamasError("variant_not_played", text_key=text_key, variant=history.variant, known=known)
    if history.count < 2:
        raise NovamasError("no_players", players=history.count)
    if not least_bet(history):
        raise NovamasError("no_least_bet")
    if any((*history.blinds, *history.posts)) and not variant.by_position:
        raise NovamasError("no_blinds", variant=variant.code)
    return variant


def least_bet(history: History) -> int:
    """Return the minimum bet of a hand."""
    return history.min_bet or history.small_bet or max(history.blinds, default=0)


def stacks_of(history: History) -> tuple[int, ...]:
    """Return the starting stacks. An unknown stack is larger than any bet."""
    unknown = least_bet(history) * UNKNOWN_STACK
    return tuple(unknown if stack is None else stack for stack in history.stacks)


def smallest_chip(history: History) -> int:
    """Return the largest chip value that divides every amount of the hand."""
    amounts = [*history.antes, *history.blinds, *history.posts]
    amounts += [*stacks_of(history), *(history.finishing or ())]
    amounts += [history.min_bet, history.small_bet, history.big_bet, history.bring_in]
    amounts += [action.cents for action in history.actions]
    return reduce(gcd, amounts) or 1


def own_deck(history: History) -> int:
    """Return the size of a draw poker deck: as stated, or as the lowest known card requires."""
    given = history.more.get(DECK, 0)
    lowest = min(
        (rank(card) for action in history.actions for card in action.cards or () if card is not None),
        default=14,
    )
    return given if isinstance(given, int) and given else 4 * (15 - lowest)


# ---------------------------------------------------------------- under a norm


def lawful_table(history: History, norm: str, law: Library) -> Table:
    """Return a table whose choices make this hand lawful. Raise if the norm allows no such table."""
    variant = variant_of(history)
    antes, blinds = set(history.antes), tuple(blind for blind in history.blinds if blind)
    frame = law.under(norm)[variant.game]
    clause = frame.options["ante"].cite[0]
    if len(antes) > 1:
        raise NovamasError("antes_differ", clause=clause, antes=history.antes, norm=norm)
    if len(blinds) > 2 or history.blinds[: len(blinds)] != blinds:
        raise NovamasError("straddles", clause=clause, bets=history.blinds)
    if history.posts:
        raise NovamasError("posted_bets", clause=clause, bets=history.posts, norm=norm)
    return _opened(
        variant,
        frame,
        seats=history.count,
        bets=(least_bet(history), history.big_bet),
        chip=smallest_chip(history),
        ante=next(iter(antes), 0),
        blinds=blinds,
        cards=own_deck(history) if variant.game == "cubierto" else 0,
    )


@lru_cache(maxsize=256)
def _opened(
    variant: Variant,
    frame: Frame,
    *,
    seats: int,
    bets: tuple[int, int],
    chip: int,
    ante: int,
    blinds: tuple[int, ...],
    cards: int,
) -> Table:
    """Open a table for such hands, with the first betting limit that is lawful."""
    small, big = (blinds if len(blinds) == 2 else (0, *blinds)) if blinds else (0, 0)
    minimum, maximum = bets
    chosen: dict[str, object] = {
        "seats": max(seats, FEWEST_SEATS),  # the engine refuses too few players
        "authorised_minimum": minimum,
        "minimum": minimum,
        "maximum": 5 * minimum,
        "chip": chip,
        "ante": ante,
        "charge": "bote",
        "rake": Fraction(0),  # the format has no rake
        "least_resto": chip,  # irrelevant: the stacks are those of the history
        "most_resto": minimum,
    }
    if variant.by_position:
        chosen |= {"small_blind": small, "big_blind": big}
    if cards:
        most = frame.options["most_discards"].one_of
        chosen["most_discards"] = max(int(str(each)) for each in most or ())
        if cards > deck_size(frame, seats):
            chosen["deck"] = str(cards)
    known = frame.options["limit"].one_of
    limits = [limit for limit in variant.limits if limit in known] or [variant.limits[-1]]
    for limit in limits:
        bound = {"limit": limit, "maximum": maximum} if limit == TIERS else {"limit": limit}
        try:
            return open_table(game_named(variant.game), frame, {**chosen, **bound})
        except FaultySetup:
            if limit == limits[-1]:
                raise
    raise AssertionError(variant)


def lawful_phase(table: Table, history: History) -> AnyPhase:
    """Return the phase before the hand, in which all players are seated with their stacks.

    If there are bets by position, the last player will have the mano.
    """
    seats = tuple(range(1, history.count + 1))
    places = (seats[-1], *seats[:-1]) if any(history.blinds) else seats
    free = (0,) * (FEWEST_SEATS - history.count)
    party = Party(places=(*places, *free), starters=seats, manos=(0,) * len((*seats, *free)))
    felt: Any = table.opening.felt
    return Between(replace(felt, purses=(*stacks_of(history), *free), party=party))


@lru_cache(maxsize=64)
def acts_of(game: Game) -> dict[str, Any]:
    """Return the acts of a game, by name."""
    return {kind.verb(): kind for kind in game.acts}


# ---------------------------------------------------------------- without a norm


class BareRules(BlindRules, frozen=True, cache_hash=True, kw_only=True):
    """Rules without a norm. There may be any number of bets by position, and all must match the highest."""

    positions: int = 0

    @property
    def blinds(self) -> tuple[int, ...]:
        return (self.big_blind,) * self.positions


class Initial(Struct, frozen=True):
    """The initial bets on the table, the remaining stacks, and the bets by position that were due."""

    chips: tuple[Chips, ...]
    purses: tuple[int, ...]
    blinds: tuple[int, ...]


def initial_bets(history: History) -> Initial:
    """Return the initial bets of a hand: antes, bets by position, and bets of players who join late.

    With two players, the positions are swapped, as the format prescribes.
    """
    order = slice(None, None, -1 if history.count == 2 else 1)
    stacks, blinds = stacks_of(history), history.blinds[order]
    antes = tuple(map(min, history.antes[order], stacks))
    if history.trims:
        matched = sorted(antes)[-2]
        antes = tuple(min(ante, matched) for ante in antes)
    own = antes if history.trims else (min(antes),) * history.count
    left = tuple(stack - ante for stack, ante in zip(stacks, antes, strict=True))
    bets = tuple(map(min, _together(blinds, history.posts[order], history.count), left))
    chips = [Chips(POT, POT_BET, sum(antes) - sum(own))]  # excess over the smallest ante
    for seat in range(1, history.count + 1):
        chips += [Chips(seat, POT_BET, own[seat - 1]), Chips(seat, BET, bets[seat - 1])]
    return Initial(
        tuple(sorted(each for each in chips if each.cents)),
        tuple(has - bet for has, bet in zip(left, bets, strict=True)),
        blinds,
    )


def _together(blinds: tuple[int, ...], posts: tuple[int, ...], count: int) -> tuple[int, ...]:
    nothing = (0,) * count
    return tuple(map(add, blinds or nothing, posts or nothing))


def _last_highest(blinds: tuple[int, ...]) -> int:
    """Return the index of the last player with the highest bet by position. The betting begins after it."""
    return max((place for place, blind in enumerate(blinds) if blind == max(blinds)), default=0)


def bare_phase(history: History) -> AnyPhase:
    """Return the phase just before the first card, without a norm for players, antes and straddles.

    With two players, the last one has the button, places the small bet and acts first.
    """
    variant = variant_of(history)
    initial = initial_bets(history)
    seats = tuple(range(1, history.count + 1))
    speaks_after = _last_highest(initial.blinds)
    mano = seats[-1] if variant.by_position else seats[0]
    felt: Any = _bare_felt(variant.game)
    bare: dict[str, object] = {
        "seats": history.count,
        "minimum": least_bet(history),
        "chip": smallest_chip(history),
        "ante": 0,
        "limit": variant.limits[-1],
        "rake": Fraction(0),
    }
    if any(initial.blinds):
        bare |= {"big_blind": max(initial.blinds), "positions": speaks_after + 1}
    cards = WHOLE_DECK
    if isinstance(felt, DrawCloth):
        cards = max(
            own_deck(history), deck_size(ours().frame(MECHANICS, variant.game), min(history.count, 9))
        )
        bare |= {"deck": str(cards), "most_discards": 5}
    felt = replace(
        felt,
        rules=replace(felt.rules, **bare),
        chips=initial.chips,
        initial=initial.chips,
        purses=initial.purses,
        party=Party(places=seats, starters=seats, manos=(0,) * history.count),
        mano=mano,
        mano_place=mano,
        players=seats,
        dealt=seats,
        shoe=_whole(cards),
    )
    return Dealing(felt, felt.cards_due())


@cache
def _whole(cards: int) -> Shoe:
    return Shoe.of(deck(cards))


@cache
def _bare_felt(game: str) -> Cloth:
    """Return the felt of a table for this game."""
    felt = open_table(game_named(game), ours().frame(MECHANICS, game)).opening.felt
    assert isinstance(felt, Cloth)
    if isinstance(felt.rules, BlindRules):
        felt = replace(felt, rules=BareRules(**asdict(felt.rules)))
    return felt
