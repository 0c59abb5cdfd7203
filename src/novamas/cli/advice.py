"""Advice at the table: the best play, and the house edges of the bets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from novamas.cli.output import console, grid, say
from novamas.table.bets import parts_of
from novamas.table.offers import Offer, OneOf
from novamas.table.views import View
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.table.game import Table


def show_hint(opened: Table, view: View, voice: Voice) -> None:
    """Show the best play now, with a progress bar while it is computed."""
    from novamas.cli.progress_bars import bars
    from novamas.house.advice import hint

    with bars(voice):
        found = list(hint(opened, view, voice))
    say(*found)


def show_odds(opened: Table, offers: Iterable[Offer], voice: Voice) -> None:
    """Show the house edge of each bet on offer, or of all bets if none is on offer.

    At a circle game, show the rake instead.
    """
    from novamas.cli.rake import show_take
    from novamas.house.advice import quick_odds
    from novamas.house.rake import circle_rules

    if (rules := circle_rules(opened)) is not None:
        say(voice.text("odds_told.against_each_other"))
        show_take(opened, rules, voice, in_a_hand=False)
        return
    odds = quick_odds(opened)
    if odds is None:
        say(voice.say("hints.long", game=opened.game.slug))
        return
    listed = [dial.values for offer in offers for dial in offer.dials.values() if isinstance(dial, OneOf)]
    names = {name for values in listed for bet in values for name in (bet, parts_of(bet).kind)}
    on_offer = {name: bet for name, bet in odds.items() if name in names}
    shown_bets = on_offer or odds
    for per in dict.fromkeys(bet.per for bet in shown_bets.values()):
        say(voice.say("hints.edges", per=voice.text(f"per.{per}")))
        shown = grid()
        for name, bet in shown_bets.items():
            if bet.per == per:
                shown.add_row("", voice.bet(name), voice.percent(bet.edge))
        console().print(shown)
