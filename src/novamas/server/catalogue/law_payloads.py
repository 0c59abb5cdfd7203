"""Payloads about the law: norms, clauses, parallel clauses and the glossary."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TypeAlias

from msgspec import Struct

from novamas.law.frames import Stage
from novamas.words.clauses import CitedClause

Plain: TypeAlias = bool | int | str
LawFigure: TypeAlias = Plain | tuple[Plain | tuple[int, ...], ...]  # as the law's data have it


class AmendmentPayload(Struct, frozen=True):
    """A change that one norm makes to an earlier norm."""

    of: str
    says: str
    cite: tuple[str, ...]
    replaces: tuple[str, ...]  # games whose earlier rules are no longer in force


class NormPayload(Struct, frozen=True, kw_only=True):
    """A norm with its region, its dates, its amendments and its games."""

    norm: str
    jurisdiction: str
    region: str
    title: str
    gazette: str
    signed: date
    published: date | None
    in_force_earliest: date
    in_force_latest: date
    base: str | None
    amends: tuple[AmendmentPayload, ...]
    cite: tuple[str, ...]
    games: Mapping[str, Stage]
    clauses: int  # number of clauses


class NormsPayload(Struct, frozen=True):
    """All norms, in order of date."""

    norms: tuple[NormPayload, ...]


class ClausesPayload(Struct, frozen=True):
    """One page of the clauses that a search found, and the total number found."""

    clauses: tuple[CitedClause, ...]
    total: int
    first: int


class ParallelPayload(Struct, frozen=True, kw_only=True):
    """A rule that cites a clause, and the clauses of another norm on the same rule."""

    rule: str
    figures: Mapping[str, LawFigure]
    other_figures: Mapping[str, LawFigure]
    same_figures: bool
    borrowed: bool
    clauses: tuple[CitedClause, ...]


class ParallelsPayload(Struct, frozen=True):
    """A clause and its parallel clauses, norm by norm."""

    clause: CitedClause
    beside: Mapping[str, tuple[ParallelPayload, ...]]


class TermPayload(Struct, frozen=True):
    """A professional term in three languages."""

    es: str
    ca: str
    en: str


class GlossaryPayload(Struct, frozen=True):
    """The professional terms of the glossary."""

    terms: tuple[TermPayload, ...]
