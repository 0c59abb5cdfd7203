"""Tasks about games: the catalogue, frames, set-ups, layouts, texts and schemas."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import asdict

from novamas import __version__
from novamas.bots.minds import minds_at
from novamas.errors import InvalidInput
from novamas.games import game as game_named
from novamas.house.catalogue import (
    FramePayload,
    GamesPayload,
    everything,
    frame_payload,
    game_payload,
    option_payload,
)
from novamas.house.floor.form import form_of
from novamas.house.floor.schema import floor_schema
from novamas.house.hand_names import hand_name
from novamas.house.opening import check_table
from novamas.house.placard.placard import bet_limits
from novamas.law import Frame, Library, set_up
from novamas.law.norms import EURO
from novamas.law.options import as_figure
from novamas.law.texts import LANGUAGES, Language
from novamas.odds.payload import choices_payload
from novamas.pools.names import POOLS
from novamas.record.schema import schema
from novamas.school.exams import AnswersFile, ExamFile
from novamas.school.exercises import Exercise, MarkedExercise
from novamas.school.lessons import Lesson
from novamas.server.catalogue.build_id import edition_of
from novamas.server.catalogue.game_payloads import (
    AboutPayload,
    DrawnLayout,
    DrawnSpot,
    ExamplePayload,
    HandNames,
    JsonSchema,
    LayoutPayload,
    NeedPayload,
    PackPayload,
    SetUpChoice,
    SetUpPayload,
    TextsPayload,
    ThingPayload,
)
from novamas.server.catalogue.table_query import Law, TableQuery
from novamas.server.catalogue.tasks import Form, Rows, Task
from novamas.table.game import Table
from novamas.table.tags import snake
from novamas.words import Voice
from novamas.words.choices import bounds, written
from novamas.words.house_way import house_ways
from novamas.words.texts import FOLDER, OF_GAMES, names_of_games, of_game, text_file

OF_THE_COMMAND_LINE = {"commands", "help", "metavars", "options", "play", "terminal", "typing"}


class About(Task, frozen=True):
    """A request for a description of this server."""

    def content(self, voice: Voice) -> AboutPayload:
        """Return the server's version, its edition of law and program, its languages and its norms."""
        return AboutPayload(
            program="novamas",
            version=__version__,
            edition=edition_of(voice.law),
            languages=LANGUAGES,
            norms=tuple(voice.law.norms),
            packs=tuple(
                PackPayload(
                    pack.name,
                    pack.manifest.version,
                    tuple(norm for norm, of in voice.law.pack_of.items() if of is pack),
                    pack.fingerprint,
                )
                for pack in voice.law.packs[1:]
            ),
            description="/schema/openapi.json",
        )


class Games(Task, frozen=True):
    """A request for the games of one catalogue, or of all norms."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv")
    law: Law

    def content(self, voice: Voice) -> GamesPayload:
        """Return each game with a description, the norms that have it, and whether it can be played."""
        found = self.law.edition(voice.law)
        listed = found.listed if found else everything(voice.law)
        return GamesPayload(tuple(game_payload(each, voice) for each in listed))

    def rows(self, content: GamesPayload) -> Rows:
        """Return one row per game."""
        return map(asdict, content.games)


class GameFrame(Task, frozen=True):
    """A request for the legal frame of a game."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv")
    game: str
    law: Law

    def content(self, voice: Voice) -> FramePayload:
        """Return the game's norms, choices of the house, borrowed clauses and readings."""
        frame = self.law.frame(voice.law, self.game)
        return frame_payload(frame, voice.under(frame))

    def rows(self, content: FramePayload) -> Rows:
        """Return one row for each choice of the house."""
        return [{"choice": name, **asdict(option)} for name, option in content.options.items()]


class SetUp(Task, frozen=True):
    """A request for a game's set-up: every choice with its bounds and clause, and a valid example."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv", "toml")
    game: str
    law: Law

    def content(self, voice: Voice) -> SetUpPayload:
        """Return every choice, the conditions that bind several choices, the equipment, and the example."""
        frame = self.law.frame(voice.law, self.game)
        spoken = voice.under(frame)
        example = set_up(frame, frame.examples)
        return SetUpPayload(
            game=frame.game,
            norm=frame.norm,
            edition=frame.pin,
            choices=tuple(_choice(frame, name, example.chosen, spoken) for name in frame.options),
            needs={
                name: NeedPayload(need.choice, need.must, need.when or None, need.cite)
                for name, need in frame.needs.items()
            },
            things={
                name: ThingPayload(_thing(frame, name, spoken), thing.when or None, thing.cite)
                for name, thing in frame.things.items()
            },
            house_ways=self._house_ways(frame, spoken),
            minds=self._minds(frame),
            example=ExamplePayload(
                {name: as_figure(value) for name, value in example.chosen.items()}, not example.faults
            ),
        )

    def rows(self, content: SetUpPayload) -> Rows:
        """Return one row for each choice of the house."""
        return map(asdict, content.choices)

    def written(self, form: Form, voice: Voice) -> bytes:
        """Encode the set-up. In TOML it is a form that the house can fill in."""
        if form == "toml":
            self.law.frame(voice.law, self.game)
            return form_of(self.game, self.law.edition(voice.law), voice).encode()
        return super().written(form, voice)

    def _house_ways(self, frame: Frame, voice: Voice) -> Mapping[str, tuple[str, ...]]:
        """Return the croupier's setting of hands under each house way. Most games have no house way."""
        if "house_way" not in frame.options or not frame.can_be_played:
            return {}
        return house_ways(self._first(frame), voice)

    def _minds(self, frame: Frame) -> tuple[str, ...]:
        """Return the skills that bots can have in a game. It is empty if the game has no tables."""
        is_table = frame.game not in POOLS and frame.can_be_played
        return tuple(minds_at(self._first(frame).opening)) if is_table else ()

    def _first(self, frame: Frame) -> Table:
        return TableQuery(self.game, self.law).opened(frame.law)


def _choice(frame: Frame, name: str, example: Mapping[str, object], voice: Voice) -> SetUpChoice:
    """Return a choice of the house with its bounds and its clauses."""
    option = frame.options[name]
    return SetUpChoice(
        **asdict(option_payload(option, voice)),
        choice=name,
        part=option.part,
        must_be_stated=option.must_be_stated,
        least_clause=option.least_clause or option.cite[0],
        most_clause=option.most_clause or option.cite[0],
        lawful=bounds(option, frame, voice),
        example=as_figure(example[name]) if name in example else None,
        example_says=written(option, example.get(name), voice),
    )


def _thing(frame: Frame, name: str, voice: Voice) -> str:
    text = frame.texts.get(f"equipment.{name}")
    return voice.fill(text, {}) if text else voice.named("things", name)


class TableLayout(Task, frozen=True):
    """A request for everything that a page needs to draw a table and to name what happens there."""

    table: TableQuery

    def content(self, voice: Voice) -> LayoutPayload:
        """Return the layout of the table, with the names and limits of its spots, and the game's texts."""
        opened = self.table.opened(voice.law)
        spoken = voice.under(opened.frame)
        return LayoutPayload(
            game=opened.game.slug,
            norm=opened.frame.norm,
            edition=opened.game.pin(opened.frame),
            language=voice.language,
            choices=choices_payload(opened),
            layout=_drawn(opened, spoken),
            words=table_texts(opened, spoken),
            currency=UNSET if spoken.currency == EURO else spoken.currency.code,
        )


class HandsNamed(Task, frozen=True):
    """A request for the names of hands. A hand is written as its cards' numbers, joined by points."""

    table: TableQuery
    hands: tuple[str, ...]
    board: str = ""

    def content(self, voice: Voice) -> HandNames:
        """Return the name of each hand, and the cards that make the hand."""
        opened, board = self.table.opened(voice.law), _numbers(self.board)
        spoken = voice.under(opened.frame)
        names = tuple(hand_name(opened, _numbers(hand), board, spoken) for hand in self.hands)
        return HandNames(names=names)


def _numbers(cards: str) -> tuple[int, ...]:
    """Return cards as their numbers, joined by points."""
    if not all(card.isdecimal() for card in cards.split(".") if cards):
        raise InvalidInput("request_field", field="hand")
    return tuple(int(card) for card in cards.split(".") if card)


def _drawn(table: Table, voice: Voice) -> DrawnLayout:
    """Return the layout of a table. Each spot has its limits and its name."""
    layout, limits = table.game.layout(table.opening), bet_limits(table)
    spots = []
    for spot in layout.spots:
        least, most = limits.get(spot.kind, (None, None))
        spots.append(DrawnSpot(**asdict(spot), least=least, most=most, words=voice.bet(spot.name)))
    return DrawnLayout(**{**asdict(layout), "spots": tuple(spots)})


def table_texts(table: Table, voice: Voice) -> dict[str, dict[str, str]]:
    """Return the names of a table's bets, acts, phases, incidents, choices and roles."""
    game = table.game
    layout = game.layout(table.opening)
    verbs = [act.verb() for act in game.acts]
    incidents = [incident.verb() for incident in game.incidents]
    own = of_game(voice.law, game.slug)
    asks = {code: voice.text(f"asks.{code}") for code in own.get("asks", ())}
    return {
        "game": {"name": voice.game_name(game.slug), "about": voice.about_game(game.slug)},
        "bets": {spot.kind: voice.bet(spot.kind) for spot in layout.spots},
        "combinations": {
            prize.combination: voice.named("combinations", prize.combination)
            for spot in layout.spots
            for prize in spot.prizes
        },
        "acts": {verb: voice.act(verb) for verb in verbs},
        "incidents": {verb: voice.act(verb) for verb in incidents},
        "phases": {tag: voice.phase(tag) for tag in _phases(table)},
        "places": {str(place.owner): voice.owner(place.owner) for place in layout.cards},
        "pots": {pot.name: voice.owner(pot.name) for pot in layout.pots},
        "markers": {marker.name: voice.text(f"markers.{marker.name}") for marker in layout.markers},
        "colours": {pocket.colour: voice.text(f"colours.{pocket.colour}") for pocket in layout.wheel},
        "values": {code: voice.value(code) for code in (*text_file("values"), *own.get("values", ()))},
        "people": {code: voice.text(f"people.{code}") for code in text_file("people")},
        "asks": {code: asked for code, asked in asks.items() if "{" not in asked},
        **{
            shelf: {code: text.in_language(voice.language) for code, text in own.get(shelf, {}).items()}
            for shelf in ("questions", "answers", "defaults", "glosses")
        },
        "choices": {name: voice.choice(option) for name, option in table.frame.options.items()},
    }


def _phases(table: Table) -> Iterator[str]:
    """Yield the tag of each phase of a game."""
    for phase in table.game.phases:
        kind = getattr(phase, "__origin__", phase)
        yield str(kind.__struct_config__.tag or snake(kind.__name__))


class Catalogue(Task, frozen=True):
    """A request for all texts of a language, or for the texts of one game."""

    language: Language
    game: str | None = None

    def content(self, voice: Voice) -> TextsPayload:
        """Return the texts by file and key, with placeholders in braces."""
        law = voice.law
        if self.game is not None and not any(self.game in law.entries(norm) for norm in law.norms):
            check_table(self.game)  # raises an error with the known games
        found = _text_files(law) if self.game is None else of_game(law, self.game)
        return TextsPayload(
            language=self.language,
            game=self.game,
            edition=edition_of(voice.law),
            texts={
                name: {code: text.in_language(self.language) for code, text in texts.items()}
                for name, texts in found.items()
            },
            games={
                slug: name.in_language(self.language) for slug, name in names_of_games(law, "games").items()
            },
        )


def _text_files(law: Library) -> dict[str, Any]:
    """Return all text files, except those that only the command line uses."""
    names = {name.removesuffix(".toml") for name in os.listdir(FOLDER) if name.endswith(".toml")}
    files = {name: text_file(name) for name in names if name not in OF_THE_COMMAND_LINE}
    files |= {name: names_of_games(law, name) for name in OF_GAMES}
    return dict(sorted(files.items()))


class Schema(Task, frozen=True):
    """A request for a JSON Schema: of a game's tables, their common part, floors or the school."""

    of: str

    def content(self, voice: Voice) -> JsonSchema:
        """Return the schema."""
        match self.of:
            case "common":
                return Raw(schema(None))
            case "floor":
                return Raw(floor_schema(voice))
            case "school":
                return Raw(msgspec.json.encode(_school_schema()))
            case game if game in POOLS:
                check_table(game)
        return Raw(schema(game_named(self.of)))


def _school_schema() -> dict[str, object]:
    """Return the schemas of exercises, marked answers, exams and lessons."""
    kinds = {
        "exercise": Exercise,
        "marked": MarkedExercise,
        "exam": ExamFile,
        "answers": AnswersFile,
        "lesson": Lesson,
    }
    found, parts = msgspec.json.schema_components(kinds.values(), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": dict(zip(kinds, found, strict=True)),
        "$defs": parts,
    }
