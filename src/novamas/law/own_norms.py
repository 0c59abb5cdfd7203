"""Admission of a pack to a library. A pack may describe only norms and games that no other pack has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from novamas.errors import NovamasError, quoted
from novamas.law.citations import NORM
from novamas.law.norms import Norm, norms_of
from novamas.law.packs import Pack, PackFault, at, converted
from novamas.toml_lines import line_at

BY_NORM = ("conduct.toml",)  # files whose tables are named after norms, besides the figures


def admitted(pack: Pack, before: Sequence[Pack], norms: Sequence[Mapping[str, Norm]]) -> Mapping[str, Norm]:
    """Return the norms of a pack. Raise `PackFault` if it describes norms or games of other packs."""
    path = pack.path("norms.toml")
    written = pack.table("norms.toml")
    if not written:
        raise at(path, 1, NovamasError("pack_file_missing"))
    own = frozenset(written)
    try:
        _check_names(pack, written, before, norms)
        _check_days(pack, written)
        for file, line, why in _foreign(pack, own, before):
            raise at(file, line, why)
        return {
            name: converted(path, norm, Norm, _line(pack, "norms.toml", name))
            for name, norm in written.items()
        }
    except PackFault as fault:
        fault.norms = own
        raise


def _check_names(
    pack: Pack, written: Mapping[str, object], before: Sequence[Pack], norms: Sequence[Mapping[str, Norm]]
) -> None:
    path = pack.path("norms.toml")
    for name in written:
        line = _line(pack, "norms.toml", name)
        if not re.fullmatch(NORM, name):
            raise at(path, line, NovamasError("norm_name_unfit", given=quoted(name)))
        for other, known in zip(before, (norms_of(before[0]), *norms), strict=True):
            if name in known:
                raise at(path, line, NovamasError("norm_taken", norm=name, pack=other.name))
    for other in before:
        if other.name == pack.name:
            raise at(pack.path("pack.toml"), 1, NovamasError("pack_twice", pack=pack.name, path=other.folder))


def _check_days(pack: Pack, written: Mapping[str, object]) -> None:
    """Raise `PackFault` if a norm states neither its day of entry into force nor an ordered range of days."""
    for name, norm in written.items():
        if not isinstance(norm, dict):
            continue
        first = norm.get("in_force", norm.get("in_force_earliest"))
        last = norm.get("in_force", norm.get("in_force_latest"))
        if not isinstance(first, date) or not isinstance(last, date) or first > last:
            line = _line(pack, "norms.toml", name)
            raise at(pack.path("norms.toml"), line, NovamasError("norm_without_day", norm=name))


def _foreign(
    pack: Pack, own: frozenset[str], before: Sequence[Pack]
) -> Iterator[tuple[str, int, NovamasError]]:
    """Yield the files in which a pack describes norms or games that are not its own."""
    for file in pack.paths():
        folder, _, name = file.rpartition("/")
        stem = name.partition(".")[0]
        if folder.partition("/")[0] in ("clauses", "rankings") and stem not in own:
            yield pack.path(file), 1, NovamasError("norm_not_own", norm=quoted(stem))
        if folder == "words":
            for other in before:
                if stem in other.names("words"):
                    yield pack.path(file), 1, NovamasError("game_not_own", game=stem, pack=other.name)
    for norm in {norm for file in BY_NORM for norm in pack.table(file)} - own:
        yield (
            pack.path("conduct.toml"),
            _line(pack, "conduct.toml", norm),
            NovamasError("norm_not_own", norm=quoted(norm)),
        )
    for number, display in enumerate(pack.table("displays.toml").get("display", ())):
        if isinstance(display, dict) and display.get("norm") not in own:
            line = _line(pack, "displays.toml", "display", number)
            yield (
                pack.path("displays.toml"),
                line,
                NovamasError("norm_not_own", norm=quoted(display.get("norm", ""))),
            )


def _line(pack: Pack, file: str, *path: str | int) -> int:
    """Return the line of a value in a file of a pack."""
    return line_at((pack.read(file) or b"").decode(), path)
