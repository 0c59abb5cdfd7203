"""The frame of a game under a norm: the rules fixed by the law, and the choices of the house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin

import msgspec

from novamas.errors import Figure
from novamas.law.clauses import Clause
from novamas.law.errors import NoFigures, nearest
from novamas.law.faults import Fault
from novamas.law.figures import Source, Table
from novamas.law.needs import Need, Thing
from novamas.law.norms import EURO, Currency
from novamas.law.options import Option, Part, Value, WrittenOption, read_fraction
from novamas.law.texts import Text, parted

if TYPE_CHECKING:
    from novamas.law.library import Library

T = TypeVar("T")
Stage = Literal["whole", "amended parts only"]
NOTES = ("cite", "says", "reading")  # fields about a group, not figures of it


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's entry in the closed list of a norm."""

    cite: tuple[str, ...]
    stage: Stage = "whole"
    common: str | None = None  # the family whose rules it shares, such as circle poker


class Listed:
    """A game on the list of a norm, before its figures are read."""

    __slots__ = ("game", "law", "norm")

    def __init__(self, law: Library, game: str, norm: str) -> None:
        self.law, self.game, self.norm = law, game, norm

    @property
    def entry(self) -> Entry:
        return self.law.entries(self.norm)[self.game]

    @property
    def can_be_played(self) -> bool:
        """Whether all rules of the game are available, in the norm's own text or borrowed and marked so."""
        return self.entry.stage == "whole" or bool(self.law.figures(self.norm, self.game).borrowed)


class Frame:
    """The fixed rules of a game, and its options for the house. A table refers to its frame by its pin.

    A frame refers to its library, which belongs neither to the pin nor to a record. A library has exactly one
    frame for each pin, so identity is equality. A frame is not a msgspec struct. A struct that contains a
    frame is encoded with the pin instead, and `Library.decode` finds the frame again.
    """

    __slots__ = (
        "_asked",
        "_groups",
        "borrowed",
        "entry",
        "figures",
        "game",
        "law",
        "needs",
        "norm",
        "options",
        "pin",
        "texts",
        "things",
    )

    law: Library
    game: str
    norm: str
    entry: Entry
    figures: Mapping[str, object]
    borrowed: Mapping[str, Source]
    options: Mapping[str, Option]
    needs: Mapping[str, Need]
    things: Mapping[str, Thing]
    texts: Mapping[str, Text]  # descriptions of the figures, by path
    pin: str
    _groups: dict[tuple[str, object], object]
    _asked: set[str]  # paths that play asked for, to do without them if they are not there

    def __new__(
        cls,
        law: Library,
        game: str,
        norm: str,
        entry: Entry,
        figures: Mapping[str, object],
        borrowed: Mapping[str, Source],
        texts: Mapping[str, Text] | None = None,
    ) -> Frame:
        pin = pin_of(norm, game, figures)
        if pin in law.frames:
            return law.frames[pin]
        self = super().__new__(cls)
        self.law, self.game, self.norm, self.pin = law, game, norm, pin
        self.entry, self.figures, self.borrowed = entry, figures, borrowed
        self.texts = texts or {}
        self.options = dict(_options(figures, self.texts))
        self.needs = _written(figures, "needs", Need)
        self.things = _written(figures, "equipment", Thing)
        self._groups, self._asked = {}, set()
        return law.frames.setdefault(pin, self)  # another thread may be first

    def __reduce__(self) -> tuple[Any, ...]:
        return Frame, (self.law, self.game, self.norm, self.entry, self.figures, self.borrowed, self.texts)

    def __str__(self) -> str:
        return self.pin

    def __repr__(self) -> str:
        return f"Frame({self.game}, {self.norm}, {self.pin[:16]})"

    @property
    def jurisdiction(self) -> str:
        """The jurisdiction in which the norm is in force."""
        return self.law.norm(self.norm).jurisdiction

    @property
    def currency(self) -> Currency:
        """The money in which amounts of the game are counted."""
        norm = self.law.norms.get(self.norm)
        return self.law.carried.get(self.norm, EURO) if norm is None else norm.currency

    @property
    def stage(self) -> Stage:
        """Whether all of the game's rules are included, or only the parts that a norm amended."""
        return self.entry.stage

    @property
    def can_be_played(self) -> bool:
        """Whether all rules of the game are available, in the norm's own text or borrowed and marked so."""
        return self.stage == "whole" or bool(self.borrowed)

    @property
    def examples(self) -> dict[str, Value]:
        """Example values for the choices that the house must state. They do not come from the law."""
        return {
            name: option.example
            for name, option in self.options.items()
            if option.must_be_stated and option.example is not None
        }

    def group(self, name: str, type: type[T]) -> T:
        """Return a group of figures, such as `bets` or `bets.pleno`, as a typed value (cached)."""
        try:
            return self._groups[name, type]  # type: ignore[return-value]  # was decoded as this type
        except KeyError:
            found = self._groups[name, type] = self._read(name, type)
            return found

    def has(self, name: str) -> bool:
        """Return whether the law has figures at this path, such as `closing` or `staff.shared_chief`."""
        self._asked.add(name)
        found: object = self.figures
        for step in name.split("."):
            if not isinstance(found, Mapping) or step not in found:
                return False
            found = found[step]
        return True

    @property
    def groups_needed(self) -> frozenset[str]:
        """The groups of figures that have been read, but for those that a table can do without.

        Of the parts of a group, such as the bets, a norm may have others.
        """
        read = {name for name, _ in self._groups} - self._asked
        return frozenset(name.partition(".")[0] for name in read)

    def _read(self, name: str, type: type[T]) -> T:
        found: object = self.figures
        for step in name.split("."):
            if not isinstance(found, Mapping) or step not in found:
                raise self._no_figures(name)
            found = found[step]
        wanted = _without_notes(found, type, only_known=not self._is_held)
        return msgspec.convert(wanted, type, strict=True, dec_hook=read_fraction)

    @property
    def is_ours(self) -> bool:
        """Whether this is the current law of our own pack, not of another pack or of an old record."""
        return self._is_held and self.law.is_ours(self.norm)

    @property
    def _is_held(self) -> bool:
        """Whether this is the current law. The frame of an old record may have figures unused today."""
        law = self.law
        is_listed = self.norm in law.norms and self.game in law.entries(self.norm)
        return is_listed and law.frame(self.norm, self.game) is self

    def clauses(self) -> tuple[Clause, ...]:
        """Return the clauses of the game and of the family whose rules it shares."""
        common = self.entry.common
        shared = self.law.clauses(norm=self.norm, game=common) if common else ()
        return shared + self.law.clauses(norm=self.norm, game=self.game)

    def readings(self) -> tuple[Clause, ...]:
        """Return the clauses of the game for which we have a reading."""
        return tuple(clause for clause in self.clauses() if clause.reading)

    def _no_figures(self, group: str) -> NoFigures:
        if self.stage == "amended parts only":
            return NoFigures("rules_not_held", clause=self.entry.cite[0], game=self.game, norm=self.norm)
        held = tuple(sorted(self.figures))
        return NoFigures("no_figures", game=self.game, given=group, norm=self.norm, known=held)


def _options(figures: Mapping[str, object], texts: Mapping[str, Text]) -> Iterator[tuple[str, Option]]:
    """Yield the choices of the house by name: first the rules, then the premises."""
    for part in get_args(Part):
        for name, option in _written(figures, part, WrittenOption).items():
            yield name, option.named(name, part, texts.get(f"{part}.{name}"))


def _written(figures: Mapping[str, object], group: str, kind: type[T]) -> dict[str, T]:
    """Return the entries of a group of figures, without the texts that early records have in it."""
    shape = dict[str, kind]  # type: ignore[valid-type]  # known only at run time
    entries: dict[str, T] = msgspec.convert(_without_notes(figures.get(group, {}), shape), shape)
    return entries


def read_frame(law: Library, norm: str, game: str) -> Frame:
    """Return the frame of a game under a norm."""
    found = law.figures(norm, game)
    tree, texts = parted({**found.nested(), **_rankings(law, norm, game)})
    return Frame(law, game, norm, law.entries(norm)[game], tree, found.borrowed, texts)


def _rankings(law: Library, norm: str, game: str) -> Table:
    """Return the norm's rankings of a game's hands from data/rankings, if there are any."""
    written = law.ranking_figures(norm)
    lists = [entry for entry in written.get("game", []) if entry["game"] == game]
    names = {entry["law"] for entry in lists}
    laws = [each for each in written.get("law", []) if each["name"] in names]
    return {"rankings": {"law": laws, "game": lists}} if lists else {}


def pin_of(norm: str, game: str, figures: Mapping[str, object]) -> str:
    """Return the hash of all figures of a game under a norm."""
    from hashlib import sha256

    pinned = msgspec.json.encode({"norm": norm, "game": game, "figures": figures}, order="sorted")
    return sha256(pinned).hexdigest()


def rules_not_held(frame: Frame | Listed) -> Fault:
    """Return a fault: the rules of the game are in a decree that novamas does not include."""
    values = {"game": frame.game, "norm": frame.norm}
    return Fault(None, "rules_not_held", frame.entry.cite[0], values)


def unknown_choice(frame: Frame, name: str) -> Fault:
    """Return a fault: the house states a choice that the game does not have."""
    near = nearest(name, frame.options)
    values: dict[str, Figure] = {"given": name, "game": frame.game, "norm": frame.norm, "near": near}
    return Fault(name, "unknown_choice", None, values)


def _without_notes(table: object, shape: object, *, only_known: bool = False) -> object:
    """Return the table without the notes for which the struct has no field.

    With `only_known`, all entries without a field are dropped.
    """
    if not isinstance(table, dict):
        return table
    if get_origin(shape) is dict:
        _, values = get_args(shape)
        kept = {name: value for name, value in table.items() if name not in NOTES}
        return {name: _without_notes(value, values, only_known=only_known) for name, value in kept.items()}
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        assert shape.__struct_config__.forbid_unknown_fields, f"{shape.__name__} must forbid unknown fields"
        fields = shape.__struct_fields__
        passed_over = tuple(name for name in table if name not in fields) if only_known else NOTES
        return {name: value for name, value in table.items() if name in fields or name not in passed_over}
    return table
