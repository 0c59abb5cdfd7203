"""Section VIII on two cloths: wrong words, wrong cards, the coup that is put right, hands thrown away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from novamas.games.bacara_dos_panos.cloth import (
    CARDS,
    PANOS,
    PENDING,
    Drawing,
    Moment,
    Table,
    with_one,
)
from novamas.games.bacara_dos_panos.pay import Announced
from novamas.games.bacara_dos_panos.phases.cards import (
    BankAnswers,
    BankSpeaks,
    Speaking,
    Third,
    give,
    lawful_words,
    look,
    speak,
)
from novamas.law import law
from novamas.rounds.passing_bank.cloth import BANCA
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in

WORDS = ("carta", "no")


@law("IB05.09.VIII.4.1", "IB05.09.VIII.4.2", "IB05.09.VIII.4.6", "IB05.09.VIII.2.2")
def restore(moves: Table, culprit: str) -> Step:
    """The coup is put right: all third cards are dealt anew in the order in which they came out.

    So a card of the second cloth's goes back to the first, and the second has the next, though the banker had
    taken it; what the first should not have had is the second's, or the banker's. He then plays by number 3.
    """
    moves.set_coup(restored=moves.felt.coup.restored or culprit, astray="", missed=(False, False))
    moves.take_back_thirds("IB05.09.VIII.4.1")
    return give(moves)


# ---------------------------------------------------------------- words


@happens_in(Speaking)
class WrongWord(Incident[Speaking], frozen=True):
    """A hand says «carta» or «no» against its rule, or forgets to show a natural; nobody notices yet."""

    clause: ClassVar[str] = "IB05.09.VIII.4.1"

    word: str = "no"

    @classmethod
    def could(cls, now: Speaking, past: Past) -> Iterable[Offer]:
        clause = cls.clause if now.n == 0 else "IB05.09.VIII.4.6"
        yield Offer(cls(), clause, {"word": OneOf(WORDS, clause)})

    @law("IB05.09.VIII.4.5")
    def happen(self, now: Speaking, past: Past) -> Step:
        """Who has a natural and does not show it has lost the right to."""
        moves = Table(now.felt)
        moves.say(f"{self.word.capitalize()}.", "IB05.09.VI.3", who=now.turn)
        moves.set_coup(wrong=with_one(now.felt.coup.wrong, now.n, True))
        return speak(moves, now.n, self.word)


@happens_in(Speaking, BankAnswers, Third, BankSpeaks, Announced)
class NoticedError(Incident[Moment], frozen=True):
    """A wrong word is noticed: cards go where they belong, and the banker plays as in a restored coup."""

    clause: ClassVar[str] = "IB05.09.VIII.4.1"
    tells: ClassVar[bool] = True  # that the word was wrong for these cards

    pano: str = PANOS[0]

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        coup = now.felt.coup
        for n, pano in enumerate(PANOS):
            if coup.wrong[n] and not coup.void[n] and not coup.abated and pano not in coup.zero:
                yield Offer(cls(pano=pano), cls.clause if n == 0 else "IB05.09.VIII.4.6")

    @law("IB05.09.VIII.4.1", "IB05.09.VIII.4.2", "IB05.09.VIII.4.5", "IB05.09.VIII.4.6")
    def happen(self, now: Moment, past: Past) -> Step:
        """If the word was right after all nothing changes; else the rule's word stands in its place."""
        moves, n, coup = Table(now.felt), PANOS.index(self.pano), now.felt.coup
        moves.set_coup(wrong=with_one(coup.wrong, n, False))
        words = lawful_words(now.felt, n)
        if coup.said[n] in words:
            return moves.to(replace(now, felt=moves.felt))
        moves.set_coup(said=with_one(coup.said, n, words[0]))
        if isinstance(now, Speaking | BankAnswers):
            moves.set_coup(restored=coup.restored or "jugador")
            return moves.to(replace(now, felt=moves.felt))
        return restore(moves, "jugador")


@happens_in(Speaking, BankAnswers)
class TwoWords(Incident[Moment], frozen=True):
    """A hand says one word and then the other: with five the first stands, else the rule decides."""

    clause: ClassVar[str] = "IB05.09.VIII.4.3"
    tells: ClassVar[bool] = True  # whether the hand has five, which the croupier checks

    pano: str = PANOS[0]
    first: str = "carta"

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        coup = now.felt.coup
        for n, pano in enumerate(PANOS):
            if isinstance(now, Speaking) and now.n == n:
                first = OneOf(WORDS, "IB05.09.VIII.4.4")
                yield Offer(cls(pano=pano), cls.clause, {"first": first})
            elif coup.said[n] in WORDS and not coup.void[n] and pano not in coup.zero:
                yield Offer(cls(pano=pano, first=coup.said[n]), cls.clause)

    @law("IB05.09.VIII.4.3", "IB05.09.VIII.4.4")
    def happen(self, now: Moment, past: Past) -> Step:
        """The croupier has the player say what he wants, and checks the score."""
        moves, n, coup = Table(now.felt), PANOS.index(self.pano), now.felt.coup
        words = lawful_words(now.felt, n)
        stands = len(words) > 1
        moves.set_coup(wrong=with_one(coup.wrong, n, False))
        moves.set_coup(restored=coup.restored or ("" if stands else "jugador"))
        return speak(moves, n, self.first if stands else words[0])


# ---------------------------------------------------------------- third cards


@happens_in(Third, BankSpeaks)
class StrayCard(Incident[Moment], frozen=True):
    """A third card is given to a cloth that asked for none, or whose it is not; nobody notices yet."""

    clause: ClassVar[str] = "IB05.09.VIII.2.2"

    pano: str = PANOS[0]

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if not felt.spares(1) or felt.held(PENDING) or (isinstance(now, Third) and now.n == 2):
            return
        for n in felt.playing:
            pano = PANOS[n]
            rightly = isinstance(now, Third) and now.n == n
            if len(felt.held(pano)) == 2 and not rightly and pano not in felt.coup.zero:
                yield Offer(
                    cls(pano=pano), "IB05.09.VIII.3.4" if felt.coup.said[n] == "carta" else cls.clause
                )

    @law("IB05.09.VIII.2.2", "IB05.09.VIII.3.4")
    def happen(self, now: Moment, past: Past) -> Step:
        """It is no fault of the banker's, who keeps his right to a third card."""
        moves = Table(now.felt)
        moves.set_coup(astray=now.felt.coup.astray or "croupier")
        return moves.to(Straying(moves.felt, self.pano))


class Straying(Drawing, frozen=True):
    """A card comes to a cloth to which it does not belong."""

    clause: ClassVar[str] = "IB05.09.VIII.2.2"
    public: ClassVar[tuple[str, ...]] = ("pano",)

    pano: str

    def drawn(self, what: int) -> Step:
        moves = Table(self.felt)
        moves.deal(self.pano, what, up=True)
        return give(moves)


@happens_in(Third)
class MissedCard(Incident[Third], frozen=True):
    """The banker gives no card to a cloth that asked for one; nobody notices yet."""

    clause: ClassVar[str] = "IB05.09.VIII.2.2"

    @classmethod
    def could(cls, now: Third, past: Past) -> Iterable[Offer]:
        if now.n < 2:
            yield Offer(cls(), cls.clause)

    @law("IB05.09.VIII.2.2")
    def happen(self, now: Third, past: Past) -> Step:
        moves = Table(now.felt)
        moves.set_coup(missed=with_one(now.felt.coup.missed, now.n, True), astray="banquero")
        return give(moves)


@happens_in(Third, BankSpeaks, Announced)
class NoticedCard(Incident[Moment], frozen=True):
    """A third card that went where it does not belong, or did not come, is noticed: the coup is put right."""

    clause: ClassVar[str] = "IB05.09.VIII.2.2"

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        if now.felt.coup.astray:
            yield Offer(cls(), cls.clause)

    @law("IB05.09.VIII.2.2", "IB05.09.VIII.3.4")
    def happen(self, now: Moment, past: Past) -> Step:
        return restore(Table(now.felt), now.felt.coup.astray)


# ---------------------------------------------------------------- players


@happens_in(Speaking)
class TooSlow(Incident[Speaking], frozen=True):
    """Who takes too long may not go on holding the cards: the next of the cloth has them."""

    clause: ClassVar[str] = "IB05.09.VIII.5.2"

    @law("IB05.09.VIII.5.1", "IB05.09.VIII.5.2")
    def happen(self, now: Speaking, past: Past) -> Step:
        """Where nobody else may hold them he must do as the rules say."""
        moves, felt, coup = Table(now.felt), now.felt, now.felt.coup
        others = [one for one in felt.seated_at(now.n) if one != coup.holders[now.n]]
        if coup.banco or not others:
            moves.set_coup(advised=with_one(coup.advised, now.n, True))
            return moves.to(Speaking(moves.felt, now.n))
        here = felt.behind[coup.holders[now.n] - 1]
        after = min(others, key=lambda one: (felt.behind[one - 1] - here) % felt.rules.seats)
        moves.set_coup(holders=with_one(coup.holders, now.n, after))
        moves.show_to(PANOS[now.n], after)
        return moves.to(Speaking(moves.felt, now.n))


@happens_in(Speaking, BankAnswers, Third, BankSpeaks)
class Advice(Incident[Moment], frozen=True):
    """Somebody advises a player or the banker, who must then follow the table of play."""

    clause: ClassVar[str] = "IB05.09.VIII.5.4"

    to: str = BANCA

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        sides = (PANOS[now.n], BANCA) if isinstance(now, Speaking) else (BANCA,)
        if not (isinstance(now, Third) and now.n == 2):  # he has decided
            yield Offer(cls(), cls.clause, {"to": OneOf(sides, cls.clause)})

    @law("IB05.09.VIII.5.3", "IB05.09.VIII.5.4")
    def happen(self, now: Moment, past: Past) -> Step:
        moves, coup = Table(now.felt), now.felt.coup
        if self.to == BANCA:
            moves.set_coup(bound=True)
        else:
            moves.set_coup(advised=with_one(coup.advised, PANOS.index(self.to), True))
        return moves.to(replace(now, felt=moves.felt))


@happens_in(Speaking, BankAnswers, Third, BankSpeaks)
class Baskets(Incident[Moment], frozen=True):
    """A hand is thrown into the basket unseen: it counts nothing, unless the croupier did it."""

    clause: ClassVar[str] = "IB05.09.VIII.5.5"

    hand: str = BANCA
    croupier: bool = False

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        felt = now.felt
        for n, hand in enumerate(CARDS):
            two = felt.held(hand)[:2]
            if hand in felt.coup.zero or (n < 2 and felt.coup.void[n]) or all(held.up for held in two):
                continue
            yield Offer(cls(hand=hand), cls.clause)
            if all(held.card is not None for held in two):
                yield Offer(cls(hand=hand, croupier=True), "IB05.09.VIII.5.6")

    @law("IB05.09.VIII.5.5", "IB05.09.VIII.5.6")
    def happen(self, now: Moment, past: Past) -> Step:
        """The croupier's error is undone by testimony of who saw the cards; else the hand gets no card."""
        if self.croupier:
            return now, ()
        moves, coup = Table(now.felt), now.felt.coup
        moves.set_coup(zero=(*coup.zero, self.hand))
        if self.hand in PANOS and not coup.said[PANOS.index(self.hand)]:
            moves.set_coup(said=with_one(coup.said, PANOS.index(self.hand), "no"))
        return look(moves) if isinstance(now, Speaking | BankAnswers) else give(moves)


# ---------------------------------------------------------------- the banker


@happens_in(BankAnswers)
class BankerGives(Incident[BankAnswers], frozen=True):
    """The banker gives cards before he speaks: a natural of his may no longer be shown."""

    clause: ClassVar[str] = "IB05.09.VII.12"

    @law("IB05.09.VII.12")
    def happen(self, now: BankAnswers, past: Past) -> Step:
        return give(Table(now.felt))


@happens_in(BankSpeaks, Announced)
class WrongScore(Incident[Moment], frozen=True):
    """The banker announces a wrong score: he may still draw, unless the others have shown theirs."""

    clause: ClassVar[str] = "IB05.09.VIII.5.7"

    others_shown: bool = False

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        felt, coup = now.felt, now.felt.coup
        if isinstance(now, BankSpeaks):
            yield Offer(cls(others_shown=False), cls.clause)
        drawn = len(felt.held(BANCA)) > 2 or coup.abated or BANCA in coup.zero
        if felt.playing and not drawn and coup.restored != "banquero":
            yield Offer(cls(others_shown=True), "IB05.09.VIII.5.8")

    @law("IB05.09.VIII.5.7", "IB05.09.VIII.5.8")
    def happen(self, now: Moment, past: Past) -> Step:
        if not self.others_shown:
            return now, ()
        moves = Table(now.felt)
        for n in now.felt.playing:
            if PANOS[n] not in now.felt.coup.zero:
                moves.show(PANOS[n], "IB05.09.VIII.5.8")
        moves.set_coup(restored="banquero")
        return moves.to(BankSpeaks(moves.felt))


PLAYING_ERRORS = (
    *(WrongWord, NoticedError, TwoWords, StrayCard, MissedCard, NoticedCard),
    *(TooSlow, Advice, Baskets, BankerGives, WrongScore),
)
PLAYING_PHASES = (Straying,)
