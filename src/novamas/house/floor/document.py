"""The report of a floor check: each finding with the law, the file and a lawful alternative."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import novamas
from novamas.documents import Block, Document, Heading, Item, Key, Keys, News, Paragraph, Side
from novamas.house.floor.findings import Finding, FloorReport
from novamas.house.floor.text import alternatives_text, file_text, finding_text
from novamas.words import Voice

NEWS: dict[str, News] = {"red": "bad", "amber": "doubtful"}


def check_document(checked: FloorReport, called: str, voice: Voice) -> Document:
    """Return all findings, table by table, and then the tables without any.

    `called` names the floor.
    """
    counted = {"tables": checked.tables, "red": checked.count("red"), "amber": checked.count("amber")}
    summary = voice.say("check.count" if checked.findings else "check.none", **counted)
    return Document(
        language=voice.language,
        title=voice.text("check.title"),
        about=called,
        blocks=tuple(_blocks(checked, voice)),
        foot=f"{voice.say('audit.foot', version=novamas.__version__)} · {called} · {summary}",
    )


def _blocks(checked: FloorReport, voice: Voice) -> Iterator[Block]:
    red, amber = checked.count("red"), checked.count("amber")
    yield Keys(
        (
            Key(voice.text("check.tables"), voice.number(checked.tables)),
            Key(voice.text("check.reds"), voice.number(red), "bad" if red else "good"),
            Key(voice.text("check.ambers"), voice.number(amber), "doubtful" if amber else ""),
        )
    )
    yield Paragraph(voice.text("check.weights"), is_note=True)
    for (name, game), found in groupby(checked.findings, key=lambda finding: (finding.table, finding.game)):
        yield Heading(_title(name, game, voice))
        yield from (_item(finding, voice) for finding in found)
    yield from _without(checked, voice)


def _title(name: str, game: str, voice: Voice) -> str:
    if not name:
        return voice.text("check.floor")
    return voice.say("check.table", table=name, game=game) if game else name


def _item(finding: Finding, voice: Voice) -> Item:
    """Return one finding: severity and sentence, then the law, the file and a lawful alternative."""
    sides = [Side(voice.text("check.file"), (Paragraph(file_text(finding, voice)),))]
    if lawful := alternatives_text(finding, voice):
        sides.append(Side(voice.text("check.lawful"), (Paragraph(lawful),)))
    if finding.clause:
        sides.insert(0, Side(voice.text("check.law"), tuple(_law(finding.clause, voice))))
    weight = voice.text(f"check.{finding.severity}")
    return Item(finding_text(finding, voice), tuple(sides), weight, NEWS[finding.severity])


def _law(id: str, voice: Voice) -> Iterator[Paragraph]:
    """Yield the text of the clause. A doubtful clause also has our reading."""
    cited = voice.clause(id)
    yield Paragraph(cited.says)
    if cited.reading:
        yield Paragraph(voice.say("why.our_reading", applies=cited.reading.applies), is_note=True)


def _without(checked: FloorReport, voice: Voice) -> Iterator[Block]:
    """Yield a list of all tables without findings."""
    found = {(finding.table, finding.game) for finding in checked.findings}
    others = [name for name, game in checked.names if (name, game) not in found]
    if others:
        yield Heading(voice.text("check.without"))
        yield Paragraph(", ".join(others))
