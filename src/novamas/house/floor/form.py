"""A form for a floor file: each choice of a game with its meaning, its bounds and its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from textwrap import wrap

from novamas.house.opening import frame_of
from novamas.law import Edition, Frame, Option, set_up
from novamas.law.options import Part, Value
from novamas.words import Voice
from novamas.words.choices import bounds
from novamas.words.problems import cited
from novamas.words.voice import capital

WIDTH = 100
OWN_FIELDS = ("chief", "sector", "table", "linked")
SAMPLES = {
    "chief": 'chief = "…"',
    "sector": 'sector = "…"',
    "table": 'table = "…"\n# cloth = 1\n# books = "…"',
    "linked": 'linked = "…"',
}


def form_of(game: str, edition: Edition | None, voice: Voice) -> str:
    """Return a valid floor file with one table of a game. The default law is the newest norm."""
    frame = edition[game] if edition else frame_of(game, law=voice.law)
    return "\n".join(_lines(frame, edition, voice.under(frame))) + "\n"


def _lines(frame: Frame, edition: Edition | None, voice: Voice) -> Iterator[str]:
    slug, region = frame.game, frame.jurisdiction
    yield from _comment(voice.say("check.form_title", game=slug, slug=slug, norm=frame.norm, region=region))
    example = f"{voice.decimal(Fraction(5, 2), 2)} {voice.currency.sign}"
    yield from _comment(voice.say("check.form_how", example=example))
    yield from ("", "[floor]")
    if edition and edition.on:
        yield from (f"region = {toml(edition.jurisdiction)}", f"on = {edition.on}")
    else:
        yield f"norm = {toml(frame.norm)}"
    yield from _comment(voice.text("check.form_rows"))
    yield from ('# rows = [["1", "2"]]', "", "[[tables]]", 'name = "1"', f"game = {toml(slug)}")
    for field in OWN_FIELDS:
        yield from _comment(voice.text(f"check.form_{field}"))
        yield f"# {SAMPLES[field]}"
    chosen = set_up(frame, frame.examples).chosen
    parts: tuple[Part, ...] = ("rules", "premises")
    for part in parts:
        yield from ("", f"[tables.{part}]")
        for option in frame.options.values():
            if option.part == part:
                yield from ("", *_choice(option, chosen[option.name], frame, voice))


def _choice(option: Option, value: Value | None, frame: Frame, voice: Voice) -> Iterator[str]:
    """Yield the lines for a choice: its meaning, its allowed values, its clauses and its value.

    A rule whose default follows from other choices is commented out.
    """
    sentences = [capital(voice.choice(option)).rstrip(".") + "."]
    if lawful := bounds(option, frame, voice):
        sentences.append(voice.say("check.form_lawful", values=lawful))
    if option.default_from:
        sentences.append(voice.text("check.form_follows"))
    if option.must_be_stated:
        sentences.append(voice.text("check.form_example"))
    if option.reading:
        sentences.append(voice.text("catalogue.our_reading"))
    yield from _comment(cited(" ".join(sentences), option.cite))
    line = f"{option.name} = {toml(value)}"
    if option.unit == "cents" and isinstance(value, int) and value:
        line = f"{line}  # {voice.money(value)}"
    follows = option.part == "rules" and bool(option.default_from)
    yield f"# {line}" if follows or value is None else line


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text, WIDTH - 2, break_long_words=False, break_on_hyphens=False)]


def toml(value: object) -> str:
    """Return a value in TOML notation. A rate becomes a string."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case tuple() | list():
            return f"[{', '.join(map(toml, value))}]"
        case Fraction():
            return f'"{value}"'
        case None:
            return '""'
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
