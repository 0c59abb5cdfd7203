"""The report on simulated days: the win of each table and of all, and the float that they need."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import novamas
from novamas.documents import Block, Document, Paragraph, Rows
from novamas.house.simulation.text import wager_text
from novamas.sim.days import DayReport, Takings
from novamas.words import Voice

PLAYED = ("table", "lays", "rounds", "seats", "staked")
WON = ("table", "expected", "deviation", "losing", "float")


def day_document(found: DayReport, voice: Voice) -> Document:
    """Return the report on simulated days in the voice's language."""
    return Document(
        language=voice.language,
        title=voice.text("simulate.day_title"),
        about=voice.say("simulate.day_about", days=found.days),
        blocks=tuple(_blocks(found, voice)),
        foot=voice.say("simulate.foot", version=novamas.__version__, seed=found.seed),
    )


def _blocks(found: DayReport, voice: Voice) -> Iterator[Block]:
    every = (*found.tables, found.floor)
    yield Rows(_titles(PLAYED, voice), tuple(_played(each, voice) for each in every), figures=(2, 3, 4))
    yield Paragraph(voice.text("simulate.day_win"))
    yield Rows(_titles(WON, voice), tuple(_won(each, voice) for each in every), figures=(1, 2, 3, 4))
    yield Paragraph(voice.text("simulate.day_shares"), is_note=True)
    parts = tuple(voice.percent(Fraction(str(share)), 1) for share, _ in found.floor.win)
    rows = tuple((_name(each, voice), *(voice.money(most) for _, most in each.win)) for each in every)
    title = voice.text("simulate.day_table")
    yield Rows((title, *parts), rows, figures=tuple(range(1, len(parts) + 1)))
    yield Paragraph(voice.text("simulate.day_notes"))


def _titles(columns: tuple[str, ...], voice: Voice) -> tuple[str, ...]:
    return tuple(voice.text(f"simulate.day_{column}") for column in columns)


def _name(each: Takings, voice: Voice) -> str:
    return each.name or voice.text("simulate.day_floor")


def _played(each: Takings, voice: Voice) -> tuple[str, ...]:
    lays = wager_text(each.lays, voice.at(each.game)) if each.lays else ""
    figures = (voice.number(each.rounds), voice.number(each.seats), voice.money(int(each.staked)))
    return (_name(each, voice), lays, *figures)


def _won(each: Takings, voice: Voice) -> tuple[str, ...]:
    figures = (round(each.expected), round(each.sd))
    return (
        _name(each, voice),
        *map(voice.money, figures),
        voice.percent(each.losing, 2),
        voice.money(each.float_needed),
    )
