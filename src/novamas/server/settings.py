"""How a house is served: one set of settings, safe where nobody says otherwise; a file in TOML may say it."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from novamas.errors import InvalidInput
from novamas.record.bounded_files import read_bounded

PORT = 8026
FILE_BYTES = 4 * 2**20  # of a record or a session that is sent: an evening at a busy table has less
_AT = re.compile(r"at `\$\.?(?P<where>[^`]*)`")
_UNKNOWN = re.compile(r"unknown field `(?P<name>[^`]*)`")

Count = Annotated[int, Meta(ge=1, le=10_000_000)]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Days = Annotated[int, Meta(ge=1, le=36_500)]


class Serving(Struct, frozen=True, forbid_unknown_fields=True):
    """Where it is served, and to whom."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = PORT
    store: str | None = None  # a file or postgresql://…; nothing: the user's data folder
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    hosts: tuple[str, ...] = ()  # names under which it may be asked for; none: on loopback its own, else any
    origins: tuple[str, ...] = ()  # of pages that may ask beside our own, such as https://casino.example
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For is believed
    https: bool = False  # a proxy ends TLS: cookies go over nothing else
    drain_seconds: Seconds = 0  # between being told to stop and listening no more
    stop_seconds: Seconds = 30  # in which requests that were begun are answered


class HouseLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much one may ask for, and all together."""

    bytes: Count = 256 * 1024  # of a request: a programme with seven races of fifty horses is a tenth of it
    message_bytes: Count = 64 * 1024  # of a message on a socket
    requests_per_second: Count = 500  # of one address, behind which there may be many; and
    burst: Count = 2000  # at once
    person_requests_per_second: Count = 20  # of one pass; and
    person_burst: Count = 80  # at once
    arrivals_per_minute: Count = 30  # new passes of one address, links of one pass; and
    arrivals_burst: Count = 100  # at once: a class of pupils
    requests_at_once: Count = 1000  # in all
    sockets: Count = 4000  # in all
    sockets_per_person: Count = 8
    sockets_per_address: Count = 200
    read_seconds: Seconds = 15  # that a request may take to come in
    write_seconds: Seconds = 30  # that an answer may take to go out
    failures: Count = 3  # with a token or a code, of one address, before it has to wait
    lock_seconds: Seconds = 60  # and twice as long each time
    remembered: Count = 20_000  # addresses and passes


class Playing(Struct, frozen=True, forbid_unknown_fields=True):
    """How tables in play are kept."""

    abandoned_minutes: Annotated[int, Meta(ge=0, le=10_080)] = 120  # without anybody; nought: never closed


class Logging(Struct, frozen=True, forbid_unknown_fields=True):
    """What is logged, and how."""

    form: Literal["auto", "json", "text"] = "auto"  # auto: for people on a terminal, else JSON
    requests: bool = False  # each request, not only events


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may read `/metrics` without an operator's token."""

    loopback: bool = False  # whoever asks from this machine, and no proxy


class Retention(Struct, frozen=True, forbid_unknown_fields=True):
    """How long what may be deleted is kept; books are only ever added to, and never deleted."""

    passes_days: Days = 90  # that nobody showed
    links_days: Days = 1  # after they end: links to another device, proposals, promises
    operators_days: Days = 365  # after a token was revoked, its hash
    books_years: Annotated[int, Meta(ge=1, le=100)] = 10  # no command deletes books; so old an archive may go


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All of them."""

    serving: Serving = Serving()
    limits: HouseLimits = HouseLimits()
    tables: Playing = Playing()
    logging: Logging = Logging()
    figures: Figures = Figures()
    retention: Retention = Retention()


def read_settings(path: Path | None) -> Settings:
    """The settings of a file; those of nobody where there is none."""
    if path is None:
        return Settings()
    try:
        text = read_bounded(path).decode("utf-8-sig")
    except OSError as fault:
        raise InvalidInput("file_not_read", path=str(path), errno=fault.errno) from None
    except UnicodeDecodeError:
        raise InvalidInput("file_no_text", path=str(path)) from None
    try:
        found = msgspec.toml.decode(text, type=Settings)
    except msgspec.ValidationError as fault:
        raise _wrong(str(fault), path) from None
    except (msgspec.DecodeError, RecursionError):
        raise InvalidInput("settings_no_toml", path=str(path)) from None
    return checked(found)


def checked(settings: Settings) -> Settings:
    """Settings whose addresses can be read."""
    for given in settings.serving.trusted_proxies:
        try:
            ip_network(given)
        except ValueError:
            raise InvalidInput("setting_wrong", name="serving.trusted_proxies") from None
    for origin in settings.serving.origins:
        if not re.fullmatch(r"https?://[a-z0-9.\-\[\]:]+", origin):
            raise InvalidInput("setting_wrong", name="serving.origins")
    return settings


def _wrong(said: str, path: Path) -> InvalidInput:
    """What is wrong with a file of settings, by the setting."""
    at = _AT.search(said)
    where = at["where"] if at else ""
    if unknown := _UNKNOWN.search(said):
        name = ".".join(filter(None, (where, unknown["name"])))
        return InvalidInput("setting_unknown", name=name, path=str(path), known=_names(where))
    return InvalidInput("setting_wrong", name=where, path=str(path))


def _names(where: str) -> tuple[str, ...]:
    """What can be set there."""
    kind: Any = Settings
    if where:
        kind = type(getattr(Settings(), where))
    return tuple(kind.__struct_fields__)
