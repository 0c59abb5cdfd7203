"""Texts of pai gow's house ways: the ordered rules by which the croupier sets the two hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from novamas.families.pai_gow.cloth import Cloth
from novamas.families.pai_gow.house_ways import OWN, WayRule
from novamas.table.game import Table
from novamas.words.voice import Voice


def house_way(table: Table, voice: Voice) -> tuple[str, ...]:
    """Return the rules of the table's house way, or none if the game has no house way."""
    felt = table.opening.felt
    return _published(felt, felt.rules.house_way, voice) if isinstance(felt, Cloth) else ()


def house_ways(table: Table, voice: Voice) -> dict[str, tuple[str, ...]]:
    """Return the rules of every house way, by name, from which a table of this game may choose."""
    felt = table.opening.felt
    if not isinstance(felt, Cloth):
        return {}
    return {str(way): _published(felt, str(way), voice) for way in table.frame.options["house_way"].one_of}


def numbered(rules: Iterable[str]) -> Iterator[str]:
    """Yield the general rule of a house way, and then each rule with its number."""
    for number, rule in enumerate(rules):
        yield f"{number}. {rule}" if number else rule


def _published(felt: Cloth, way: str, voice: Voice) -> tuple[str, ...]:
    """Return the general rule, and then a rule for each group of hands that no earlier rule covers."""
    if way == OWN:
        return (voice.text("house_way.own"),)
    general = voice.text("house_way.general")
    return general, *(_rule_text(rule, voice) for rule in felt.way_rules(way))


def _rule_text(rule: WayRule, voice: Voice) -> str:
    """Return one rule of a house way as a sentence."""
    values = {name: _from(name, figure, voice) for name, figure in rule.figures.items()}
    return voice.say(f"house_way.{rule.code}", **values)


def _from(name: str, rank: int, voice: Voice) -> object:
    """Return the text for "this rank and higher" (or lower), or the value itself if it is not a rank."""
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
