"""Parser of typed lines: a verb and its parts, in any language, checked against the offers.

An act is typed as its verb and then its parts: `apostar rojo 5`, `bet red 5`, `5 € al vermell`. The verb
may be left out if the rest identifies the act (`rojo 5`, `17 5`). A part with only one possible value may
be left out too (`mitad`). Amounts are in euros and come last, unless a word shows otherwise: `5 al 17`.
All languages are understood, and the user's own comes first. If two readings remain, the user is asked
which one was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import InvalidInput
from novamas.law.norms import EURO
from novamas.table.deeds import Act, Deed
from novamas.table.offers import Offer
from novamas.table.roles import RAIL, Who
from novamas.words.act_forms import OWN_WORDS, SAID_ALOUD, STAKE, Filled, Form
from novamas.words.amounts import amounts
from novamas.words.normalisation import Word, normalise, words_of
from novamas.words.vocabulary import called, verb_phrases
from novamas.words.voice import Voice

MAX_WORDS, MAX_LETTERS = 12, 400  # limits of a line
LONGEST, CLOSE = 40, 0.75  # letters to compare with known words, and the similarity required

_OWN_WORDS = re.compile(r"\s[«\"“](.*)[»\"”]\s*$")  # the quoted text may contain quotation marks

Cost: TypeAlias = tuple[int, int, int, int]


class Ambiguous(InvalidInput):
    """Raised when a line may mean several acts (`readings`). The user is asked which one was meant."""

    @property
    def readings(self) -> tuple[Deed, ...]:
        """The acts that the line may mean."""
        found: tuple[Deed, ...] = self.figures["readings"]
        return found


class NotOfferedNow(InvalidInput):
    """Raised for an act that is not offered now, if the line is too short to ask the table for a reason."""


class Candidate(Struct, frozen=True):
    """An act that a line may mean, with the cost of this reading. The lowest cost wins."""

    act: Deed
    cost: Cost  # doubtful amounts, parts left out, parts out of order, ranks of names


def read_line(
    line: str,
    offers: Sequence[Offer],
    voice: Voice,
    *,
    acts: Iterable[type[Act]] = (),
    by: Who = RAIL,
    bets: Iterable[str] = (),
) -> Deed:
    """Return the act that a line means, lawful or not. Raise an error with help if it means none.

    With `acts` (those of the game) and `by`, an act that is not offered is understood too, so that the table
    can explain the refusal. With `bets` (those of the table), the same holds for a bet that is not offered:
    its number is never taken for the amount of another bet.
    """
    kinds = [Form(kind, (), voice, bets) for kind in acts]
    forms = _forms(offers, voice, bets)
    quotation = _OWN_WORDS.search(line)
    if quotation is None or not any(OWN_WORDS in offer.dials for offer in offers):
        return _read(line, forms, kinds, voice, by)
    act = _read(line[: quotation.start()], forms, kinds, voice, by)
    return replace(act, **{OWN_WORDS: quotation[1]}) if hasattr(act, OWN_WORDS) else act


def _read(line: str, forms: Sequence[Form], kinds: Sequence[Form], voice: Voice, by: Who) -> Deed:
    """Return the act that a line without free text means."""
    offers = [offer for form in forms for offer in form.offers]
    typed = words_of(_in_euros(line, voice)) if len(line) <= MAX_LETTERS else ()
    if not typed or len(typed) > MAX_WORDS:
        raise _not_understood(line, offers, voice)
    readings = [*_with_verb(forms, typed), *_without_verb(forms, typed)]
    if readings:
        return _meant(readings, offers)
    if not _named(forms, typed) and (elsewhere := _elsewhere(forms, kinds, typed, by)) is not None:
        return elsewhere
    if not _is_too_little(forms, typed) and (unlisted := list(_unlisted(forms, typed))):
        return _one_of(unlisted)
    raise _why_not(line, typed, forms, voice)


def _in_euros(line: str, voice: Voice) -> str:
    """Return a line with euro signs in place of the sign of the table's currency: both mark an amount."""
    if voice.currency == EURO:
        return line
    sign = re.escape(voice.currency.sign.rstrip("."))
    return re.sub(rf"(?i)(?<=[0-9])\s*{sign}s?(?!\w)\.?", " €", line)


def means(line: str, act: Deed, voice: Voice) -> bool:
    """Return whether a line consists of the verb of this act, and nothing more."""
    phrase = tuple(word.text for word in words_of(line))
    return phrase in verb_phrases(voice.law, act.verb(), voice.game, voice.language)


def _forms(offers: Iterable[Offer], voice: Voice, bets: Iterable[str] = ()) -> list[Form]:
    by_kind: dict[type[Deed], list[Offer]] = {}
    for offer in offers:
        by_kind.setdefault(type(offer.act), []).append(offer)
    return [Form(kind, alike, voice, bets) for kind, alike in by_kind.items()]


# ---------------------------------------------------------------- readings


def _after_verb(form: Form, typed: Sequence[Word]) -> Iterator[tuple[Sequence[Word], int]]:
    """Yield the words after an act's verb, with the verb's rank, if the line begins with that verb."""
    phrases = verb_phrases(form.voice.law, form.kind.verb(), form.voice.game, form.voice.language)
    texts = tuple(word.text for word in typed)
    for phrase, rank in phrases.items():
        if texts[: len(phrase)] == phrase:
            yield typed[len(phrase) :], rank


def _named(forms: Iterable[Form], typed: Sequence[Word]) -> list[Form]:
    """Return the forms of acts whose verb begins the line."""
    return [form for form in forms if next(_after_verb(form, typed), None) is not None]


def _with_verb(forms: Iterable[Form], typed: Sequence[Word]) -> Iterator[Candidate]:
    """Yield the acts that words with a verb may mean."""
    for form in forms:
        for rest, rank in _after_verb(form, typed):
            for filled in form.fillings(rest):
                yield from (Candidate(act, _cost(form, filled, rank)) for act in form.acts(filled.parts))


def _cost(form: Form, filled: Filled, rank: int) -> Cost:
    typed = list(filled.parts)
    in_order = [part for part in form.parts if part in filled.parts]
    return filled.doubts, len(form.parts) - len(typed), int(typed != in_order), filled.rank + rank


def _without_verb(forms: Iterable[Form], typed: Sequence[Word]) -> list[Candidate]:
    """Return the acts that words without a verb may mean, or none if each of them takes chips back."""
    free = [form for form in forms if not form.needs_its_verb]
    readings = [
        Candidate(act, _cost(form, filled, 0))
        for form in free
        for filled in form.fillings(typed)
        if _goes_without_verb(form, filled, free)
        for act in form.acts(filled.parts)
    ]
    return [] if all(reading.act.verb() == SAID_ALOUD for reading in readings) else readings


def _goes_without_verb(form: Form, filled: Filled, free: Sequence[Form]) -> bool:
    """Return whether this reading may omit the verb.

    A withdrawal without its verb may not name an amount. An amount alone must suit every act that takes one.
    As long as an act takes an amount, a number alone is read as an amount only.
    """
    if form.kind.verb() == SAID_ALOUD:
        return not form.money & filled.parts.keys()
    takers = [other for other in free if other.money and other.kind.verb() != SAID_ALOUD]
    if filled.parts.keys() <= form.money:
        return all(other.acts(filled.parts) for other in takers)
    return not (takers and filled.is_number)


def _meant(readings: Sequence[Candidate], offers: Sequence[Offer]) -> Deed:
    """Return the candidate act with the lowest cost.

    If several have that cost, lawful acts are preferred, unless they differ from the others in the amount.
    """
    least = min(reading.cost for reading in readings)
    acts = list(dict.fromkeys(reading.act for reading in readings if reading.cost == least))
    lawful = [act for act in acts if any(offer.covers(act) for offer in offers)]
    return _one_of(lawful if set(map(_amount, lawful)) == set(map(_amount, acts)) else acts)


def _amount(act: Deed) -> object:
    return getattr(act, "cents", None)


def _one_of(acts: Sequence[Deed]) -> Deed:
    first, *others = acts
    if others:
        raise Ambiguous("two_readings", readings=tuple(acts))
    return first


# ---------------------------------------------------------------- acts and values not offered


def _elsewhere(forms: Sequence[Form], kinds: Sequence[Form], typed: Sequence[Word], by: Who) -> Deed | None:
    """Return an act of the game as typed, although it is not offered now.

    A missing amount counts as zero, because no amount would change the refusal.
    """
    named = [(form, rest) for form in kinds for rest, _rank in _after_verb(form, typed)]
    is_betting = any(form.is_stake for form in forms)
    stakes = [(form, typed) for form in kinds if form.is_stake and not is_betting]
    if (whole := _whole([*named, *stakes], by)) is not None or not named:
        return whole
    for form, rest in named:
        for parts in form.as_typed(rest):
            filled = dict.fromkeys(form.money, 0) | parts
            if filled.keys() == form.parts.keys():
                return form.kind(by, **filled)
    raise NotOfferedNow("act_not_now", act=named[0][0].kind.verb())


def _whole(readable: Iterable[tuple[Form, Sequence[Word]]], by: Who) -> Deed | None:
    """Return the act whose parts are all named by the words, whether it is offered or not."""
    readings = [
        Candidate(form.kind(by, **filled.parts), _cost(form, filled, 0))
        for form, typed in readable
        for filled in form.fillings(typed)
        if filled.parts.keys() == form.parts.keys()
    ]
    return min(readings, key=lambda reading: reading.cost).act if readings else None


def _unlisted(forms: Sequence[Form], typed: Sequence[Word]) -> Iterator[Deed]:
    """Yield a bet that is not offered, as typed, so that the table can explain the refusal."""
    named = [(form, rest) for form in forms for rest, _rank in _after_verb(form, typed)]
    stakes = [form for form in forms if form.is_stake]
    unnamed = [] if _ends_with_a_bet(stakes, typed) else [(form, typed) for form in stakes[:1]]
    for form, rest in named or unnamed:
        for parts in form.as_typed(rest):
            missing = form.parts.keys() - parts.keys()
            if not form.is_listed(parts) and missing <= ({"cents"} if named else set()):
                yield replace(form.offers[0].act, **parts)


def _ends_with_a_bet(stakes: Sequence[Form], typed: Sequence[Word]) -> bool:
    """Return whether an offered bet follows the unknown first word, which is then not a bet's name."""
    behind = [typed[first:] for first in range(1, len(typed))]
    filled = (each for form in stakes for rest in behind for each in form.fillings(rest))
    return any(each.parts.keys() == STAKE for each in filled)


def _why_not(line: str, typed: Sequence[Word], forms: Sequence[Form], voice: Voice) -> InvalidInput:
    """Return the reason why a line has no meaning: its amount, missing parts, or the whole line."""
    begun = [form for form in forms if _begins(form, typed)]
    if any(form.money for form in begun):
        for word in typed:
            if word.text.lstrip("-+")[:1].isdecimal() and not amounts(word.text, voice.language):
                return InvalidInput("amount_unreadable", given=word.text)
    if begun:
        return InvalidInput("incomplete", offers=tuple(form.offers[0] for form in begun))
    return _not_understood(line, [offer for form in forms for offer in form.offers], voice)


def _begins(form: Form, typed: Sequence[Word]) -> bool:
    """Return whether a line begins with an act's verb, or with a part of an act that needs no verb."""
    if _named([form], typed):
        return True
    if form.needs_its_verb or form.kind.verb() == SAID_ALOUD:
        return False
    return any(next(form.fillings(typed[:many]), None) for many in range(len(typed), 0, -1))


def _is_too_little(forms: Iterable[Form], typed: Sequence[Word]) -> bool:
    """Return whether all words are parts of an offered act that still lacks other parts."""
    free = [(form, typed) for form in forms if not form.needs_its_verb and form.kind.verb() != SAID_ALOUD]
    named = [(form, rest) for form in forms for rest, _rank in _after_verb(form, typed)]
    return any(next(form.fillings(rest), None) for form, rest in named or free)


def _not_understood(line: str, offers: Sequence[Offer], voice: Voice) -> InvalidInput:
    if not offers:
        return InvalidInput("nothing_to_do", given=line.strip())
    near = tuple(_near(line, offers, voice))
    return InvalidInput("not_understood", given=line.strip(), near=near, offers=tuple(offers))


def _near(line: str, offers: Sequence[Offer], voice: Voice) -> list[str]:
    """Return words that the user may have meant, in the user's language."""
    names = [word for offer in offers for word in voice.verbs(offer.act.verb())]
    names += [
        called(value, voice)
        for form in _forms(offers, voice)
        for part in form.names
        for value in form.values(part)
    ]
    known = {normalise(name): name for name in reversed(names)}
    text = normalise(" ".join(word for word in line.split() if not word[0].isdecimal()))[:LONGEST]
    close = [get_close_matches(each, known, 1, CLOSE) for each in (text, text.partition(" ")[0])]
    return list(dict.fromkeys(known[one] for found in close for one in found))
