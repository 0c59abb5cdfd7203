"""The lawful frame of a game under a norm: what is fixed, what the house may choose, and choosing."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Literal, TypeVar, get_args, get_origin

import msgspec

from novamas.law.clauses import Clause, clauses
from novamas.law.errors import NoFigures, did_you_mean
from novamas.law.faults import Fault, Faulty
from novamas.law.figures import Source, Table, figures
from novamas.law.norms import norm_named
from novamas.law.options import Option, Value, WrittenOption

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)
Stage = Literal["whole", "amended parts only"]
NOTES = ("cite", "says", "reading")  # about a group rather than figures of it


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's entry in the closed list of a norm's games."""

    cite: tuple[str, ...]
    stage: Stage = "whole"
    common: str | None = None  # rules it shares with its family, such as circle poker


class Frame(msgspec.Struct, frozen=True, eq=False):
    """What the law fixes of a game, and what it leaves to the house."""

    game: str
    norm: str
    jurisdiction: str
    entry: Entry
    figures: Mapping[str, object]
    borrowed: Mapping[str, Source]
    options: Mapping[str, Option]
    pin: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self.pin == other.pin

    def __hash__(self) -> int:
        return hash(self.pin)

    @property
    def stage(self) -> Stage:
        """Whether we hold the whole of the game's rules, or only the parts a norm amended."""
        return self.entry.stage

    @property
    def can_be_played(self) -> bool:
        """Whether all its rules are at hand: our own text of them, or what is borrowed and marked so."""
        return self.stage == "whole" or bool(self.borrowed)

    @property
    def examples(self) -> dict[str, Value]:
        """What a first table may take where the house must state something; nothing the law says."""
        return {name: option.example for name, option in self.options.items() if option.example is not None}

    def group(self, name: str, type: type[T]) -> T:
        """One group of figures, such as `bets` or `bets.pleno`, as a typed value."""
        found: object = self.figures
        for step in name.split("."):
            if not isinstance(found, Mapping) or step not in found:
                raise self._no_figures(name)
            found = found[step]
        return msgspec.convert(_without_notes(found, type), type, strict=True, dec_hook=read_fraction)

    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the game, and of the family whose rules it shares."""
        shared = clauses(norm=self.norm, game=self.entry.common) if self.entry.common else ()
        return shared + clauses(norm=self.norm, game=self.game)

    def readings(self) -> tuple[Clause, ...]:
        """The clauses of the game that had to be read one way or another."""
        return tuple(clause for clause in self.clauses() if clause.reading)

    def _no_figures(self, group: str) -> NoFigures:
        if self.stage == "amended parts only":
            return NoFigures("rules_not_held", rules_not_held(self).says, clause=self.entry.cite[0])
        held = ", ".join(sorted(self.figures)) or "none"
        return NoFigures(
            "no_figures", f"{self.game} has no figures {group!r} under {self.norm}; it has: {held}."
        )


@cache
def frame(norm: str, game: str) -> Frame:
    """The frame of a game that the norm has."""
    from hashlib import sha256

    entry = entries(norm)[game]
    found = figures(norm, game)
    tree = found.nested()
    written = msgspec.convert(tree.get("choices", {}), dict[str, WrittenOption])
    pinned = msgspec.json.encode({"norm": norm, "game": game, "figures": tree}, order="sorted")
    return Frame(
        game=game,
        norm=norm,
        jurisdiction=norm_named(norm).jurisdiction,
        entry=entry,
        figures=tree,
        borrowed=found.borrowed,
        options={name: option.named(name) for name, option in written.items()},
        pin=sha256(pinned).hexdigest(),
    )


@cache
def entries(norm: str) -> dict[str, Entry]:
    """The closed list of a norm's games."""
    return msgspec.convert(figures(norm, "general").nested()["games"], dict[str, Entry])


def read_fraction(wanted: type, written: object) -> object:
    """A fraction is written as text, such as "35" or "1/2", so that no float ever stands for it."""
    if wanted is Fraction:
        if isinstance(written, str | Fraction):
            return Fraction(written)
        if isinstance(written, int) and not isinstance(written, bool):
            return Fraction(written)
    raise TypeError(f"{written!r} is no {wanted.__name__}")


def check_options(frame: Frame, values: Mapping[str, object]) -> list[Fault]:
    """Every fault in what the house has chosen."""
    faults = [] if frame.can_be_played else [rules_not_held(frame)]
    for name, value in values.items():
        option = frame.options.get(name)
        fault = option.fault(value) if option else _unknown_choice(frame, name)
        if fault:
            faults.append(fault)
    return faults


def choose(frame: Frame, type: type[S], given: Mapping[str, object]) -> S:
    """The game's choices: what the house has chosen and, for the rest, the defaults; or all the faults."""
    faults = check_options(frame, given)
    chosen: Table = {}
    for name, option in frame.options.items():
        value = given.get(name, option.default)
        if value is None and name not in given:
            faults.append(option.missing())
        chosen[name] = value
    if faults:
        raise Faulty(faults)
    return msgspec.convert(chosen, type, dec_hook=read_fraction)


def rules_not_held(frame: Frame) -> Fault:
    """The fault of a game whose rules are in a decree we do not have."""
    base = norm_named(frame.norm).base
    says = (
        f"{frame.game} is authorised by {frame.norm}, but its rules are in {base}, whose text we do not have."
    )
    return Fault(None, "rules_not_held", frame.entry.cite[0], says)


def _unknown_choice(frame: Frame, name: str) -> Fault:
    near = did_you_mean(name, frame.options)
    says = f"{frame.game} has no choice {name!r} under {frame.norm}{near}"
    return Fault(name, "unknown_choice", None, says)


def _without_notes(table: object, shape: object) -> object:
    """The table without the notes that the shape has no field for."""
    if not isinstance(table, dict):
        return table
    if get_origin(shape) is dict:
        _, values = get_args(shape)
        return {name: _without_notes(value, values) for name, value in table.items() if name not in NOTES}
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        assert shape.__struct_config__.forbid_unknown_fields, f"{shape.__name__} must forbid unknown fields"
        fields = shape.__struct_fields__
        return {name: value for name, value in table.items() if name in fields or name not in NOTES}
    return table
