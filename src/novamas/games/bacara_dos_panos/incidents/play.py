"""Irregularities of play: wrong words, wrong cards, corrected coups, discarded hands (section VIII)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from novamas.families.passing_bank.cloth import BANCA, BankMoves
from novamas.families.passing_bank.incidents import BankIncident
from novamas.families.passing_bank.phases import BankPhase, Drawing
from novamas.games.bacara_dos_panos.cloth import (
    CARDS,
    PANOS,
    PENDING,
    Cloth,
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
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Past, Step, happens_in

WORDS = ("carta", "no")


@law("IB05.09.VIII.4.1", "IB05.09.VIII.4.2", "IB05.09.VIII.4.6", "IB05.09.VIII.2.2")
def restore(moves: BankMoves[Cloth], culprit: str) -> Step:
    """Correct the coup: deal all third cards again, in the order in which they were drawn.

    A card that the second side received goes back to the first. The second side gets the next card, even if
    the banker had taken it. A card that the first side should not have goes to the second side or to the
    banker. The banker then plays under number 3 of the section.
    """
    moves.set_coup(restored=moves.felt.coup.restored or culprit, astray="", missed=(False, False))
    take_back_thirds(moves)
    return give(moves)


def take_back_thirds(moves: BankMoves[Cloth]) -> None:
    """Take back the third cards of the hands in play. The first one drawn is then on top."""
    felt = moves.felt
    drew = [hand for hand in CARDS if len(felt.held(hand)) > 2 and hand not in felt.coup.zero]
    for hand in sorted(drew, key=lambda hand: -felt.held(hand)[2].place):
        moves.part(hand, PENDING, felt.wrongs.noticed_error)


# ---------------------------------------------------------------- words


@happens_in(Speaking)
class WrongWord(BankIncident[Speaking], frozen=True):
    """A hand wrongly says "carta" or "no", or forgets to show a natural, and this goes unnoticed."""

    word: str = "no"

    @classmethod
    def could(cls, now: Speaking, past: Past) -> Iterable[Offer]:
        clause = now.felt.wrongs.wrong_word if now.n == 0 else now.felt.wrongs.second_errs
        yield Offer(cls(), clause, {"word": OneOf(WORDS, clause)})

    @law("IB05.09.VIII.4.5")
    def happen(self, now: Speaking, past: Past) -> Step:
        """Let the word count until the error is noticed. A forgotten natural may no longer be shown."""
        moves = BankMoves(now.felt)
        moves.say(f"{self.word.capitalize()}.", now.felt.course.words, who=now.turn)
        moves.set_coup(wrong=with_one(now.felt.coup.wrong, now.n, True))
        return speak(moves, now.n, self.word)


@happens_in(Speaking, BankAnswers, Third, BankSpeaks, Announced)
class NoticedError(BankIncident[BankPhase[Cloth]], frozen=True):
    """A wrong word is noticed. The cards go where they belong, and the banker plays a corrected coup."""

    tells: ClassVar[bool] = True  # the consequences show that the word was wrong for these cards

    pano: str = PANOS[0]

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        coup = now.felt.coup
        for n, pano in enumerate(PANOS):
            if coup.wrong[n] and not coup.void[n] and not coup.abated and pano not in coup.zero:
                wrongs = now.felt.wrongs
                yield Offer(cls(pano=pano), wrongs.noticed_error if n == 0 else wrongs.second_errs)

    @law("IB05.09.VIII.4.1", "IB05.09.VIII.4.2", "IB05.09.VIII.4.5", "IB05.09.VIII.4.6")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        """Replace a wrong word by the word that the rule requires. If the word was right, nothing changes."""
        moves, n, coup = BankMoves(now.felt), PANOS.index(self.pano), now.felt.coup
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
class TwoWords(BankIncident[BankPhase[Cloth]], frozen=True):
    """A hand says one word and then the other. With five points the first counts, else the rule decides."""

    tells: ClassVar[bool] = True  # the consequences show whether the hand has five, which the croupier checks

    pano: str = PANOS[0]
    first: str = "carta"

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        coup = now.felt.coup
        for n, pano in enumerate(PANOS):
            if isinstance(now, Speaking) and now.n == n:
                first = OneOf(WORDS, now.felt.wrongs.five_stands)
                yield Offer(cls(pano=pano), now.felt.wrongs.two_words, {"first": first})
            elif coup.said[n] in WORDS and not coup.void[n] and pano not in coup.zero:
                yield Offer(cls(pano=pano, first=coup.said[n]), now.felt.wrongs.two_words)

    @law("IB05.09.VIII.4.3", "IB05.09.VIII.4.4")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        """Keep the player's first word if five points allow both words. Otherwise enter the required word."""
        moves, n, coup = BankMoves(now.felt), PANOS.index(self.pano), now.felt.coup
        words = lawful_words(now.felt, n)
        stands = len(words) > 1
        moves.set_coup(wrong=with_one(coup.wrong, n, False))
        moves.set_coup(restored=coup.restored or ("" if stands else "jugador"))
        return speak(moves, n, self.first if stands else words[0])


# ---------------------------------------------------------------- third cards


@happens_in(Third, BankSpeaks)
class StrayCard(BankIncident[BankPhase[Cloth]], frozen=True):
    """A third card goes to a side that asked for none, or to the wrong side, and this goes unnoticed."""

    pano: str = PANOS[0]

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        felt = now.felt
        if not felt.spares(1) or felt.held(PENDING) or (isinstance(now, Third) and now.n == 2):
            return
        for n in felt.playing:
            pano = PANOS[n]
            rightly = isinstance(now, Third) and now.n == n
            if len(felt.held(pano)) == 2 and not rightly and pano not in felt.coup.zero:
                asked, wrongs = felt.coup.said[n] == "carta", felt.wrongs
                yield Offer(cls(pano=pano), wrongs.misplaced if asked else wrongs.stray_card)

    @law("IB05.09.VIII.2.2", "IB05.09.VIII.3.4")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        """Deal the stray card. The banker did not cause the error and may still draw a third card."""
        moves = BankMoves(now.felt)
        moves.set_coup(astray=now.felt.coup.astray or "croupier")
        return moves.to(Straying(moves.felt, self.pano))


class Straying(Drawing[Cloth], frozen=True):
    """A card goes to a side where it does not belong."""

    public: ClassVar[tuple[str, ...]] = ("pano",)

    pano: str

    def drawn(self, what: int) -> Step:
        moves = BankMoves(self.felt)
        moves.deal(self.pano, what, up=True)
        return give(moves)


@happens_in(Third)
class MissedCard(BankIncident[Third], frozen=True):
    """The banker gives no card to a side that asked for one, and this goes unnoticed."""

    @classmethod
    def could(cls, now: Third, past: Past) -> Iterable[Offer]:
        if now.n < 2:
            yield Offer(cls(), now.felt.wrongs.missed_card)

    @law("IB05.09.VIII.2.2")
    def happen(self, now: Third, past: Past) -> Step:
        moves = BankMoves(now.felt)
        moves.set_coup(missed=with_one(now.felt.coup.missed, now.n, True), astray="banquero")
        return give(moves)


@happens_in(Third, BankSpeaks, Announced)
class NoticedCard(BankIncident[BankPhase[Cloth]], frozen=True):
    """The croupier notices a misplaced or missing third card. The coup is corrected."""

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        if now.felt.coup.astray:
            yield Offer(cls(), now.felt.wrongs.noticed_card)

    @law("IB05.09.VIII.2.2", "IB05.09.VIII.3.4")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        return restore(BankMoves(now.felt), now.felt.coup.astray)


# ---------------------------------------------------------------- players


@happens_in(Speaking)
class TooSlow(BankIncident[Speaking], frozen=True):
    """The player with the cards takes too long. The next player of that side gets the cards."""

    @law("IB05.09.VIII.5.1", "IB05.09.VIII.5.2")
    def happen(self, now: Speaking, past: Past) -> Step:
        """Pass the cards to the next player. If there is none, the slow player must follow the rules."""
        moves, felt, coup = BankMoves(now.felt), now.felt, now.felt.coup
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
class Advice(BankIncident[BankPhase[Cloth]], frozen=True):
    """A player or the banker gets advice, and must then follow the table of play."""

    to: str = BANCA

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        sides = (PANOS[now.n], BANCA) if isinstance(now, Speaking) else (BANCA,)
        if not (isinstance(now, Third) and now.n == 2):  # the banker has decided
            yield Offer(cls(), now.felt.wrongs.advice, {"to": OneOf(sides, now.felt.wrongs.advice)})

    @law("IB05.09.VIII.5.3", "IB05.09.VIII.5.4")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        moves, coup = BankMoves(now.felt), now.felt.coup
        if self.to == BANCA:
            moves.set_coup(bound=True)
        else:
            moves.set_coup(advised=with_one(coup.advised, PANOS.index(self.to), True))
        return moves.to(replace(now, felt=moves.felt))


@happens_in(Speaking, BankAnswers, Third, BankSpeaks)
class Baskets(BankIncident[BankPhase[Cloth]], frozen=True):
    """A hand is thrown into the basket unseen. It counts zero, unless the croupier threw it."""

    hand: str = BANCA
    croupier: bool = False

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        felt = now.felt
        for n, hand in enumerate(CARDS):
            two = felt.held(hand)[:2]
            if hand in felt.coup.zero or (n < 2 and felt.coup.void[n]) or all(held.up for held in two):
                continue
            yield Offer(cls(hand=hand), felt.wrongs.baskets)
            if all(held.card is not None for held in two):
                yield Offer(cls(hand=hand, croupier=True), felt.wrongs.croupier_baskets)

    @law("IB05.09.VIII.5.5", "IB05.09.VIII.5.6")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        """Restore the hand if witnesses confirm an error of the croupier. Otherwise it gets no more cards."""
        if self.croupier:
            return now, ()
        moves, coup = BankMoves(now.felt), now.felt.coup
        moves.set_coup(zero=(*coup.zero, self.hand))
        if self.hand in PANOS and not coup.said[PANOS.index(self.hand)]:
            moves.set_coup(said=with_one(coup.said, PANOS.index(self.hand), "no"))
        return look(moves) if isinstance(now, Speaking | BankAnswers) else give(moves)


# ---------------------------------------------------------------- the banker


@happens_in(BankAnswers)
class BankerGives(BankIncident[BankAnswers], frozen=True):
    """The banker gives cards before speaking and may no longer show a natural."""

    @law("IB05.09.VII.12")
    def happen(self, now: BankAnswers, past: Past) -> Step:
        return give(BankMoves(now.felt))


@happens_in(BankSpeaks, Announced)
class WrongScore(BankIncident[BankPhase[Cloth]], frozen=True):
    """The banker announces wrong points, and may still draw unless the other hands have been shown."""

    others_shown: bool = False

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        felt, coup = now.felt, now.felt.coup
        if isinstance(now, BankSpeaks):
            yield Offer(cls(others_shown=False), felt.wrongs.wrong_score)
        drawn = len(felt.held(BANCA)) > 2 or coup.abated or BANCA in coup.zero
        if felt.playing and not drawn and coup.restored != "banquero":
            yield Offer(cls(others_shown=True), felt.wrongs.others_shown)

    @law("IB05.09.VIII.5.7", "IB05.09.VIII.5.8")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        if not self.others_shown:
            return now, ()
        moves = BankMoves(now.felt)
        for n in now.felt.playing:
            if PANOS[n] not in now.felt.coup.zero:
                moves.show(PANOS[n], now.felt.wrongs.others_shown)
        moves.set_coup(restored="banquero")
        return moves.to(BankSpeaks(moves.felt))


PLAYING_ERRORS = (
    *(WrongWord, NoticedError, TwoWords, StrayCard, MissedCard, NoticedCard),
    *(TooSlow, Advice, Baskets, BankerGives, WrongScore),
)
PLAYING_PHASES = (Straying,)
