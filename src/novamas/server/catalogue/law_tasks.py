"""The law: norms, clauses, what replaced them, how doubtful ones are read, and the trade's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from novamas.house.diff.comparison import rules
from novamas.house.opening import homes
from novamas.law import Clause, clause, clauses, norm_named, norms, search_clauses
from novamas.law.catalogue import replacement_of
from novamas.law.citations import expand_ids
from novamas.law.clauses import index
from novamas.law.frames import Frame, entries, frame
from novamas.law.glossary import glossary
from novamas.server.catalogue.tasks import Form, Task
from novamas.words import Voice
from novamas.words.clauses import clause_payload, narrowed

LONGEST_SPAN = 200  # clauses that one citation may stand for


class Norms(Task, frozen=True):
    """The norms we hold, or one of them."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv")
    norm: str | None = None

    def content(self, voice: Voice) -> object:
        """Each norm: what it is called, where it rules, since when, what it changes, and its games."""
        names = tuple(norms()) if self.norm is None else (self.norm,)
        found = [norm_payload(name, voice) for name in names]
        return {"norms": found} if self.norm is None else found[0]

    def rows(self, content: Any) -> Iterable[Mapping[str, object]]:
        """One norm to a row."""
        return content["norms"] if self.norm is None else [content]


def norm_payload(name: str, voice: Voice) -> dict[str, object]:
    """One norm in the language of a voice."""
    norm = norm_named(name)
    return {
        "norm": name,
        "jurisdiction": norm.jurisdiction,
        "region": voice.named("regions", norm.jurisdiction),
        "title": voice.fill(norm.title, {}),
        "gazette": voice.fill(norm.gazette, {}),
        "signed": norm.signed,
        "published": norm.published,
        "in_force_earliest": norm.earliest,
        "in_force_latest": norm.latest,
        "base": norm.base and voice.fill(norm.base, {}),
        "amends": [
            {
                "of": each.of if isinstance(each.of, str) else voice.fill(each.of, {}),
                "says": voice.fill(each.says, {}),
                "cite": each.cite,
                "replaces": each.replaces,
            }
            for each in norm.amends
        ],
        "cite": norm.cite,
        "games": {game: entry.stage for game, entry in entries(name).items()},
        "clauses": len(clauses(norm=name)),
    }


class Clauses(Task, frozen=True):
    """The clauses of a norm, a game, a kind, a duty, a place of the norm; those that have some words."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv")
    norm: str | None = None
    game: str | None = None
    duty: str | None = None
    kind: str | None = None
    under: str | None = None  # the beginning of their ids
    wanted: str | None = None  # words that they have
    replaced: bool | None = None
    read: bool | None = None  # only doubtful ones, of which we have a reading; or only the others
    first: int = 0
    most: int = 5000

    def content(self, voice: Voice) -> object:
        """As many as are asked for, how many there are in all, and of each what replaced it."""
        found = self._found(voice)
        shown_now = found[self.first : self.first + self.most]
        told = [clause_payload(one.told(voice.language), voice) for one in shown_now]
        return {"clauses": told, "total": len(found), "first": self.first}

    def rows(self, content: Any) -> Iterable[Mapping[str, object]]:
        """One clause to a row."""
        return content["clauses"]  # type: ignore[no-any-return]  # as they were made above

    def _found(self, voice: Voice) -> list[Clause]:
        every = clauses() if self.wanted is None else search_clauses(self.wanted, voice.language)
        return [one for one in narrowed(every, self.game, self.norm) if self._is_wanted(one)]

    def _is_wanted(self, one: Clause) -> bool:
        under = self.under is None or one.id == self.under or one.id.startswith(f"{self.under}.")
        return (
            under
            and self.duty in (None, one.duty)
            and self.kind in (None, one.kind)
            and (self.read is None or self.read == (one.reading is not None))
            and (self.replaced is None or self.replaced == (replacement_of(one.id) is not None))
        )


class Cited(Task, frozen=True):
    """The clauses for which a citation stands."""

    citation: str

    def content(self, voice: Voice) -> object:
        """Each clause: where it stands, what it says, how we read it, what replaced it."""
        ids = cited_ids(self.citation)
        return {"clauses": [clause_payload(clause(id).told(voice.language), voice) for id in ids]}


def cited_ids(citation: str) -> tuple[str, ...]:
    """The ids for which a citation stands, if they are not too many to be meant."""
    last = citation.rpartition(".")[2].partition("-")
    ends = [end for end in (last[0], last[2]) if end.isdecimal() and end.isascii()]
    if any(len(end) > 6 for end in ends) or (len(ends) == 2 and int(ends[1]) - int(ends[0]) > LONGEST_SPAN):
        return (citation,)
    return expand_ids(citation, index()) or (citation,)


class Beside(Task, frozen=True):
    """A clause, and those of other norms that keep the same place in the rules of the game."""

    id: str
    norm: str | None = None

    def content(self, voice: Voice) -> object:
        """The rules that cite it and, of each other norm, what it has in the same place."""
        asked = clause(self.id)
        names = homes(asked.game) if self.norm is None else (self.norm,)
        others = [name for name in names if norm_named(name) and name != asked.norm]
        return {
            "clause": clause_payload(asked.told(voice.language), voice),
            "beside": {name: list(self._beside(asked, name, voice)) for name in others},
        }

    def _beside(self, asked: Clause, norm: str, voice: Voice) -> Iterator[dict[str, object]]:
        """Rule by rule, what the other norm has where the clause is cited."""
        for mine, theirs in _frames(asked, norm):
            other = dict(rules(theirs))
            for path, stated in rules(mine):
                if asked.id in stated.cite and path in other:
                    cited = [clause(id).told(voice.language) for id in other[path].cite]
                    yield {
                        "rule": path,
                        "figures": stated.figures,
                        "other_figures": other[path].figures,
                        "same_figures": stated.figures == other[path].figures,
                        "borrowed": all(one.norm != norm for one in cited),
                        "clauses": [clause_payload(one, voice) for one in cited],
                    }


def _frames(asked: Clause, norm: str) -> Iterator[tuple[Frame, Frame]]:
    """The frames of both norms of every game whose rules the clause may be cited in."""
    for game, entry in entries(asked.norm).items():
        if asked.game in (game, entry.common) and game in entries(norm):
            yield frame(asked.norm, game), frame(norm, game)


class Glossary(Task, frozen=True):
    """The trade's words in three languages."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv")

    def content(self, voice: Voice) -> object:
        """Term by term."""
        return {"terms": [{"es": term.es, "ca": term.ca, "en": term.en} for term in glossary()]}

    def rows(self, content: Any) -> Iterable[Mapping[str, object]]:
        """One term to a row."""
        return content["terms"]  # type: ignore[no-any-return]  # as they were made above
