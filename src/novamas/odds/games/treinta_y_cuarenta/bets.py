"""Exact odds of treinta y cuarenta: rows without replacement, with half back, prison and insurance.

If the two rows of a coup, or the red and the black cards, are exchanged, the probability of a shoe
stays the same, whatever rows were dealt before. So each of the four chances wins exactly as often
as it loses, on every coup. When both rows make 31, half back is therefore better than prison: a
stake in prison wins as often as it loses, and may be caught again before that. Only the rounding of
a half can change this. (A player who counts the colours already dealt may know a little more about
colour and inverse. That is left out.)

The bets `prision:…` are those of a player who always chooses prison. Their loss depends on one more
thing: how likely a stake in prison is caught again by later coups of the same shoe. The figure
treats each coup as if it came from a full shoe. `within` is the greatest possible error of the
figure, by the bounds proved in `novamas.odds.games.treinta_y_cuarenta.prisoners`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from msgspec.structs import replace

from novamas.equipment.cards import card, is_red
from novamas.equipment.shoe import Shoe
from novamas.families.coups.setup import fresh_shoe
from novamas.families.prison import Imprison, TakeHalf, worth
from novamas.games.treinta_y_cuarenta.cloth import Cloth
from novamas.games.treinta_y_cuarenta.phases import Choosing
from novamas.hands import row_points
from novamas.law import Frame
from novamas.money import Rounding
from novamas.odds.engine_payouts import net, odds_of, play
from novamas.odds.games.treinta_y_cuarenta.prisoners import Bounds, caught_so_often
from novamas.odds.games.treinta_y_cuarenta.rows import Rows, rows
from novamas.odds.report import BetOdds
from novamas.odds.walk import Decision
from novamas.table.bets import write_bet
from novamas.table.deeds import Deed
from novamas.table.game import Table, Wager
from novamas.table.notation import write
from novamas.table.phases import AnyPhase

COUPS = {  # cards that bring each kind of coup, the black row first
    "negro, color": "Ks Kh Kd As 9s 9h 9d 9c",
    "negro, inverso": "Kh Ks Kd As 9s 9h 9d 9c",
    "rojo, color": "9h 9s 9d 9c Ks Kh Kd As",
    "rojo, inverso": "9s 9h 9d 9c Ks Kh Kd As",
    "void": "9s 9h 9d 9c 9s 9h 9d 9c",
    "caught": "Ks Kh Kd As Ks Kh Kd As",
}


def counts_of(shoe: Shoe) -> tuple[int, ...]:
    """Return the number of unseen cards of each value, from 1 to 10."""
    counts = [0] * 10
    for code, many in shoe.items():
        counts[row_points((code,)) - 1] += many
    return tuple(counts)


def is_even(shoe: Shoe) -> bool:
    """Return whether each value has as many red cards as black ones."""
    sides = [0] * 11
    for code, many in shoe.items():
        sides[row_points((code,))] += many if is_red(code) else -many
    return not any(sides)


@cache
def fresh_rows(frame: Frame) -> Rows:
    """Return the probabilities of the rows of a coup from a full shoe."""
    shoe = fresh_shoe(frame)
    assert is_even(shoe), "colour and inverse are alike only if red and black are"
    return rows(counts_of(shoe), shoe.cut)


def chances_of(found: Rows) -> dict[str, Fraction]:
    """Return the probability of each kind of coup. The four ways to win are equally likely."""
    each = found.decided / 4
    return {kind: {"void": found.void, "caught": found.caught}.get(kind, each) for kind in COUPS}


def bets(table: Table) -> dict[str, BetOdds]:
    """Return the odds of the four chances: under best play, with insurance, and with prison always."""
    found, opening = fresh_rows(table.frame), table.opening
    odds = {}
    wagers = table.game.wagers(opening)
    plain = [name for name in wagers if name in _felt(opening).boxes]
    for name, wager in wagers.items():
        if name in plain:
            odds[name] = _best(opening, wager, name, found)
        else:
            odds[name] = _odds(_nets(opening, wager, chances_of(found)), wager)
    for name in plain:
        odds[write_bet("prision", name)] = imprisoned(opening, wagers[name], found)
    return odds


Nets: TypeAlias = dict[Fraction, Fraction]  # chance by net win per unit staked


def _nets(
    opening: AnyPhase,
    wager: Wager,
    kinds: Mapping[str, Fraction],
    if_caught: tuple[Deed, ...] = (),
) -> Nets:
    """Return the probability of each net win of a bet, over these kinds of coup as the table pays them."""
    nets: Nets = {}
    for kind, chance in kinds.items():
        acts = (*wager.acts, *(if_caught if kind == "caught" else ()))
        won = Fraction(net(opening, acts, cards_of(kind)), wager.stake)
        nets[won] = nets.get(won, Fraction(0)) + chance
    return nets


def cards_of(kind: str) -> list[int]:
    """Return cards that produce a coup of this kind."""
    return [card(name) for name in COUPS[kind].split()]


def _odds(nets: Nets, wager: Wager) -> BetOdds:
    return odds_of(nets, wager.per, wager.stake)


# ---------------------------------------------------------------- half or prison


def caught_again(found: Rows) -> Fraction:
    """Return the probability that a stake in prison is caught again before it is freed or lost.

    After a void coup it stays where it is.
    """
    return found.caught / (1 - found.void)


def freed(stake: int, found: Rows, rounding: Rounding) -> dict[int, Fraction]:
    """Return the probability of each amount returned, for a caught stake that stays in prison."""
    again, left = caught_again(found), Fraction(1, 2)
    back = {0: Fraction(1, 2)}
    most = stake.bit_length() + 2  # from there on the worth of a stake in prison no longer changes
    for times in range(1, most + 1):
        chance = left * (1 - again) if times < most else left
        value = worth(stake, times, rounding)
        back[value] = back.get(value, Fraction(0)) + chance
        left -= chance
    return back


def imprisoned(opening: AnyPhase, wager: Wager, found: Rows) -> BetOdds:
    """Return the odds for a player who always chooses prison and stays there."""
    chances = chances_of(found)
    caught = chances.pop("caught")
    nets = _nets(opening, wager, chances)
    for back, chance in freed(wager.stake, found, _felt(opening).rules.rounding).items():
        won = Fraction(back, wager.stake) - 1
        nets[won] = nets.get(won, Fraction(0)) + caught * chance
    odds = _odds(nets, wager)
    proved = _proved(opening, wager, found)
    within = max(float(odds.edge) - proved.least, proved.most - float(odds.edge))
    return replace(odds, exact=False, within=within)


@cache
def _caught_again(frame: Frame) -> tuple[Bounds, Bounds]:
    """Return bounds on the probabilities that a bet is caught at least twice, and at least three times.

    The bet is placed on the first coup of a shoe.
    """
    counts = counts_of(fresh_shoe(frame))
    return caught_so_often(counts, 2), caught_so_often(counts, 3)


def _proved(opening: AnyPhase, wager: Wager, found: Rows) -> Bounds:
    """Return proved bounds on the edge of always choosing prison, for one shoe.

    Every second stake in prison is lost, whenever it is decided. So a caught bet loses half of its
    stake, and half of each fall in its value when it is caught again.
    """
    rounding, stake = _felt(opening).rules.rounding, wager.stake
    twice, thrice = _caught_again(_felt(opening).rules.frame)
    worths = [worth(stake, times, rounding) for times in (1, 2, 3)]
    once = found.caught * (stake - Fraction(worths[0], 2))
    second, third, rest = (
        Fraction(fall, 2 * stake) for fall in (worths[0] - worths[1], worths[1] - worths[2], worths[2])
    )
    base = float(once / stake)
    least = base + float(second) * twice.least + float(third) * thrice.least
    most = base + float(second) * twice.most + float(third + rest) * thrice.most
    return Bounds(least, most)


def half_or_prison(opening: AnyPhase, wager: Wager, name: str, found: Rows) -> Decision:
    """Return the better choice between half back and prison, and the value of both.

    Half back is at least as good unless the table rounds it down to zero.
    """
    phase = play(
        opening, wager.acts, cards_of("caught"), lambda session: isinstance(session.phase, Choosing)
    ).phase
    take, stay = TakeHalf(1, f"{name}@1"), Imprison(1, f"{name}@1")
    half_back = wager.stake + net(opening, (*wager.acts, take), cards_of("caught"))
    prison = freed(wager.stake, found, _felt(opening).rules.rounding)
    worths = {
        write(stay): sum((back * chance for back, chance in prison.items()), Fraction(0)),
        write(take): Fraction(half_back),
    }
    return Decision(phase, take if worths[write(take)] >= worths[write(stay)] else stay, worths)


def _best(opening: AnyPhase, wager: Wager, name: str, found: Rows) -> BetOdds:
    """Return the odds of a bet with half back or prison, whichever is worth more."""
    decision = half_or_prison(opening, wager, name, found)
    if isinstance(decision.best, Imprison):
        return replace(imprisoned(opening, wager, found), decisions=(decision,))
    return replace(half_taken(opening, wager, name, found), decisions=(decision,))


def half_taken(opening: AnyPhase, wager: Wager, name: str, found: Rows) -> BetOdds:
    """Return the odds for a player who takes half of a caught stake back."""
    return _odds(_nets(opening, wager, chances_of(found), (TakeHalf(1, f"{name}@1"),)), wager)


def _felt(opening: AnyPhase) -> Cloth:
    assert isinstance(opening.felt, Cloth)
    return opening.felt
