"""The odds of no-draw poker: best play, simple rules, insurance, carousel and progressive."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from msgspec.structs import replace

from novamas.equipment.cards import DECK_52, RANK_LETTERS, card, cards, name, names
from novamas.errors import InvalidInput
from novamas.families.banked_poker.acts import Go
from novamas.games.sin_descarte.cloth import INITIAL, SEGURO
from novamas.games.sin_descarte.setup import Pool
from novamas.hands import Category, best_hand
from novamas.hands.batch import every_hand, strengths
from novamas.odds.advice import coded, hand_label, or_better, row, rule, whole_table
from novamas.odds.engine_payouts import odds_of
from novamas.odds.games.sin_descarte.best_play import Chooser, Kind, Play
from novamas.odds.games.sin_descarte.census import Deal
from novamas.odds.games.sin_descarte.draws import Draw, draws_of
from novamas.odds.games.sin_descarte.kernels import BUY, FOLD, GO
from novamas.odds.games.sin_descarte.payouts import End, Pays, examples_of
from novamas.odds.progress import tracked
from novamas.odds.report import BetOdds
from novamas.table.game import Table

ROYAL, STRAIGHT_FLUSH = Category.ESCALERA_DE_COLOR_REAL, Category.ESCALERA_DE_COLOR
VERBS = {FOLD: "fold", GO: "go", BUY: "buy"}
DRAWS = coded("good_draw")
KINDS = {
    Kind.NOTHING: "less_than_ace_king",
    Kind.ACE_KING: "ace_king",
    Kind.PAIR: "pair",
    Kind.BETTER: "two_pairs_or_better",
}

_PLAYED: dict[Hashable, Play] = {}


def best_play(pays: Pays, *, seguro: bool = False) -> Play:
    """Return best play at a table. It is computed once for all tables with the same payouts."""
    insured = Fraction(pays.rules.seguro, pays.stake) if seguro else None
    key = pays.key, insured, pays.rules.seguro_returned and seguro
    if key not in _PLAYED:
        _PLAYED[key] = Play(pays, seguro=seguro)
    return _PLAYED[key]


def bets(table: Table) -> dict[str, BetOdds]:
    """Return the odds of the initial bet under best play, and of each side bet."""
    pays, wagers = Pays(table), table.game.wagers(table.opening)
    play = best_play(pays)
    odds = odds_of(play.distribution(), wagers[INITIAL].per, pays.stake)
    staked = {"unit_staked_on_average": odds.edge / play.staked()}
    found = {INITIAL: replace(odds, also=staked, advice=tuple(advice(play)))}
    if SEGURO in wagers:
        found[SEGURO] = seguro_odds(pays, play)
    for pool in pays.rules.pools:
        found[pool.name] = pool_odds(pays, pool)
    return found


# ---------------------------------------------------------------- side bets


def seguro_odds(pays: Pays, play: Play) -> BetOdds:
    """Return the odds of the insurance on the dealt cards or on the final hand.

    On the final hand, a card may be bought for the sake of the insurance.
    """
    stake = pays.rules.seguro
    if pays.rules.seguro_on_first_cards or not pays.rules.buy_card:
        whole = comb(len(DECK_52), 5)
        nets: dict[Fraction, Fraction] = {}
        for rung in play.census.ladder.rungs:  # a player with a prize stays in
            won = pays.seguro.get(rung.category, Fraction(-1))
            nets[won] = nets.get(won, Fraction(0)) + Fraction(rung.hands, whole)
        return odds_of(nets, "unit_staked", stake)
    both = best_play(pays, seguro=True)
    gained = (both.mean - play.mean) * Fraction(pays.stake, stake)
    also = {"unit_staked_with_other_losses": -gained}
    return replace(odds_of(both.insurance(), "unit_staked", stake), also=also)


def pool_odds(pays: Pays, pool: Pool) -> BetOdds:
    """Return the odds of the carousel or progressive with its present pool, and its break-even pool."""
    whole = comb(len(DECK_52), 5)
    rungs = examples_of(pays.frame).census.ladder.rungs
    nets = {Fraction(-1): Fraction(1)}
    even = Fraction(0)  # average part of the pool that is paid
    part = pays.table.opening.felt.figures.pools[pool.name].part_of_it  # type: ignore[attr-defined]  # its cloth
    for category, share in ((ROYAL, Fraction(1)), (STRAIGHT_FLUSH, part)):
        found = examples_of(pays.frame).round(category, End.BANK_DOES_NOT_PLAY)
        assert found is not None
        both, alone = (pays.cents((*pays.acts[bet], Go(1)), *found) for bet in (pool.name, INITIAL))
        won = Fraction(both - alone, pool.stake)
        chance = Fraction(sum(rung.hands for rung in rungs if rung.category is category), whole)
        nets[won] = nets.get(won, Fraction(0)) + chance
        nets[Fraction(-1)] -= chance
        even += chance * share
    advice = {"best": "", "worth": {}, "break_even": str(pool.stake / even)}
    return replace(odds_of(nets, "unit_staked", pool.stake), advice=(advice,))


# ---------------------------------------------------------------- strategy


def advice(play: Play) -> Iterator[Mapping[str, Any]]:
    """Return the rules with the lowest cost, and the complete strategy table."""
    yield from buying_rules(play) if play.may_buy else going_rules(play)
    yield whole_table(tuple(table_of_play(play)))


def weakest(play: Play, strength: int) -> list[int]:
    """Return a hand with this strength."""
    looked_at = play.census.looked_at
    found: list[int] = looked_at.fives[int(np.searchsorted(looked_at.strengths, strength))].tolist()
    return found


def best_threshold(play: Play) -> tuple[int, Fraction]:
    """Return the strength from which to stay in at the lowest cost, and the value of that rule.

    The rule ignores the bank's card.
    """
    banks = play.census.banks
    gained = (play.worths - play.pays.fold * play.hands * banks).sum(axis=0)[::-1].cumsum()[::-1]
    best = int(gained[1:].argmax()) + 1
    return best, play.pays.fold + Fraction(int(gained[best]), banks * play.census.deals)


def going_rules(play: Play) -> Iterator[Mapping[str, Any]]:
    """Yield rules to stay in from a certain strength on, whatever card the bank shows.

    The strengths are the best threshold, ace and king, and a pair.
    """
    least, worth = best_threshold(play)
    yield rule(or_better(weakest(play, least)), play.mean - worth)
    banks = play.census.banks
    gained = (play.worths - play.pays.fold * play.hands * banks).sum(axis=0)
    for other, code in ((play.census.bank_plays, "ace_king_or_better"), (play.pair, "pair_or_better")):
        total = play.pays.fold + Fraction(int(gained[other:].sum()), banks * play.census.deals)
        yield rule(coded(code), play.mean - total)


def buying_rules(play: Play) -> Iterator[Mapping[str, Any]]:
    """Yield two rules: buy with a good draw and stay in from the best strength on, or never buy."""
    least, worth = best_threshold(play)
    total = 0
    for up in tracked("cards_of_the_bank", play.census.ups):
        deal = Deal(play.census, up)
        draws = (deal.hands.strengths < play.pair) & (draws_of(deal.hands.fives) >= Draw.OPEN_STRAIGHT)
        total += play.by_rule(deal, least, draws)
    by_rule = Fraction(total, play.whole * play.scale)
    going = or_better(weakest(play, least))
    yield {**rule(DRAWS, play.mean - by_rule, best="buy", otherwise="go"), "then": going}
    yield rule(going, play.mean - worth)


def table_of_play(play: Play) -> Iterator[Mapping[str, Any]]:
    """Yield the best act by hand and by the bank's up card.

    If suits divide a kind of hand, each act's number of hands is given. If no card is sold, the rows
    list single hands from ace and king up to a pair, because only these are in doubt. Otherwise the
    rows are by kinds of hands and draws. `explain` covers any single hand.
    """
    if not play.may_buy:
        yield {"when": {"hand": "pair_or_better"}, "best": "go"}
        yield from _ace_king_rows(play)
        yield {"when": {"hand": KINDS[Kind.NOTHING]}, "best": "fold"}
        return
    for kind, draw, rank in np.argwhere(play.draws.sum(axis=0)):
        chosen = {VERBS[act]: int(play.draws[act, kind, draw, rank]) for act in (FOLD, GO, BUY)}
        when = {"hand": KINDS[Kind(kind)], "draw": Draw(draw).name.lower(), "bank": RANK_LETTERS[rank - 2]}
        yield {"when": when, **_best_of(chosen)}


def _ace_king_rows(play: Play) -> Iterator[Mapping[str, Any]]:
    for rank in np.flatnonzero(play.hands.sum(axis=1)):
        for strength in reversed(range(play.census.bank_plays, play.pair)):
            hands = int(play.hands[rank, strength])
            if not hands:
                continue
            chosen = {VERBS[act]: int(play.acts[act][rank, strength]) for act in (FOLD, GO)}
            go = Fraction(int(play.worths[rank, strength]), hands * play.census.banks)
            when = {"hand": hand_label(weakest(play, strength)), "bank": RANK_LETTERS[rank - 2]}
            best = _best_of(chosen)
            yield {**row(when, best["best"], {"go": go, "fold": Fraction(play.pays.fold)}, hands), **best}


def _best_of(chosen: Mapping[str, int]) -> dict[str, Any]:
    """Return the act that is best with most hands of a kind. If suits divide them, count each act's hands."""
    some = {act: many for act, many in chosen.items() if many}
    best = max(some, key=lambda act: some[act])
    return {"best": best} if len(some) == 1 else {"best": best, "by_suits": some}


# ---------------------------------------------------------------- one decision, counted directly


def explain(table: Table, hand: str, bank: str) -> dict[str, Any]:
    """Return the best act of five cards against the bank's up card, and each act's value."""
    held, up = cards(hand), card(bank)
    if len(held) != 5 or up in held:
        raise InvalidInput("no_hand", given=hand, bank=bank)
    pays = Pays(table)
    worth = worth_of(pays, held, up)
    made = best_hand(examples_of(pays.frame).census.figures.ranking, held)
    best = max(worth, key=lambda act: worth[act])
    return {
        "hand": names(held),
        "total": coded("made", category=made.category.value, ranks=list(made.ranks)),
        "bank": name(up),
        "best": best.split()[0],
        "worth": {f"s1 {act}": str(value) for act, value in worth.items()},
        "insurance": None,
        "basic_strategy": best.split()[0],
    }


def worth_of(
    pays: Pays, hand: tuple[int, ...], up: int, deck: tuple[int, ...] = DECK_52
) -> dict[str, Fraction]:
    """Return the value of each act in initial bets, counting all hands of the bank one by one."""
    left = [each for each in deck if each not in (*hand, up)]
    worth = {"go": going(pays, hand, up, left), "fold": Fraction(pays.fold)}
    for nth in range(len(hand)) if pays.rules.buy_card else ():
        kept = hand[:nth] + hand[nth + 1 :]
        later = (
            max(
                going(pays, (*kept, bought), up, [each for each in left if each != bought]),
                Fraction(pays.fold),
            )
            for bought in left
        )
        worth[f"buy {nth + 1}"] = sum(later, Fraction(0)) / len(left) - pays.price
    return worth


def going(pays: Pays, hand: tuple[int, ...], up: int, left: list[int]) -> Fraction:
    """Return the value of staying in with a hand, over any four other cards of the bank."""
    counted = examples_of(pays.frame).census
    fours = every_hand(left, 4)
    banks = strengths(counted.figures.ranking, np.column_stack((fours, np.full(len(fours), up, np.uint8))))
    mine = int(strengths(counted.figures.ranking, np.array([hand], np.uint8))[0])
    gains, plays = pays.gains, banks >= counted.bank_plays
    total = gains.idle * int((~plays).sum()) + gains.beating * int((plays & (banks > mine)).sum())
    total += int(gains.beaten[mine]) * int((plays & (banks < mine)).sum())
    return Fraction(total, len(fours))


__all__ = ["Chooser", "Play", "best_play", "bets", "explain", "worth_of"]
