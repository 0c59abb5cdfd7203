"""Typed form of acts. A user who types a form that this module shows gets exactly that act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from novamas.law.norms import EURO
from novamas.table.bets import parts_of
from novamas.table.deeds import Deed
from novamas.table.offers import Offer, OneOf, Range
from novamas.words.act_forms import MONEY, OWN_WORDS, own_among, parts_of_kind
from novamas.words.amounts import amount_typed
from novamas.words.problems import cited
from novamas.words.vocabulary import called
from novamas.words.voice import Voice

FEW = 8  # up to this many names, all are listed
FEW_ACTS = 4  # acts that a question names at most


def typed(act: Deed, voice: Voice) -> str:
    """Return an act as users type it: `apostar rojo 5`."""
    parts = (_typed_part(part, getattr(act, part), voice) for part in parts_of_kind(type(act)))
    free_text = getattr(act, OWN_WORDS, "")
    own = [f"«{free_text}»"] if free_text else []
    return " ".join([voice.act(act.verb()), *(part for part in parts if part), *own])


def _typed_part(part: str, value: object, voice: Voice) -> str:
    match value:
        case bool():
            return _flag(part, voice, is_so=value)
        case int() if part in MONEY:
            return amount_typed(value, voice.language)
        case str():
            return called(value, voice)
        case _:
            return str(value)


def _flag(part: str, voice: Voice, *, is_so: bool) -> str:
    """Return the word for a flag. A false flag needs none if its true value has a word."""
    has_word = voice.has(f"parts.{part}")
    if is_so:
        return voice.text(f"parts.{part}" if has_word else "parts.yes")
    return "" if has_word and part != "yes" else voice.text("parts.no")


def how_to_type(offer: Offer, voice: Voice, among: Sequence[Offer] = ()) -> str:
    """Return how users type an offer: `apostar APUESTA EUROS`, `mitad`.

    The verb is enough for an offer without open parts that is the only one of its kind in `among`.
    """
    verb = voice.act(offer.act.verb())
    if not offer.dials and sum(type(other.act) is type(offer.act) for other in among) == 1:
        return verb
    return " ".join([verb, *_pattern(offer, voice)])


def _pattern(offer: Offer, voice: Voice) -> Iterator[str]:
    """Yield the words that follow the verb: placeholders for open parts, and the fixed parts."""
    before, parts = "", list(parts_of_kind(type(offer.act)))
    for part in parts:
        word = _typed_part(part, getattr(offer.act, part), voice)
        if part in offer.dials:
            if part == "cents" and voice.currency != EURO:
                yield voice.currency.sign.upper()
            else:
                yield voice.text(f"parts.{part}") if voice.has(f"parts.{part}") else part.upper()
        elif word and (offer.dials or part not in MONEY or before.isdecimal() or len(parts) == 1):
            yield word  # an amount is omitted unless a bet before it would be taken for one
        before = word


def patterns(offers: Sequence[Offer], voice: Voice) -> list[str]:
    """Return every form that a user may type now, without repetition."""
    return list(dict.fromkeys(how_to_type(offer, voice, offers) for offer in offers))


def listing(
    offers: Sequence[Offer], voice: Voice, *, among: Sequence[Offer] | None = None, own_first: bool = False
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return every offer with its typed form and clause, followed by the values and limits of its parts.

    `among` holds all offers, if only some of them are listed. With `own_first`, the player's own places
    come first and the other players' places are summed up.
    """
    groups: dict[str, list[tuple[str, str]]] = {}
    for offer in together(offers) if own_first else offers:
        how = how_to_type(offer, voice, offers if among is None else among)
        step = _step(offer, voice)
        if step:
            how = voice.say("typing.in_steps", act=how, step=step)
        about = _about(offer, voice)
        if not offer.dials and about and not how.endswith(about):
            how = f"{how}: {about}"
        rows = groups.setdefault(cited(how, [offer.clause]), [])
        if offer.dials:
            rows.append((what_may_stand(offer, voice, own_first=own_first), limits(offer, voice)))
    return list(groups.items())


def together(offers: Sequence[Offer]) -> list[Offer]:
    """Merge offers that differ only in the place of their bet into one offer with all these places."""
    found: dict[object, Offer] = {}
    for number, offer in enumerate(offers):
        listed = offer.dials.get("bet")
        kinds = {parts_of(bet).kind for bet in listed.values} if isinstance(listed, OneOf) else set()
        rest = tuple((part, dial) for part, dial in offer.dials.items() if part != "bet")
        key: object = (
            (type(offer.act), offer.act.by, offer.clause, *kinds, rest) if len(kinds) == 1 else number
        )
        before = found.setdefault(key, offer)
        if before is not offer and isinstance(listed, OneOf):
            so_far = before.dials["bet"]
            assert isinstance(so_far, OneOf)
            places = replace(listed, values=(*so_far.values, *listed.values))
            found[key] = replace(before, dials={**before.dials, "bet": places})
    return list(found.values())


def _about(offer: Offer, voice: Voice) -> str:
    """Return the bets of an act that has no open parameters."""
    values = (getattr(offer.act, part) for part in parts_of_kind(type(offer.act)))
    return ", ".join(called(value, voice) for value in values if isinstance(value, str))


def what_may_stand(offer: Offer, voice: Voice, *, own_first: bool = False) -> str:
    """Return the listed values of an offer as a short text."""
    lists = (dial.values for dial in offer.dials.values() if isinstance(dial, OneOf))
    if own_first:
        return "; ".join(_own_listed(values, offer.act, voice) for values in lists)
    return "; ".join(_listed(values, voice) for values in lists)


def _own_listed(values: Sequence[str], act: Deed, voice: Voice) -> str:
    """Return the player's own places with a summary of the others, or all places if none is the player's."""
    own = own_among(values, act.by)
    others = [value for value in values if value not in own]
    if not own or not others:
        return _listed(values, voice)
    summed = [called(others[0], voice), *(["…", called(others[-1], voice)] if others[1:] else ())]
    return voice.say("typing.own", own=_listed(own, voice), others=" ".join(summed))


def limits(offer: Offer, voice: Voice) -> str:
    """Return the range in which the amount of an offer must be."""
    part, dial = _range(offer)
    return f"{_shown(part, dial.least, voice)} – {_shown(part, dial.most, voice)}" if dial else ""


def _step(offer: Offer, voice: Voice) -> str:
    part, dial = _range(offer)
    return _shown(part, dial.step, voice) if dial else ""


def _range(offer: Offer) -> tuple[str, Range | None]:
    return next(((part, dial) for part, dial in offer.dials.items() if isinstance(dial, Range)), ("", None))


def _shown(part: str, amount: int, voice: Voice) -> str:
    return voice.money(amount) if part in MONEY else str(amount)


def _listed(values: Sequence[str], voice: Voice) -> str:
    shown = [called(value, voice) for value in values]
    if len(values) <= FEW:
        return ", ".join(shown)
    return voice.say("typing.many", first=", ".join(shown[:3]), last=shown[-1], count=len(values))
