"""Irregularities at pai gow dominoes (article 13): exposed tiles, the dice, and wrong totals."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import ClassVar

from novamas.equipment.pieces import tile_of_piece
from novamas.equipment.tiles import pair_of
from novamas.families.pai_gow.cloth import CROUPIER_HAND
from novamas.families.pai_gow.phases.deal import (
    CroupierSets,
    Looking,
    Placing,
    Playing,
    Ready,
    Setting,
    Stacking,
    TakingUp,
    Throwing,
    Turning,
    next_hand,
    place_hands,
)
from novamas.games.pai_gow_domino.acts import PlayOn, Redeal
from novamas.games.pai_gow_domino.cloth import Cloth
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, Range
from novamas.table.phases import Incident, Past, Step, happens_in
from novamas.table.roles import CHANCE, Who

REMIXED = ("Teen", "Day", "Gee Joon")  # a joker is a Gee Joon tile (our reading)


def remix(moves: Moves[Cloth], clause: str) -> Step:
    """Mix all tiles and form the hands again. The bets stay."""
    felt = moves.felt
    moves.clear()
    moves.use(felt.fresh())
    moves.change(dealt=(), laid=())
    moves.say("Se mezclan de nuevo todas las fichas.", clause)
    return moves.to(Stacking(moves.felt))


@happens_in(Throwing)
class DiceStacked(Incident[Throwing[Cloth]], frozen=True):
    """A die stops on top of another. The throw is not valid, and the dice are thrown again."""

    @classmethod
    def could(cls, now: Throwing[Cloth], past: Past) -> Iterable[Offer]:
        yield Offer(cls(), now.felt.course.dice_stacked)

    @law("CM16.13.2.1")
    def happen(self, now: Throwing[Cloth], past: Past) -> Step:
        moves = Moves(now.felt)
        moves.say("La tirada no es válida.", now.felt.course.dice_stacked)
        return moves.to(now)


@happens_in(TakingUp, Looking, Setting, Ready, Turning, CroupierSets)
class WrongCount(Incident[Playing[Cloth]], frozen=True):
    """The croupier added up the dice wrongly and misplaced the hands. All hands are void."""

    @classmethod
    def could(cls, now: Playing[Cloth], past: Past) -> Iterable[Offer]:
        yield Offer(cls(), now.felt.course.wrong_count)

    @law("CM16.13.3.1")
    def happen(self, now: Playing[Cloth], past: Past) -> Step:
        return remix(Moves(now.felt), now.felt.course.wrong_count)


# ---------------------------------------------------------------- a tile that is seen


@happens_in(Placing)
class TileSeen(Incident[Placing[Cloth]], frozen=True):
    """Tiles of a hand were seen while they were mixed and stacked, or the banker exposed them."""

    box: int = 1  # 0 is the croupier's hand
    tiles: int = 1
    by_holder: bool = False

    @classmethod
    def could(cls, now: Placing[Cloth], past: Past) -> Iterable[Offer]:
        felt, clause = now.felt, now.felt.course.tile_seen
        for box in felt.positions:
            dials: dict[str, Dial] = {"tiles": Range(1, felt.size, 1, clause)}
            yield Offer(cls(box=box), clause, dials)
            if box and box == felt.banker:
                yield Offer(cls(box=box, by_holder=True), felt.course.shown_by_the_bank, dials)

    @law("CM16.13.1.1")
    def happen(self, now: Placing[Cloth], past: Past) -> Step:
        """Place the hands and turn up the exposed tiles before the decision."""
        moves = Moves(now.felt)
        place_hands(moves, now.points)
        return moves.to(Exposing(moves.felt, self.box, self.tiles, self.by_holder))


@happens_in(Placing)
class TwoHandsSeen(Incident[Placing[Cloth]], frozen=True):
    """Tiles of two hands were seen. All tiles are mixed again."""

    box: int = 0  # 0 is the croupier's hand
    other: int = 1

    @classmethod
    def could(cls, now: Placing[Cloth], past: Past) -> Iterable[Offer]:
        for box, other in combinations(sorted(now.felt.positions), 2):
            yield Offer(cls(box=box, other=other), now.felt.course.several_tiles_of_a_player)

    @law("CM16.13.1.a.1")
    def happen(self, now: Placing[Cloth], past: Past) -> Step:
        """Shuffle all tiles again. The rule for the croupier's bank applies by analogy to a player's bank."""
        return remix(Moves(now.felt), now.felt.course.several_tiles_of_a_player)


class Exposing(Playing[Cloth], frozen=True):
    """The croupier turns up the exposed tiles."""

    step: ClassVar[str] = "tile_seen"
    public: ClassVar[tuple[str, ...]] = ("box", "left", "by_holder")

    box: int = 1
    left: int = 1
    by_holder: bool = False

    @property
    def turn(self) -> Who:
        return CHANCE

    def drawn(self, what: int) -> Step:
        felt, moves = self.felt, Moves(self.felt)
        moves.turn_up(felt.owner(self.box), what, self.clause, nth=felt.first_blank(self.box))
        if self.left > 1:
            return moves.to(Exposing(moves.felt, self.box, self.left - 1, self.by_holder))
        return self.decide(moves)

    @law("CM16.13.1.a.1", "CM16.13.1.a.3", "CM16.13.1.b.1", "CM16.13.1.c.1", "CM16.13.1.d.2", "CM16.13.1.e.1")
    def decide(self, moves: Moves[Cloth]) -> Step:
        """Apply the rules in our order: letter c), the croupier's tiles, a player's bank, letter a).

        The letters are those of CM16.13.1. Letter a) is written for the croupier's bank, and it applies by
        analogy to a player's. If a player is the bank and one tile of the croupier's hand is seen, nothing
        changes, because the croupier makes no choice.
        """
        felt, box, course = moves.felt, self.box, moves.felt.course
        seen = [tile_of_piece(held.card) for held in felt.hand(box) if held.card is not None]
        if not felt.banker and any(pair_of(tile).name in REMIXED for tile in seen):
            return remix(moves, course.high_tiles)
        if box == CROUPIER_HAND and (not felt.banker or len(seen) == 1):
            return self.play(moves, course.tiles_of_the_croupier)
        if box == felt.banker and self.by_holder:
            return self.play(moves, course.shown_by_the_bank)
        if box == felt.banker and len(seen) == 1:
            return self.play(moves, course.one_tile_of_the_bank)
        if box == felt.banker:
            return moves.to(Deciding(felt, felt.banker, course.tiles_of_the_bank))
        if len(seen) > 1:
            return remix(moves, course.several_tiles_of_a_player)
        if not felt.staked_on(box):
            return remix(moves, course.tiles_nobody_plays)
        return moves.to(Deciding(felt, felt.holder(box), course.one_tile_of_a_player))

    def play(self, moves: Moves[Cloth], clause: str) -> Step:
        moves.say("Se juega la mano.", clause)
        return next_hand(moves)


class Deciding(Playing[Cloth], frozen=True):
    """A player with exposed tiles decides on a new deal before looking at the other tiles."""

    public: ClassVar[tuple[str, ...]] = ("seat", "by")

    seat: int
    by: str  # the clause that gives the choice

    @property
    def clause(self) -> str:  # type: ignore[override]  # the clause depends on the owner of the tiles
        return self.by

    @property
    def turn(self) -> Who:
        return self.seat

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.seat:
            yield Offer(PlayOn(who), self.by)
            yield Offer(Redeal(who), self.by)

    @law("CM16.13.1.a.2", "CM16.13.1.d.1")
    def after(self, act: Act) -> Step:
        moves = Moves(self.felt)
        if isinstance(act, Redeal):
            return remix(moves, self.by)
        moves.say("Se juega la mano.", self.by)
        return next_hand(moves)


@happens_in(Deciding, TakingUp, Looking)
class AnotherTileSeen(Incident[Playing[Cloth]], frozen=True):
    """A further tile is seen after the first ones were decided, before a player has looked at any."""

    box: int = 1  # 0 is the croupier's hand
    by_holder: bool = False

    @classmethod
    def could(cls, now: Playing[Cloth], past: Past) -> Iterable[Offer]:
        felt = now.felt
        hands = {box: felt.hand(box) for box in felt.dealt}
        known = [held for hand in hands.values() for held in hand if held.card is not None]
        if not known or not all(held.up for held in known):
            return
        for box, hand in hands.items():
            if any(held.card is None for held in hand):
                is_same = any(held.up for held in hand)
                clause = felt.course.tile_seen if is_same else felt.course.several_tiles_of_a_player
                yield Offer(cls(box=box), clause)
                if box and box == felt.banker:
                    yield Offer(cls(box=box, by_holder=True), felt.course.shown_by_the_bank)

    @law("CM16.13.1.1", "CM16.13.1.a.1", "CM16.13.1.e.1")
    def happen(self, now: Playing[Cloth], past: Past) -> Step:
        """Turn up a tile of the same hand and decide again. For a tile of another hand, mix all again."""
        moves, felt = Moves(now.felt), now.felt
        if self.by_holder or any(held.up for held in felt.hand(self.box)):
            return moves.to(Exposing(felt, self.box, 1, self.by_holder))
        return remix(moves, felt.course.several_tiles_of_a_player)
