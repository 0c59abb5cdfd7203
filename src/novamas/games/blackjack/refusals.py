"""Reasons for refusing an act that the law does not allow now."""

from __future__ import annotations

from novamas.errors import Figure
from novamas.families.banked.acts import Bet, Consent, Withdraw
from novamas.games.blackjack.acts import (
    OF_A_HAND,
    ConsentAt,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Split,
    Surrender,
)
from novamas.games.blackjack.cloth import ACE, MAIN, Cloth, Hand, insurance, value
from novamas.law import law
from novamas.table.bets import parts_of
from novamas.table.deeds import Act
from novamas.table.refusals import Refusal


@law("IB05.03.V.2.1", "IB05.03.V.1.b.3", "IB05.03.V.1.e.1")
def why_not_now(felt: Cloth, act: Act, hand: Hand | None = None) -> Refusal | None:
    """Explain why an act is not offered while cards are dealt and played, or return None.

    Bets end with the first card. Insurance and surrender end when the hands are played. Other acts depend on
    the hand.
    """
    course = felt.course
    match act:
        case Bet() | Withdraw() | Consent() | ConsentAt():
            return Refusal("cards_are_dealt", course.betting)
        case Insure() | EvenMoney():
            return Refusal("window_closed", course.window)
        case Surrender():
            clause = felt.rules.surrender.cite[0]
            if not felt.rules.surrender.is_offered:
                return Refusal("no_surrender", clause)
            return Refusal("window_closed", clause)
        case Hit() | Double() if hand is None:
            return why_done(felt, act)
        case _:
            own = why_not_of(felt, act, hand) if hand is not None else None
            return own or felt.why_not_own(act)


@law("IB05.03.V.1.b.1", "IB05.03.V.1.b.2", "IB05.03.V.1.e.1", "IB05.03.IV.a.5")
def why_not_proposed(felt: Cloth, act: Act, asked: tuple[int, ...]) -> Refusal | None:
    """Explain why an act must wait while insurance or surrender is offered, or return None."""
    course, surrender = felt.course, felt.rules.surrender
    refusal = None
    match act:
        case Surrender() if felt.bank_shows_ace:
            return Refusal("bank_shows_ace", surrender.cite[0])
        case Insure() | EvenMoney() if not felt.bank_shows_ace:
            return Refusal("bank_shows_no_ace", course.insurance_against)
        case Insure():
            refusal = why_not_insured(felt, act)
        case EvenMoney():
            refusal = why_no_even_money(felt, act)
        case Surrender() if surrender.is_offered:
            commanded = [hand.name for hand in felt.live if felt.commander(hand.place) == act.by]
            refusal = None if act.bet in commanded else Refusal("hand_of_another", course.backing)
        case _ if isinstance(act, OF_A_HAND):
            return Refusal("answer_first", course.proposing)
        case _:
            return why_not_now(felt, act)
    if refusal is None and act.by not in asked:
        return Refusal("declined", course.proposing)
    return refusal


@law("IB05.03.V.1.b.7")
def why_no_even_money(felt: Cloth, act: EvenMoney) -> Refusal | None:
    """Explain why a player may not take even money, or return None.

    The player needs a stake on a black jack that is not insured.
    """
    assert isinstance(act.by, int)
    if not felt.course.even_money:
        return Refusal("no_even_money", felt.course.payment)
    hands = [hand for hand in felt.live if hand.name == act.bet and felt.on(act.by, hand.name)]
    if not any(felt.total(hand).is_blackjack for hand in hands):
        return Refusal("no_blackjack", felt.course.even_money)
    if felt.on(act.by, insurance(act.bet)):
        return Refusal("insured", felt.course.even_money, figures={"bet": act.bet})
    return None


@law("IB05.03.V.1.b.4")
def why_not_insured(felt: Cloth, act: Insure) -> Refusal | None:
    """Explain why a stake may not be insured, or return None.

    There is no stake, it is already insured, or its half is less than a chip.
    """
    assert isinstance(act.by, int)
    clause, stake = felt.course.insuring, felt.on(act.by, act.bet)
    if not stake or parts_of(act.bet).kind != MAIN:
        return Refusal("nothing_to_insure", clause, dial="bet", given=act.bet)
    values: dict[str, Figure] = {"bet": act.bet, "half": stake // 2}
    if felt.on(act.by, insurance(act.bet)):
        return Refusal("insured", clause, figures=values)
    if stake // 2 >= felt.rules.chip:
        return None  # only the amount is wrong: the offer explains it
    code = "half_or_nothing" if felt.rules.insured_to_the_half else "too_small_to_insure"
    return Refusal(code, clause, dial="cents", given=act.cents, figures=values)


@law("IB05.03.V.1.a.4", "IB05.03.V.1.c.7")
def why_done(felt: Cloth, act: Act) -> Refusal | None:
    """Explain why a hand takes no more cards, or return None. It has 21 or is a split ace."""
    commanded = [
        hand for hand in felt.live if felt.commander(hand.place) == act.by and len(felt.held(hand.name)) > 1
    ]
    if any(felt.total(hand).points == 21 for hand in commanded):
        return Refusal("at_21", felt.course.asking)
    if any(hand.is_split and value(felt.cards(hand.name)[0]) == ACE for hand in commanded):
        return Refusal("split_ace", felt.course.split_ace)
    return None


@law("IB05.03.V.1.c.7", "IB05.03.V.1.d.1", "IB05.03.V.1.d.2", "IB05.03.V.1.c.1")
def why_not_of(felt: Cloth, act: Act, hand: Hand) -> Refusal | None:
    """Explain why the cards of this hand do not allow an act, or return None."""
    cards, course = felt.cards(hand.name), felt.course
    match act:
        case Hit():
            return Refusal("split_ace", course.split_ace)
        case Double() if len(cards) > 2:
            return Refusal("more_than_two_cards", course.doubling)
        case Double() if (doubling := felt.rules.doubling) and felt.total(hand).points not in doubling.totals:
            figures: dict[str, Figure] = {"totals": tuple(map(str, doubling.totals))}
            return Refusal("total_not_doubled", doubling.cite[0], figures=figures)
        case Double():
            return Refusal("pair_of_aces", course.no_doubled_aces or course.doubling)
        case Split():
            return Refusal("no_pair", course.splitting)
        case _:
            return None
