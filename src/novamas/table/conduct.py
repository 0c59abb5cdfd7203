"""Breaches of conduct at a table of any game. Such rules bind people, not the course of the game.

A breach is recorded. If its rule orders a consequence, the game's own incident for it happens too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from novamas.law.conduct import RulesOfConduct, rules_of_conduct
from novamas.table.deeds import LONGEST, Deed
from novamas.table.offers import Dial, Line, Offer, OneOf
from novamas.table.phases import AnyPhase, Incident, Past, Phase, Step, follow, happens_in
from novamas.table.refusals import Refusal
from novamas.table.roles import NOBODY, write_who

NONE = RulesOfConduct()


@happens_in(Phase)
class Conduct(Incident[AnyPhase], frozen=True, kw_only=True):
    """A person breaks a rule of conduct. The breach is recorded, and the rule's order is carried out."""

    rule: str  # its clause
    who: str  # a seat, the croupier, the table chief, or others of the house
    words: str = ""  # the table chief's note of the words or the action

    @classmethod
    def could(cls, now: AnyPhase, past: Past) -> Iterable[Offer]:
        """Yield every rule of conduct that can be broken until the session is over.

        A rule that orders a consequence is offered only if its incident can happen now.
        """
        if now.turn is NOBODY:
            return
        yield from _written_down(now)
        together: dict[tuple[str, ...], list[str]] = {}
        for rule, by_player in _carried_out(now, past).items():
            together.setdefault(tuple(by_player), []).append(rule)
        for players, rules in together.items():
            yield _offer(tuple(rules), players)

    def decided_by(self, offer: Offer) -> str:
        return self.rule

    def reason(self, now: AnyPhase, past: Past) -> Refusal | None:
        """Explain why a rule is not offered, or return None.

        The rule is no rule of conduct at this table, or its breach must be recorded as an incident of its
        own.
        """
        rules = rules_at(now)
        if self.rule not in rules.all:
            return Refusal("no_rule_of_conduct", now.clause, dial="rule", figures={"rule": self.rule})
        incident = rules.carried_out_by.get(self.rule)
        if incident is None or self.rule in _carried_out(now, past):
            return None
        return Refusal(
            "own_incident", self.rule, dial="rule", figures={"rule": self.rule, "incident": incident}
        )

    def happen(self, now: AnyPhase, past: Past) -> Step:
        """Carry out the incident that the rule orders. A rule without an order changes nothing."""
        carried_out = _carried_out(now, past).get(self.rule, {}).get(self.who)
        return (now, ()) if carried_out is None else follow(now, carried_out, past)


def rules_at(phase: AnyPhase) -> RulesOfConduct:
    """Return the rules of conduct of the table's game. The result is empty if the felt has no law."""
    rules = getattr(phase.felt, "rules", None)
    return NONE if rules is None else rules_of_conduct(rules.frame)


def _written_down(now: AnyPhase) -> Iterator[Offer]:
    """Yield the breaches that have no consequences, by the people who can commit them."""
    rules = rules_at(now)
    for listed, people in (
        (rules.players, tuple(write_who(seat) for seat in range(1, now.seats() + 1))),
        (rules.croupier, ("croupier",)),
        (rules.floor, ("floor",)),
        (rules.staff, ("staff",)),
    ):
        free = tuple(rule for rule in listed if rule not in rules.carried_out_by)
        if free:
            yield _offer(free, people)


def _offer(rules: tuple[str, ...], people: tuple[str, ...]) -> Offer:
    clause = rules[0]
    dials: dict[str, Dial] = {
        "rule": OneOf(rules, clause),
        "who": OneOf(people, clause),
        "words": Line(LONGEST, clause),
    }
    return Offer(Conduct(rule=clause, who=people[0]), clause, dials)


def _carried_out(now: AnyPhase, past: Past) -> dict[str, dict[str, Deed]]:
    """Return the only incident that would carry out each rule's order now, by rule and player."""
    rules = rules_at(now)
    found: dict[str, dict[str, Deed]] = {}
    for kind in now.incidents:
        ordered = [rule for rule in rules.orders.get(kind.verb(), ()) if rule in rules.players]
        for rule, player, incident in _of_players(kind, now, past, ordered):
            found.setdefault(rule, {})[player] = incident
    return found


def _of_players(
    kind: type[Incident[Any]], now: AnyPhase, past: Past, rules: Sequence[str]
) -> Iterator[tuple[str, str, Deed]]:
    """Yield the incidents of a kind that a rule and a player determine, each with rule and player.

    An incident that a hidden hand decides is left out, because its consequences would reveal something.
    """
    if not rules or "seat" not in kind.__struct_fields__ or kind.tells:
        return
    offers = [offer for offer in kind.could(now, past) if offer.clause in rules]
    forms = [(offer.clause, write_who(getattr(offer.act, "seat"))) for offer in offers]  # noqa: B009
    for offer, form in zip(offers, forms, strict=True):
        if not offer.dials and forms.count(form) == 1:
            yield *form, offer.act
