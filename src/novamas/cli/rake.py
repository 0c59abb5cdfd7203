"""Rake at circle poker: by the size of the pot, per session, and in simulated hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novamas.cli.output import heading, say, show_table
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.families.circle.setup import Rules
    from novamas.table.game import Table

EURO = 100


def show_take(opened: Table, rules: Rules, voice: Voice, *, in_a_hand: bool) -> None:
    """Show the rake rules. With `in_a_hand`, bots also play hands to estimate the rake per hand."""
    from novamas.house.rake import by_pot

    heading(voice.text("taking.title"))
    if rules.by_session:
        base = voice.text("taking.of_resto" if rules.session_base == "resto" else "taking.of_maximo")
        say(voice.say("taking.session", rate=voice.percent(rules.session_rate, 1), base=base))
        return
    pot, part = voice.text("taking.pot"), voice.text("taking.part")
    rows = [(voice.money(size), voice.money(taken)) for size, taken in by_pot(opened).items()]
    show_table([pot, part], rows, whole=[pot, part], right=[pot, part])
    if rules.takes_each_interval:
        say(voice.text("taking.at_most"))
    if in_a_hand:
        show_hand(opened, voice)


def show_hand(opened: Table, voice: Voice) -> None:
    """Show the rake per hand of bots, with its standard error and the seed that reproduces it."""
    from novamas.cli.progress_bars import bars
    from novamas.house.rake import expected_take

    with bars(voice):
        take = expected_take(opened)
    say(
        voice.say(
            "taking.hand",
            mean=voice.decimal(take.mean / EURO, 2),
            se=voice.decimal(take.se / EURO, 2),
            pot=voice.decimal(take.pot / EURO, 2),
            hands=take.hands,
            players=take.players,
            seed=take.seed,
        )
    )
