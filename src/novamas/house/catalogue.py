"""Payloads of the catalogue: games, the legal frame of a game, and the layout of a first table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from novamas.errors import Figure
from novamas.games import game as game_named
from novamas.games import known_games
from novamas.house.opening import check_table, homes, is_playable, open_as_written
from novamas.law import Frame, Library, Option, Source
from novamas.law.frames import Listed, Stage
from novamas.law.options import Unit, as_figure, figure
from novamas.table.layout import Layout
from novamas.words import Voice
from novamas.words.texts import family_of


class GamePayload(Struct, frozen=True, kw_only=True):
    """A game of the catalogue."""

    game: str
    name: str
    says: str
    norms: Mapping[str, Stage]
    norm: str
    playable: bool  # under `norm`
    family: str | UnsetType = UNSET  # of the catalogue, for a game of another package


class GamesPayload(Struct, frozen=True):
    """The games of a catalogue."""

    games: tuple[GamePayload, ...]


class ChoicePayload(Struct, frozen=True, kw_only=True):
    """A choice of the house, with its bounds and its clauses."""

    says: str
    unit: Unit
    default: Figure | None
    default_from: str | None  # formula for the default
    one_of: tuple[Figure, ...]
    least: Figure | None
    most: Figure | None
    cite: tuple[str, ...]
    reading: bool


class ReadingPayload(Struct, frozen=True):
    """A doubtful clause with the question that it leaves open and our reading."""

    clause: str
    asks: str
    applies: str


class FramePayload(GamePayload, frozen=True, kw_only=True):
    """The legal frame of a game: choices of the house, borrowed clauses and readings."""

    jurisdiction: str
    stage: Stage
    cite: tuple[str, ...]
    minds: tuple[str, ...]  # skills of bots
    options: Mapping[str, ChoicePayload]
    borrowed: Mapping[str, Source]
    readings: tuple[ReadingPayload, ...]


def everything(law: Library) -> list[Listed]:
    """Return every game that a norm has, each under the newest norm that has the whole game."""
    slugs = dict.fromkeys(slug for name in law.norms for slug in law.entries(name))
    return [Listed(law, slug, homes(slug, law)[0]) for slug in slugs]


def game_payload(frame: Frame | Listed, voice: Voice) -> GamePayload:
    """Return a game of the catalogue as a payload for JSON. `playable` refers to the frame's norm."""
    return GamePayload(**_game_fields(frame, voice))


def _game_fields(frame: Frame | Listed, voice: Voice) -> dict[str, Any]:
    slug, law = frame.game, frame.law
    return {
        "game": slug,
        "name": voice.game_name(slug),
        "says": voice.about_game(slug),
        "norms": {norm: law.entries(norm)[slug].stage for norm in homes(slug, law)},
        "norm": frame.norm,
        "playable": is_playable(frame),
        "family": family_of(law, slug) or UNSET,
    }


def frame_payload(frame: Frame, voice: Voice) -> FramePayload:
    """Return the legal frame of a game as a payload for JSON."""
    from novamas.bots.minds import minds_on

    clauses = (voice.clause(found.id) for found in frame.readings())
    return FramePayload(
        **_game_fields(frame, voice),
        jurisdiction=frame.jurisdiction,
        stage=frame.stage,
        cite=frame.entry.cite,
        minds=tuple(minds_on(game_named(frame.game).felt)) if frame.game in known_games() else (),
        options={option.name: option_payload(option, voice) for option in frame.options.values()},
        borrowed=frame.borrowed,
        readings=tuple(
            ReadingPayload(clause.id, clause.reading.asks, clause.reading.applies)
            for clause in clauses
            if clause.reading
        ),
    )


def option_payload(option: Option, voice: Voice) -> ChoicePayload:
    """Return a choice of the house as a payload for JSON."""
    return ChoicePayload(
        says=voice.choice(option),
        unit=option.unit,
        default=figure(option.default),
        default_from=option.default_from or None,
        one_of=tuple(map(as_figure, option.one_of)),
        least=figure(option.least),
        most=figure(option.most),
        cite=option.cite,
        reading=option.reading,
    )


def layout_of(frame: Frame) -> Layout:
    """Return the layout of a table with default choices.

    Choices without a default come from the law's examples.
    """
    check_table(frame.game)
    opened = open_as_written(frame, {})
    return opened.game.layout(opened.opening)
