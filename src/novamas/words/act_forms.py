"""The forms of acts: what a line may fill in for each kind of act that is offered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import TypeAlias

from msgspec import Struct, structs
from msgspec.structs import replace

from novamas.law.texts import LANGUAGES
from novamas.table.bets import BetName, parts_of, write_bet
from novamas.table.deeds import Deed
from novamas.table.offers import Line, Offer, OneOf, Range
from novamas.table.roles import Who
from novamas.words.amounts import amounts
from novamas.words.normalisation import Phrase, Word, phrase_of
from novamas.words.vocabulary import BY_NUMBER, any_bet, vocabulary
from novamas.words.voice import Voice, voice_for

Parts: TypeAlias = dict[str, object]

MONEY = ("cents", "minimum", "minimum_sencilla")  # the parts that are amounts of euros
STAKE = {"bet", "cents"}  # the parts of an act that may do without its verb, though no list has the bet
SAID_ALOUD = "withdraw"  # without its verb `red 1` adds to a bet, and never takes from it
OWN_WORDS = "words"  # the part that is told in one's own words, between quotation marks behind all others
PLACES = ("mano", "casilla")  # bets on the place of a player: his own is meant where he names none
MANY = 64  # more acts than anybody can be asked about


class Filled(Struct, frozen=True):
    """The parts that words were read as, in the order they were typed in, and what speaks against it."""

    parts: Mapping[str, object]
    doubts: int = 0  # amounts that were put on something, as in «5 al 17»
    rank: int = 0  # of the names
    is_number: bool = False  # nothing was typed but a number


class Form:
    """A kind of act, the offers of it, the voice of who types it, and the bets of the table."""

    def __init__(
        self, kind: type[Deed], offers: Sequence[Offer], voice: Voice, bets: Iterable[str] = ()
    ) -> None:
        self.kind = kind
        self.offers = offers
        self.voice = voice
        self.bets = dict.fromkeys(bets)
        self.parts = parts_of_kind(kind)
        self.money = self.parts.keys() & set(MONEY)
        self.names = [part for part, kind in self.parts.items() if kind is str]

    # ---- from words to parts

    def fillings(self, typed: Sequence[Word], empty: Sequence[str] | None = None) -> Iterator[Filled]:
        """All ways to read words as parts, none of them twice."""
        empty = list(self.parts) if empty is None else empty
        if not typed:
            yield Filled({})
            return
        is_number = len(typed) == 1 and is_number_word(typed[0])
        for part in empty:
            others = [other for other in empty if other != part]
            for many, value, doubts, rank in self._beginnings(part, typed):
                for rest in self.fillings(typed[many:], others):
                    parts = {part: value, **rest.parts}
                    yield Filled(parts, doubts + rest.doubts, rank + rest.rank, is_number)

    def _beginnings(self, part: str, typed: Sequence[Word]) -> Iterator[tuple[int, object, int, int]]:
        """What the first words may be as this part: how many they are, the value, doubts and rank."""
        kind, first = self.parts[part], typed[0]
        if part in MONEY:
            for cents in amounts(first.text, self.voice.language):
                yield 1, cents, int(first.is_place and bool(self.names)), 0
        elif kind is bool:
            for many in range(1, min(3, len(typed)) + 1):
                said = flags(part).get(tuple(word.text for word in typed[:many]))
                if said is not None:
                    yield many, said, 0, 0
        elif kind is int:
            if is_number_word(first):
                yield 1, int(first.text), 0, 0
        else:
            known = self.values(part) | (self.bets if part == "bet" and self.is_stake else {})
            names = vocabulary(tuple(known), self.voice.game, self.voice.language)
            for many in range(1, min(names.longest, len(typed)) + 1):
                if typed[many - 1].is_money:
                    return
                for value, rank in names.find(tuple(word.text for word in typed[:many])).items():
                    yield many, value, 0, rank

    def values(self, part: str) -> dict[str, None]:
        """All that is offered for a part that is a name, each once."""
        found: dict[str, None] = {}
        for offer in self.offers:
            dial = offer.dials.get(part)
            values = dial.values if isinstance(dial, OneOf) else (getattr(offer.act, part),)
            found |= dict.fromkeys(values)
        return found

    # ---- from parts to acts

    def acts(self, parts: Mapping[str, object]) -> list[Deed]:
        """The acts that these parts make with whatever the others may be; none where that is too much."""
        missing = [part for part in self.parts if part not in parts]
        if not missing:
            return [replace(self.offers[0].act, **parts)]
        found: dict[Deed, None] = {}
        for offer in self._unsaid(self._matching(parts), missing):
            for values in product(*(_choices(offer, part) for part in missing)):
                found[replace(offer.act, **parts, **dict(zip(missing, values, strict=True)))] = None
                if len(found) > MANY:
                    return []
        return self._own(list(found)) if "bet" in missing and self.kind.verb() == "bet" else list(found)

    @staticmethod
    def _own(acts: list[Deed]) -> list[Deed]:
        """Who names no place bets on his own, where it is one of them."""
        own = [act for act in acts if act.bet in own_among((each.bet for each in acts), act.by)]  # type: ignore[attr-defined]
        return own if len(own) == 1 else acts

    def _matching(self, parts: Mapping[str, object]) -> list[Offer]:
        """The offers that leave these parts open or have them so; those of a whole amount before others."""
        matching = [offer for offer in self.offers if all(_has(offer, *part) for part in parts.items())]
        return [offer for offer in matching if not offer.dials] or matching

    @staticmethod
    def _unsaid(offers: list[Offer], missing: Iterable[str]) -> list[Offer]:
        """Of what is either so or not, nobody says that it is not; who consents says no more."""
        for part in missing:
            usual = [offer for offer in offers if getattr(offer.act, part) is (part == "yes")]
            offers = usual or offers
        return offers

    @cached_property
    def is_stake(self) -> bool:
        """Does it put an amount on a bet, so that a bet and an amount are enough to say it?"""
        return self.parts.keys() == STAKE and self.kind.verb() != SAID_ALOUD

    @cached_property
    def needs_its_verb(self) -> bool:
        """Must it be said what is done? A bare number is an amount or the number of a bet, nothing else."""
        return any(kind in (int, bool) for part, kind in self.parts.items() if part not in MONEY)

    # ---- what is not on any list

    def as_typed(self, typed: Sequence[Word]) -> Iterator[Parts]:
        """The parts as they were typed, on the lists or not: the table can say why they may not be."""
        parts: Parts = {}
        rest = list(typed)
        for part, kind in self.parts.items():
            if kind is int and part not in MONEY and rest and is_number_word(rest[0]):
                parts[part] = int(rest.pop(0).text)
        money = next((part for part in self.parts if part in MONEY), None)
        ends = (-1, 0) if rest and money is not None else ()
        for end in sorted(ends, key=lambda end: not rest[end].is_money):
            is_amount = not (rest[end].is_place and self.names)
            if is_amount and (cents := amounts(rest[end].text, self.voice.language)):
                rest.pop(end)
                yield from self._named(parts, rest, [(money, each) for each in cents])
                return
        yield from self._named(parts, rest, [])

    def _named(
        self, parts: Parts, rest: Sequence[Word], paid: Sequence[tuple[str | None, int]]
    ) -> Iterator[Parts]:
        """The parts with the rest of the words as the name that is wanted, and with each amount."""
        if bool(rest) != bool(self.names) or len(self.names) > 1:
            return
        named = {name: self._unlisted(name, tuple(word.text for word in rest)) for name in self.names}
        for money, cents in paid or [(None, 0)]:
            yield parts | named | ({money: cents} if money else {})

    def _unlisted(self, part: str, phrase: Phrase) -> str:
        """A name that is on no list; a number is that of a bet where bets have numbers."""
        kinds = {parts_of(value).kind for value in self.values(part)} & set(BY_NUMBER)
        if len(kinds) == 1 and len(phrase) == 1 and phrase[0].isdecimal():
            return write_bet(kinds.pop(), phrase[0])
        return any_bet(phrase, self.voice)

    def is_listed(self, parts: Parts) -> bool:
        """Is each name among those that are offered?"""
        return all(parts[name] in self.values(name) for name in self.names if name in parts)


def _has(offer: Offer, part: str, value: object) -> bool:
    dial = offer.dials.get(part)
    return getattr(offer.act, part) == value if dial is None else isinstance(dial, Range) or dial.fits(value)


def _choices(offer: Offer, part: str) -> Sequence[object]:
    """What a part may be that was left out: nothing where it is an amount of many."""
    match offer.dials.get(part):
        case None | Line():
            return (getattr(offer.act, part),)
        case Range(least=least, most=most, step=step):
            return (least,) if least + step > most else ()
        case OneOf(values=values):
            own = own_among(values, offer.act.by)
            return own if len(own) == 1 else values


def own_among(bets: Iterable[str], by: Who) -> list[str]:
    """Those bets that lie on the own place of who acts: it is named, or it alone needs no name."""
    listed = list(bets)
    placed = {parts_of(bet).kind for bet in listed if parts_of(bet).place}
    return [bet for bet in listed if _is_own(parts_of(bet), placed, by)]


def _is_own(bet: BetName, placed: Collection[str], by: Who) -> bool:
    if not bet.place:
        return bet.kind in placed
    return bet.kind in PLACES and bet.place == str(by)


def is_number_word(word: Word) -> bool:
    """Is it a number of something that is counted?"""
    return word.text.isdecimal() and word.text.isascii() and len(word.text) < 10 and not word.is_money


@lru_cache(maxsize=512)
def parts_of_kind(kind: type[Deed]) -> dict[str, type]:
    """What an act consists of, but for who does it and one's own words: names, numbers, what is so or not."""
    own = [field for field in structs.fields(kind) if field.name not in ("by", OWN_WORDS)]
    hints = {field.name: field.type for field in own}
    return {name: hint if hint in (bool, int) else str for name, hint in hints.items()}


@lru_cache(maxsize=64)
def flags(part: str) -> dict[Phrase, bool]:
    """The words that say whether something is so, in all languages."""
    said: dict[Phrase, bool] = {}
    for language in LANGUAGES:
        voice = voice_for(language)
        said[phrase_of(voice.text("parts.no"))] = False
        said[phrase_of(voice.text("parts.yes"))] = True
        if voice.has(f"parts.{part}"):
            said[phrase_of(voice.text(f"parts.{part}"))] = True
    return said
