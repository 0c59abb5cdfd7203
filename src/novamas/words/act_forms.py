"""Forms of acts: the possible readings of typed words as the parts of an offered act."""

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
from novamas.words.voice import Voice, our_voice

Parts: TypeAlias = dict[str, object]

MONEY = ("cents", "minimum", "minimum_sencilla")  # parts that are amounts of euros
STAKE = {"bet", "cents"}  # an act of these parts may omit its verb, even for a bet that is not offered
SAID_ALOUD = "withdraw"  # needs its verb for an amount: `red 1` adds to a bet, and never takes from it
OWN_WORDS = "words"  # the free text of an act, in quotation marks at the end of the line
PLACES = ("mano", "casilla")  # bets on a player's place: without a place, the player's own is meant
MANY = 64  # more acts than a question can offer


class Filled(Struct, frozen=True):
    """One reading of typed words as parts of an act, in the order of typing, with its costs."""

    parts: Mapping[str, object]
    doubts: int = 0  # amounts after a preposition, as in `5 al 17`
    rank: int = 0  # sum of the ranks of the names
    is_number: bool = False  # if a number is all that was typed


class Form:
    """A kind of act, with its offers, the translator of the user's language, and the table's bets."""

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
        """Yield all readings of the words as parts of this act. No reading uses a part twice."""
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
        """Yield readings of the first words as this part: the number of words, the value, doubts and rank."""
        kind, first = self.parts[part], typed[0]
        if part in MONEY:
            for cents in amounts(first.text, self.voice.language):
                yield 1, cents, int(first.is_place and bool(self.names)), 0
        elif kind is bool:
            for many in range(1, min(3, len(typed)) + 1):
                flag = flags(part).get(tuple(word.text for word in typed[:many]))
                if flag is not None:
                    yield many, flag, 0, 0
        elif kind is int:
            if is_number_word(first):
                yield 1, int(first.text), 0, 0
        else:
            known = self.values(part) | (self.bets if part == "bet" and self.is_stake else {})
            names = vocabulary(self.voice.law, tuple(known), self.voice.game, self.voice.language)
            for many in range(1, min(names.longest, len(typed)) + 1):
                if typed[many - 1].is_money:
                    return
                for value, rank in names.find(tuple(word.text for word in typed[:many])).items():
                    yield many, value, 0, rank

    def values(self, part: str) -> dict[str, None]:
        """Return all offered values of a part that is a name, without repetition."""
        found: dict[str, None] = {}
        for offer in self.offers:
            dial = offer.dials.get(part)
            values = dial.values if isinstance(dial, OneOf) else (getattr(offer.act, part),)
            found |= dict.fromkeys(values)
        return found

    # ---- from parts to acts

    def acts(self, parts: Mapping[str, object]) -> list[Deed]:
        """Return every act with these parts and any values of the others, or none if there are too many."""
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
        """Return only the bet on the player's own place, if no place was typed and there is one such bet."""
        own = [act for act in acts if act.bet in own_among((each.bet for each in acts), act.by)]  # type: ignore[attr-defined]
        return own if len(own) == 1 else acts

    def _matching(self, parts: Mapping[str, object]) -> list[Offer]:
        """Return the offers that match these parts, as open parameters or as fixed values.

        Offers of whole amounts come first.
        """
        matching = [offer for offer in self.offers if all(_has(offer, *part) for part in parts.items())]
        return [offer for offer in matching if not offer.dials] or matching

    @staticmethod
    def _unsaid(offers: list[Offer], missing: Iterable[str]) -> list[Offer]:
        """Return the offers with the default of each flag not typed: false, or true for a consent."""
        for part in missing:
            usual = [offer for offer in offers if getattr(offer.act, part) is (part == "yes")]
            offers = usual or offers
        return offers

    @cached_property
    def is_stake(self) -> bool:
        """Whether the act puts an amount on a bet. Then the bet and the amount identify the act."""
        return self.parts.keys() == STAKE and self.kind.verb() != SAID_ALOUD

    @cached_property
    def needs_its_verb(self) -> bool:
        """Whether the verb must be typed. Without it, a bare number is an amount or the number of a bet."""
        return any(kind in (int, bool) for part, kind in self.parts.items() if part not in MONEY)

    # ---- values that are not offered

    def as_typed(self, typed: Sequence[Word]) -> Iterator[Parts]:
        """Yield the parts as typed, offered or not. The table can then explain a refusal."""
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
        """Yield these parts with the remaining words as a name, once for each possible amount."""
        if bool(rest) != bool(self.names) or len(self.names) > 1:
            return
        named = {name: self._unlisted(name, tuple(word.text for word in rest)) for name in self.names}
        for money, cents in paid or [(None, 0)]:
            yield parts | named | ({money: cents} if money else {})

    def _unlisted(self, part: str, phrase: Phrase) -> str:
        """Return a name that is not offered. If the game's bets have numbers, a number is read as a bet."""
        kinds = {parts_of(value).kind for value in self.values(part)} & set(BY_NUMBER)
        if len(kinds) == 1 and len(phrase) == 1 and phrase[0].isdecimal():
            return write_bet(kinds.pop(), phrase[0])
        return any_bet(phrase, self.voice)

    def is_listed(self, parts: Parts) -> bool:
        """Return whether every typed name is in the list of offered names."""
        return all(parts[name] in self.values(name) for name in self.names if name in parts)


def _has(offer: Offer, part: str, value: object) -> bool:
    dial = offer.dials.get(part)
    return getattr(offer.act, part) == value if dial is None else isinstance(dial, Range) or dial.fits(value)


def _choices(offer: Offer, part: str) -> Sequence[object]:
    """Return the possible values of a part that was not typed, or none for a range of several amounts."""
    match offer.dials.get(part):
        case None | Line():
            return (getattr(offer.act, part),)
        case Range(least=least, most=most, step=step):
            return (least,) if least + step > most else ()
        case OneOf(values=values):
            own = own_among(values, offer.act.by)
            return own if len(own) == 1 else values


def own_among(bets: Iterable[str], by: Who) -> list[str]:
    """Return the bets on the acting player's own place.

    A bet without a place also belongs to this player if other bets of its kind have places.
    """
    listed = list(bets)
    placed = {parts_of(bet).kind for bet in listed if parts_of(bet).place}
    return [bet for bet in listed if _is_own(parts_of(bet), placed, by)]


def _is_own(bet: BetName, placed: Collection[str], by: Who) -> bool:
    if not bet.place:
        return bet.kind in placed
    return bet.kind in PLACES and bet.place == str(by)


def is_number_word(word: Word) -> bool:
    """Return whether a word is a plain number, without a currency sign."""
    return word.text.isdecimal() and word.text.isascii() and len(word.text) < 10 and not word.is_money


@lru_cache(maxsize=512)
def parts_of_kind(kind: type[Deed]) -> dict[str, type]:
    """Return the parts of a kind of act with their types, without the actor and the free text."""
    own = [field for field in structs.fields(kind) if field.name not in ("by", OWN_WORDS)]
    hints = {field.name: field.type for field in own}
    return {name: hint if hint in (bool, int) else str for name, hint in hints.items()}


@lru_cache(maxsize=64)
def flags(part: str) -> dict[Phrase, bool]:
    """Return the words for a flag's value, in all languages."""
    words: dict[Phrase, bool] = {}
    for language in LANGUAGES:
        voice = our_voice(language)  # its words are general
        words[phrase_of(voice.text("parts.no"))] = False
        words[phrase_of(voice.text("parts.yes"))] = True
        if voice.has(f"parts.{part}"):
            words[phrase_of(voice.text(f"parts.{part}"))] = True
    return words
