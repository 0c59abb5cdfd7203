"""Long results are kept on disk, by the hash of the rules that they follow from.

The name of a result says all that it depends on: the figures of the law, the choices of the house, and the
program itself, whose text is hashed too, so that a method that has changed never finds what an earlier one
left; `novamas.disk_cache` says where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from novamas.disk_cache import folder, source_hash, write
from novamas.errors import NovamasError, quoted
from novamas.law.frames import read_law
from novamas.odds.report import BetOdds, counted_apart, plain_decisions, table_odds
from novamas.table.game import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONG = 0.05  # seconds: what took less is not worth keeping
PACKAGES = ("bots", "equipment", "families", "games", "hands", "law", "money.py", "odds", "table")
T = TypeVar("T")


def cached_odds(table: Table, *, only: str | None = None, fresh: bool = False) -> dict[str, BetOdds]:
    """The odds of a table as they were kept; or counted now, and kept if that took long."""
    asked = None
    if only is not None and (apart := counted_apart(table)) is not None:  # some methods count all at once
        _check_bet(table, only, apart)
        asked = only
    place = cache_path(table, asked)
    found = None if fresh else _read(place, dict[str, BetOdds])
    if found is None:
        start = perf_counter()
        found = table_odds(table, only=asked, fresh=fresh)
        if perf_counter() - start > LONG:
            _write(place, found)
    if only is None:
        return found
    _check_bet(table, only, found)
    return {only: found[only]}


def _check_bet(table: Table, name: str, known: Mapping[str, object]) -> None:
    if name not in list(known):
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(name), known=tuple(known))


def cache_path(table: Table, only: str | None) -> Path:
    """The file of a result, named by the hash of all that it depends on."""
    rules = {
        "program": program_hash(),
        "game": table.game.slug,
        "norm": table.frame.norm,
        "figures": table.frame.pin,
        "choices": {name: table.chosen[name] for name in table.frame.options},
        "only": only,
    }
    written = msgspec.json.encode(rules, enc_hook=str)
    return folder() / f"{table.game.slug}-{blake2b(written, digest_size=16).hexdigest()}.json"


@cache
def program_hash() -> str:
    """The hash of the program's own text and figures, as far as odds depend on them."""
    return source_hash(*PACKAGES)


def cached_array(name: str, count: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """A table that hangs on no house's choice, as it was kept; or counted now, and kept."""
    import numpy as np

    place = folder() / f"{name}-{program_hash()}.npy"
    with suppress(OSError, ValueError, EOFError):
        found: NDArray[Any] = np.load(place, allow_pickle=False)
        return found
    counted, written = count(), BytesIO()
    np.save(written, counted, allow_pickle=False)
    write(place, written.getvalue())
    return counted


def cached_for_table(table: Table, what: str, kind: type[T], count: Callable[[], T]) -> T:
    """Something else that follows from the rules of a table, as it was kept; or counted now, and kept."""
    place = cache_path(table, what)
    found = _read(place, kind)
    if found is None:
        found = count()
        write(place, msgspec.json.encode(found, enc_hook=str))
    return found


def _read(place: Path, kind: type[T]) -> T | None:
    with suppress(OSError, ValueError, ArithmeticError, RuntimeError):
        return msgspec.json.decode(place.read_bytes(), type=kind, dec_hook=read_law)
    return None


def _write(place: Path, odds: Mapping[str, BetOdds]) -> None:
    """What a player should decide is kept as it is told, without the moments at which he decides."""
    plain = {
        name: replace(bet, decisions=(), advice=(*plain_decisions(bet), *bet.advice))
        for name, bet in odds.items()
    }
    write(place, msgspec.json.encode(plain, enc_hook=str))
