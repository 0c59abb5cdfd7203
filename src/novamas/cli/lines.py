"""What a player types: a verb and what belongs to it, over any game's offers.

An act is typed as its verb and then its parts in order: `bet rojo 5`. The verb may be left out where the
first word says which act is meant (`rojo 5`), and so may parts that can be but one thing (`half`). Amounts
are euros. Verbs and names are read in the reader's language as well as in the law's.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs
from msgspec.structs import replace

from novamas.cli.language import _
from novamas.cli.names import bet_name, folded, verbs
from novamas.cli.output import money, with_clauses
from novamas.errors import NovamasError, Unreadable
from novamas.kit.money import read_euros
from novamas.table.bets import parts_of, write_bet
from novamas.table.deeds import Act, Deed
from novamas.table.offers import Offer, OneOf, Range

SHORT_KINDS = ("pleno", "numero", "mano")  # `17 2` is a bet on the number 17, `1 5` on the first place
SAID_ALOUD = "withdraw"  # without its verb `red 1` adds to a bet, and never takes from it
NOISE = ("€", "euro", "euros", "en", "on", "al")


def read_line(line: str, offers: Sequence[Offer]) -> Deed:
    """The act that a line means, lawful or not; or a sentence that says how to type one."""
    words = [word for word in line.split() if folded(word) not in NOISE]
    if not words:
        raise _not_understood(line, offers)
    named = [offer for offer in offers if folded(words[0]) in map(folded, verbs(offer.act.verb()))]
    given = words[1:] if named else words
    meant = named or _without_verb(words, offers)
    if not meant:
        raise _not_understood(line, offers)
    return _act(meant, _joined(given, meant))


def _without_verb(words: Sequence[str], offers: Sequence[Offer]) -> list[Offer]:
    """The offers of the one act that has the first word on a list; or, with an amount last, of any stake."""
    offers = [offer for offer in offers if offer.act.verb() != SAID_ALOUD]
    word = _joined(words, offers)[0]
    kinds = list(
        dict.fromkeys(type(offer.act) for offer in offers if any(word in each for each in _lists(offer)))
    )
    if not kinds and len(words) > 1 and words[-1][0].isdecimal():
        kinds = [type(offer.act) for offer in offers if _lists(offer) and "cents" in offer.dials][:1]
    return [offer for offer in offers if type(offer.act) in kinds] if len(kinds) == 1 else []


def _lists(offer: Offer) -> list[tuple[str, ...]]:
    return [dial.values for dial in offer.dials.values() if isinstance(dial, OneOf)]


def _joined(words: Sequence[str], offers: Sequence[Offer]) -> list[str]:
    """The words with names put as the law has them: `red`, `17`, `docena 1` are rojo, pleno:17, docena:1."""
    known = _known_names(offers)
    rest = list(words)
    for many in (4, 3, 2, 1):
        tried = folded(" ".join(rest[:many]))
        kind, _space, place = tried.rpartition("_")
        found = known.get(tried) or known.get(write_bet(kind, place))
        if found is not None:
            return [found, *rest[many:]]
    return rest


def _known_names(offers: Sequence[Offer]) -> dict[str, str]:
    """Everything on the offers' lists by the ways in which it may be typed."""
    values = [value for offer in offers for each in _lists(offer) for value in each]
    values += [value for offer in offers for value in _parts(offer).values() if isinstance(value, str)]
    known: dict[str, str] = {}
    for value in values:
        bet = parts_of(value)
        if bet.kind in SHORT_KINDS and bet.place:
            known.setdefault(folded(bet.place), value)
        known[folded(write_bet(bet_name(bet.kind), bet.place, bet.hand, bet.times))] = value
    return known | {folded(value): value for value in values}


def _parts(offer: Offer) -> dict[str, object]:
    """What an act consists of, but for who does it."""
    return {field: getattr(offer.act, field) for field in offer.act.__struct_fields__ if field != "by"}


def _act(meant: Sequence[Offer], words: Sequence[str]) -> Deed:
    """The act of one of these offers with these words for its parts."""
    first = meant[0]
    fields = list(_parts(first))
    if len(words) == len(fields):
        parts = {field: _value(first, field, word) for field, word in zip(fields, words, strict=True)}
        return replace(first.act, **parts)
    dials = [name for name, dial in first.dials.items() if isinstance(dial, Range) or len(dial.values) > 1]
    if len(words) == len(dials) and len(meant) == 1:
        return first.turned(
            **{dial: _value(first, dial, word) for dial, word in zip(dials, words, strict=True)}
        )
    whole = [offer for offer in meant if not offer.dials]
    begun = [offer for offer in whole if _begins(offer, words)]
    if len(begun) == 1:
        return begun[0].act
    if whole and [*fields[: len(words)], "cents"] == fields:  # the table says why it may not be
        return replace(whole[0].act, **dict(zip(fields, words, strict=False)))
    says = _("Not understood: type {how}.").format(how=how_to_type(first))
    raise Unreadable("not_understood", says)


def _begins(offer: Offer, words: Sequence[str]) -> bool:
    """Are these the first parts of the act? The rest is what the offer says: `withdraw rojo` is all of it."""
    parts = [str(value) for value in _parts(offer).values()]
    return parts[: len(words)] == list(words)


def act_of(kind: type[Act], seat: int, words: Sequence[str]) -> Act | None:
    """An act that is not offered, as it was typed, so that the table can say why; or nothing."""
    parts = [field for field in structs.fields(kind) if field.name != "by"]
    if len(parts) != len(words):
        return None
    try:
        typed = zip(parts, words, strict=True)
        return kind(seat, *(_read(part.name, word, is_number=part.type is int) for part, word in typed))
    except (NovamasError, ValueError):
        return None


def _read(part: str, word: str, *, is_number: bool) -> object:
    if part == "cents":
        return read_amount(word)
    return int(word) if is_number else word


def _value(offer: Offer, field: str, word: str) -> object:
    """One word as the part of the act it stands for; money is read as euros."""
    if field == "cents":
        return read_amount(word)
    if isinstance(getattr(offer.act, field), int):
        if not word.isdecimal():
            raise Unreadable("not_a_number", _("{word!r} is not a whole number.").format(word=word))
        return int(word)
    return word


def read_amount(word: str) -> int:
    """An amount of euros as people type it, in céntimos."""
    try:
        return read_euros(word)
    except Unreadable:
        says = _("{word!r} is not an amount of euros: write it as 2, 2.50 or 2,50.").format(word=word)
        raise Unreadable("amount_unreadable", says) from None


def _not_understood(line: str, offers: Sequence[Offer]) -> Unreadable:
    says = _("{line!r} is not understood: type ? for help.").format(line=line.strip())
    if may := dict.fromkeys(verbs(offer.act.verb())[0] for offer in offers):
        says += " " + _("Now you may: {acts}.").format(acts=", ".join(may))
    return Unreadable("not_understood", says)


# ---------------------------------------------------------------- how to type what may be done


def how_to_type(offer: Offer, among: Sequence[Offer] = ()) -> str:
    """The words that make an act, among those that may be done: «bet BET EUROS», «half»."""
    words = [verbs(offer.act.verb())[0]]
    if not offer.dials and sum(type(other.act) is type(offer.act) for other in among) == 1:
        return words[0]
    for field, value in _parts(offer).items():
        if field == "cents" and not offer.dials:
            continue  # it is the whole amount, and may be left out
        if field == "cents" and field in offer.dials:
            words.append(_("EUROS"))
        elif field in offer.dials:
            words.append(_("BET") if field == "bet" else field.upper())
        else:
            words.append(money(value) if field == "cents" and isinstance(value, int) else str(value))
    return " ".join(words)


def typed(act: Deed) -> str:
    """An act as the player would type it: «bet rojo 5»."""
    parts = [(field, getattr(act, field)) for field in act.__struct_fields__ if field != "by"]
    words = [_amount(value) if field == "cents" else str(value) for field, value in parts]
    return " ".join([verbs(act.verb())[0], *words])


def _amount(cents: int) -> str:
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def listing(offers: Sequence[Offer]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Everything that may be done: how to type it and its clause; under it, on what and from what to what."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for offer in offers:
        how = how_to_type(offer, offers)
        step = _step(offer)
        if step:
            how = _("{act}, in steps of {step}").format(act=how, step=step)
        about = ", ".join(bet_name(value) for value in _parts(offer).values() if isinstance(value, str))
        if not offer.dials and about:
            how = f"{how}: {about}"
        rows = groups.setdefault(with_clauses(how, [offer.clause]), [])
        if offer.dials:
            rows.append((what_may_stand(offer), limits(offer)))
    return list(groups.items())


def what_may_stand(offer: Offer) -> str:
    """What the lists of an offer have on them, in short."""
    return "; ".join(_listed(values) for values in _lists(offer))


def limits(offer: Offer) -> str:
    """The least and the most of the amount that an offer takes."""
    field, dial = _range(offer)
    return f"{_shown(field, dial.least)} – {_shown(field, dial.most)}" if dial else ""


def _step(offer: Offer) -> str:
    field, dial = _range(offer)
    return _shown(field, dial.step) if dial else ""


def _range(offer: Offer) -> tuple[str, Range | None]:
    return next(((field, dial) for field, dial in offer.dials.items() if isinstance(dial, Range)), ("", None))


def _shown(field: str, amount: int) -> str:
    return money(amount) if field == "cents" else str(amount)


def _listed(values: Sequence[str]) -> str:
    shown = [
        value if folded(bet_name(value)) == value or parts_of(value).place else f"{value} ({bet_name(value)})"
        for value in values
    ]
    if len(values) <= 8:
        return ", ".join(shown)
    return _("{first} … {last} ({count})").format(
        first=", ".join(shown[:3]), last=shown[-1], count=len(values)
    )
