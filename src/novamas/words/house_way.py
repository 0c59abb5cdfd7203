"""The house ways of pai gow, published: how the croupier makes his two hands, as rules in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from novamas.families.pai_gow.cloth import Cloth
from novamas.families.pai_gow.house_ways import OWN, WayRule
from novamas.table.game import Table
from novamas.words.voice import Voice


def house_way(table: Table, voice: Voice) -> tuple[str, ...]:
    """The rules by which the croupier sets his hands at this table; none where the game has no such thing."""
    felt = table.opening.felt
    return _published(felt, felt.rules.house_way, voice) if isinstance(felt, Cloth) else ()


def house_ways(table: Table, voice: Voice) -> dict[str, tuple[str, ...]]:
    """Every house way that a table of this game may choose, by its name."""
    felt = table.opening.felt
    if not isinstance(felt, Cloth):
        return {}
    return {str(way): _published(felt, str(way), voice) for way in table.frame.options["house_way"].one_of}


def numbered(rules: Iterable[str]) -> Iterator[str]:
    """What holds of all rules, and then each rule with its number."""
    for number, rule in enumerate(rules):
        yield f"{number}. {rule}" if number else rule


def _published(felt: Cloth, way: str, voice: Voice) -> tuple[str, ...]:
    """What holds of all rules, and then each rule for the hands that none before it is for."""
    if way == OWN:
        return (voice.text("house_way.own"),)
    general = voice.text("house_way.general")
    return general, *(_told(rule, voice) for rule in felt.way_rules(way))


def _told(rule: WayRule, voice: Voice) -> str:
    """One rule as a sentence; from a rank on, only that rank, or whichever it is, is each said in its way."""
    figures = {name: _from(name, figure, voice) for name, figure in rule.figures.items()}
    return voice.say(f"house_way.{rule.code}", **figures)


def _from(name: str, rank: int, voice: Voice) -> object:
    """The words for the ranks from this one on; other figures as they are."""
    match name, rank:
        case ("least" | "pair", 14):
            return voice.text("house_way.cards_aces")
        case ("least" | "pair", 2):
            return voice.text("house_way.cards_any")
        case ("least" | "pair", _):
            return voice.say("house_way.cards_from", rank=rank)
        case ("higher", 14):
            return voice.text("house_way.higher_aces")
        case ("higher", 2):
            return voice.text("house_way.higher_any")
        case ("higher" | "lower", _):
            return voice.say(f"house_way.{name}_from", rank=rank)
        case ("single", 14):
            return voice.text("house_way.single_ace")
        case ("single", _):
            return voice.say("house_way.single_from", rank=rank)
    return rank
