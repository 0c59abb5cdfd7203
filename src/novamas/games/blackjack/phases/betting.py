"""The part of a round before the cards: loading the shoe, betting, and the start of the deal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.families.banked import phases
from novamas.families.banked.acts import Bet, Consent, HaganJuego, NoVaMas, Withdraw
from novamas.families.banked.phases import BankedPhase, end_round
from novamas.games.blackjack.acts import ConsentAt, Cut, PlaceCutCard, ShufflePacks
from novamas.games.blackjack.cloth import Cloth, Hand, main, seat_of
from novamas.games.blackjack.phases.cards import Dealing
from novamas.games.blackjack.setup import Premises, Rules
from novamas.games.blackjack.shoe import fresh_shoe
from novamas.games.blackjack.side_bet import feed
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.felt import Jackpot
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who


class Waiting(phases.Waiting[Cloth], frozen=True):
    """The table is between rounds. If the shoe is missing or has ended, the cards are shuffled first."""

    step: ClassVar[str] = "shuffling"

    @law("IB05.03.V.3.1", "IB05.03.V.3.b.1")
    def offers(self, who: Who) -> Iterable[Offer]:
        if who is not CROUPIER or not self.must_shuffle:
            return super().offers(who)
        shuffles, clause = self.felt.rules.cards.shuffles, self.felt.course.packs
        times = Range(shuffles, 3 * shuffles, 1, clause)
        return (Offer(ShufflePacks(times=shuffles), clause, {"times": times}),)

    @property
    def must_shuffle(self) -> bool:
        """Whether the shoe is missing or has ended. A continuous shuffler needs no shoe."""
        felt = self.felt
        return not felt.rules.is_continuous and (felt.shoe is None or felt.is_last_of_shoe)

    @law("IB05.03.V.3.1", "IB05.03.V.3.c.3")
    def reason(self, act: Act) -> Refusal | None:
        match act:
            case HaganJuego() | Bet() if self.must_shuffle:
                code = "no_shoe" if self.felt.shoe is None else "shoe_ended"
                return Refusal(code, self.felt.course.shuffling)
            case ShufflePacks() if self.felt.rules.is_continuous:
                return Refusal("machine_never_stops", self.felt.course.machine)
            case ShufflePacks() if not self.must_shuffle:
                return Refusal("shoe_not_ended", self.felt.course.cut_card_appears)
            case _:
                return super().reason(act)

    def after(self, act: Act) -> Step:
        if not isinstance(act, ShufflePacks):
            return super().after(act)
        moves = Moves(self.felt)
        tell_shuffle(moves, self.felt, act.times)
        return moves.to(Cutting(moves.felt))


# ---------------------------------------------------------------- the shoe


@law("IB05.03.V.3.b.1", "IB05.03.V.3.b.2", "IB05.03.II.2.4")
def tell_shuffle(moves: Moves[Cloth], felt: Cloth, times: int) -> None:
    """Announce a shuffle by hand or by machine, and remove the old shoe."""
    course, decks = felt.course, felt.rules.decks
    if felt.rules.shuffler == "none":
        moves.note("packs_shuffled", course.packs, decks=decks, times=times)
    else:
        moves.note("machine_shuffles", course.machine, decks=decks)
    moves.note("packs_joined", course.cutting, decks=decks)
    moves.use(None)
    moves.change(is_last_of_shoe=False)


class MakingReady(BankedPhase[Cloth], frozen=True):
    """The croupier prepares the shoe. No bet may be placed yet."""

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, (Bet, Withdraw, Consent, ConsentAt, HaganJuego, NoVaMas, *self.felt.in_the_round)):
            return Refusal("no_shoe", self.clause)
        return self.felt.why_not_own(act)


class Cutting(MakingReady, frozen=True):
    """Any player may make the last cut. The table waits for seat 1."""

    step: ClassVar[str] = "cutting"

    @property
    def turn(self) -> Who:
        return 1

    def offers(self, who: Who) -> Iterable[Offer]:
        if isinstance(who, int):
            yield Offer(Cut(who), self.clause)

    def after(self, act: Act) -> Step:
        moves = Moves(self.felt)
        moves.note("player_cuts", self.clause, seat=seat_of(act.by))
        return moves.to(Loading(moves.felt))


@law("IB05.03.V.3.b.3", "IB05.03.V.3.b.4", "IB05.03.V.3.c.1")
class Loading(MakingReady, frozen=True):
    """The croupier inserts the cut card, loads the shoe and sets five cards aside.

    At least one deck stays behind the cut card.
    """

    step: ClassVar[str] = "cut_card"

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            least = self.felt.rules.reserve
            behind = Range(least, 4 * len_deck(self.felt.rules), 1, self.clause)
            yield Offer(PlaceCutCard(behind=least), self.clause, {"behind": behind})

    def after(self, act: Act) -> Step:
        assert isinstance(act, PlaceCutCard)
        moves = Moves(self.felt)
        moves.use(fresh_shoe(self.felt.rules, behind=act.behind))
        moves.note("shoe_loaded", self.felt.course.loading, behind=act.behind)
        for _ in range(self.felt.rules.cards.burned):
            moves.burn(self.felt.course.burning)
        return moves.to(Waiting(moves.felt))


def len_deck(rules: Rules) -> int:
    """Return the number of cards in one deck."""
    return fresh_shoe(rules).size // rules.decks


# ---------------------------------------------------------------- the deal begins


def deal(moves: Moves[Cloth]) -> Step:
    """Start the deal after the betting has closed, or end the round if there are no bets."""
    felt = moves.felt
    if not felt.commands:
        return end_round(moves)
    feed(moves)
    if felt.rules.is_continuous:
        moves.use(fresh_shoe(felt.rules))
    moves.change(hands=tuple(Hand(main(place), place) for place, _ in felt.commands))
    return moves.to(Dealing(moves.felt))


def opening(rules: Rules, premises: Premises) -> Waiting:
    """Return the table before its first shoe, with the initial amount of its jackpot."""
    bet = rules.side_bet
    jackpots = (Jackpot(bet.name, bet.start),) if bet is not None and bet.is_progressive else ()
    return Waiting(Cloth(rules=rules, premises=premises, jackpots=jackpots))
