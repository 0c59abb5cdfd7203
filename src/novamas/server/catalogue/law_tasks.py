"""Tasks about the law: norms, clauses, replacements, readings, parallel clauses, the glossary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, cast

from msgspec.structs import asdict

from novamas.house.diff.comparison import StatedRule, rules
from novamas.house.opening import homes
from novamas.law import Clause, Library
from novamas.law.citations import expand_ids
from novamas.law.clauses import search_clauses
from novamas.law.frames import Frame
from novamas.server.catalogue.law_payloads import (
    AmendmentPayload,
    ClausesPayload,
    GlossaryPayload,
    LawFigure,
    NormPayload,
    NormsPayload,
    ParallelPayload,
    ParallelsPayload,
    TermPayload,
)
from novamas.server.catalogue.tasks import Form, Rows, Task
from novamas.words import Voice
from novamas.words.clauses import CitedClauses, clause_payload, narrowed

LONGEST_SPAN = 200  # clauses that one citation may cover


class Norms(Task, frozen=True):
    """A request for all norms."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv")

    def content(self, voice: Voice) -> NormsPayload:
        """Return each norm with its title, region, dates, amendments and games."""
        return NormsPayload(tuple(norm_payload(name, voice) for name in voice.law.norms))

    def rows(self, content: NormsPayload) -> Rows:
        """Return one row per norm."""
        return map(asdict, content.norms)


class OneNorm(Task, frozen=True):
    """A request for one norm."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv")
    norm: str

    def content(self, voice: Voice) -> NormPayload:
        """Return a norm with its title, region, dates, amendments and games."""
        return norm_payload(self.norm, voice)

    def rows(self, content: NormPayload) -> Rows:
        """Return the norm as one row."""
        return [asdict(content)]


def norm_payload(name: str, voice: Voice) -> NormPayload:
    """Return a norm as JSON, in the language of a voice."""
    norm = voice.law.norm(name)
    return NormPayload(
        norm=name,
        jurisdiction=norm.jurisdiction,
        region=voice.named("regions", norm.jurisdiction),
        title=voice.fill(norm.title, {}),
        gazette=voice.fill(norm.gazette, {}),
        signed=norm.signed,
        published=norm.published,
        in_force_earliest=norm.earliest,
        in_force_latest=norm.latest,
        base=None if norm.base is None else voice.fill(norm.base, {}),
        amends=tuple(
            AmendmentPayload(
                of=each.of if isinstance(each.of, str) else voice.fill(each.of, {}),
                says=voice.fill(each.says, {}),
                cite=each.cite,
                replaces=each.replaces,
            )
            for each in norm.amends
        ),
        cite=norm.cite,
        games={game: entry.stage for game, entry in voice.law.entries(name).items()},
        clauses=len(voice.law.clauses(norm=name)),
    )


class Clauses(Task, frozen=True):
    """A request for the clauses that match the given filters."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv")
    norm: str | None = None
    game: str | None = None
    duty: str | None = None
    kind: str | None = None
    under: str | None = None  # a clause id: this clause and all below it
    wanted: str | None = None  # words to search for
    replaced: bool | None = None
    read: bool | None = None  # true: only doubtful clauses that have a reading; false: only the others
    first: int = 0
    most: int = 5000

    def content(self, voice: Voice) -> ClausesPayload:
        """Return one page of the clauses found, each with its replacement, and the total number."""
        found = self._found(voice)
        page = found[self.first : self.first + self.most]
        payloads = tuple(clause_payload(voice.clause(one.id), voice) for one in page)
        return ClausesPayload(payloads, len(found), self.first)

    def rows(self, content: ClausesPayload) -> Rows:
        """Return one row per clause."""
        return map(asdict, content.clauses)

    def _found(self, voice: Voice) -> list[Clause]:
        law = voice.law
        every = law.clauses() if self.wanted is None else search_clauses(law, self.wanted, voice.language)
        return [one for one in narrowed(law, every, self.game, self.norm) if self._is_wanted(law, one)]

    def _is_wanted(self, law: Library, one: Clause) -> bool:
        under = self.under is None or one.id == self.under or one.id.startswith(f"{self.under}.")
        return (
            under
            and self.duty in (None, one.duty)
            and self.kind in (None, one.kind)
            and (self.read is None or self.read == (one.reading is not None))
            and (self.replaced is None or self.replaced == (law.replacement_of(one.id) is not None))
        )


class Cited(Task, frozen=True):
    """A request for the clauses that a citation names."""

    citation: str

    def content(self, voice: Voice) -> CitedClauses:
        """Return each cited clause with its place, its text, the applied reading and its replacement."""
        ids = cited_ids(voice.law, self.citation)
        return CitedClauses(tuple(clause_payload(voice.clause(id), voice) for id in ids))


def cited_ids(law: Library, citation: str) -> tuple[str, ...]:
    """Return the ids of the clauses in a citation. A span longer than `LONGEST_SPAN` is not expanded."""
    last = citation.rpartition(".")[2].partition("-")
    ends = [end for end in (last[0], last[2]) if end.isdecimal() and end.isascii()]
    if any(len(end) > 6 for end in ends) or (len(ends) == 2 and int(ends[1]) - int(ends[0]) > LONGEST_SPAN):
        return (citation,)
    return expand_ids(citation, law.index) or (citation,)


class Beside(Task, frozen=True):
    """A request for a clause and its parallel clauses in other norms."""

    id: str
    norm: str | None = None

    def content(self, voice: Voice) -> ParallelsPayload:
        """Return the clause and, for each other norm, its parallel clauses, rule by rule."""
        law = voice.law
        cited_clause = law.clause(self.id)
        names = homes(cited_clause.game, law) if self.norm is None else (self.norm,)
        others = [name for name in names if law.norm(name) and name != cited_clause.norm]
        return ParallelsPayload(
            clause=clause_payload(voice.clause(cited_clause.id), voice),
            beside={name: tuple(self._beside(cited_clause, name, voice)) for name in others},
        )

    def _beside(self, cited_clause: Clause, norm: str, voice: Voice) -> Iterator[ParallelPayload]:
        """Yield each rule that cites the clause, with the other norm's clauses for that rule."""
        for mine, theirs in _frames(voice.law, cited_clause, norm):
            other = dict(rules(theirs))
            for path, stated in rules(mine):
                if cited_clause.id in stated.cite and path in other:
                    cited = [voice.clause(id) for id in other[path].cite]
                    yield ParallelPayload(
                        rule=path,
                        figures=_figures(stated),
                        other_figures=_figures(other[path]),
                        same_figures=stated.figures == other[path].figures,
                        borrowed=all(one.norm != norm for one in cited),
                        clauses=tuple(clause_payload(one, voice) for one in cited),
                    )


def _figures(stated: StatedRule) -> Mapping[str, LawFigure]:
    return cast("Mapping[str, LawFigure]", stated.figures)


def _frames(law: Library, cited_clause: Clause, norm: str) -> Iterator[tuple[Frame, Frame]]:
    """Yield the frames of both norms, for each game whose rules may cite the clause."""
    for game, entry in law.entries(cited_clause.norm).items():
        if cited_clause.game in (game, entry.common) and game in law.entries(norm):
            yield law.frame(cited_clause.norm, game), law.frame(norm, game)


class Glossary(Task, frozen=True):
    """A request for the glossary in three languages."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv")

    def content(self, voice: Voice) -> GlossaryPayload:
        """Return all terms of the glossary."""
        return GlossaryPayload(tuple(TermPayload(term.es, term.ca, term.en) for term in voice.law.glossary))

    def rows(self, content: GlossaryPayload) -> Rows:
        """Return one row per term."""
        return map(asdict, content.terms)
