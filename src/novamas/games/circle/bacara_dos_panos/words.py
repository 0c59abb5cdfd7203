"""Section VIII on two cloths: wrong words, and the coup that is put right because of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.games.circle.bacara_dos_panos.cards import (
    PENDING,
    BankAnswers,
    BankSpeaks,
    Playing,
    Speaking,
    Third,
    give,
    speak,
)
from novamas.games.circle.bacara_dos_panos.cloth import PANOS, Moment, Table, set_coup, with_one
from novamas.law import law
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in

WORDS = ("carta", "no")


def right_word(total: int) -> str:
    """What a hand must say that may not be shown any more."""
    return "carta" if total < 5 else "no"


@happens_in(Speaking)
class WrongWord(Incident[Speaking], frozen=True):
    """A hand says «carta» or «no» against its rule, or forgets to show a natural; nobody notices yet."""

    clause: ClassVar[str] = "IB05.09.VIII.4.1"

    word: str = "no"

    @classmethod
    def could(cls, now: Speaking, past: Past) -> Iterable[Offer]:
        yield Offer(cls(), cls.clause, {"word": OneOf(WORDS, cls.clause)})

    @law("IB05.09.VIII.4.1", "IB05.09.VIII.4.2", "IB05.09.VIII.4.5", "IB05.09.VIII.4.6")
    def happen(self, now: Speaking, past: Past) -> Step:
        coup = now.felt.coup
        return speak(
            Table(now.felt),
            now.n,
            self.word,
            wrong=with_one(coup.wrong, now.n, True),
        )


@happens_in(Speaking)
class TwoWords(Incident[Speaking], frozen=True):
    """A hand says one word and then the other: with five the first stands, else the rule decides."""

    clause: ClassVar[str] = "IB05.09.VIII.4.3"

    first: str = "carta"

    @classmethod
    def could(cls, now: Speaking, past: Past) -> Iterable[Offer]:
        yield Offer(cls(), cls.clause, {"first": OneOf(WORDS, "IB05.09.VIII.4.4")})

    @law("IB05.09.VIII.4.3", "IB05.09.VIII.4.4")
    def happen(self, now: Speaking, past: Past) -> Step:
        total = now.felt.points(PANOS[now.n])
        word = self.first if total == 5 else right_word(total)
        restored = now.felt.coup.restored or ("" if total == 5 else "jugador")
        return speak(Table(now.felt), now.n, word, restored=restored)


@happens_in(BankAnswers, BankSpeaks)
class NoticedError(Incident[Playing], frozen=True):
    """A wrong word is noticed: cards go where they belong, and the banker plays as in a restored coup."""

    clause: ClassVar[str] = "IB05.09.VIII.4.1"

    pano: str = PANOS[0]

    @classmethod
    def could(cls, now: Playing, past: Past) -> Iterable[Offer]:
        coup = now.felt.coup
        for n, pano in enumerate(PANOS):
            if coup.wrong[n] and not coup.void[n]:
                yield Offer(cls(pano=pano), cls.clause if n == 0 else "IB05.09.VIII.4.6")

    @law("IB05.09.VIII.4.1", "IB05.09.VIII.4.2", "IB05.09.VIII.4.5", "IB05.09.VIII.4.6")
    def happen(self, now: Playing, past: Past) -> Step:
        moves, n = Table(now.felt), PANOS.index(self.pano)
        coup = now.felt.coup
        total, said = now.felt.points_of_two(self.pano), coup.said[n]
        set_coup(moves, wrong=with_one(coup.wrong, n, False))
        errs = (said == "no" and total < 5) or (said == "carta" and total > 5)
        if not errs:
            return moves.to(type(now)(moves.felt))
        word = right_word(total)
        set_coup(moves, said=with_one(coup.said, n, word), restored=coup.restored or "jugador")
        if isinstance(now, BankAnswers):
            return moves.to(BankAnswers(moves.felt))
        return takes_card(moves, n) if word == "carta" else loses_card(moves, n)


@law("IB05.09.VIII.4.1", "IB05.09.VIII.4.6")
def takes_card(moves: Table, n: int) -> Step:
    """The card that the second cloth received goes to the first, and the second has the next."""
    second = PANOS[1]
    if n == 0 and len(moves.felt.held(second)) == 3:
        moves.move_last(second, PANOS[0], "IB05.09.VIII.4.1")
        return moves.to(Third(moves.felt, 1))
    return moves.to(Third(moves.felt, n))


@law("IB05.09.VIII.4.2", "IB05.09.VIII.4.6")
def loses_card(moves: Table, n: int) -> Step:
    """The card goes to the second cloth if it asked for one; what is then over may be the bank's."""
    if n == 0 and len(moves.felt.held(PANOS[1])) == 3:
        moves.move_last(PANOS[1], PENDING, "IB05.09.VIII.4.2")
        moves.move_last(PANOS[0], PANOS[1], "IB05.09.VIII.4.2")
    else:
        moves.move_last(PANOS[n], PENDING, "IB05.09.VIII.4.2")
    return moves.to(BankSpeaks(moves.felt))


# ---------------------------------------------------------------- other errors of players and banker


@happens_in(Speaking)
class TooSlow(Incident[Speaking], frozen=True):
    """Who takes too long may not go on holding the cards: the next of the cloth has them."""

    clause: ClassVar[str] = "IB05.09.VIII.5.2"

    @law("IB05.09.VIII.5.1", "IB05.09.VIII.5.2")
    def happen(self, now: Speaking, past: Past) -> Step:
        moves, felt, coup = Table(now.felt), now.felt, now.felt.coup
        others = [one for one in felt.seated_at(now.n) if one != coup.holders[now.n]]
        if coup.banco or not others:
            set_coup(moves, advised=with_one(coup.advised, now.n, True))
            return moves.to(Speaking(moves.felt, now.n))
        here = felt.behind[coup.holders[now.n] - 1]
        after = min(others, key=lambda one: (felt.behind[one - 1] - here) % (2 * felt.rules.compartments))
        set_coup(moves, holders=with_one(coup.holders, now.n, after))
        moves.shown_to(PANOS[now.n], after)
        return moves.to(Speaking(moves.felt, now.n))


@happens_in(Speaking, BankSpeaks)
class Advice(Incident[Moment], frozen=True):
    """Somebody advises a player or the banker, who must then follow the table of play."""

    clause: ClassVar[str] = "IB05.09.VIII.5.4"

    @law("IB05.09.VIII.5.3", "IB05.09.VIII.5.4")
    def happen(self, now: Moment, past: Past) -> Step:
        moves, coup = Table(now.felt), now.felt.coup
        if isinstance(now, Speaking):
            set_coup(moves, advised=with_one(coup.advised, now.n, True))
            return moves.to(Speaking(moves.felt, now.n))
        set_coup(moves, bound=True)
        return moves.to(BankSpeaks(moves.felt))


@happens_in(BankAnswers)
class BankerGives(Incident[BankAnswers], frozen=True):
    """The banker gives cards before he speaks: a natural of his may no longer be shown."""

    clause: ClassVar[str] = "IB05.09.VI.1"

    @law("IB05.09.VI.1", "IB05.08.VIII.3.11")
    def happen(self, now: BankAnswers, past: Past) -> Step:
        return give(Table(now.felt), 0)


@happens_in(BankSpeaks)
class WrongScore(Incident[BankSpeaks], frozen=True):
    """The banker announces a wrong score: he may still draw, unless the others have shown theirs."""

    clause: ClassVar[str] = "IB05.09.VIII.5.7"

    others_shown: bool = False

    @classmethod
    def could(cls, now: BankSpeaks, past: Past) -> Iterable[Offer]:
        yield Offer(cls(others_shown=False), cls.clause)
        if not now.felt.coup.restored:
            yield Offer(cls(others_shown=True), "IB05.09.VIII.5.8")

    @law("IB05.09.VIII.5.7", "IB05.09.VIII.5.8")
    def happen(self, now: BankSpeaks, past: Past) -> Step:
        if not self.others_shown:
            return now, ()
        moves = Table(now.felt)
        for n, pano in enumerate(PANOS):
            if not now.felt.coup.void[n]:
                moves.show(pano, "IB05.09.VIII.5.8")
        set_coup(moves, restored="banquero")
        return moves.to(BankSpeaks(moves.felt))


WORD_ERRORS = (WrongWord, TwoWords, NoticedError, TooSlow, Advice, BankerGives, WrongScore)
