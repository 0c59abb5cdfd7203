"""Server settings with safe defaults. A TOML file may change them."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from novamas.errors import InvalidInput
from novamas.record.bounded_files import read_bounded
from novamas.toml_text import load

PORT = 8026
FILE_BYTES = 4 * 2**20  # of a record or session sent to the server: more than a session at a busy table has
_AT = re.compile(r"at `\$\.?(?P<where>[^`]*)`")
_UNKNOWN = re.compile(r"unknown field `(?P<name>[^`]*)`")

Count = Annotated[int, Meta(ge=1, le=10_000_000)]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Days = Annotated[int, Meta(ge=1, le=36_500)]


class Serving(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the server's addresses, processes and proxies."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = PORT
    store: str | None = None  # path or postgresql://…; the default is in the user's data folder
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    packs: tuple[str, ...] = ()  # folders of packs of law, besides those that are installed
    hosts: tuple[str, ...] = ()  # accepted host names; default: those of loopback, any on other addresses
    origins: tuple[str, ...] = ()  # of foreign pages that may use the API, such as https://casino.example
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For is trusted
    https: bool = False  # a proxy terminates TLS: requests without it are refused
    drain_seconds: Seconds = 0  # from the signal to stop until no connection is accepted
    stop_seconds: Seconds = 30  # to complete requests after that


class HouseLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits on rate and capacity: per address, per guest pass and in all."""

    bytes: Count = 256 * 1024  # of a request; a programme with seven races of fifty horses has a tenth of it
    message_bytes: Count = 64 * 1024  # of a message on a socket
    requests_per_second: Count = 500  # of an address, which many people may share
    burst: Count = 2000  # capacity of its token bucket
    person_requests_per_second: Count = 20  # of a guest pass
    person_burst: Count = 80  # capacity of its token bucket
    arrivals_per_minute: Count = 30  # new passes per address, device links per pass
    arrivals_burst: Count = 100  # capacity of its token bucket: enough for a class of pupils
    requests_at_once: Count = 1000  # in all
    sockets: Count = 4000  # in all
    sockets_per_person: Count = 8
    sockets_per_address: Count = 200
    read_seconds: Seconds = 15  # for a client to send a request
    write_seconds: Seconds = 30  # for a client to read a response
    failures: Count = 3  # bad tokens or codes of an address before it is locked out
    lock_seconds: Seconds = 60  # of the first lockout, doubled with each further failure
    remembered: Count = 20_000  # addresses and passes held in memory


class Playing(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the tables in play."""

    abandoned_minutes: Annotated[int, Meta(ge=0, le=10_080)] = 120  # without a person; 0: never closed


class Logging(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the log."""

    form: Literal["auto", "json", "text"] = "auto"  # auto: text on a terminal, else JSON
    requests: bool = False  # also log each request


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of `/metrics`: whether it can be read without an operator's token."""

    loopback: bool = False  # allowed from this machine, unless the request came through a proxy


class Retention(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings for how long deletable data is kept. Books are append-only and never deleted."""

    passes_days: Days = 90  # of guest passes since their last use
    links_days: Days = 1  # of expired device links, proposals and commitments
    operators_days: Days = 365  # of an operator's token hash after it was revoked
    books_years: Annotated[int, Meta(ge=1, le=100)] = 10  # age at which an archive may be deleted by hand


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of a server."""

    serving: Serving = Serving()
    limits: HouseLimits = HouseLimits()
    tables: Playing = Playing()
    logging: Logging = Logging()
    figures: Figures = Figures()
    retention: Retention = Retention()


def read_settings(path: Path | None) -> Settings:
    """Return the settings in a file. Without a file, return the defaults."""
    if path is None:
        return Settings()
    try:
        text = read_bounded(path).decode("utf-8-sig")
    except OSError as fault:
        raise InvalidInput("file_not_read", path=str(path), errno=fault.errno) from None
    except UnicodeDecodeError:
        raise InvalidInput("file_no_text", path=str(path)) from None
    try:
        found = msgspec.convert(load(text, path), Settings)
    except msgspec.ValidationError as fault:
        raise _wrong(str(fault), path) from None
    except TOMLDecodeError:
        raise InvalidInput("settings_no_toml", path=str(path)) from None
    return checked(found)


def checked(settings: Settings) -> Settings:
    """Return settings unchanged. Raise `setting_wrong` if a proxy or an origin is invalid."""
    for given in settings.serving.trusted_proxies:
        try:
            ip_network(given)
        except ValueError:
            raise InvalidInput("setting_wrong", name="serving.trusted_proxies") from None
    for origin in settings.serving.origins:
        if not re.fullmatch(r"https?://[a-z0-9.\-\[\]:]+", origin):
            raise InvalidInput("setting_wrong", name="serving.origins")
    return settings


def _wrong(message: str, path: Path) -> InvalidInput:
    """Return the error for an invalid settings file. It names the setting at fault."""
    at = _AT.search(message)
    section = at["where"] if at else ""
    if unknown := _UNKNOWN.search(message):
        name = ".".join(filter(None, (section, unknown["name"])))
        return InvalidInput("setting_unknown", name=name, path=str(path), known=_names(section))
    return InvalidInput("setting_wrong", name=section, path=str(path))


def _names(section: str) -> tuple[str, ...]:
    """Return the names of all settings in a section."""
    kind: Any = Settings
    if section:
        kind = type(getattr(Settings(), section))
    return tuple(kind.__struct_fields__)
