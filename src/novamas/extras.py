"""Optional packages: the extra that installs each one, and the error raised when one is missing.

`pip install novamas` installs the core: play, law, check and records. Everything else imports its packages
at the first use, inside `optional_packages`, which names the extra if a package is not installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import Final

from novamas.errors import NovamasError

PACKAGES: Final = {  # by extra, as they are imported; each package is named once
    "odds": ("numpy", "numba", "llvmlite"),
    "serve": (
        *("alembic", "httptools", "httpx", "litestar", "prometheus_client", "sqlalchemy"),
        *("uvicorn", "uvloop", "websockets"),
    ),
    "print": ("segno", "typst"),
    "parquet": ("pyarrow",),
    "postgres": ("psycopg",),
    "research": ("gymnasium", "pettingzoo"),
    "cluster": ("distributed",),
}
_EXTRA_OF: Final = {package: extra for extra, packages in PACKAGES.items() for package in packages}


class MissingExtra(NovamasError):
    """Raised when an optional package is not installed. Names the extra that installs it."""


def too_slow_without(extra: str) -> MissingExtra:
    """Return the error for work that would take minutes because an extra is not installed."""
    package = PACKAGES[extra][0]
    return MissingExtra("missing_extra", text_key="missing_extra_for_speed", package=package, extra=extra)


@cache
def is_installed(extra: str) -> bool:
    """Return whether all packages of an extra are installed."""
    return all(map(_is_found, PACKAGES[extra]))


def _is_found(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


@contextmanager
def optional_packages() -> Iterator[None]:
    """Raise `MissingExtra` if an import inside this block needs a package that is not installed.

    It is a context manager and a decorator. Other import errors pass through.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in _EXTRA_OF:
            raise
        raise MissingExtra("missing_extra", package=package, extra=_EXTRA_OF[package]) from None
