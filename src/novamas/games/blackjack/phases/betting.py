"""Before the cards: the shoe is made ready, the betting opens, bets are laid, the betting closes."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import ClassVar

from novamas.games.blackjack.cloth import (
    MAIN,
    Admit,
    AnnounceLimits,
    Cloth,
    Cut,
    Hand,
    Moment,
    Object,
    PlaceCutCard,
    SetJackpot,
    Shuffle,
    main,
    place_of,
    seat_of,
)
from novamas.games.blackjack.pay import end_round
from novamas.games.blackjack.phases.playing import Dealing
from novamas.games.blackjack.setup import BY_HAND, CONTINUOUS, NewLimits, Rules, limits_of
from novamas.games.blackjack.shoe import fresh_shoe
from novamas.games.blackjack.side_bet import aside, feed, figures_of
from novamas.law import law
from novamas.rounds.banked import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.table.bets import read_bet
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.people import CROUPIER, FLOOR, NOBODY, Who
from novamas.table.phases import Step
from novamas.table.refusals import Refusal

MOST_JACKPOT = 10**9  # ten million euros: no linked jackpot comes near it


class Waiting(Moment, frozen=True):
    """Between rounds; where the shoe has ended it is made ready first."""

    clause: ClassVar[str] = "IB05.03.V.3.1"
    rest: ClassVar[bool] = True

    @law("IB05.03.V.3.1", "IB05.03.V.3.b.1")
    def offers(self, who: Who) -> Iterable[Offer]:
        rules = self.felt.rules
        if who is CROUPIER and self.must_shuffle:
            times = Range(rules.shuffles, 3 * rules.shuffles, 1, "IB05.03.V.3.b.1")
            yield Offer(Shuffle(times=rules.shuffles), "IB05.03.V.3.b.1", {"times": times})
        elif who is CROUPIER:
            yield Offer(HaganJuego(), "IB05.03.V.2.1")
            yield Offer(HaganJuego(last=True), "IB05.03.V.2.1")
        elif who is FLOOR:
            yield from limit_offers(self.felt)
            yield from jackpot_offers(self.felt)
        elif isinstance(who, int):
            yield from consents(self.felt, who)

    @property
    def must_shuffle(self) -> bool:
        """Is there no shoe to deal from? A machine that never stops shuffling needs none."""
        continuous = self.felt.rules.shuffler == CONTINUOUS
        return not continuous and (self.felt.shoe is None or self.felt.is_last_of_shoe)

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Bet):
            return Refusal("not_open", "IB05.03.V.2.1", "The croupier has not opened the betting.")
        if isinstance(act, HaganJuego):
            says = "The shoe has ended: the cards are shuffled first."
            return Refusal("shoe_ended", "IB05.03.V.3.1", says)
        return None

    def after(self, act: Act) -> Step:
        felt, moves = self.felt, Moves(self.felt)
        match act:
            case Shuffle():
                tell_shuffle(moves, felt.rules, act.times)
                return moves.to(Cutting(moves.felt))
            case HaganJuego():
                words = "Hagan juego. Última mano." if act.last else "Hagan juego."
                moves.say(words, "IB05.03.V.2.1")
                moves.change(is_last_round=act.last)
                return moves.to(Betting(moves.felt))
            case AnnounceLimits():
                return announce(moves, act.minimum)
            case SetJackpot():
                assert felt.rules.side_bet is not None
                clause = figures_of(felt).linked_clause
                moves.link(felt.rules.side_bet.name, act.cents, clause)
                moves.note(f"the linked jackpot stands at {act.cents}", clause)
                return moves.to(Waiting(moves.felt))
            case Admit(int(seat)) | Object(int(seat)):
                say_consent(moves, seat, yes=isinstance(act, Admit))
                return moves.to(Waiting(moves.felt))
            case _:
                raise AssertionError(act)


# ---------------------------------------------------------------- the shoe


@law("IB05.03.V.3.b.1", "IB05.03.V.3.b.2", "IB05.03.II.2.4")
def tell_shuffle(moves: Moves[Cloth], rules: Rules, times: int) -> None:
    """By hand pack by pack, or by a machine; then the last cut is offered to a player."""
    if rules.shuffler == BY_HAND:
        says = f"each of the {rules.decks} packs is shuffled and cut {times} times"
        moves.note(says, "IB05.03.V.3.b.1")
    else:
        moves.note(f"the machine shuffles the {rules.decks} packs", "IB05.03.II.2.4")
    moves.note(f"the {rules.decks} packs are joined and cut", "IB05.03.V.3.b.2")
    moves.use(None)
    moves.change(is_last_of_shoe=False)


class Cutting(Moment, frozen=True):
    """The cards are offered to a player for the last cut: to the first, or to whoever wants it."""

    clause: ClassVar[str] = "IB05.03.V.3.b.2"

    @property
    def turn(self) -> Who:
        return 1

    def offers(self, who: Who) -> Iterable[Offer]:
        if isinstance(who, int):
            yield Offer(Cut(who), self.clause)

    def after(self, act: Act) -> Step:
        moves = Moves(self.felt)
        moves.note(f"seat {seat_of(act.by)} cuts", self.clause)
        return moves.to(Loading(moves.felt))


@law("IB05.03.V.3.b.3", "IB05.03.V.3.b.4", "IB05.03.V.3.c.1")
class Loading(Moment, frozen=True):
    """The cut card goes in with a deck or more behind it, the cards go into the shoe, five are set aside."""

    clause: ClassVar[str] = "IB05.03.V.3.b.3"

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            least = self.felt.rules.reserve
            behind = Range(least, 4 * len_deck(self.felt.rules), 1, self.clause)
            yield Offer(PlaceCutCard(behind=least), self.clause, {"behind": behind})

    def after(self, act: Act) -> Step:
        assert isinstance(act, PlaceCutCard)
        moves = Moves(self.felt)
        moves.use(fresh_shoe(self.felt.rules, behind=act.behind))
        moves.note(f"the cards go into the shoe, {act.behind} behind the cut card", "IB05.03.V.3.b.4")
        for _ in range(self.felt.rules.burned):
            moves.burn("IB05.03.V.3.c.1")
        return moves.to(Waiting(moves.felt))


def len_deck(rules: Rules) -> int:
    """The cards of one deck."""
    return fresh_shoe(rules).size // rules.decks


# ---------------------------------------------------------------- what the floor may announce


@law("IB05.03.V.2.a.2")
def limit_offers(felt: Cloth) -> Iterable[Offer]:
    """The director may change the minimum, if the casino is authorised to and no change is under way."""
    rules = felt.rules
    if not rules.may_vary_minimum or felt.coming is not None:
        return
    step = rules.authorised_minimum
    least = step * -(-least_for_side_bet(rules) // step)
    minimum = Range(least, 1000 * step, step, "IB05.03.V.2.a.1", "IB05.03.V.2.a.2")
    yield Offer(AnnounceLimits(minimum=least), "IB05.03.V.2.a.2", {"minimum": minimum})


@law("AR10.7.e.2")
def least_for_side_bet(rules: Rules) -> int:
    """The least minimum of which the stipulated bet beside the game is no more than the law lets it be."""
    bet = rules.side_bet
    if bet is None or bet.stake_most is None:
        return 1
    return ceil(bet.stake / bet.stake_most)


def announce(moves: Moves[Cloth], minimum: int) -> Step:
    """The last three hands with the old limits are announced."""
    rules = moves.felt.rules
    limits = limits_of(minimum, times=rules.maximum_times, raised=rules.raised_maximum)
    moves.say("Las tres últimas manos con este límite.", "IB05.03.V.2.a.2")
    moves.change(coming=NewLimits(limits, rules.rounds_announced))
    return moves.to(Waiting(moves.felt))


@law("IB05.03.V.1.f.1", "AR10.7.e.7")
def jackpot_offers(felt: Cloth) -> Iterable[Offer]:
    """What linked tables have added to a progressive jackpot, or that one of them has won it."""
    bet = felt.rules.side_bet
    if bet is not None and bet.is_progressive:
        clause = figures_of(felt).linked_clause
        cents = Range(bet.start, MOST_JACKPOT, 1, clause)
        yield Offer(SetJackpot(cents=bet.start), clause, {"cents": cents})


# ---------------------------------------------------------------- bets


@law("IB05.03.IV.a.4", "IB05.03.IV.b.1")
def consents(felt: Cloth, seat: int) -> Iterable[Offer]:
    """A player may let others bet on his hands, or object, where there are others."""
    said = dict(felt.consents).get(seat)
    if felt.rules.seats + felt.rules.standing > 1:
        if said is not True:
            yield Offer(Admit(seat), "IB05.03.IV.a.4")
        if said is not False:
            yield Offer(Object(seat), "IB05.03.IV.b.1")


def say_consent(moves: Moves[Cloth], seat: int, *, yes: bool) -> None:
    """What a player says holds from now on; where he objects, what others have on his hands goes back."""
    felt = moves.felt
    clause = "IB05.03.IV.a.4" if yes else "IB05.03.IV.b.1"
    moves.change(consents=tuple(sorted({**dict(felt.consents), seat: yes}.items())))
    moves.note(f"seat {seat} {'lets' if yes else 'does not let'} others bet on his hands", clause)
    if not yes:
        his = {main(place) for place, commander in felt.commands if commander == seat}
        give_back(moves, [chips for chips in felt.chips if chips.bet in his and chips.seat != seat], clause)


def give_back(moves: Moves[Cloth], chips: Iterable[tuple[int, str, int]], clause: str) -> None:
    """These stakes go back to their owners."""
    for seat, bet, cents in chips:
        moves.withdraw(seat, bet, cents, clause)


class Betting(Moment, frozen=True):
    """Bets are laid on the places."""

    clause: ClassVar[str] = "IB05.03.V.2.1"
    pause: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(NoVaMas(), self.clause)
        elif isinstance(who, int):
            yield from self.bets(who)
            yield from self.bets_aside(who)
            yield from self.withdrawals(who)
            yield from consents(self.felt, who)

    @law("IB05.03.V.2.1", "IB05.03.V.2.b.2")
    def bets(self, seat: int) -> Iterable[Offer]:
        """Within the maximum of each place, all stakes on it together; added chips from the smallest on."""
        felt, rules = self.felt, self.felt.rules
        alike: dict[tuple[int, int], list[str]] = {}
        for place in range(1, rules.places + 1):
            if self.why_not_there(seat, place) is None:
                least = rules.chip if felt.on(seat, main(place)) else rules.limits.minimum
                most = rules.limits.maximum - felt.on_place(place)
                alike.setdefault((least, most), []).append(main(place))
        for (least, most), names in alike.items():
            if least <= most:
                listed = OneOf(tuple(names), "IB05.03.IV.a.1")
                cents = Range(least, most, rules.chip, "IB05.03.V.2.a.1", "IB05.03.V.2.b.2")
                yield Offer(Bet(seat, names[0], least), self.clause, {"bet": listed, "cents": cents})

    @law("IB05.03.IV.a.3", "IB05.03.IV.a.4", "IB05.03.IV.a.5", "IB05.03.IV.b.1")
    def why_not_there(self, seat: int, place: int) -> Refusal | None:
        """One's own place, a vacant one, or that of another who has bet on it and lets one."""
        felt = self.felt
        commander = felt.commander(place)
        if commander == seat:
            return None
        if commander is not None:
            if felt.lets_bet(commander, seat):
                return None
            clause = "IB05.03.IV.a.4" if felt.is_seated(seat) else "IB05.03.IV.b.1"
            return Refusal("no_consent", clause, f"Seat {commander} has not agreed to bets on his hand.")
        if not felt.is_seated(seat):
            says = "A standing player bets on the hand of a player, and nobody has bet on this place."
            return Refusal("no_hand_there", "IB05.03.IV.b.1", says)
        if place != seat and not felt.is_vacant(place):
            says = f"Place {place} is that of seat {place}, who has not bet on it."
            return Refusal("place_taken", "IB05.03.IV.a.3", says)
        return None

    @law("AR10.7.e.2")
    def bets_aside(self, seat: int) -> Iterable[Offer]:
        """Who commands a place may lay the stipulated bet on its first cards, once and before the cards."""
        bet = self.felt.rules.side_bet
        if bet is None:
            return
        clause = figures_of(self.felt).stake_clause
        his = (aside(bet, place) for place, commander in self.felt.commands if commander == seat)
        names = tuple(name for name in his if not self.felt.on(seat, name))
        if names:
            cents = Range(bet.stake, bet.stake, 1, clause)
            yield Offer(Bet(seat, names[0], bet.stake), clause, {"bet": OneOf(names, clause), "cents": cents})

    def withdrawals(self, seat: int) -> Iterable[Offer]:
        """Until the cards come a player may take his stakes back."""
        for owner, bet, _ in self.felt.chips:
            if owner == seat:
                yield Offer(Withdraw(seat, bet), self.clause)

    def reason(self, act: Act) -> Refusal | None:
        felt, rules = self.felt, self.felt.rules
        if not isinstance(act, Bet) or not isinstance(act.by, int):
            return None
        numbers = range(1, rules.places + 1)
        if rules.side_bet and act.bet in [aside(rules.side_bet, place) for place in numbers]:
            says = "Who commands a place bets on its first cards, once, when he has bet on the place."
            return Refusal("not_aside", figures_of(self.felt).stake_clause, says)
        places = {main(place): place for place in numbers}
        if act.bet not in places:
            says = f"There is no place {act.bet!r}: the cloth has {main(1)} to {main(rules.places)}."
            return Refusal("no_such_place", "IB05.03.IV.a.1", says, dial="bet", given=act.bet)
        place = places[act.bet]
        if (refusal := self.why_not_there(act.by, place)) is not None:
            return refusal
        if (on := felt.on_place(place)) and on + act.cents > rules.limits.maximum:
            says = f"The maximum on a place is {rules.limits.maximum}; {on} lies on it."
            return Refusal("above_maximum", "IB05.03.V.2.b.2", says, dial="cents", given=act.cents)
        return None

    def after(self, act: Act) -> Step:
        felt, moves = self.felt, Moves(self.felt)
        match act:
            case Bet(int(seat), bet, cents):
                is_main = read_bet(bet).kind == MAIN
                moves.stake(seat, bet, cents, self.clause if is_main else figures_of(felt).stake_clause)
                place = place_of(bet)
                if is_main and felt.commander(place) is None:
                    moves.change(commands=tuple(sorted((*felt.commands, (place, seat)))))
            case Withdraw(int(seat), bet):
                self.withdraw(moves, seat, bet)
            case Admit(int(seat)) | Object(int(seat)):
                say_consent(moves, seat, yes=isinstance(act, Admit))
            case NoVaMas():
                return deal(moves)
            case _:
                raise AssertionError(act)
        return moves.to(Betting(moves.felt))

    def withdraw(self, moves: Moves[Cloth], seat: int, bet: str) -> None:
        """A stake goes back; where it is that of who commands the place, all that lies there goes back."""
        felt, place = self.felt, place_of(bet)
        if bet != main(place) or felt.commander(place) != seat:
            moves.withdraw(seat, bet, felt.on(seat, bet), self.clause)
            return
        give_back(moves, [chips for chips in felt.chips if place_of(chips.bet) == place], self.clause)
        moves.change(commands=tuple(pair for pair in felt.commands if pair[0] != place))


def deal(moves: Moves[Cloth]) -> Step:
    """The betting is closed; with nothing on the cloth there is nothing to deal."""
    felt = moves.felt
    moves.say("No va más.", "IB05.03.V.2.1")
    if not felt.commands:
        return end_round(moves)
    feed(moves)
    if felt.rules.shuffler == CONTINUOUS:
        moves.use(fresh_shoe(felt.rules))
    moves.change(hands=tuple(Hand(main(place), place) for place, _ in felt.commands))
    return moves.to(Dealing(moves.felt))


class Closed(Moment, frozen=True):
    """The session is over and the cloth is empty."""

    clause: ClassVar[str] = "IB05.03.V.3.1"
    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return NOBODY
