"""The report of a comparison: rule by rule, clause beside clause, and the house edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import novamas
from novamas.documents import Block, Document, Heading, Item, Paragraph, Rows, Side
from novamas.house.diff.comparison import Comparison, Difference, Edges, StatedRule
from novamas.house.par.sheet import called
from novamas.law import Frame, set_up
from novamas.table.game import Table
from novamas.words import Voice
from novamas.words.choices import bounds, meant, written
from novamas.words.voice import capital

DERIVED = "premises.lacks"  # lists the things that the law requires, each of which has its own path
NO_FIGURE = "–"


class Beside:
    """The two sides of a comparison, and the voice in which they are reported."""

    def __init__(self, one: Table, other: Table, voice: Voice) -> None:
        self.frames = one.frame, other.frame
        self.voice = voice.under(one.frame)
        self.names = self._names()

    def _names(self) -> tuple[str, str]:
        """Return the names of both sides: their norms, or first and second house if the norms are equal."""
        one, other = self.frames
        if one.norm != other.norm:
            return one.norm, other.norm
        return self.voice.say("diff.one", norm=one.norm), self.voice.say("diff.other", norm=other.norm)


def diff_document(
    found: Comparison, one: Table, other: Table, voice: Voice, *, with_wording: bool = False
) -> Document:
    """Return the differences of law, choices and house edges as a document."""
    beside = Beside(one, other, voice)
    return Document(
        language=voice.language,
        title=voice.say("diff.title", game=capital(voice.game_name(found.game))),
        about=" · ".join(beside.names),
        blocks=tuple(_blocks(found, beside, with_wording=with_wording)),
        foot=voice.say("audit.foot", version=novamas.__version__),
    )


def _blocks(found: Comparison, beside: Beside, *, with_wording: bool) -> Iterator[Block]:
    yield from _part("diff.rules", [each for each in found.rules if not _is_derived(each.path)], beside)
    yield from _part("diff.choices", found.choices, beside)
    if with_wording:
        yield from _part("diff.wording", found.wording, beside)
    elif found.wording:
        yield Paragraph(beside.voice.say("diff.more_wording", count=len(found.wording)), is_note=True)
    yield from _edges(found.edges, beside)


def _is_derived(path: str) -> bool:
    """Return whether a rule only repeats others: the list of all things, or figures of a condition."""
    return path == DERIVED or (path.startswith("needs.") and path.count(".") > 1)


def _part(title: str, differences: Iterable[Difference], beside: Beside) -> Iterator[Block]:
    items: list[Block] = [_item(each, beside) for each in differences]
    yield Heading(beside.voice.say(title, count=len(items)))
    yield from items or [Paragraph(beside.voice.text("diff.none"))]


def _item(each: Difference, beside: Beside) -> Item:
    """Return one rule with its title, then each side with its figures and its clauses' texts."""
    sides = (
        Side(name, tuple(_side(each.path, frame, stated, beside.voice)))
        for name, frame, stated in zip(beside.names, beside.frames, (each.one, each.other), strict=True)
    )
    return Item(_title(each, beside), tuple(sides))


def _side(path: str, frame: Frame, stated: StatedRule | None, voice: Voice) -> Iterator[Paragraph]:
    if stated is None:
        yield Paragraph(voice.text("diff.absent"))
        return
    if figures := _figures(path, frame, stated, voice):
        yield Paragraph(figures)
    yield from (Paragraph(_clause(id, voice), is_note=True) for id in stated.cite)


def _title(each: Difference, beside: Beside) -> str:
    """Return the path of a rule and its subject."""
    subjects = (_about(each.path, frame, beside.voice) for frame in beside.frames)
    about = next(filter(None, subjects), "") or _about_part(each.path, beside.voice)
    return f"{each.path}: {about}" if about else each.path


def _about(path: str, frame: Frame, voice: Voice) -> str:
    """Return a law's text on a choice, a thing or a need, or an empty string if there is none."""
    part, _, name = path.rpartition(".")
    need = frame.needs.get(name) if part == "needs" else None
    option = frame.options.get(need.choice or "" if need else name or part)
    if option is not None and part in ("", "rules", "premises", "needs"):
        return voice.choice(option)
    if part == "equipment" and name in frame.things:
        return voice.fill(frame.texts.get(path) or voice.text(f"things.{name}"), {})
    return ""


def _about_part(path: str, voice: Voice) -> str:
    """Return the names of a bet. For anything else, return the name of its part of the law."""
    part, *names = path.split(".")
    if part == "bets":
        return ", ".join(called(one, voice) for one in names)
    return voice.text(f"law_parts.{part}") if voice.has(f"law_parts.{part}") else ""


def _figures(path: str, frame: Frame, stated: StatedRule, voice: Voice) -> str:
    """Return the figures of a rule: allowed values for a choice, and names with values otherwise."""
    part, _, name = path.rpartition(".")
    option = frame.options.get(name or part)
    if option is not None and part in ("rules", "premises"):
        lawful = bounds(option, frame, voice)
        value = None if option.must_be_stated else set_up(frame, {}).chosen[option.name]
        usual = f"{voice.text('diff.usual')} {written(option, value, voice)}"
        if option.default_from:
            usual = f"{usual}, {voice.text('catalogue.from_other_choices')}"
        return f"{lawful}; {usual}" if lawful else usual
    if option is not None and not part:
        return written(option, stated.figures[option.name], voice)
    is_need = part in ("needs", "equipment")
    figures = (_figure(name, value, voice, is_need=is_need) for name, value in stated.figures.items())
    return "; ".join(filter(None, figures))


def _figure(name: str, value: object, voice: Voice, *, is_need: bool) -> str:
    """Return a figure with its name. Only the conditions of a need are shown."""
    if is_need and name in ("when", "must"):
        return voice.say(f"diff.{name}", condition=value)
    return "" if is_need and name in ("choice", "code") else f"{name} = {_value(value, voice)}"


def _value(value: object, voice: Voice) -> str:
    """Return a figure of the law in a notation that people can read."""
    if isinstance(value, list | tuple):
        return ", ".join(str(one) for one in value) or voice.text("catalogue.none")
    return meant(value, voice)


def _clause(id: str, voice: Voice) -> str:
    """Return a clause with its text. A doubtful clause also has our reading."""
    found = voice.clause(id)
    ours = f" {voice.say('diff.read', applies=found.reading.applies)}" if found.reading else ""
    return f"{id}: {found.says}{ours}"


def _edges(edges: Iterable[Edges], beside: Beside) -> Iterator[Block]:
    """Yield each bet's house edge on both sides, and the difference."""
    voice, rows = beside.voice, []
    for each in edges:
        sides = (NO_FIGURE if edge is None else voice.percent(edge, 4) for edge in (each.one, each.other))
        gained = NO_FIGURE if each.change is None else _signed(voice.percent(each.change, 4))
        rows.append((voice.bet(each.bet), *sides, gained))
    if rows:
        yield Heading(voice.text("diff.edges"))
        columns = voice.text("odds_told.bet"), *beside.names, voice.text("diff.change")
        yield Rows(columns, tuple(rows), figures=(1, 2, 3))


def _signed(percent: str) -> str:
    return percent if percent.startswith(("−", "0,0000", "0.0000")) else f"+{percent}"
