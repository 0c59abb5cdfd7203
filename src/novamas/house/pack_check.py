"""The check of a pack of law. Each fault is one sentence with file and line. No code of a pack is run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from novamas.errors import NovamasError, quoted
from novamas.games import GAMES, known_games
from novamas.games import game as game_named
from novamas.house.opening import frame_of, open_as_written
from novamas.law import Frame, Library
from novamas.law.citations import CITATION, expand_ids
from novamas.law.clauses import UNWRITTEN
from novamas.law.conditions import check_condition, names_in
from novamas.law.conduct import rules_of_conduct
from novamas.law.displays import displays
from novamas.law.library import read_library
from novamas.law.packs import OURS, Pack, PackFault, at
from novamas.pools.names import POOLS
from novamas.table.game import prepare
from novamas.toml_lines import line_at

MAX_FAULTS = 100
TRANSLATED = ("es", "ca")


def check_pack(folder: str) -> tuple[PackFault, ...]:
    """Return the faults in the pack in a folder.

    If a fault prevents the pack from being read, only that fault is returned.
    """
    law = read_library((OURS, folder))
    if law.aside:
        return tuple(law.aside.values())
    found = {_key(one): one for one in _law(law)}
    return tuple(found[key] for key in sorted(found))[:MAX_FAULTS]


def _key(fault: PackFault) -> tuple[str, int, str, str]:
    """Return what tells a fault from others: its file, its line, its code and its values."""
    why = fault.figures["why"]
    assert isinstance(why, NovamasError), "a fault of a pack has a reason"
    return str(fault.figures["path"]), int(str(fault.figures["line"])), why.code, str(why.figures)


def _law(law: Library) -> Iterator[PackFault]:
    pack = law.packs[1]
    yield from law.index_faults.values()
    for norm in law.norms:
        if law.pack_of[norm] is pack:
            yield from _norm(law, pack, norm)
    for asked in (lambda: law.regions, lambda: displays(law)):
        try:
            asked()
        except PackFault as fault:
            yield fault


def _norm(law: Library, pack: Pack, norm: str) -> Iterator[PackFault]:
    if not law.index_faults:
        yield from _untold(law, pack, norm)
    yield from _uncited(law, norm, law.norms[norm].cite, pack, ("norms.toml",), norm)
    try:
        games = law.entries(norm)
    except PackFault as fault:
        yield fault
        return
    for game in games:
        if game not in (*known_games(), *POOLS) and not law.words(game):
            why = NovamasError("pack_game_unknown", game=quoted(game))
            yield _at(pack, ("figures", "general.toml"), (norm, "games", game), why)
        try:
            frame = law.frame(norm, game)
            rules_of_conduct(frame)
        except PackFault as fault:
            yield fault
            continue
        yield from _game(frame, pack)


def _game(frame: Frame, pack: Pack) -> Iterator[PackFault]:
    """Yield the faults of a game in its cited clauses, in its conditions and at its first table."""
    law, norm = frame.law, frame.norm
    file = ("figures", f"{frame.game}.toml")
    for path, group in law.figures(norm, frame.game).groups.items():
        cited = CITATION.findall(str({name: value for name, value in group.items() if name != "says"}))
        yield from _uncited(law, norm, cited, pack, file, path)
        foreign = [id for id in cited if not id.startswith(f"{norm}.")]
        if foreign and len(foreign) < len(cited):
            why = NovamasError("pack_half_recited", figure=quoted(path), id=foreign[0], norm=norm)
            yield _at(pack, file, (norm, *path.split(".")), why)
    known = {*frame.options, *frame.figures}
    for steps, condition in _conditions(frame):
        try:
            check_condition(condition)
            strange = sorted(names_in(condition) - known)
        except NovamasError as fault:
            yield _at(pack, file, (norm, *steps), fault)
            continue
        if strange:
            why = NovamasError("condition_name", condition=quoted(condition), given=quoted(strange[0]))
            yield _at(pack, file, (norm, *steps), why)
    if frame.game in GAMES and frame.can_be_played:
        yield from _lacking(frame, pack, file)
    for name, need in frame.needs.items():
        if need.choice not in frame.options:
            why = NovamasError("pack_choice_unknown", choice=quoted(need.choice))
            yield _at(pack, file, (norm, "needs", name), why)
    if frame.game in known_games() and frame.can_be_played:
        try:
            open_as_written(frame, {})
        except NovamasError as fault:
            yield _at(pack, file, (norm,), NovamasError("pack_table_shut", game=frame.game, why=fault))


def _lacking(frame: Frame, pack: Pack, file: tuple[str, ...]) -> Iterator[PackFault]:
    """Yield a fault for each group of figures and each choice that the game needs and the norm lacks."""
    groups, choices = shape_of(frame.game)
    for name in sorted(group for group in groups if not frame.has(group)):
        why = NovamasError("pack_group_missing", game=frame.game, figure=quoted(name))
        yield _at(pack, file, (frame.norm,), why)
    for name in sorted(choices - frame.options.keys()):
        why = NovamasError("pack_choice_missing", game=frame.game, choice=quoted(name))
        yield _at(pack, file, (frame.norm,), why)


@cache
def shape_of(game: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the groups of figures that a game needs, and the choices.

    The game itself says so: a table is opened under our own law, and what it reads before the first bet is
    noted.
    """
    law = read_library((OURS,))
    frame = frame_of(game, law=law)
    prepare(open_as_written(frame, {}))
    return frame.groups_needed, game_named(game).choices_needed


def _conditions(frame: Frame) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the conditions of a game, each with its path."""
    for name, option in frame.options.items():
        if option.default_from:
            yield (option.part, name, "default_from"), option.default_from
    for name, need in frame.needs.items():
        yield ("needs", name, "must"), need.must
        if need.when:
            yield ("needs", name, "when"), need.when
        for value, formula in need.figures.items():
            yield ("needs", name, "figures", value), formula
    for name, thing in frame.things.items():
        if thing.when:
            yield ("equipment", name, "when"), thing.when


def _uncited(
    law: Library,
    norm: str,
    cited: Iterator[str] | list[str] | tuple[str, ...],
    pack: Pack,
    file: tuple[str, ...],
    path: str,
) -> Iterator[PackFault]:
    """Yield a fault for each citation of a clause that does not exist."""
    for citation in cited:
        for id in expand_ids(citation, law.index):
            if id not in law.index and id.partition(".")[0] not in {
                n for f in law.index_faults.values() for n in f.norms
            }:
                steps = (norm,) if file == ("norms.toml",) else (norm, *path.split("."))
                yield _at(pack, file, steps, NovamasError("pack_cites_nothing", id=quoted(id)))


def _untold(law: Library, pack: Pack, norm: str) -> Iterator[PackFault]:
    """Yield a fault for each clause that lacks its text in a language."""
    lines = (pack.read("clauses", f"{norm}.jsonl") or b"").splitlines()
    yield from _unwritten(law, pack, norm)
    for language in TRANSLATED:
        file = f"clauses/{language}/{norm}.jsonl"
        try:
            known = law.translations_of(norm, language)
        except PackFault as fault:
            yield fault
            continue
        for number, clause in enumerate(law.clauses(norm=norm), start=1):
            twin = law.twins.get(clause.id)
            if twin is not None and twin.is_same:
                if clause.id in known:
                    why = NovamasError("pack_twin_told", id=clause.id, twin=twin.of, file=file)
                    yield at(twin.file, twin.line, why)
            elif clause.id not in known and number <= len(lines):
                why = NovamasError("pack_clause_untold", id=clause.id, file=file)
                yield at(pack.path("clauses", f"{norm}.jsonl"), number, why)


def _unwritten(law: Library, pack: Pack, norm: str) -> Iterator[PackFault]:
    """Yield a fault for each clause that has no words yet, as in a draft of `pack new`."""
    for folder in ("", *(f"{language}/" for language in TRANSLATED)):
        file = f"clauses/{folder}{norm}.jsonl"
        for number, line in enumerate((pack.read(*file.split("/")) or b"").splitlines(), start=1):
            written = msgspec.json.decode(line)
            if written.get("says") == UNWRITTEN:
                why = NovamasError("pack_clause_unwritten", id=quoted(written.get("id")))
                yield at(pack.path(*file.split("/")), number, why)


def _at(pack: Pack, file: tuple[str, ...], path: tuple[str, ...], why: NovamasError) -> PackFault:
    text = (pack.read(*file) or b"").decode()
    return at(pack.path(*file), line_at(text, path), why)
