"""Strategies for black jack: basic strategy, or the best play for the exact cards of the hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import TypeAlias

from novamas.bots.knowledge import TableFacts, act_from_view, cards_of, offered_by_verb
from novamas.games.blackjack.cloth import BANK
from novamas.odds.games.blackjack.analysis import Terms
from novamas.odds.games.blackjack.basic_strategy import advice_against, analysed
from novamas.odds.games.blackjack.bets import rules_of, terms_of
from novamas.odds.games.blackjack.engine_rounds import VALUES, advised
from novamas.table.deeds import Deed
from novamas.table.views import View

Values: TypeAlias = tuple[int, ...]
Choice: TypeAlias = Callable[[Terms, int, Values, frozenset[str], bool], str]
FIRST_ACTS = frozenset({"stand", "hit", "double", "split", "surrender"})


def steady(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Play basic strategy. Never take insurance."""
    return _decided(known, view, by_total)


def expert(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Return the best act for these cards and the bank's up card, computed for a full shoe."""
    return _decided(known, view, by_cards)


def _decided(known: TableFacts, view: View, choose: Choice) -> Deed | None:
    bank = _values(view, BANK)
    if len(bank) != 1:
        return None
    if view.phase == "playing":
        name = view.shows.waiting[0]
        is_split = next(hand.is_split for hand in view.shows.hands if hand.name == name)
        may = frozenset(offered_by_verb(view))
        return act_from_view(view, choose(terms(known), bank[0], _values(view, name), may, is_split))
    if view.phase == "proposing":
        return _surrendered(known, view, bank[0], choose) or act_from_view(view, "decline")
    return None


def _surrendered(known: TableFacts, view: View, first: int, choose: Choice) -> Deed | None:
    """Return the surrender of the first hand for which it is the best act."""
    for offer in view.offers:
        if offer.act.verb() == "surrender":
            values = _values(view, offer.act.bet)  # type: ignore[attr-defined]  # of a surrender
            if choose(terms(known), first, values, FIRST_ACTS, False) == "surrender":
                return offer.act
    return None


def by_total(terms: Terms, first: int, values: Values, may: frozenset[str], is_split: bool) -> str:
    """Return the act that basic strategy prescribes."""
    return advised(advice_against(terms, first)[0], values, may, is_split=is_split)


def by_cards(terms: Terms, first: int, values: Values, may: frozenset[str], is_split: bool) -> str:
    """Return the best act for these cards. Split hands affect each other and are played by their total."""
    worth = {} if is_split else analysed(terms).against(first).worth_of(*values)
    lawful = [act for act in worth if act in may]
    return max(lawful, key=worth.__getitem__) if lawful else by_total(terms, first, values, may, is_split)


@lru_cache(maxsize=64)
def terms(known: TableFacts) -> Terms:
    """Return the terms of a round at tables like this."""
    return terms_of(rules_of(known.table))


def _values(view: View, owner: str) -> Values:
    return tuple([VALUES[card] for card in cards_of(view, owner)])
