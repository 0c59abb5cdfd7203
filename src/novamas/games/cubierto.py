"""Covered poker: five cards face down, a pot that jacks or better may open, and one draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from novamas.errors import Figure
from novamas.families.circle.acts import SPOKEN, Leave
from novamas.families.circle.cloth import BET, FOLDED, POT_BET
from novamas.families.circle.draw import OWN, PAIRS, DrawCloth, discards_of
from novamas.families.circle.incidents import bets, deals
from novamas.families.circle.incidents.deals import deal_again
from novamas.families.circle.phases.common import Drawing, InHand
from novamas.families.circle.phases.hand import Dealing, Interval, open_interval, speak_on
from novamas.families.circle.phases.showdown import Reading, Showdown, carry_over
from novamas.families.circle.setup import DrawRules, Premises
from novamas.families.circle.variant import variant
from novamas.law import Fault, law
from novamas.table.deeds import Act, Drawn
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in
from novamas.table.refusals import Refusal
from novamas.table.roles import Who

HOW_MANY = ("Servido.", "Una.", "Dos.", "Tres.", "Cuatro.", "Cinco.")


class CubiertoCloth(DrawCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of covered poker, with the draw and the proof of the opening."""

    def before_deal(self, moves: Moves[Any]) -> None:
        if self.street:
            moves.change(to_draw=self.in_turn(self.opener))

    @law("IB09.12-1.II.5", "AR10.10-2-A.III.5")
    def after_deal(self, moves: Moves[Any]) -> Step | None:
        """Let the players discard after the first betting round. If all have passed, it is a blank hand."""
        felt = moves.felt
        if not felt.street:
            return None
        if not felt.opener:
            moves.say("Mano en blanco.", felt.draw.blank)
            moves.change(blanks=felt.blanks + 1, entered=felt.dealt, cagnotte=0)
            needed = (felt.draw.blank_again, felt.draw.blank_third, felt.draw.blank_third, felt.draw.blank_on)
            pair = PAIRS[moves.felt.least_pair]
            moves.note("blank_hand", needed[min(felt.blanks, 3)], pair=pair)
            return carry_over(moves)
        return moves.to(Discarding(felt)) if felt.to_draw else None

    @law("IB09.12-1.II.14", "IB09.12-1.III.3.1", "IB09.12-1.III.3.2", "IB09.12-1.III.3.3")
    @law("IB09.12-1.III.3.4", "AR10.10-2-A.III.14", "AR10.10-2-A.IV.3.1", "AR10.10-2-A.IV.3.2")
    @law("AR10.10-2-A.IV.3.3")
    def prove(self, moves: Moves[Any]) -> None:
        """Show the opening cards of an opener who has not folded. Without proof the opener cannot win.

        If the house so chose, an opener who has folded shows them too.
        """
        opener = self.opener
        if self.held(opener) or (self.rules.folded_opener_proves and self.held(discards_of(opener))):
            for pile in (opener, discards_of(opener)):
                if any(not held.up for held in self.held(pile)):
                    moves.show(pile, self.draw.opener_apart)
            if self.can_open(self.opening_hand):
                moves.note("opening_proved", self.draw.opener_apart, seat=opener)
            else:
                moves.note("false_play", self.draw.false_play, seat=opener)
                if self.uncovered and self.players == (opener,):
                    moves.stake(opener, POT_BET, self.uncovered, self.draw.false_pot)
                moves.change(players=tuple(seat for seat in self.players if seat != opener))
        kept = () if moves.felt.players else self.dealt
        if kept:
            moves.note("pot_stays", self.draw.false_pot)
        moves.change(blanks=0, entered=kept)


C = TypeVar("C", bound=CubiertoCloth)


class Discard(Act, frozen=True):
    """A player discards cards, named by their positions in the hand, and gets as many new ones."""

    cards: str


class Served(Act, frozen=True):
    """A player keeps all five cards."""


class Discarding(InHand[C], Generic[C], frozen=True):
    """Players change cards once, the opener first. Each gets the new cards before the next one discards."""

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.draw.discard

    @property
    def turn(self) -> Who:
        return self.felt.to_draw[0]

    @law("IB09.12-1.II.9", "IB09.12-1.II.12", "IB09.12-1.II.13", "IB09.12-1.II.17", "AR10.10-2-A.I.1")
    @law("AR10.10-2-A.I.2", "AR10.10-2-A.I.3", "AR10.10-2-A.III.9", "AR10.10-2-A.III.12")
    @law("AR10.10-2-A.III.13", "AR10.10-2-A.III.17")
    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        yield from self.departures(who)
        if who != self.turn or not isinstance(who, int):
            return
        yield Offer(Served(who), felt.draw.served)
        most = min(felt.rules.most_discards, felt.can_give(who))
        if most > 0:
            clause = felt.draw.opener_splits if who == felt.opener else felt.draw.discard
            yield Offer(Discard(who, "1"), clause, {"cards": OneOf(_sets(most), clause)})

    def reason(self, act: Act) -> Refusal | None:
        felt, by = self.felt, act.by
        if isinstance(act, Discard | Served) and isinstance(by, int):
            if by not in felt.players:
                return Refusal("out_of_hand", felt.course.folded)
            if any(seat == by for seat, _ in felt.changed):
                return Refusal("changed_already", felt.draw.discard)
            if by == self.turn and not felt.can_give(by):
                return Refusal("no_cards_to_give", felt.draw.short)
        if isinstance(act, SPOKEN) and by in felt.players:
            return Refusal("cards_are_changed", self.clause)
        return InHand.reason(self, act)

    def after(self, act: Act) -> Step:
        if isinstance(act, Leave) and isinstance(act.by, int):
            return self.depart(act.by)
        moves, felt = Moves(self.felt), self.felt
        seat = felt.to_draw[0]
        places = [int(place) - 1 for place in act.cards] if isinstance(act, Discard) else []
        moves.say(HOW_MANY[len(places)], felt.draw.discard if places else felt.draw.served, who=seat)
        for nth in sorted(places, reverse=True):
            clause = felt.draw.opener_apart if seat == felt.opener else felt.draw.discard
            moves.lay_aside(seat, discards_of(seat), nth=nth, clause=clause)
        moves.change(changed=(*felt.changed, (seat, len(places))))
        return give_on(moves)


def _sets(most: int) -> tuple[str, ...]:
    """Return all sets of up to `most` positions in a five-card hand."""
    return tuple("".join(each) for n in range(1, most + 1) for each in combinations("12345", n))


@law("IB09.12-1.II.10", "IB09.12-1.II.11", "IB09.12-1.II.15", "IB09.12-1.II.16", "AR10.10-2-A.III.10")
@law("AR10.10-2-A.III.11", "AR10.10-2-A.III.15", "AR10.10-2-A.III.16")
def give_on(moves: Moves[Any]) -> Step:
    """Continue with the draw or, if all have discarded, with the last betting round.

    A player who has discarded gets the missing cards before the next player discards.
    """
    felt = moves.felt
    seat, *later = felt.to_draw
    owed = OWN - len(felt.held(seat))
    if not owed:
        moves.change(to_draw=tuple(later))
        if later:
            return moves.to(Discarding(moves.felt))
        moves.felt.end_draw(moves)
        return open_interval(moves)
    if felt.need_shoe.undealt < 2 and (owed > felt.need_shoe.undealt or later):
        mix_discards(moves, seat, owed)
    return moves.to(Giving(moves.felt))


def mix_discards(moves: Moves[Any], seat: int, owed: int) -> None:
    """Shuffle the last card with the earlier discards and, if necessary, with the folded cards.

    The player before the one who gets the next card cuts.
    """
    felt = moves.felt
    piles = felt.stock(seat)
    has = felt.need_shoe.undealt + sum(len(felt.held(pile)) for pile in piles)
    if has < owed and felt.held(FOLDED):
        piles = (*piles, FOLDED)
    if not piles:
        return
    moves.use(felt.need_shoe.mix_in(card for pile in piles for card in felt.cards(pile)))
    for pile in piles:
        moves.muck(pile, felt.draw.short_without)
    moves.note("discards_shuffled", felt.draw.short, seat=felt.in_turn(seat)[-1])


class Giving(Drawing[C], Generic[C], frozen=True):
    """A player who has discarded gets a card."""

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.draw.giving

    def owner(self) -> int:
        """Return the recipient of the next card."""
        return self.felt.to_draw[0]

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.deal(self.owner(), what)
        return give_on(moves)


class FaceUpInStub(Drawing[C], Generic[C], frozen=True):
    """A card found face up in the stub is seen and set aside. The next card replaces it."""

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.wrongs.face_up

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.discard(what, self.clause)
        return give_on(moves)


# ---------------------------------------------------------------- irregularities


@happens_in(Interval, Discarding, Giving)
class CardSeen(bets.CardSeen, frozen=True, kw_only=True):
    """A player exposes a card by their own fault, in the betting or in the draw. Everyone sees it."""


@happens_in(Interval, Discarding, Giving, Showdown, Reading)
class DeckFoundWrong(deals.DeckFoundWrong, frozen=True, kw_only=True):
    """After the deal, cards are missing or face up, or the deck is defective. The hand is void.

    This may also be found during the draw.
    """


@happens_in(Giving)
class CardFaceUpInStub(Incident[Any], frozen=True):
    """One card is face up in the stub. It is set aside, and the next one replaces it."""

    @classmethod
    @law("AR10.10-2.VIII.1.d.1", "IB09.12.VIII.1.7")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        seat = now.owner()
        owed = OWN - len(now.felt.held(seat))
        if now.felt.need_shoe.undealt and now.felt.can_give(seat) > owed:
            yield Offer(cls(), now.felt.wrongs.face_up)

    def happen(self, now: Any, past: Past) -> Step:
        return FaceUpInStub(now.felt), ()


@happens_in(Dealing, Giving, Discarding, Interval)
class LaterCardOpen(Incident[Any], frozen=True, kw_only=True):
    """The croupier exposes a player's card other than the first. The player keeps it.

    After a player's last card, or the last of the deal, it can be reported until the next player acts.
    """

    seat: int

    @classmethod
    @law("IB09.12-1.III.1.c.1", "AR10.10-2-A.IV.1.c.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        for seat, kept in cls.dealt_last(now, past):
            held = now.felt.held(seat)
            if len(held) > kept and not held[-1].up:
                yield Offer(cls(seat=seat), now.felt.draw.later_open)

    @staticmethod
    def dealt_last(now: Any, past: Past) -> Iterable[tuple[int, int]]:
        """Yield the players whose newest card may have been exposed, each with the number of older cards."""
        felt = now.felt
        match now:
            case Dealing():
                yield from ((seat, 1) for seat in felt.players)
            case Giving():
                yield felt.to_draw[0], OWN - felt.changed[-1][1]
            case _:
                said = (step for step in reversed(past) if not isinstance(step[1], Leave | Incident))
                before, deed = next(said, (None, None))
                if isinstance(deed, Drawn) and isinstance(before, Dealing | Giving):
                    seat = before.owner()
                    yield from ((one, OWN - 1) for one in felt.players if one == seat)

    def happen(self, now: Any, past: Past) -> Step:
        moves, felt = Moves(now.felt), now.felt
        moves.show(self.seat, felt.draw.later_open, nth=len(felt.held(self.seat)) - 1)
        return moves.to(replace(now, felt=moves.felt))


@happens_in(Interval)
class OpenedUnproved(Incident[Any], frozen=True, kw_only=True):
    """A player opens the pot, with or without the required cards, and must prove them at the end."""

    seat: int
    cents: int

    @classmethod
    @law("IB09.12-1.III.3.1", "AR10.10-2-A.IV.3.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt, talk = now.felt, now.talk
        if felt.street or talk.level:
            return
        if cents := now.raises(talk.waiting[0]):
            clause = felt.draw.false_play
            yield Offer(cls(seat=talk.waiting[0], cents=cents.least), clause, {"cents": cents})

    def happen(self, now: Any, past: Past) -> Step:
        felt, moves, seat = now.felt, Moves(now.felt), self.seat
        moves.stake(seat, BET, self.cents, felt.draw.opened)
        return speak_on(moves, now.talk.after_raise(seat, self.cents, felt.in_turn(seat)), seat)


@happens_in(Interval)
class WrongCount(Incident[Any], frozen=True, kw_only=True):
    """A player has too many or too few cards.

    The number is corrected if the player has not looked at the cards. Otherwise the hand starts again.
    """

    seat: int
    too_many: bool
    seen: bool

    @classmethod
    @law("IB09.12-1.III.1.a.1", "IB09.12-1.III.1.a.2", "IB09.12-1.III.1.b.1", "IB09.12-1.III.1.b.2")
    @law("AR10.10-2-A.IV.1.1", "AR10.10-2-A.IV.1.a.1", "AR10.10-2-A.IV.1.b.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if felt.street or now.talk.spoken:
            return
        for seat in felt.players:
            for too_many in (True, False):
                for seen in (True, False):
                    incident = cls(seat=seat, too_many=too_many, seen=seen)
                    yield Offer(incident, incident.clause_in(felt))

    def clause_in(self, felt: CubiertoCloth) -> str:
        """Return the clause that decides this case."""
        how = f"{'many' if self.too_many else 'few'}_{'seen' if self.seen else 'unseen'}"
        return str(getattr(felt.draw, how))

    def happen(self, now: Any, past: Past) -> Step:
        moves, clause = Moves(now.felt), self.clause_in(now.felt)
        if self.seen:
            return deal_again(moves, clause)
        moves.note("cards_put_right", clause, seat=self.seat)
        return moves.to(now)


@happens_in(Dealing)
class FirstCardOpen(Incident[Any], frozen=True, kw_only=True):
    """A player's first card is dealt face up. The hand starts again."""

    seat: int

    @classmethod
    @law("IB09.12-1.III.1.c.1", "AR10.10-2-A.IV.1.c.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt = now.felt
        for seat in felt.players:
            if len(felt.held(seat)) == 1:
                yield Offer(cls(seat=seat), felt.draw.first_open)

    def happen(self, now: Any, past: Past) -> Step:
        moves = Moves(now.felt)
        moves.show(self.seat, now.felt.draw.first_open)
        return deal_again(moves, now.felt.draw.first_open)


@happens_in(Discarding, Giving)
class DeckTakenAway(Incident[Any], frozen=True, kw_only=True):
    """The croupier puts the deck away too early.

    Its upper part is used if it can be found. Otherwise the unused cards are shuffled, and one is burned.
    """

    top_found: bool

    @classmethod
    @law("IB09.12-1.III.2.1", "IB09.12-1.III.2.2", "IB09.12-1.III.2.3")
    @law("AR10.10-2-A.IV.2.1", "AR10.10-2-A.IV.2.2", "AR10.10-2-A.IV.2.3")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        yield Offer(cls(top_found=True), now.felt.draw.taken_away)
        if now.felt.need_shoe.undealt > OWN:
            yield Offer(cls(top_found=False), now.felt.draw.taken_shuffled)

    def happen(self, now: Any, past: Past) -> Step:
        moves, draw = Moves(now.felt), now.felt.draw
        if self.top_found:
            moves.note("top_found", draw.taken_away)
        else:
            moves.note("unused_shuffled", draw.taken_shuffled)
            moves.burn(draw.taken_cut)
        return moves.to(replace(now, felt=moves.felt))


# ---------------------------------------------------------------- the game


@law("IB09.12-1.I.3", "AR10.10-2-A.II.2")
def faults(rules: DrawRules, premises: Premises) -> Iterator[Fault]:
    """Return a fault if the house's choice of deck has fewer than five cards for each seat."""
    if 0 < rules.own_deck < OWN * rules.seats:
        values: dict[str, Figure] = {"deck": rules.deck, "seats": rules.seats}
        yield Fault("deck", "deck_too_small", rules.frame.options["deck"].cite[0], values)


GAME = replace(
    variant(
        "cubierto",
        CubiertoCloth,
        DrawRules,
        phases=(Discarding, Giving, FaceUpInStub),
        own_acts=(Discard, Served),
        without=(bets.CardSeen, deals.DeckFoundWrong),
        incidents=(
            *(CardSeen, DeckFoundWrong, CardFaceUpInStub, LaterCardOpen),
            *(OpenedUnproved, WrongCount, FirstCardOpen, DeckTakenAway),
        ),
        revision=5,
    ),
    faults=faults,
)
