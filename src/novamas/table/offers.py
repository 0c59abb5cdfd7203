"""Offers: the only statement of which acts are lawful. Refusals are derived from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import product
from random import Random
from typing import Generic, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import TypeVar

from novamas.table.deeds import Deed
from novamas.table.refusals import Refusal
from novamas.table.tags import snake

D = TypeVar("D", bound=Deed, default=Deed, covariant=True)  # the deeds of one game, or any deed


class Range(Struct, frozen=True, tag_field="dial", tag=snake, gc=False):
    """A number or an amount between a minimum and a maximum, in fixed steps."""

    least: int
    most: int
    step: int = 1
    clause: str = ""
    most_clause: str = ""

    def fits(self, value: object) -> bool:
        """Return whether the value is allowed."""
        return (
            type(value) is int
            and self.least <= value <= self.most
            and (self.step == 1 or (value - self.least) % self.step == 0)
        )

    def why_not(self, value: int | str | None) -> Refusal | None:
        if type(value) is not int:
            return self._refusal("not_whole", value)
        if value < self.least:
            return self._refusal("below_minimum", value)
        if value > self.most:
            return self._refusal("above_maximum", value)
        if (value - self.least) % self.step:
            return self._refusal("broken_chip", value)
        return None

    def _refusal(self, code: str, given: int | str | None) -> Refusal:
        clause = (code == "above_maximum" and self.most_clause) or self.clause
        return Refusal(code, clause, given=given, least=self.least, most=self.most, step=self.step)

    def sample(self, rng: Random) -> int:
        """Return a random value. Small values are more likely, as at a real table."""
        steps = (self.most - self.least) // self.step
        return self.least + self.step * int((steps + 1) * rng.random() ** 3)

    def every(self) -> range:
        return range(self.least, self.most + 1, self.step)


class OneOf(Struct, frozen=True, tag_field="dial", tag=snake):
    """One value from a closed list."""

    values: tuple[str, ...]
    clause: str = ""

    def fits(self, value: object) -> bool:
        """Return whether the value is on the list."""
        return value in self.values

    def why_not(self, value: int | str | None) -> Refusal | None:
        if value in self.values:
            return None
        near = get_close_matches(str(value), self.values) or self.values[:3]
        return Refusal("not_listed", self.clause, given=value, near=tuple(near))

    def sample(self, rng: Random) -> str:
        return self.values[int(rng.random() * len(self.values))]

    def every(self) -> tuple[str, ...]:
        return self.values


class Line(Struct, frozen=True, tag_field="dial", tag=snake, gc=False):
    """One line of free text, possibly empty. The text has no consequences in the game."""

    most: int  # characters
    clause: str = ""

    def fits(self, value: object) -> bool:
        """Return whether the value is one printable line, not too long and without spaces at its ends."""
        return (
            type(value) is str and len(value) <= self.most and value.isprintable() and value == value.strip()
        )

    def why_not(self, value: int | str | None) -> Refusal | None:
        return None if self.fits(value) else Refusal("not_one_line", self.clause, most=self.most)

    def sample(self, rng: Random) -> str:
        """Return an empty line or one that is hard to encode."""
        return ("", "«No», dijo", '5 € = "cinco"', "a \\ b")[int(rng.random() * 4)]

    def every(self) -> tuple[str, ...]:
        """Return only the empty line, because all texts have the same effect."""
        return ("",)


Dial: TypeAlias = Range | OneOf | Line


class Offer(Struct, Generic[D], frozen=True, gc=False):
    """A lawful act with its open parameters (dials), and the clause that allows it."""

    act: D
    clause: str = ""
    dials: Mapping[str, Dial] = {}

    def speaks_of(self, deed: Deed) -> bool:
        """Return whether the deed is this act with any values of its dials."""
        mine, dials = self.act, self.dials
        if not dials:
            return deed == mine
        if type(deed) is not type(mine) or deed.by != mine.by:
            return False
        for name in mine.__struct_fields__:
            if name not in dials and getattr(deed, name) != getattr(mine, name):
                return False
        return True

    def covers(self, deed: Deed) -> bool:
        """Return whether this offer allows the deed.

        It runs for every offer at every act. So it checks the dials first, because they usually decide.
        """
        mine = self.act
        if type(deed) is not type(mine):
            return False
        dials = self.dials
        if not dials:
            return deed == mine
        if deed.by != mine.by:
            return False
        for name, dial in dials.items():
            if not dial.fits(getattr(deed, name)):
                return False
        for name in mine.__struct_fields__:
            if name not in dials and getattr(deed, name) != getattr(mine, name):
                return False
        return True

    def fault(self, deed: Deed) -> tuple[int, Refusal] | None:
        """Return the refusal of the first invalid dial and the number of valid dials before it, or None."""
        for right, (name, dial) in enumerate(self.dials.items()):
            if (refusal := dial.why_not(getattr(deed, name))) is not None:
                return right, replace(refusal, dial=name)
        return None

    def turned(self, **values: object) -> Deed:
        """Return the act with these values for its dials."""
        return replace(self.act, **values)

    def sample(self, rng: Random) -> Deed:
        """Return one of the allowed acts, chosen at random."""
        if not self.dials:
            return self.act
        return replace(self.act, **{name: dial.sample(rng) for name, dial in self.dials.items()})

    def every(self) -> Iterator[Deed]:
        """Yield every allowed act."""
        for values in product(*(dial.every() for dial in self.dials.values())):
            yield replace(self.act, **dict(zip(self.dials, values, strict=True)))
