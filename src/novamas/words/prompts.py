"""Texts before a player's decision: cards with their points, the pot, the price, the question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from novamas.games import game
from novamas.hands.points import baccarat_points
from novamas.table.felt import Pile
from novamas.table.views import View
from novamas.words.voice import Voice, capital

BANK = "bank"


def situation_text(view: View, voice: Voice) -> Iterator[str]:
    """Yield what a viewpoint sees: cards with their points, the other stacks, and its own bets."""
    for pile in view.piles:
        if pile.owner == view.eyes or any(held.card is not None for held in pile.cards):
            yield _cards(pile, view, voice)
    players = getattr(view.shows, "players", ())
    if hasattr(view.shows, "pots") and players:
        stacks = [_stack(seat, view, voice) for seat in players if seat != view.eyes]
        yield voice.say("standing.stacks", stacks=stacks)
    bets = [f"{voice.bet(bet)} {voice.money(cents)}" for seat, bet, cents in view.chips if seat == view.eyes]
    if bets:
        yield voice.say("standing.your_bets", bets=bets)


def _cards(pile: Pile, view: View, voice: Voice) -> str:
    owner, shown = voice.owner(pile.owner, view.eyes), voice.cards(held.card for held in pile.cards)
    total = _total(pile, view, voice)
    return f"{owner}: {shown} ({total})" if total else f"{owner}: {shown}"


def _total(pile: Pile, view: View, voice: Voice) -> str:
    """Return the points of a pile if the game counts points and every card of the pile is visible."""
    cards = tuple(held.card for held in pile.cards)
    seen = tuple(card for card in cards if card is not None)
    if len(seen) < len(cards):
        return ""
    if not hasattr(view.shows, "totals"):
        return ""
    count = game(voice.game).points if voice.game else None
    if count is None:
        return str(baccarat_points(seen))  # the last digit of a row, as the croupier announces it
    total = count(seen)
    return voice.say("holdings.soft", points=total.points) if total.is_soft else str(total.points)


def _stack(seat: int, view: View, voice: Voice) -> str:
    staked = sum(chips.cents for chips in view.chips if chips.seat == seat and chips.bet == "apuesta")
    text = f"{voice.person(seat)} {voice.money(view.purses[seat - 1])}"
    return f"{text} {voice.say('standing.has_bet', cents=staked)}" if staked else text


def question(view: View, voice: Voice) -> str:
    """Return the question before a decision, in the game's words for this phase or in general words."""
    values = _figures(view, voice)
    free = "_free" if values.get("price") == 0 else ""
    one_of = "_one_of" if values.get("left") else ""
    key = f"asks.{view.phase}{free}{one_of}"
    if isinstance(view.eyes, int) and voice.has(key):
        return voice.say(key, **values)
    return capital(voice.say("standing.decides", who=view.eyes, phase=view.phase))


def _figures(view: View, voice: Voice) -> Mapping[str, object]:
    """Return the values that questions use, if the present phase has them."""
    shows = view.shows
    values: dict[str, object] = {}
    if hasattr(shows, "price"):
        values |= {"price": shows.price, "pot": sum(chips.cents for chips in view.chips)}
    waiting = getattr(shows, "waiting", ())
    if waiting and isinstance(waiting[0], str):
        own = [chips.bet for chips in view.chips if chips.seat == view.eyes]
        pile = Pile(waiting[0], view.held(waiting[0]))
        values |= {"hand": waiting[0], "left": sum(hand in own for hand in waiting[1:])}
        values |= {"total": _total(pile, view, voice), "bank": [held.card for held in view.held(BANK)]}
    return values
