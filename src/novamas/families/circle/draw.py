"""The cloth of covered poker: the deck by number of players, openers, discards, blank hands."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

from msgspec import Struct

from novamas.equipment.cards import deck
from novamas.equipment.shoe import Shoe
from novamas.families.circle.cloth import BET, FOLDED, VACANT, Cloth, Talk
from novamas.families.circle.setup import DrawRules
from novamas.hands import Ranking, best_hand, opens, ranking_of
from novamas.law import Frame, law
from novamas.table.moves import Moves
from novamas.table.refusals import Refusal

OWN = 5
JACKS = 11
PAIRS = {11: "jotas", 12: "damas", 13: "reyes", 14: "ases"}


class DeckFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck, and the largest number of players for which it is used."""

    cite: tuple[str, ...]
    cards: int
    most_players: int


class DrawFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses on opening, drawing and blank hands, and on their irregularities."""

    cite: tuple[str, ...]
    opening: str
    opened: str
    blank: str
    blank_again: str
    blank_third: str
    blank_on: str
    discard: str
    giving: str
    asking: str
    served: str
    opener_splits: str
    opener_apart: str
    short: str
    short_without: str
    many_unseen: str
    many_seen: str
    few_unseen: str
    few_seen: str
    first_open: str
    later_open: str
    taken_away: str
    taken_shuffled: str
    taken_cut: str
    false_play: str
    false_pot: str


@cache
@law("IB09.12-1.I.1", "IB09.12-1.I.2", "IB09.12-1.I.4", "AR10.10-2-A.II.1", "AR10.10-2-A.II.2")
def deck_size(frame: Frame, players: int) -> int:
    """Return the size of the deck for this number of players."""
    decks = frame.group("decks", dict[str, DeckFigures]).values()
    return next(each.cards for each in decks if players <= each.most_players)


def discards_of(seat: int) -> str:
    """Return the name of a player's discard pile, which is face down."""
    return f"descarte_{seat}"


class DrawCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of covered poker."""

    public: ClassVar[tuple[str, ...]] = (
        *(*Cloth.public, "opener", "to_draw", "changed", "blanks", "least_pair", "entered"),
    )

    rules: DrawRules
    opener: int = 0
    opening_hand: tuple[int, ...] = ()  # the cards with which the pot was opened, shown at the end
    to_draw: tuple[int, ...] = ()  # players who have not discarded yet
    changed: tuple[tuple[int, int], ...] = ()  # cards each player changed; cleared when the betting begins
    blanks: int = 0  # consecutive blank hands
    entered: tuple[int, ...] = ()  # players of a pot that was carried over
    uncovered: int = 0  # the uncalled bet that goes back to the last player left

    @property
    def draw(self) -> DrawFigures:
        return self.rules.frame.group("draw", DrawFigures)

    @property
    def ranking(self) -> Ranking:
        rules = self.rules
        return ranking_of(rules.frame, deck=rules.own_deck or deck_size(rules.frame, len(self.dealt)))

    def fresh_deck(self) -> Shoe:
        return Shoe.of(deck(self.ranking.shape.deck))

    def forgotten(self) -> dict[str, object]:
        return {"opener": 0, "opening_hand": (), "to_draw": (), "changed": (), "uncovered": 0}

    # ---- opening

    @property
    @law("IB09.12-1.II.6", "IB09.12-1.II.7", "IB09.12-1.II.8")
    @law("AR10.10-2-A.III.6", "AR10.10-2-A.III.7", "AR10.10-2-A.III.8")
    def least_pair(self) -> int:
        """The lowest pair that may open: jacks, and one rank more after each blank hand, up to aces."""
        return JACKS + min(self.blanks, 3)

    @law("IB09.12-1.II.a.1", "IB09.12-1.II.b.2", "IB09.12-1.II.3")
    @law("AR10.10-2-A.III.a.1", "AR10.10-2-A.III.b.2", "AR10.10-2-A.III.3")
    def why_not_bet(self, talk: Talk, seat: int) -> Refusal | None:
        """Explain why a player may not open the pot: the required pair or better is missing.

        Once the pot is open, any player may raise.
        """
        if self.street or talk.level or self.can_open(self.cards(seat)):
            return None
        return Refusal("no_openers", self.draw.opening, figures={"pair": PAIRS[self.least_pair]})

    def can_open(self, cards: tuple[int, ...]) -> bool:
        return opens(best_hand(self.ranking, cards), self.least_pair)

    def hear(self, moves: Moves[Any], talk: Talk) -> None:
        """Record the player who makes the first bet as the opener of the pot."""
        if self.street == 0 and talk.first != self.opener:
            moves.change(opener=talk.first)

    def after_interval(self, moves: Moves[Any], talk: Talk) -> None:
        """Record the opening cards for the proof at the end, and a bet that no player called."""
        if self.street == 0 and self.opener:
            moves.change(opening_hand=self.opening_cards(self.opener))
        if len(self.players) == 1:
            (alone,) = self.players
            others = (cents for seat, bet, cents in self.chips if bet == BET and seat != alone)
            moves.change(uncovered=max(self.on(alone, BET) - max(others, default=0), 0))

    def opening_cards(self, seat: int) -> tuple[int, ...]:
        """Return the cards with which a player opened.

        The cards of an opener who has folded are in a separate pile if they must still be proved.
        """
        return self.cards(seat if seat in self.players else discards_of(seat))

    @law("IB09.12-1.II.18", "IB09.12-1.II.19", "AR10.10-2-A.III.18", "AR10.10-2-A.III.19")
    def first_to_speak(self) -> int:
        """Return the player who acts first: the mano or, after the draw, the opener.

        If the opener has folded, it is the next player in turn.
        """
        return self.in_turn(self.opener)[0] if self.street else self.players[0]

    # ---- discards

    def card_places(self) -> tuple[str, ...]:
        return (VACANT, FOLDED, *(discards_of(seat) for seat in range(1, self.rules.seats + 1)))

    @law("IB09.12-1.II.14", "AR10.10-2-A.III.14")
    def throw(self, moves: Moves[Any], seat: int, clause: str) -> None:
        """Put folded cards into one pile, in case the deck runs out.

        If the house requires a folded opener to prove the opening cards, these cards stay separate.
        """
        kept_apart = seat == self.opener and self.rules.folded_opener_proves
        for _ in self.held(seat):
            moves.lay_aside(seat, discards_of(seat) if kept_apart else FOLDED, nth=0, clause=clause)

    @law("IB09.12-1.II.17", "AR10.10-2-A.III.17")
    def end_draw(self, moves: Moves[Any]) -> None:
        """Begin the betting. Players may no longer ask how many cards were changed.

        All discards except the opener's are put together.
        """
        for seat, _ in self.changed:
            if seat != self.opener and self.held(discards_of(seat)):
                moves.put_together(discards_of(seat), FOLDED)
        moves.note("discards_together", self.draw.asking)
        moves.change(changed=())

    @law("IB09.12-1.II.15", "IB09.12-1.II.16", "AR10.10-2-A.III.15", "AR10.10-2-A.III.16")
    def stock(self, seat: int) -> tuple[str, ...]:
        """Return the discard piles from which cards may be dealt to a player.

        They do not include the opener's pile and the player's own.
        """
        keep = {discards_of(self.opener), discards_of(seat)}
        return tuple(
            str(pile.owner)
            for pile in self.piles
            if str(pile.owner).startswith("descarte_") and pile.owner not in keep and pile.cards
        )

    def can_give(self, seat: int) -> int:
        """Return how many cards are left for a player, including discards that may be mixed in."""
        again = sum(len(self.held(pile)) for pile in (*self.stock(seat), FOLDED))
        return self.need_shoe.undealt + again

    def admits(self, seat: int) -> bool:
        """Return whether a player may join the hand. Newcomers wait until a pot carried over is won."""
        return not self.entered or seat in self.entered
