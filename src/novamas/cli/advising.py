"""Advice at the table: the best play and what it costs to do otherwise, and the edges of the bets."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from novamas.cli.output import console, say, table
from novamas.errors import NovamasError
from novamas.table.bets import parts_of
from novamas.table.views import View
from novamas.words import Words

if TYPE_CHECKING:
    from novamas.odds import BetOdds
    from novamas.table.game import Table

# Games whose odds nobody waits for at a table.
LONG = frozenset({"blackjack", "sin_descarte", "treinta_y_cuarenta", "trijoker"})
LONG |= {"bacara_dos_panos", "chemin_de_fer", "pai_gow_domino"}
SAMPLES = 20_000  # hands dealt to the others, to tell what one's own may hope for


def hint(opened: Table, view: View, voice: Words) -> Iterator[str]:
    """The best that can be done now, as far as somebody has counted it."""
    found = list(_hint(opened, view, voice))
    yield from found or [voice.text("hints.none")]


def _hint(opened: Table, view: View, voice: Words) -> Iterator[str]:
    if view.turn != view.eyes:
        yield voice.text("hints.nothing_to_decide")
    elif opened.game.slug == "blackjack":
        yield from _of_blackjack(opened, view, voice)
    elif view.phase == "setting":
        yield from _of_setting(opened, view, voice)
    elif hasattr(view.shows, "talk"):
        yield _of_pot(opened, view, voice)
    elif view.phase in ("deciding", "choosing", "asked"):
        yield from _of_rules(opened, view, voice)


def _of_blackjack(opened: Table, view: View, voice: Words) -> Iterator[str]:
    """What each act of the hand is worth against the bank's card, out of a full shoe."""
    from novamas.kit.cards import names
    from novamas.odds.report import explain

    hands = getattr(view.shows, "waiting", ()) or [bet for seat, bet, _ in view.chips if seat == view.eyes]
    cards = [held.card for held in view.held(hands[0])] if hands else []
    bank = [held.card for held in view.held("bank")]
    if len(cards) < 2 or not bank or None in (*cards, *bank):
        return
    found = explain(opened, names(cards), names(bank))  # type: ignore[arg-type]
    offered = {offer.act.verb() for offer in view.offers}
    worth = {act.split()[1]: Fraction(value) for act, value in found["worth"].items()}
    if "decline" not in offered:
        yield from _best(worth, offered, voice)
    elif found["insurance"] is not None:
        gain = Fraction(found["insurance"])
        act = "insure" if gain > 0 else "decline"
        yield voice.say("hints.insurance", worth=_worth(gain, voice), act=act)
    else:
        yield from _best({"decline": max(worth.values()), "surrender": Fraction(-1, 2)}, offered, voice)


def _best(worth: dict[str, Fraction], offered: set[str], voice: Words) -> Iterator[str]:
    """The best of the acts that are offered, and what each of the others costs against it."""
    open_to = sorted(((value, act) for act, value in worth.items() if act in offered), reverse=True)
    if not open_to:
        return
    best, act = open_to[0]
    yield voice.say("hints.best", act=act, worth=_worth(best, voice))
    for value, other in open_to[1:]:
        yield voice.say("hints.costs", act=other, cost=voice.percent(best - value, 2))


def _worth(worth: Fraction, voice: Words) -> str:
    return f"{'+' if worth > 0 else ''}{voice.percent(worth, 2)}".replace("-", "−")


def _of_setting(opened: Table, view: View, voice: Words) -> Iterator[str]:
    """How the hand is best set, and how the house would set it."""
    from novamas.cli.waiting import bars
    from novamas.kit.pieces import piece_names
    from novamas.odds.report import explain_setting

    cards = [held.card for held in view.held(view.eyes)]
    if opened.game.slug in LONG or not cards or None in cards:
        return
    with bars(voice):
        found = explain_setting(opened, piece_names(cards))  # type: ignore[arg-type]
    if found is not None:
        (low, best), *_others = found.worth.items()
        cost = best - found.worth.get(found.house, best)
        figures = {"low": low, "worth": _worth(best, voice), "house": found.house}
        yield voice.say("hints.setting", **figures, cost=voice.percent(cost, 2))


def _of_pot(opened: Table, view: View, voice: Words) -> str:
    """What part of the pot the hand may hope for against unknown hands, and what part a call asks for."""
    from novamas.players.bots import deck_of, weigh
    from novamas.rounds.circle.cloth import BOARD

    seen = {
        pile.owner: tuple(held.card for held in pile.cards if held.card is not None) for pile in view.piles
    }
    players: tuple[int, ...] = view.shows.players
    hands = [seen.get(seat, ()) for seat in players]
    game, deck = opened.game.slug, deck_of(view) if opened.game.slug == "cubierto" else None
    norm, board = opened.frame.norm, seen.get(BOARD, ())
    found = weigh(game, hands, board=board, norm=norm, deck=deck, samples=SAMPLES)
    share = found.hands[players.index(view.eyes)].share
    price, pot = view.shows.price, sum(chips.cents for chips in view.chips)
    asked = Fraction(price, pot + price) if price else Fraction(0)
    figures = {"share": voice.percent(share, 1), "others": len(players) - 1}
    if not price:
        return voice.say("hints.share", **figures)
    return voice.say("hints.share_and_price", **figures, asked=voice.percent(asked, 1))


def _of_rules(opened: Table, view: View, voice: Words) -> Iterator[str]:
    """The rules of best play for the bets that the player has, with what they cost."""
    from novamas.odds.report import strategy
    from novamas.words.odds import advice_told

    odds = quick_odds(opened)
    if odds is None:
        yield voice.say("hints.long", game=opened.game.slug)
        return
    own = {parts_of(bet).kind for seat, bet, _cents in view.chips if seat == view.eyes}
    for advice in strategy(odds):
        if "edges" not in advice and (len(odds) < len(own) + 2 or parts_of(advice["bet"]).kind in own):
            yield from advice_told(advice, opened.chosen, voice)


def quick_odds(opened: Table) -> dict[str, BetOdds] | None:
    """The odds of a table that are kept or soon counted; nothing where they would take long."""
    from novamas.odds.cache import kept_odds, place_of

    if opened.game.slug in LONG and not place_of(opened, None).exists():
        return None
    return kept_odds(opened)


def show_odds(opened: Table, voice: Words) -> None:
    """The edge of each bet of the table, and how often it wins."""
    if not opened.game.wagers(opened.opening):
        raise NovamasError("no_odds_here", game=opened.game.slug)
    odds = quick_odds(opened)
    if odds is None:
        say(voice.say("hints.long", game=opened.game.slug))
        return
    columns = [voice.text(f"odds_told.{column}") for column in ("bet", "edge", "wins")]
    for per in dict.fromkeys(bet.per for bet in odds.values()):
        say(voice.say("odds_told.per", per=voice.text(f"per.{per}")))
        shown = table(*columns, whole=columns[1:], right=columns[1:])
        for name, bet in odds.items():
            if bet.per == per:
                shown.add_row(voice.bet(name), voice.percent(bet.edge), voice.percent(bet.hit))
        console().print(shown)
