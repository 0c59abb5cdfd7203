"""What can go wrong between people: words, hands, stakes and seats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.games.chemin_de_fer.acts import (
    Resume,
    TakeStakeBack,
)
from novamas.games.chemin_de_fer.cloth import LATE, PUNTO, Drawing, Moment, Table
from novamas.games.chemin_de_fer.course import dissolve
from novamas.games.chemin_de_fer.pay import announce, annul, settle
from novamas.games.chemin_de_fer.phases.betting import Betting, Ready
from novamas.games.chemin_de_fer.phases.cards import (
    BankAnswers,
    BankSpeaks,
    PuntoSpeaks,
    Served,
    Spoken,
    Third,
    give,
)
from novamas.games.chemin_de_fer.phases.holding import Forming, Keeping, TallaOver
from novamas.games.chemin_de_fer.phases.seating import vacate
from novamas.games.chemin_de_fer.phases.taking import Auction, Offering
from novamas.law import law
from novamas.rounds.passing_bank import incidents as bank_errors
from novamas.rounds.passing_bank.cloth import NATURAL
from novamas.table.deeds import Act
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.people import CROUPIER, Who
from novamas.table.phases import AnyPhase, Incident, Past, Step, happens_in

# ---------------------------------------------------------------- the banker


@happens_in(Keeping, Betting)
class EarlyCards(bank_errors.EarlyCards, frozen=True):
    """The banker draws a card before the betting has ended: he must play the coup, unless that is waived."""

    clause: ClassVar[str] = "IB05.08.VIII.1.2"
    waived_clause: ClassVar[str] = "IB05.08.VIII.1.3"


@happens_in(Forming, Betting)
class RefusesToDeal(Incident[Moment], frozen=True):
    """Who acquired the bank refuses to deal: it is auctioned, and neither he nor who passed it may bid."""

    clause: ClassVar[str] = "IB05.08.V.21"

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        if not now.felt.has_dealt and not now.felt.early:
            yield Offer(cls(), cls.clause)

    @law("IB05.08.V.20", "IB05.08.V.21")
    def happen(self, now: Moment, past: Past) -> Step:
        moves, felt = Table(now.felt), now.felt
        for person, cents in felt.stakes.items():
            moves.withdraw(person, PUNTO, cents, self.clause)
        barred = tuple(one for one in (felt.banker, felt.passer) if one)
        dissolve(moves, self.clause)
        moves.change(barred=barred)
        return moves.to(Auction(moves.felt))


@happens_in(PuntoSpeaks)
class BankerShowsEarly(Incident[PuntoSpeaks], frozen=True):
    """The banker shows his cards before the punto has spoken: the players may take their stakes back."""

    clause: ClassVar[str] = "IB05.08.VIII.3.10"

    @classmethod
    def could(cls, now: PuntoSpeaks, past: Past) -> Iterable[Offer]:
        if not all(held.up for held in now.felt.held(now.felt.banker)):
            yield Offer(cls(), cls.clause)

    @law("IB05.08.VIII.3.9", "IB05.08.VIII.3.10")
    def happen(self, now: PuntoSpeaks, past: Past) -> Step:
        moves = Table(now.felt)
        moves.show(now.felt.banker, self.clause)
        return moves.to(TakingBack(moves.felt))


class TakingBack(Moment, frozen=True):
    """The players may take their stakes back; then the coup goes on for the others."""

    clause: ClassVar[str] = "IB05.08.VIII.3.10"
    pause: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Resume(), self.clause)
        elif isinstance(who, int) and self.felt.on(who, PUNTO):
            yield Offer(TakeStakeBack(who), self.clause)

    def after(self, act: Act) -> Step:
        moves, felt = Table(self.felt), self.felt
        if isinstance(act, TakeStakeBack) and isinstance(act.by, int):
            moves.withdraw(act.by, PUNTO, felt.on(act.by, PUNTO), self.clause)
            return moves.to(TakingBack(moves.felt))
        if not felt.against:
            return annul(moves)
        if felt.bank_points >= NATURAL and not felt.coup.bank_zero:
            moves.set_coup(abated=felt.banker)
            return announce(moves)
        return moves.to(PuntoSpeaks(felt))


@happens_in(BankAnswers)
class BankerGives(Incident[BankAnswers], frozen=True):
    """The banker gives or offers cards before he speaks: a natural of his may no longer be shown."""

    clause: ClassVar[str] = "IB05.08.VIII.3.11"

    @law("IB05.08.VIII.3.11")
    def happen(self, now: BankAnswers, past: Past) -> Step:
        moves = Table(now.felt)
        if now.felt.coup.misspoken:
            moves.set_coup(stood=now.felt.coup.misspoken == "no")
        return give(moves)


@happens_in(PuntoSpeaks, BankAnswers, BankSpeaks, Third)
class BankerBaskets(Incident[Moment], frozen=True):
    """The banker puts a card into the basket before all have seen it: he loses the coup."""

    clause: ClassVar[str] = "IB05.08.VIII.3.12"

    @law("IB05.08.VIII.3.12")
    def happen(self, now: Moment, past: Past) -> Step:
        return settle(Table(now.felt), -1, self.clause)


# ---------------------------------------------------------------- the punto


@happens_in(PuntoSpeaks)
class Misspoken(Incident[PuntoSpeaks], frozen=True):
    """The punto says the wrong word, or forgets to show a natural: the banker gives or denies the card."""

    clause: ClassVar[str] = "IB05.08.VIII.4.5"
    tells: ClassVar[bool] = True  # whether the punto has baccará

    word: str = "carta"

    @classmethod
    def could(cls, now: PuntoSpeaks, past: Past) -> Iterable[Offer]:
        yield Offer(cls(), cls.clause, {"word": OneOf(("carta", "no"), cls.clause)})

    @law("IB05.08.VIII.4.5", "IB05.08.VIII.4.7", "IB05.08.VIII.4.8")
    def happen(self, now: PuntoSpeaks, past: Past) -> Step:
        """With baccará he always has his card."""
        moves = Table(now.felt)
        if now.felt.punto_points == 0:
            moves.say("Carta.", self.clause)
        else:
            moves.set_coup(misspoken=self.word, stood=self.word == "no")
        return moves.to(BankAnswers(moves.felt))


@happens_in(PuntoSpeaks)
class WrongAnnouncement(Incident[PuntoSpeaks], frozen=True):
    """Any other error in what the punto announces; it is put right, unless he went banco."""

    clause: ClassVar[str] = "IB05.08.VIII.4.9"
    tells: ClassVar[bool] = True  # whether who went banco has baccará

    cards: int = 0  # that came out because of it

    @classmethod
    def could(cls, now: PuntoSpeaks, past: Past) -> Iterable[Offer]:
        clause = "IB05.08.VIII.4.10" if now.felt.coup.banco else cls.clause
        yield Offer(cls(), clause, {"cards": Range(0, int(now.felt.spares(1)), 1, clause)})

    @law("IB05.08.VIII.4.9", "IB05.08.VIII.4.10")
    def happen(self, now: PuntoSpeaks, past: Past) -> Step:
        """Who went banco keeps the card that came, or stands; with zero he may still ask for one."""
        moves, felt = Table(now.felt), now.felt
        if felt.coup.banco and felt.punto_points != 0:
            moves.set_coup(stood=self.cards == 0)
            return moves.to(BankAnswers(moves.felt))
        return moves.to(Discarding(felt)) if self.cards and not felt.coup.banco else (now, ())


class Discarding(Drawing, frozen=True):
    """A card that came out by the punto's error is discarded."""

    clause: ClassVar[str] = "IB05.08.VIII.4.9"

    def drawn(self, what: int) -> Step:
        moves = Table(self.felt)
        moves.discard(what, self.clause)
        return moves.to(PuntoSpeaks(moves.felt))


@happens_in(PuntoSpeaks, BankAnswers, BankSpeaks)
class Advice(Incident[Spoken], frozen=True):
    """Somebody advises the punto or the banker, who must then do as the rules say."""

    clause: ClassVar[str] = "IB05.08.VIII.4.4"

    to: str = "banca"

    @classmethod
    def could(cls, now: Spoken, past: Past) -> Iterable[Offer]:
        sides = ("punto", "banca") if isinstance(now, PuntoSpeaks) else ("banca",)
        yield Offer(cls(), cls.clause, {"to": OneOf(sides, cls.clause)})

    @law("IB05.08.VIII.4.3", "IB05.08.VIII.4.4")
    def happen(self, now: Spoken, past: Past) -> Step:
        moves = Table(now.felt)
        if self.to == "punto":
            moves.set_coup(advised=True)
        else:
            moves.set_coup(bound=now.felt.coup.bound or "cuadro")
        return moves.to(type(now)(moves.felt))


@happens_in(PuntoSpeaks)
class TooSlow(Incident[PuntoSpeaks], frozen=True):
    """The punto takes too long: another punto has the cards, or he must do as the rules say."""

    clause: ClassVar[str] = "IB05.08.VIII.4.2"

    @law("IB05.08.VIII.4.1", "IB05.08.VIII.4.2")
    def happen(self, now: PuntoSpeaks, past: Past) -> Step:
        moves, felt = Table(now.felt), now.felt
        others = [one for one in felt.stakes if one != felt.coup.punto]
        if not others:
            moves.set_coup(advised=True)
            return moves.to(PuntoSpeaks(moves.felt))
        key = {one: (not felt.is_seated(one), -felt.stakes[one], felt.rank(one)) for one in others}
        after = min(others, key=lambda one: key[one])
        moves.give(felt.coup.punto, after, self.clause)
        moves.set_coup(punto=after)
        return moves.to(PuntoSpeaks(moves.felt))


@happens_in(PuntoSpeaks, BankAnswers, BankSpeaks, Third)
class PuntoBaskets(Incident[Moment], frozen=True):
    """The punto throws his cards into the basket unseen: he loses the coup."""

    clause: ClassVar[str] = "IB05.08.VIII.4.11"

    @law("IB05.08.VIII.4.11")
    def happen(self, now: Moment, past: Past) -> Step:
        return settle(Table(now.felt), 1, self.clause)


@happens_in(Served)
class WrongHands(Incident[Served], frozen=True):
    """In a banco seguido another player is given the cards, or takes them."""

    clause: ClassVar[str] = "IB05.08.VII.19"

    seat: int = 0
    how: str = "given"  # «given» by the croupier, «seen» when so given, or «taken»

    @classmethod
    def could(cls, now: Served, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if felt.coup.seguido:
            for person in felt.by_rank(without=(felt.banker, felt.coup.punto)):
                yield Offer(cls(seat=person, how="given"), "IB05.08.VII.19")
                yield Offer(cls(seat=person, how="seen"), "IB05.08.VII.20")
                yield Offer(cls(seat=person, how="taken"), "IB05.08.VII.21")

    @law("IB05.08.VII.19", "IB05.08.VII.20", "IB05.08.VII.21")
    def happen(self, now: Served, past: Past) -> Step:
        """They are claimed back while unseen, and always from who took them; else he who saw them plays."""
        moves = Table(now.felt)
        if self.how == "seen":
            moves.give(now.felt.coup.punto, self.seat, "IB05.08.VII.20")
            moves.set_coup(punto=self.seat, seguido=False)
        return moves.to(Served(moves.felt))


# ---------------------------------------------------------------- stakes and seats


@happens_in(Ready)
class LateStake(Incident[Ready], frozen=True):
    """A stake is laid after «no van más apuestas»; the banker may have it removed."""

    clause: ClassVar[str] = "IB05.08.VII.25"

    seat: int = 0
    cents: int = 0

    @classmethod
    def could(cls, now: Ready, past: Past) -> Iterable[Offer]:
        felt, rules = now.felt, now.felt.rules
        late = sum(cents for _, bet, cents in felt.chips if bet == LATE)
        for person in felt.by_rank(without=(felt.banker, *felt.partners)):
            most = rules.in_chips(min(felt.purse(person), felt.bank - felt.against - late))
            if most >= rules.minimum:
                cents = Range(rules.minimum, most, rules.chip, "IB05.08.V.23", "IB05.08.V.24")
                yield Offer(cls(seat=person, cents=rules.minimum), cls.clause, {"cents": cents})

    @law("IB05.08.VII.25")
    def happen(self, now: Ready, past: Past) -> Step:
        moves = Table(now.felt)
        moves.stake(self.seat, LATE, self.cents, self.clause)
        return moves.to(Ready(moves.felt))


@happens_in(Betting)
class FollowsHand(Incident[Betting], frozen=True):
    """A standing player moves to follow the hand: he is collected first and paid last."""

    clause: ClassVar[str] = "IB05.08.IV.12"

    seat: int = 0

    @classmethod
    def could(cls, now: Betting, past: Past) -> Iterable[Offer]:
        for person in now.felt.standing:
            if person not in now.felt.followers:
                yield Offer(cls(seat=person), cls.clause)

    @law("IB05.08.IV.11", "IB05.08.IV.12")
    def happen(self, now: Betting, past: Past) -> Step:
        moves = Table(now.felt)
        moves.change(followers=(*now.felt.followers, self.seat))
        return moves.to(now.now(moves))


@happens_in(Keeping, Offering, TallaOver)
class SeatedElsewhere(Incident[Moment], frozen=True):
    """A player has a seat at another table too: he gives this one up."""

    clause: ClassVar[str] = "IB05.08.IV.7"

    seat: int = 0

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        felt = now.felt
        for person in felt.seated:
            if person not in (felt.banker, now.turn):
                yield Offer(cls(seat=person), cls.clause)

    @law("IB05.08.IV.7")
    def happen(self, now: Moment, past: Past) -> Step:
        assert isinstance(now, Keeping | Offering | TallaOver)
        moves, felt = Table(now.felt), now.felt
        vacate(moves, self.seat, self.clause)
        waiting = tuple(one for one in felt.waiting if one != self.seat)
        moves.change(elsewhere=(*felt.elsewhere, self.seat), waiting=waiting)
        return now.again(moves)


@happens_in(Keeping, Offering, TallaOver, Betting)
@law("IB05.08.VIII.3.13", "IB05.08.VIII.4.12", "IB05.08.VIII.4.13")
class RejectedClaim(bank_errors.Untouched, frozen=True):
    """A claim that comes after payment, or about a stake that was not watched, is not accepted."""

    clause: ClassVar[str] = "IB05.08.VIII.3.13"

    about: str = "coup"

    @classmethod
    def could(cls, now: AnyPhase, past: Past) -> Iterable[Offer]:
        yield Offer(cls(about="coup"), cls.clause)
        yield Offer(cls(about="stake"), "IB05.08.VIII.4.13")


PLAYING_ERRORS = (
    *(EarlyCards, RefusesToDeal, BankerShowsEarly, BankerGives, BankerBaskets),
    *(Misspoken, WrongAnnouncement, Advice, TooSlow, PuntoBaskets, WrongHands),
    *(LateStake, FollowsHand, SeatedElsewhere, RejectedClaim),
)
PLAYING_PHASES = (TakingBack, Discarding)
