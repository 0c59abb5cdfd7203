"""Payloads of the catalogue: its games, the lawful frame of a game, and the layout of a first table."""

from __future__ import annotations

from novamas.games import GAMES
from novamas.games import game as game_named
from novamas.house.opening import check_table, homes, is_playable, open_as_written
from novamas.law import Frame, norms
from novamas.law.frames import Listed, entries
from novamas.table.layout import Layout
from novamas.words import Voice


def everything() -> list[Listed]:
    """Return each game that a norm has, under the newest norm that has it complete."""
    slugs = dict.fromkeys(slug for name in norms() for slug in entries(name))
    return [Listed(slug, homes(slug)[0]) for slug in slugs]


def game_payload(frame: Frame | Listed, voice: Voice) -> dict[str, object]:
    """Return one game of the catalogue as the payload for JSON. `playable` refers to the frame's norm."""
    slug = frame.game
    return {
        "game": slug,
        "name": voice.game_name(slug),
        "says": voice.text(f"abouts.{slug}"),
        "norms": {norm: entries(norm)[slug].stage for norm in homes(slug)},
        "norm": frame.norm,
        "playable": is_playable(frame),
    }


def frame_payload(frame: Frame, voice: Voice) -> dict[str, object]:
    """Return the lawful frame of a game as the payload for JSON."""
    from novamas.bots.minds import minds_on

    return {
        **game_payload(frame, voice),
        "jurisdiction": frame.jurisdiction,
        "stage": frame.stage,
        "cite": frame.entry.cite,
        "minds": minds_on(game_named(frame.game).felt) if frame.game in GAMES else (),
        "options": {
            option.name: {
                "says": voice.choice(option),
                "unit": option.unit,
                "default": option.default,
                "default_from": option.default_from or None,
                "one_of": option.one_of,
                "least": option.least,
                "most": option.most,
                "cite": option.cite,
                "reading": option.reading,
            }
            for option in frame.options.values()
        },
        "borrowed": frame.borrowed,
        "readings": [
            {"clause": clause.id, "asks": clause.reading.asks, "applies": clause.reading.applies}
            for clause in (found.told(voice.language) for found in frame.readings())
            if clause.reading
        ],
    }


def layout_of(frame: Frame) -> Layout:
    """Return the layout of a table with the law's defaults and, where it has none, its examples."""
    check_table(frame.game)
    opened = open_as_written(frame, {})
    return opened.game.layout(opened.opening)
