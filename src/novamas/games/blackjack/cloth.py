"""The cloth of a blackjack table: its places, the players who control them, hands and bets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from novamas.equipment.cards import DECK_52, rank
from novamas.families.banked import cloth as banked
from novamas.families.banked.acts import Bet, Consent
from novamas.families.banked.cloth import Course, LateBets, Least, too_much_there
from novamas.families.banked.limits import AnnounceLimits, Coming, Varying, announce, count_down
from novamas.games.blackjack.acts import (
    OF_A_HAND,
    PROPOSED,
    ConsentAt,
    Cut,
    PlaceCutCard,
    SetJackpot,
    ShufflePacks,
)
from novamas.games.blackjack.setup import Premises, Rules, SideBet
from novamas.games.blackjack.vacant_places import VacantPlaces
from novamas.hands import BlackjackTotal, blackjack_total
from novamas.law import law
from novamas.money import Rounding
from novamas.table.bets import read_bet, write_bet
from novamas.table.deeds import Act
from novamas.table.felt import Total
from novamas.table.game import HandPoints
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR, Who

BANK = "bank"
MAIN, NATURAL, INSURANCE, SURRENDER = "mano", "blackjack", "seguro", "retiro"
ACE = 14
MAX_JACKPOT = 10**9  # ten million euros, more than any linked jackpot
_VALUES = tuple(ACE if rank(card) == ACE else min(rank(card), 10) for card in DECK_52)

# ---------------------------------------------------------------- the cloth


class Hand(NamedTuple):
    """A hand: its place, whether it comes from a split, and whether it is still in play."""

    name: str
    place: int
    is_split: bool = False
    is_live: bool = True


class BlackjackCourse(Course, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clauses on the steps of a round."""

    places: str
    own_place: str
    consent: str
    backing: str
    standing: str
    minimum: str
    maximum: str
    changing: str
    shuffling: str
    packs: str
    machine: str = ""  # if the norm has machines that shuffle
    cutting: str
    cut_card: str
    loading: str
    burning: str
    cut_card_appears: str
    card_face_up: str
    dealing: str
    asking: str
    over_21: str
    bank_draws: str
    bank_announces: str
    bank_over_21: str
    higher_wins: str
    equal_is_void: str
    payment: str
    bank_blackjack: str
    insurance_against: str
    proposing: str
    window: str
    insuring: str
    insurance_won: str
    insurance_lost: str
    even_money: str = ""  # if the norm has it
    splitting: str
    split_stake: str
    split_hands: str
    split_ace: str
    split_21: str
    doubling: str
    no_doubled_aces: str = ""  # if the norm says it by itself


def points_of(cards: Sequence[int]) -> HandPoints:
    """Return the points of a hand at black jack."""
    total = blackjack_total(cards)
    return HandPoints(total.points, total.is_soft)


class Cloth(VacantPlaces, banked.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth: the places (boxes), their hands, and the state that outlasts a phase."""

    public: ClassVar[tuple[str, ...]] = (
        *banked.Cloth.public,
        *(
            "minimum",
            "maximum",
            "coming",
            "commands",
            "consents",
            "consents_at",
            "hands",
            "totals",
            "jackpots",
        ),
        *("given_up", "is_last_of_shoe"),
    )
    last_words: ClassVar[str] = "Última mano."
    in_the_round: ClassVar[tuple[type[Act], ...]] = (*PROPOSED, *OF_A_HAND)
    silence_lets: ClassVar[bool] = True

    rules: Rules
    premises: Premises
    commands: tuple[tuple[int, int], ...] = ()
    consents: tuple[tuple[int, bool], ...] = ()
    consents_at: tuple[tuple[int, int, bool], ...] = ()  # vacant place, who controls it, the consent
    hands: tuple[Hand, ...] = ()  # in order of play
    firsts: tuple[tuple[int, tuple[int, ...]], ...] = ()  # place, and its first three cards in order
    given_up: tuple[str, ...] = ()  # surrendered hands whose stakes wait for the bank's second card
    is_last_of_shoe: bool = False  # the cut card has appeared
    coming: Coming | None = None  # an announced change of the minimum

    @property
    def course(self) -> BlackjackCourse:
        return self.rules.frame.group("course", BlackjackCourse)

    # ---- places

    def main_on(self, box: int, seat: int) -> str:
        return main(box)

    def box_of(self, bet: str, seat: int) -> int:
        return place_of(bet)

    @law("IB05.03.IV.a.4", "IB05.03.IV.b.1")
    def lets_bet(self, commander: int, other: int, place: int) -> bool:
        """Return whether the player who controls a place lets another player bet on its hand.

        A seated player needs consent. A standing player may bet unless the other player objects.
        """
        said = self.said_at(place, commander)
        return said is True or (said is None and not self.is_seated(other))

    @law("IB05.03.IV.a.3", "IB05.03.IV.a.4", "IB05.03.IV.a.5", "IB05.03.IV.b.1")
    def why_not_there(self, seat: int, box: int) -> Refusal | None:
        """Explain why a player may not bet on a place, or return None.

        A player may bet on the place at their own seat and on a vacant place. A player may also bet on a
        place where another player has bet and lets others bet.
        """
        commander = self.commander(box)
        if commander == seat:
            return None
        if commander is not None:
            if self.lets_bet(commander, seat, box):
                return None
            clause = self.course.consent if self.is_seated(seat) else self.course.standing
            return Refusal("no_consent", clause, figures={"seat": commander})
        if not self.is_seated(seat):
            return Refusal("no_hand_there", self.course.standing)
        if box != seat and not self.is_vacant(box):
            return Refusal("place_taken", self.course.own_place, figures={"place": box})
        return None

    @law("IB05.03.IV.a.4", "IB05.03.IV.b.1")
    def consent_clause(self, *, yes: bool) -> str:
        return self.course.consent if yes else self.course.standing

    # ---- bets

    @law("IB05.03.V.2.1", "IB05.03.V.2.b.2")
    def bets(self, seat: int) -> Iterable[Offer]:
        """Yield the bets that a player may make.

        All stakes on a place together stay within its maximum. A first bet is at least the minimum, an
        addition at least the smallest chip.
        """
        rules, course = self.rules, self.course
        limits: dict[tuple[int, int], list[str]] = {}
        staked: dict[str, int] = {}
        for chips in self.chips:
            staked[chips.bet] = staked.get(chips.bet, 0) + chips.cents
        for place in range(1, rules.places + 1):
            if self.why_not_there(seat, place) is None:
                name = main(place)
                on_place = staked.get(name, 0)
                least = rules.chip if on_place and self.on(seat, name) else rules.minimum
                limits.setdefault((least, rules.maximum - on_place), []).append(name)
        for (least, most), names in limits.items():
            if least <= most:
                listed = OneOf(tuple(names), course.places)
                cents = Range(least, most, rules.chip, course.minimum, course.maximum)
                yield Offer(Bet(seat, names[0], least), course.betting, {"bet": listed, "cents": cents})
        yield from self.bets_aside(seat)

    @law("AR10.7.e.2")
    def bets_aside(self, seat: int) -> Iterable[Offer]:
        """Yield the side bets. The player who controls a place may make one, of the fixed amount."""
        bet = self.rules.side_bet
        if bet is None:
            return
        clause = self.rules.side_bet_figures.stake_clause
        commanded = (aside(bet, place) for place, commander in self.commands if commander == seat)
        names = tuple(name for name in commanded if not self.on(seat, name))
        if names:
            cents = Range(bet.stake, bet.stake, 1, clause)
            yield Offer(Bet(seat, names[0], bet.stake), clause, {"bet": OneOf(names, clause), "cents": cents})

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        rules, numbers = self.rules, range(1, self.rules.places + 1)
        if rules.side_bet and bet in [aside(rules.side_bet, place) for place in numbers]:
            return Refusal("not_aside", self.rules.side_bet_figures.stake_clause)
        places = {main(place): place for place in numbers}
        if bet not in places:
            return Refusal(
                "no_such_place", self.course.places, dial="bet", given=bet, figures={"places": rules.places}
            )
        place, most = places[bet], rules.maximum
        if (refusal := self.why_not_there(seat, place)) is not None:
            return refusal
        if (on := self.on_box(place)) and on + cents > most:
            return too_much_there(bet, on, cents, most, self.course.maximum)
        return None

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        is_main = bet == main(place_of(bet))
        moves.stake(
            seat, bet, cents, self.course.betting if is_main else self.rules.side_bet_figures.stake_clause
        )
        self.take_command(moves, seat, bet)

    def least(self, seat: int, bet: str) -> Least:
        """Return the smallest stake that must stay on a place. A side bet is taken back only whole."""
        if bet == main(place_of(bet)):
            return Least(self.rules.minimum, self.rules.chip, self.course.minimum)
        return Least(self.on(seat, bet), 0, self.rules.side_bet_figures.stake_clause)

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        self.leave_box(moves, seat, bet, cents, self.course.betting)

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """Return the offers to allow or forbid bets of others on the player's hands, if there are others."""
        if self.places > 1 and isinstance(who, int):
            yield from self.consent_offers(who)
            yield from self.consent_at_offers(who)

    @law("IB05.03.V.2.1")
    def late_bets(self) -> LateBets:
        places = tuple(main(place) for place in range(1, self.rules.places + 1))
        return LateBets(places, self.rules.chip, self.rules.maximum, self.course.places)

    # ---- between rounds

    def between(self, who: Who) -> Iterable[Offer]:
        if who is FLOOR:
            yield from self.limit_offers()
            yield from self.jackpot_offers()
        yield from self.own_offers(who)

    @property
    def varying(self) -> Varying:
        """Facts that decide whether the minimum may change."""
        room, clause = self.premises, self.course.changing
        return Varying(
            authorised_minimum=room.authorised_minimum,
            chip=self.rules.chip,
            may_vary="vary_minimum" in room.authorised and self.rules.limits.in_session,
            kept_elsewhere=room.minimum_kept_elsewhere or room.authorised_without_minimum,
            is_coming=self.coming is not None,
            varied=clause,
            kept=clause,
        )

    @law("IB05.03.V.2.a.2")
    def limit_offers(self) -> Iterable[Offer]:
        """Yield the director's offer to change the minimum, if authorised and no change is pending."""
        last = self.rules.minimum == self.premises.authorised_minimum and not self.varying.kept_elsewhere
        if self.varying.is_open and not last:
            minimum = self.varying.dial(self.course.minimum, least_for_side_bet(self.rules))
            yield Offer(AnnounceLimits(minimum=minimum.least), self.course.changing, {"minimum": minimum})

    def why_not_own(self, act: Act) -> Refusal | None:
        """Explain why an act about the shoe, consent or limits is not offered, or return None."""
        if isinstance(act, ShufflePacks | Cut | PlaceCutCard) and self.shoe is not None:
            return Refusal("shoe_not_ended", self.course.cut_card_appears)
        if isinstance(act, Consent) and isinstance(act.by, int):
            return Refusal("consents_already", self.consent_clause(yes=act.yes), figures={"yes": act.yes})
        if isinstance(act, ConsentAt) and isinstance(act.by, int):
            return self.why_no_consent_at(act, self.course.own_place)
        return self.varying.why_not(act)

    @law("IB05.03.V.1.f.1", "AR10.7.e.7")
    def jackpot_offers(self) -> Iterable[Offer]:
        """Yield the floor's offer to set a progressive jackpot that linked tables have fed or won."""
        bet = self.rules.side_bet
        if bet is not None and bet.is_progressive:
            clause = self.rules.side_bet_figures.linked_clause
            cents = Range(bet.start, MAX_JACKPOT, 1, clause)
            yield Offer(SetJackpot(cents=bet.start), clause, {"cents": cents})

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        match act:
            case Consent(int(seat), yes):
                self.say_consent(moves, seat, yes=yes)
            case ConsentAt():
                self.say_consent_at(moves, act)
            case AnnounceLimits(minimum=minimum):
                words = "Las tres últimas manos con este límite."
                announce(moves, (minimum,), self.rules.limits.rounds_announced, words, self.course.changing)
            case SetJackpot(cents=cents):
                assert self.rules.side_bet is not None
                clause = self.rules.side_bet_figures.linked_clause
                moves.link(self.rules.side_bet.name, cents, clause)
                moves.note("linked_jackpot", clause, cents=cents)
            case _:
                super().do_own(moves, act)

    @law("IB05.03.V.2.a.2")
    def change_limits(self, moves: Moves[Any], minimum: int) -> None:
        """Set a new minimum. The maximum, the float and the guarantee change with it."""
        rules, premises = self.rules, self.premises
        maximum = rules.maximum_with(minimum)
        growth = Fraction(minimum, rules.minimum)
        advance, guarantee = (
            Rounding.UP.whole(held * growth) for held in (premises.advance, premises.guarantee)
        )
        moves.change(
            rules=replace(rules, minimum=minimum, maximum=maximum),
            premises=replace(premises, advance=advance, guarantee=guarantee),
        )
        moves.note(
            "limits_changed",
            self.course.changing,
            minimum=minimum,
            maximum=maximum,
            advance=advance,
            guarantee=guarantee,
        )

    # ---- the round

    def close(self, moves: Moves[Any]) -> Step:
        from novamas.games.blackjack.phases.betting import deal  # imported late to avoid a cycle

        return deal(moves)

    def gather(self, moves: Moves[Any]) -> None:
        moves.change(hands=(), firsts=(), commands=())
        if self.rules.is_continuous:
            moves.use(None)
        count_down(moves)

    def next_round(self, moves: Moves[Any]) -> Step:
        from novamas.games.blackjack.phases.betting import Waiting

        moves.end_round()
        return moves.to(Waiting(moves.felt))

    # ---- hands

    def hand(self, name: str) -> Hand:
        for hand in self.hands:
            if hand.name == name:
                return hand
        raise KeyError(name)

    @property
    def live(self) -> tuple[Hand, ...]:
        """The hands still in play."""
        return tuple([hand for hand in self.hands if hand.is_live])

    def holders(self, name: str) -> tuple[int, ...]:
        """Return the seats with chips on a hand. The seat that controls the hand comes first."""
        first = self.commander(self.hand(name).place)
        seats = tuple([seat for seat, bet, _ in self.chips if bet == name])
        return (first, *[seat for seat in seats if seat != first]) if first in seats else seats

    def total(self, hand: Hand) -> BlackjackTotal:
        """Return the total of a hand."""
        return blackjack_total(self.cards(hand.name), is_split=hand.is_split)

    @property
    def totals(self) -> tuple[Total, ...]:
        """The totals of all face-up hands, including the bank's."""
        hands = {hand.name: self.total(hand) for hand in self.hands} | {BANK: self.bank}
        return tuple(Total(owner, hands[owner].points) for owner in self.lie_open if owner in hands)

    @property
    def bank(self) -> BlackjackTotal:
        """The total of the bank's cards."""
        return blackjack_total(self.cards(BANK))

    @property
    def bank_shows_ace(self) -> bool:
        return rank(self.cards(BANK)[0]) == ACE


def main(place: int) -> str:
    """Return the name of the first hand of a place. Its main bet has the same name."""
    return write_bet(MAIN, place)


def place_of(bet: str) -> int:
    """Return the place of a hand or of a bet: `mano:3.2` and `seguro:3` belong to place 3."""
    return int(read_bet(bet).place)


def aside(bet: SideBet, place: int) -> str:
    """Return the name of the side bet on a place."""
    return write_bet(bet.name, place)


@law("AR10.7.e.2")
def least_for_side_bet(rules: Rules) -> int:
    """Return the lowest minimum at which the side bet does not exceed its lawful multiple of the minimum."""
    bet = rules.side_bet
    if bet is None or bet.stake_most is None:
        return 1
    return ceil(bet.stake / bet.stake_most)


def insurance(hand: str) -> str:
    """Return the name of the insurance bet of a hand."""
    name = read_bet(hand)
    return write_bet(INSURANCE, name.place, name.hand)


@law("IB05.03.V.1.c.1")
def value(card: int) -> int:
    """Return the value of a card for pairs. Tens and court cards are equal, the ace differs from all."""
    return _VALUES[card]


def is_pair(cards: tuple[int, ...]) -> bool:
    """Return whether two cards have the same value."""
    return len(cards) == 2 and value(cards[0]) == value(cards[1])


def without(hands: Iterable[Hand], name: str) -> tuple[Hand, ...]:
    """Return the hands with one of them marked as no longer in play."""
    return tuple(hand._replace(is_live=False) if hand.name == name else hand for hand in hands)


def seat_of(who: Who) -> int:
    """Return the seat of the player who does this act."""
    assert isinstance(who, int)
    return who
