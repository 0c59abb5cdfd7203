"""A first draft of a pack of law, from the text of a gazette and a norm of much the same games.

Clauses are proposed as twins by likeness to our own words. That is good enough to begin reading, and never
enough to claim that two clauses say the same: `read_me.md` lists every proposal beside both texts. A clause
without a twin has no words yet, and `pack check` says so.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import blake2b
from pathlib import Path
from typing import Any

from msgspec import Struct

from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.house.gazette import Passage, split_gazette
from novamas.house.likeness import Like, Likeness
from novamas.law import Library
from novamas.law.citations import CITATION, NORM
from novamas.law.clauses import UNWRITTEN
from novamas.law.library import read_library
from novamas.law.packs import OURS
from novamas.words import Voice

ALIKE = 0.35  # likeness from which a twin is proposed
ALIKE_WITH_TEXT = 0.25  # if the sentence stands word for word in the text of the other norm
TOO_LONG = 4_000_000  # bytes of a text
LANGUAGES = ("es", "ca", "en")
READ_ME = "read_me.md"


class Request(Struct, frozen=True, kw_only=True):
    """The names and days of the norm that a pack is about, and the norm that it resembles."""

    norm: str
    region: str
    like: str
    signed: date
    in_force: date


class Proposal(Struct, frozen=True):
    """A sentence of the gazette with the clauses that resemble it. The first is the proposed twin, if any."""

    passage: Passage
    nearest: tuple[Like, ...]
    is_twin: bool
    is_same: bool = False  # whether the other norm's text has the sentence word for word


class Draft(Struct, frozen=True):
    """What was written: the clauses with their twins, and the games."""

    proposals: tuple[Proposal, ...]
    games: Mapping[str, str]  # with the clause that lists each

    @property
    def twins(self) -> int:
        return sum(one.is_twin for one in self.proposals)


def draft_pack(
    folder: Path, text: Path, request: Request, voice: Voice, like_text: Path | None = None
) -> Draft:
    """Write a draft of a pack into a new folder, and return its clauses and games.

    Raise `InvalidInput` if a name is taken, if the folder is not empty, or if a text cannot be read.
    """
    law = voice.law
    _check(folder, request, law)
    written = _read(text)
    draft = _proposed(law, request, written, _read(like_text) if like_text else "")
    if not draft.proposals:
        raise InvalidInput("no_clauses_in_text", path=str(text))
    files = {
        "pack.toml": _manifest(folder, written),
        "norms.toml": _norm(request, draft),
        "words.toml": _words(request),
        "figures/general.toml": _general(request, draft),
        READ_ME: _read_me(draft, request, voice),
    }
    files |= _clauses(law, request.norm, draft)
    for game, clause in draft.games.items():
        files[f"figures/{game}.toml"] = _borrowed(law, request, game, clause)
    _write(folder, files)
    for game, changes in _own_citations(folder, request.norm, draft).items():
        _write(folder, {f"figures/{game}.toml": files[f"figures/{game}.toml"] + changes})
    return draft


def _check(folder: Path, request: Request, law: Library) -> None:
    if not re.fullmatch(NORM, request.norm):
        raise InvalidInput("norm_name_unfit", given=quoted(request.norm))
    if request.norm in law.norms:
        raise InvalidInput("norm_taken", norm=request.norm, pack=law.pack_of[request.norm].name)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", request.region):
        raise InvalidInput("region_name_unfit", given=quoted(request.region))
    law.norm(request.like)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidInput("folder_not_empty", path=str(folder))


def _read(path: Path) -> str:
    try:
        content = path.read_bytes()
        if len(content) > TOO_LONG:
            raise InvalidInput("text_too_long", path=str(path), most=TOO_LONG)
        return content.decode()
    except OSError as fault:
        raise InvalidInput("text_unreadable", path=str(path), errno=fault.errno) from None
    except UnicodeDecodeError:
        raise InvalidInput("text_not_utf8", path=str(path)) from None


def _proposed(law: Library, request: Request, text: str, like_text: str) -> Draft:
    """Return the proposals: first by likeness alone, then by likeness within the game of each epigraph."""
    likeness = Likeness(law, request.like)
    passages = split_gazette(text, request.norm)
    games: dict[str, Counter[str]] = {}
    for one in passages:
        for like in likeness.nearest(one.text, count=1):
            if like.score >= ALIKE:
                games.setdefault(one.epigraph, Counter())[likeness.game_of(like.id)] += 1
    game_of = {epigraph: found.most_common(1)[0][0] for epigraph, found in games.items()}
    verbatim = {_plain(one.text) for one in split_gazette(like_text, request.like)}
    proposals = []
    for one in passages:
        nearest = tuple(likeness.nearest(one.text, game_of.get(one.epigraph, "")))
        is_verbatim = _plain(one.text) in verbatim
        least = ALIKE_WITH_TEXT if is_verbatim else ALIKE
        is_twin = bool(nearest) and nearest[0].score >= least
        proposals.append(Proposal(one, nearest, is_twin, is_same=is_twin and is_verbatim))
    listed: dict[str, str] = {}
    for one in passages:
        game = game_of.get(one.epigraph, "")
        if game in law.entries(request.like) and game not in listed:
            listed[game] = one.id
    return Draft(tuple(proposals), listed)


def _plain(text: str) -> str:
    return " ".join("".join(letter if letter.isalnum() else " " for letter in text.casefold()).split())


def _clauses(law: Library, norm: str, draft: Draft) -> dict[str, str]:
    """Return the files of clauses. One with a twin begins with the words of its twin, in three languages."""
    lines: dict[str, list[dict[str, Any]]] = {language: [] for language in LANGUAGES}
    game_of = {clause.partition(".")[2].partition(".")[0]: game for game, clause in draft.games.items()}
    for one in draft.proposals:
        id, game = one.passage.id, game_of.get(one.passage.epigraph, "general")
        if one.is_same:
            lines["en"].append({"id": id, "same": one.nearest[0].id})
            continue
        kind, duty, says = "admin", "info", dict.fromkeys(LANGUAGES, UNWRITTEN)
        twin = {}
        if one.is_twin:
            found = law.clause(one.nearest[0].id)
            kind, duty, game, twin = found.kind, found.duty, found.game, {"like": found.id}
            says = {language: law.clause_in(found.id, language).says for language in LANGUAGES}
        path = list(one.passage.path)
        about = {"game": game, "path": path, "kind": kind, "duty": duty}
        lines["en"].append({"id": id, **twin, **about, "says": says["en"]})
        for language in ("es", "ca"):
            lines[language].append({"id": id, "says": says[language]})
    return {
        f"clauses/{'' if language == 'en' else f'{language}/'}{norm}.jsonl": "".join(
            json.dumps(line, ensure_ascii=False) + "\n" for line in of_language
        )
        for language, of_language in lines.items()
    }


def _borrowed(law: Library, request: Request, game: str, clause: str) -> str:
    groups = ", ".join(f'"{name}"' for name in law.figures(request.like, game).nested())
    return f"""# Figures of the game: those of {request.like}. Add `changes` for what differs.

["{request.norm}".borrows]
from = "{request.like}"
game = "{game}"
groups = [{groups}]
cite = ["{clause}"]
"""


def _own_citations(folder: Path, norm: str, draft: Draft) -> dict[str, str]:
    """Return the changes by which groups that cite some clauses of this norm cite only those, by game."""
    law = read_library((OURS, str(folder)))
    for fault in (*law.aside.values(), *law.index_faults.values()):
        raise fault
    found: dict[str, str] = {}
    for game in draft.games:
        for path, group in law.figures(norm, game).groups.items():
            cited = CITATION.findall(str({name: value for name, value in group.items() if name != "says"}))
            cites = [str(id) for id in _listed(group["cite"])]
            own = [id for id in cites if id.startswith(f"{norm}.")]
            if own and len(own) < len(cites) and _foreign(cited, norm) == _foreign(cites, norm):
                was, becomes = (json.dumps(each) for each in (cites, own))
                change = f'[["{norm}".changes]]\nat = "{path}.cite"\nwas = {was}\nis = {becomes}\n'
                found[game] = f"{found.get(game, '')}\n{change}"
    return found


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _foreign(cited: Iterable[str], norm: str) -> Counter[str]:
    return Counter(id for id in cited if not id.startswith(f"{norm}."))


def _manifest(folder: Path, text: str) -> str:
    source = blake2b(text.encode(), digest_size=16).hexdigest()
    name = re.sub(r"[^a-z0-9]+", "-", folder.absolute().name.lower()).strip("-") or "pack"
    return f'name = "{name}"\nversion = "0.1.0"\nneeds = ">=0.1,<2"\nreaders = []\nsource = "{source}"\n'


def _norm(request: Request, draft: Draft) -> str:
    first = draft.proposals[0].passage.id
    texts = "".join(
        f'{field}.{language} = "{request.norm}"\n' for field in ("title", "gazette") for language in LANGUAGES
    )
    return f"""[{request.norm}]
jurisdiction = "{request.region}"
{texts}signed = {request.signed}
in_force = {request.in_force}
cite = ["{first}"]
"""


def _words(request: Request) -> str:
    name = request.region.replace("_", " ")
    return "\n".join(
        f"[regions.{prefix}{request.region}]\n"
        + "".join(f'{language} = "{before[language]}{name}"\n' for language in LANGUAGES)
        for prefix, before in (
            ("", dict.fromkeys(LANGUAGES, "")),
            ("in_", {"es": "en ", "ca": "a ", "en": "in "}),
        )
    )


def _general(request: Request, draft: Draft) -> str:
    return "\n".join(
        f'["{request.norm}".games.{game}]\ncite = ["{clause}"]\n' for game, clause in draft.games.items()
    )


def _read_me(draft: Draft, request: Request, voice: Voice) -> str:
    """Return the list of what a person must read: every proposal, beside both texts."""
    rows = []
    for one in draft.proposals:
        code = "same" if one.is_same else "like" if one.is_twin else "alone"
        rows.append(f"## {one.passage.id}\n\n{one.passage.text}\n")
        says = "".join(
            f"- {like.id} ({like.score:.2f}): {voice.clause(like.id).says}\n" for like in one.nearest
        )
        rows.append(f"{voice.say(f'pack.proposed_{code}', like=request.like)}\n\n{says}")
    head = voice.say("pack.read_me", norm=request.norm, count=len(draft.proposals), twins=draft.twins)
    return f"# {request.norm}\n\n{head}\n\n" + "\n".join(rows)


def _write(folder: Path, files: Mapping[str, str]) -> None:
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "utf-8")
    except OSError as fault:
        raise NovamasError("not_written", path=os.fspath(folder), errno=fault.errno) from None
