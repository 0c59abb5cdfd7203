"""The on-disk cache of odds. Its keys are hashes of everything on which the odds depend.

A key covers the figures of the law, the choices of the house and the source code that computes the
odds. Changed code therefore never reads a stale result. `novamas.disk_cache` chooses the folder.
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
from novamas.games import GAMES, source_elsewhere
from novamas.law.options import read_fraction
from novamas.odds.report import BetOdds, counted_apart, plain_decisions, table_odds
from novamas.table.game import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONG = 0.05  # seconds: a result that took less is not worth caching
PACKAGES = ("bots", "equipment", "families", "games", "hands", "law", "money.py", "odds", "table")
T = TypeVar("T")


def cached_odds(table: Table, *, only: str | None = None, fresh: bool = False) -> dict[str, BetOdds]:
    """Return the odds of a table or of one bet, either from the cache or computed now.

    `fresh` ignores the cached result. Odds that took longer than `LONG` to compute are written to the
    cache. They have no decisions, but only the advice made from them. They are equal whether cached or
    computed now.
    """
    one_bet = None
    if only is not None and (apart := counted_apart(table)) is not None:  # else all bets at once
        _check_bet(table, only, apart)
        one_bet = only
    path = cache_path(table, one_bet)
    found = None if fresh else _read(path, dict[str, BetOdds])
    if found is None:
        start = perf_counter()
        encoded = _encode(table_odds(table, only=one_bet, fresh=fresh))
        if perf_counter() - start > LONG:
            write(path, encoded)
        found = msgspec.json.decode(encoded, type=dict[str, BetOdds], dec_hook=read_fraction)
    if only is None:
        return found
    _check_bet(table, only, found)
    return {only: found[only]}


def _check_bet(table: Table, name: str, known: Mapping[str, object]) -> None:
    if name not in list(known):
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(name), known=tuple(known))


def cache_path(table: Table, only: str | None) -> Path:
    """Return the path of a cached result, made of the game's slug and the hash of its key."""
    rules = {
        "program": program_of(table.game.slug),
        "game": table.game.slug,
        "norm": table.frame.norm,
        "figures": table.frame.pin,
        "choices": {name: table.chosen[name] for name in table.frame.options},
        "only": only,
    }
    encoded = msgspec.json.encode(rules, enc_hook=str)
    return folder() / f"{table.game.slug}-{blake2b(encoded, digest_size=16).hexdigest()}.json"


@cache
def program_hash() -> str:
    """Return the hash of the source and data files on which odds depend."""
    return source_hash(*PACKAGES)


def program_of(slug: str) -> str:
    """Return the hash of the files that the odds of a game depend on, with the package that brings it."""
    return program_hash() if slug in GAMES else f"{program_hash()} {source_elsewhere()}"


def cached_array(name: str, compute: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """Return an array from the cache, or compute it. It depends on no choice of the house."""
    import numpy as np

    path = folder() / f"{name}-{program_hash()}.npy"
    with suppress(OSError, ValueError, EOFError):
        found: NDArray[Any] = np.load(path, allow_pickle=False)
        return found
    computed, buffer = compute(), BytesIO()
    np.save(buffer, computed, allow_pickle=False)
    write(path, buffer.getvalue())
    return computed


def cached_for_table(table: Table, what: str, kind: type[T], compute: Callable[[], T]) -> T:
    """Return the result named `what` for a table's rules, from the cache or computed now."""
    path = cache_path(table, what)
    found = _read(path, kind)
    if found is None:
        found = compute()
        write(path, msgspec.json.encode(found, enc_hook=str))
    return found


def _read(path: Path, kind: type[T]) -> T | None:
    with suppress(OSError, ValueError, ArithmeticError, RuntimeError):
        return msgspec.json.decode(path.read_bytes(), type=kind, dec_hook=read_fraction)
    return None


def _encode(odds: Mapping[str, BetOdds]) -> bytes:
    """Return odds with their decisions as advice, because the phases of a decision cannot be encoded."""
    plain = {
        name: replace(bet, decisions=(), advice=(*plain_decisions(bet), *bet.advice))
        for name, bet in odds.items()
    }
    return msgspec.json.encode(plain, enc_hook=str)
