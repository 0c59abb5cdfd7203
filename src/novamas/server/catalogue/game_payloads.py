"""Payloads about games that no command prints: set-ups, layouts, texts, schemas, demo rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from novamas.errors import Figure
from novamas.house.catalogue import ChoicePayload
from novamas.house.hand_names import HandName
from novamas.house.why_payload import PaymentPayload
from novamas.law.options import Part
from novamas.law.texts import Language
from novamas.table.events import AnyEvent
from novamas.table.layout import CardPlace, Marker, Pocket, Pot, Spot


class PackPayload(Struct, frozen=True):
    """A pack of law of this server: its name and version, its norms, and the hash of its files."""

    name: str
    version: str
    norms: tuple[str, ...]
    hash: str


class AboutPayload(Struct, frozen=True, kw_only=True):
    """A description of the server: its version, its edition, its languages, norms and packs."""

    program: str
    version: str
    edition: str
    languages: tuple[Language, ...]
    norms: tuple[str, ...]
    packs: tuple[PackPayload, ...]  # besides the norms of novamas
    description: str  # address of the OpenAPI description


class SetUpChoice(ChoicePayload, frozen=True, kw_only=True):
    """One choice of a set-up, with the values that the law allows and an example."""

    choice: str
    part: Part
    must_be_stated: bool
    least_clause: str
    most_clause: str
    lawful: str
    example: Figure | None
    example_says: str


class NeedPayload(Struct, frozen=True):
    """A condition on several choices. If it is not met, `choice` names the choice at fault."""

    choice: str
    must: str
    when: str | None
    cite: tuple[str, ...]


class ThingPayload(Struct, frozen=True):
    """An object that a table must have."""

    says: str
    when: str | None
    cite: tuple[str, ...]


class ExamplePayload(Struct, frozen=True):
    """An example of a set-up."""

    choices: Mapping[str, Figure]
    lawful: bool


class SetUpPayload(Struct, frozen=True, kw_only=True):
    """The house's choices in a game, the conditions on them, the equipment, and an example."""

    game: str
    norm: str
    edition: str
    choices: tuple[SetUpChoice, ...]
    needs: Mapping[str, NeedPayload]
    things: Mapping[str, ThingPayload]
    house_ways: Mapping[str, tuple[str, ...]]
    minds: tuple[str, ...]  # skills of bots
    example: ExamplePayload


class DrawnSpot(Spot, frozen=True, kw_only=True):
    """A place for chips, with its name and with its limits in céntimos."""

    least: int | None
    most: int | None
    words: str


class DrawnLayout(Struct, frozen=True, omit_defaults=True):
    """A `Layout` with all objects on and around a table. Each spot has its limits and its name."""

    seats: int
    spots: tuple[DrawnSpot, ...]
    cards: tuple[CardPlace, ...] = ()
    pots: tuple[Pot, ...] = ()
    markers: tuple[Marker, ...] = ()
    wheel: tuple[Pocket, ...] = ()


class LayoutPayload(Struct, frozen=True, kw_only=True):
    """The data with which a page draws a table and names its parts."""

    game: str
    norm: str
    edition: str
    language: Language
    choices: Mapping[str, Figure]
    layout: DrawnLayout
    words: Mapping[str, Mapping[str, str]]  # names of bets, acts, phases, …, by code
    currency: str | UnsetType = UNSET  # the code of ISO 4217 in which amounts are counted, unless it is EUR


class HandNames(Struct, frozen=True, kw_only=True):
    """The names of some hands, in the order in which the request lists the hands."""

    names: tuple[HandName, ...]


class TextsPayload(Struct, frozen=True, kw_only=True):
    """All texts of one language by file and key. Placeholders are in braces."""

    language: Language
    game: str | None
    edition: str
    texts: Mapping[str, Mapping[str, str]]
    games: Mapping[str, str]


JsonSchema: TypeAlias = Annotated[
    Raw,
    Meta(
        description="a JSON Schema of 2020-12",
        extra_json_schema={"type": "object", "required": ["$schema"]},
    ),
]


class RoundStep(Struct, frozen=True, kw_only=True):
    """One step of a round: a deed, the events after it, and the reason for each payment."""

    phase: str
    deed: str
    events: tuple[AnyEvent, ...]
    told: tuple[str, ...]
    clauses: tuple[str, ...]
    payments: tuple[PaymentPayload, ...]


class DemoRound(Struct, frozen=True, kw_only=True):
    """A round that bots have played, with its record."""

    game: str
    norm: str
    seed: int
    steps: tuple[RoundStep, ...]
    record: str
