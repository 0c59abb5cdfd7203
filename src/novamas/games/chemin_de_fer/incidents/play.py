"""Irregularities of play: words, hands, stakes and seats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.families.passing_bank import incidents
from novamas.families.passing_bank.cloth import BankMoves
from novamas.families.passing_bank.incidents import BankIncident
from novamas.families.passing_bank.phases import BankPhase, Drawing
from novamas.games.chemin_de_fer.acts import (
    Resume,
    TakeStakeBack,
)
from novamas.games.chemin_de_fer.cloth import LATE, PUNTO, Cloth
from novamas.games.chemin_de_fer.pay import announce, annul, settle
from novamas.games.chemin_de_fer.phases.bank import Forming, Keeping, TallaOver, dissolve
from novamas.games.chemin_de_fer.phases.bank_award import Auction, Offering
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
from novamas.games.chemin_de_fer.phases.seating import give_up_seat
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.phases import Past, Step, happens_in
from novamas.table.roles import CROUPIER, Who

# ---------------------------------------------------------------- the banker


@happens_in(Keeping, Betting)
class EarlyCards(incidents.EarlyCards, frozen=True):
    """The banker draws a card before the end of the betting. The coup must be played unless it is waived."""


@happens_in(Forming, Betting)
class RefusesToDeal(BankIncident[BankPhase[Cloth]], frozen=True):
    """The new banker refuses to deal. The bank is auctioned.

    Neither this player nor the one who passed the bank may bid.
    """

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        if not now.felt.has_dealt and not now.felt.early:
            yield Offer(cls(), now.felt.wrongs.refuses_to_deal)

    @law("IB05.08.V.20", "IB05.08.V.21")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        moves, felt = BankMoves(now.felt), now.felt
        for person, cents in felt.stakes.items():
            moves.withdraw(person, PUNTO, cents, felt.wrongs.refuses_to_deal)
        barred = tuple(one for one in (felt.banker, felt.passer) if one)
        dissolve(moves, felt.wrongs.refuses_to_deal)
        moves.change(barred=barred)
        return moves.to(Auction(moves.felt))


@happens_in(PuntoSpeaks)
class BankerShowsEarly(BankIncident[PuntoSpeaks], frozen=True):
    """The banker shows the cards before the punto has spoken. The players may take their stakes back."""

    @classmethod
    def could(cls, now: PuntoSpeaks, past: Past) -> Iterable[Offer]:
        if not all(held.up for held in now.felt.held(now.felt.banker)):
            yield Offer(cls(), now.felt.wrongs.banker_shows_early)

    @law("IB05.08.VIII.3.9", "IB05.08.VIII.3.10")
    def happen(self, now: PuntoSpeaks, past: Past) -> Step:
        moves = BankMoves(now.felt)
        moves.show(now.felt.banker, now.felt.wrongs.banker_shows_early)
        return moves.to(TakingBack(moves.felt))


class TakingBack(BankPhase[Cloth], frozen=True):
    """The players may take their stakes back. Then the coup continues for the others."""

    pause: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Resume(), self.clause)
        elif isinstance(who, int) and self.felt.on(who, PUNTO):
            yield Offer(TakeStakeBack(who), self.clause)

    def after(self, act: Act) -> Step:
        moves, felt = BankMoves(self.felt), self.felt
        if isinstance(act, TakeStakeBack) and isinstance(act.by, int):
            moves.withdraw(act.by, PUNTO, felt.on(act.by, PUNTO), self.clause)
            return moves.to(TakingBack(moves.felt))
        if not felt.against:
            return annul(moves)
        if felt.is_natural(felt.bank_points) and not felt.coup.bank_zero:
            moves.set_coup(abated=felt.banker)
            return announce(moves)
        return moves.to(PuntoSpeaks(felt))


@happens_in(BankAnswers)
class BankerGives(BankIncident[BankAnswers], frozen=True):
    """The banker gives or offers cards before speaking and may no longer show a natural."""

    @law("IB05.08.VIII.3.11")
    def happen(self, now: BankAnswers, past: Past) -> Step:
        moves = BankMoves(now.felt)
        if now.felt.coup.misspoken:
            moves.set_coup(stood=now.felt.coup.misspoken == "no")
        return give(moves)


@happens_in(PuntoSpeaks, BankAnswers, BankSpeaks, Third)
class BankerBaskets(BankIncident[BankPhase[Cloth]], frozen=True):
    """The banker puts a card into the basket before everyone has seen it, and loses the coup."""

    @law("IB05.08.VIII.3.12")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        return settle(BankMoves(now.felt), -1, now.felt.wrongs.banker_baskets)


# ---------------------------------------------------------------- the punto


@happens_in(PuntoSpeaks)
class Misspoken(BankIncident[PuntoSpeaks], frozen=True):
    """The punto says the wrong word or forgets to show a natural. The banker gives or denies the card."""

    tells: ClassVar[bool] = True  # the consequences show whether the punto has baccará

    word: str = "carta"

    @classmethod
    def could(cls, now: PuntoSpeaks, past: Past) -> Iterable[Offer]:
        clause = now.felt.wrongs.misspoken
        yield Offer(cls(), clause, {"word": OneOf(("carta", "no"), clause)})

    @law("IB05.08.VIII.4.5", "IB05.08.VIII.4.7", "IB05.08.VIII.4.8")
    def happen(self, now: PuntoSpeaks, past: Past) -> Step:
        """Record the error. A punto with baccará, which is zero points, always gets a card."""
        moves = BankMoves(now.felt)
        if now.felt.punto_points == 0:
            moves.say("Carta.", now.felt.wrongs.misspoken)
        else:
            moves.set_coup(misspoken=self.word, stood=self.word == "no")
        return moves.to(BankAnswers(moves.felt))


@happens_in(PuntoSpeaks)
class WrongAnnouncement(BankIncident[PuntoSpeaks], frozen=True):
    """The punto makes any other announcement error. It is corrected, unless the punto went banco."""

    tells: ClassVar[bool] = True  # the consequences show whether a punto who went banco has baccará

    cards: int = 0  # cards drawn because of it

    @classmethod
    def could(cls, now: PuntoSpeaks, past: Past) -> Iterable[Offer]:
        clause = (
            now.felt.wrongs.banco_misspoken if now.felt.coup.banco else now.felt.wrongs.wrong_announcement
        )
        yield Offer(cls(), clause, {"cards": Range(0, int(now.felt.spares(1)), 1, clause)})

    @law("IB05.08.VIII.4.9", "IB05.08.VIII.4.10")
    def happen(self, now: PuntoSpeaks, past: Past) -> Step:
        """Correct the error. A punto who went banco keeps a drawn card or stands, but may draw with zero."""
        moves, felt = BankMoves(now.felt), now.felt
        if felt.coup.banco and felt.punto_points != 0:
            moves.set_coup(stood=self.cards == 0)
            return moves.to(BankAnswers(moves.felt))
        return moves.to(Discarding(felt)) if self.cards and not felt.coup.banco else (now, ())


class Discarding(Drawing[Cloth], frozen=True):
    """A card drawn because of the punto's error is discarded."""

    def drawn(self, what: int) -> Step:
        moves = BankMoves(self.felt)
        moves.discard(what, self.clause)
        return moves.to(PuntoSpeaks(moves.felt))


@happens_in(PuntoSpeaks, BankAnswers, BankSpeaks)
class Advice(BankIncident[Spoken], frozen=True):
    """The punto or the banker gets advice and must then follow the rules."""

    to: str = "banca"

    @classmethod
    def could(cls, now: Spoken, past: Past) -> Iterable[Offer]:
        sides = ("punto", "banca") if isinstance(now, PuntoSpeaks) else ("banca",)
        yield Offer(cls(), now.felt.wrongs.advice, {"to": OneOf(sides, now.felt.wrongs.advice)})

    @law("IB05.08.VIII.4.3", "IB05.08.VIII.4.4")
    def happen(self, now: Spoken, past: Past) -> Step:
        moves = BankMoves(now.felt)
        if self.to == "punto":
            moves.set_coup(advised=True)
        else:
            moves.set_coup(bound=now.felt.coup.bound or "cuadro")
        return moves.to(type(now)(moves.felt))


@happens_in(PuntoSpeaks)
class TooSlow(BankIncident[PuntoSpeaks], frozen=True):
    """The punto takes too long. Another punto gets the cards.

    If there is no other, the punto must follow the rules.
    """

    @law("IB05.08.VIII.4.1", "IB05.08.VIII.4.2")
    def happen(self, now: PuntoSpeaks, past: Past) -> Step:
        moves, felt = BankMoves(now.felt), now.felt
        others = [one for one in felt.stakes if one != felt.coup.punto]
        if not others:
            moves.set_coup(advised=True)
            return moves.to(PuntoSpeaks(moves.felt))
        key = {one: (not felt.is_seated(one), -felt.stakes[one], felt.rank(one)) for one in others}
        after = min(others, key=lambda one: key[one])
        moves.give(felt.coup.punto, after, felt.wrongs.too_slow)
        moves.set_coup(punto=after)
        return moves.to(PuntoSpeaks(moves.felt))


@happens_in(PuntoSpeaks, BankAnswers, BankSpeaks, Third)
class PuntoBaskets(BankIncident[BankPhase[Cloth]], frozen=True):
    """The punto throws the cards into the basket unseen, and loses the coup."""

    @law("IB05.08.VIII.4.11")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        return settle(BankMoves(now.felt), 1, now.felt.wrongs.punto_baskets)


@happens_in(Served)
class WrongHands(BankIncident[Served], frozen=True):
    """In a banco seguido another player gets the cards or takes them."""

    seat: int = 0
    how: str = "given"  # "given" by the croupier, "seen" after being given, or "taken"

    @classmethod
    def could(cls, now: Served, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if felt.coup.seguido:
            for person in felt.by_rank(without=(felt.banker, felt.coup.punto)):
                yield Offer(cls(seat=person, how="given"), felt.wrongs.wrong_hands)
                yield Offer(cls(seat=person, how="seen"), felt.wrongs.wrong_hands_seen)
                yield Offer(cls(seat=person, how="taken"), felt.wrongs.wrong_hands_taken)

    @law("IB05.08.VII.19", "IB05.08.VII.20", "IB05.08.VII.21")
    def happen(self, now: Served, past: Past) -> Step:
        """Give the cards back. If the other player was given them and has seen them, that player plays."""
        moves = BankMoves(now.felt)
        if self.how == "seen":
            moves.give(now.felt.coup.punto, self.seat, now.felt.wrongs.wrong_hands_seen)
            moves.set_coup(punto=self.seat, seguido=False)
        return moves.to(Served(moves.felt))


# ---------------------------------------------------------------- stakes and seats


@happens_in(Ready)
class LateStake(BankIncident[Ready], frozen=True):
    """A player places a stake after "no van más apuestas". The banker may have it removed."""

    seat: int = 0
    cents: int = 0

    @classmethod
    def could(cls, now: Ready, past: Past) -> Iterable[Offer]:
        felt, rules = now.felt, now.felt.rules
        late = sum(cents for _, bet, cents in felt.chips if bet == LATE)
        for person in felt.by_rank(without=(felt.banker, *felt.partners)):
            most = rules.in_chips(min(felt.purse(person), felt.bank - felt.against - late))
            if most >= rules.minimum:
                cents = Range(rules.minimum, most, rules.chip, felt.course.minimum, felt.course.maximum)
                yield Offer(cls(seat=person, cents=rules.minimum), felt.wrongs.late_stake, {"cents": cents})

    @law("IB05.08.VII.25")
    def happen(self, now: Ready, past: Past) -> Step:
        moves = BankMoves(now.felt)
        moves.stake(self.seat, LATE, self.cents, now.felt.wrongs.late_stake)
        return moves.to(Ready(moves.felt))


@happens_in(Betting)
class FollowsHand(BankIncident[Betting], frozen=True):
    """A standing player moves to follow the hand, and is then the first to lose and the last to be paid."""

    seat: int = 0

    @classmethod
    def could(cls, now: Betting, past: Past) -> Iterable[Offer]:
        for person in now.felt.standing:
            if person not in now.felt.followers:
                yield Offer(cls(seat=person), now.felt.wrongs.follows_hand)

    @law("IB05.08.IV.11", "IB05.08.IV.12")
    def happen(self, now: Betting, past: Past) -> Step:
        moves = BankMoves(now.felt)
        moves.change(followers=(*now.felt.followers, self.seat))
        return moves.to(now.now(moves))


@happens_in(Keeping, Offering, TallaOver)
class SeatedElsewhere(BankIncident[BankPhase[Cloth]], frozen=True):
    """A player also has a seat at another table and gives up this one."""

    seat: int = 0

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        felt = now.felt
        for person in felt.seated:
            if person not in (felt.banker, now.turn):
                yield Offer(cls(seat=person), felt.wrongs.seated_elsewhere)

    @law("IB05.08.IV.7")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        assert isinstance(now, Keeping | Offering | TallaOver)
        moves, felt = BankMoves(now.felt), now.felt
        give_up_seat(moves, self.seat, felt.wrongs.seated_elsewhere)
        waiting = tuple(one for one in felt.waiting if one != self.seat)
        moves.change(elsewhere=(*felt.elsewhere, self.seat), waiting=waiting)
        return now.again(moves)


@happens_in(Keeping, Offering, TallaOver, Betting)
@law("IB05.08.VIII.3.13", "IB05.08.VIII.4.12", "IB05.08.VIII.4.13")
class RejectedClaim(incidents.Untouched, frozen=True):
    """A claim after payment, or about a stake that no one watched, is rejected."""

    about: str = "coup"

    @classmethod
    def could(cls, now: BankPhase[Any], past: Past) -> Iterable[Offer]:
        yield Offer(cls(about="coup"), now.felt.wrongs.rejected_claim)
        yield Offer(cls(about="stake"), now.felt.wrongs.unwatched_stake)


PLAYING_ERRORS = (
    *(EarlyCards, RefusesToDeal, BankerShowsEarly, BankerGives, BankerBaskets),
    *(Misspoken, WrongAnnouncement, Advice, TooSlow, PuntoBaskets, WrongHands),
    *(LateStake, FollowsHand, SeatedElsewhere, RejectedClaim),
)
PLAYING_PHASES = (TakingBack, Discarding)
