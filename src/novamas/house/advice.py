"""Hints at the table: the best act in the present phase, and the cost of the other acts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from novamas.games import modules_of
from novamas.house.hints.values import worth_text
from novamas.table.bets import parts_of
from novamas.table.views import View
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.odds import BetOdds
    from novamas.table.game import Game, Table

SAMPLES = 20_000  # deals of the unknown cards, to estimate the equity of a hand


def hint(opened: Table, view: View, voice: Voice) -> Iterator[str]:
    """Yield the lines of the hint for a viewpoint. If there is no hint, yield a sentence that says so."""
    found = list(_hint(opened, view, voice))
    yield from found or [voice.text("hints.none")]


def _hint(opened: Table, view: View, voice: Voice) -> Iterator[str]:
    if view.turn != view.eyes:
        has_odds = bool(opened.game.wagers(opened.opening))
        yield voice.text("hints.nothing_to_decide" if has_odds else "hints.not_your_turn")
    elif (own := own_hints(opened.game)) is not None:
        yield from own.hints(opened, view, voice)
    elif view.phase == "setting":
        yield from _of_setting(opened, view, voice)
    elif hasattr(view.shows, "talk"):
        yield _of_pot(opened, view, voice)
    elif view.phase in ("deciding", "choosing", "asked"):
        yield from _of_rules(opened, view, voice)


def own_hints(game: Game) -> Any:
    """Return the module of `novamas.house.hints`, or of the game's own package, with its hints, or None."""
    name = next(modules_of(game, "novamas.house.hints", "hints"), None)
    return None if name is None else import_module(name)


def _of_setting(opened: Table, view: View, voice: Voice) -> Iterator[str]:
    """Yield the best setting of the hand, and the house way if it is another one."""
    from novamas.equipment.pieces import piece_names
    from novamas.odds.report import explain_setting
    from novamas.words.card_parser import read_cards

    cards = [held.card for held in view.held(view.eyes)]
    if opened.game.has_slow_odds or not cards or None in cards:
        return
    found = explain_setting(opened, piece_names(cards))  # type: ignore[arg-type]
    if found is not None:
        (low, best), *_others = found.worth.items()
        figures = {"low": voice.cards(read_cards(low)), "worth": worth_text(best, voice)}
        if found.house == low:
            yield voice.say("hints.setting_as_house", **figures)
            return
        cost = voice.percent(best - found.worth[found.house], 2)
        yield voice.say("hints.setting", **figures, house=voice.cards(read_cards(found.house)), cost=cost)


def _of_pot(opened: Table, view: View, voice: Voice) -> str:
    """Return the equity of the hand against unknown hands, and the pot odds for a call."""
    from novamas.bots.circle import choose_act, deck_of
    from novamas.families.circle.cloth import BOARD

    seen = {
        pile.owner: tuple(held.card for held in pile.cards if held.card is not None) for pile in view.piles
    }
    players: tuple[int, ...] = view.shows.players
    hands = [seen.get(seat, ()) for seat in players]
    game, deck = opened.game.slug, deck_of(view) if "deck" in opened.frame.options else None
    norm, board = opened.frame.norm, seen.get(BOARD, ())
    found = choose_act(opened.frame.law, game, hands, board=board, norm=norm, deck=deck, samples=SAMPLES)
    share = found.hands[players.index(view.eyes)].share
    price, pot = view.shows.price, sum(chips.cents for chips in view.chips)
    required = Fraction(price, pot + price) if price else Fraction(0)
    figures = {"share": voice.percent(share, 1), "others": len(players) - 1}
    if not price:
        return voice.say("hints.share", **figures)
    return voice.say("hints.share_and_price", **figures, asked=voice.percent(required, 1))


def _of_rules(opened: Table, view: View, voice: Voice) -> Iterator[str]:
    """Yield the best strategy for the player's bets, with its cost."""
    from novamas.odds.report import strategy
    from novamas.words.odds import advice_text

    odds = quick_odds(opened)
    if odds is None:
        yield voice.say("hints.long", game=opened.game.slug)
        return
    own = {parts_of(bet).kind for seat, bet, _cents in view.chips if seat == view.eyes}
    every = [one for one in strategy(odds) if "edges" not in one]
    relevant = [one for one in every if parts_of(one["bet"]).kind in own] or every
    for advice in relevant:
        rivals = (one for one in relevant if one.get("about") == advice.get("about") and "cost" in one)
        if "cost" not in advice or advice["cost"] == min((one["cost"] for one in rivals), key=Fraction):
            yield from advice_text(advice, opened.chosen, voice)


def quick_odds(opened: Table) -> dict[str, BetOdds] | None:
    """Return the odds of a table if they are cached or fast to compute, or else None."""
    from novamas.house.opening import open_as_written
    from novamas.odds.cache import cache_path, cached_odds

    chosen = {name: opened.chosen[name] for name in opened.frame.options if name != "seats"}
    as_counted = open_as_written(opened.frame, chosen)  # `seats` by default, as in the cache
    if opened.game.has_slow_odds and not cache_path(as_counted, None).exists():
        return None
    return cached_odds(as_counted)
