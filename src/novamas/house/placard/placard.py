"""The content of a placard: limits, payouts, charges, and the rules for the house's hands.

Every figure comes from the table itself: its set-up, the payouts in its layout, and its offers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

from msgspec import Struct

from novamas.equipment.chance import Seeded
from novamas.house.sitting import Sitting
from novamas.law import Fault
from novamas.law.displays import ordered
from novamas.law.texts import Language
from novamas.table.game import Table
from novamas.table.layout import Spot
from novamas.table.offers import OneOf, Range
from novamas.words import Voice
from novamas.words.house_way import house_way, numbered
from novamas.words.problems import cited
from novamas.words.voice import capital

DEEDS = 12  # deeds within which every table offers its first bets
HEADLINES = ("minimum", "maximum")
STAKES = (  # other amounts, shown if they are not zero
    *("ante", "small_blind", "big_blind", "buy_in", "jackpot_stake", "seguro"),
    *("carrousel", "carrousel_start", "progresivo", "progresivo_start"),
)
SPANS = {"resto": ("least_resto", "most_resto"), "more": ("least_more", "most_more")}
POOLS = ("carrousel", "progresivo")


class Line(Struct, frozen=True):
    """A named figure. `within` means that the line belongs under the line before it."""

    what: str
    figure: str
    limits: str = ""
    within: bool = False


class Part(Struct, frozen=True):
    """Figures or sentences that share one title."""

    title: str
    lines: tuple[Line, ...] = ()
    sentences: tuple[str, ...] = ()


class Placard(Struct, frozen=True):
    """A placard, with all texts in the language of its readers."""

    language: Language
    title: str
    under: str
    headlines: tuple[Line, ...]
    parts: tuple[Part, ...]
    ordered: str
    clauses: str
    pending: str = ""  # note that the placard depends on an authorisation


def placard_of(table: Table, voice: Voice, pending: Iterable[Fault] = ()) -> Placard:
    """Return the placard of a table.

    If any of it depends on an authorisation, the placard says so.
    """
    voice = voice.under(table.frame)
    frame = table.frame
    title = voice.fill(frame.law.norm(frame.norm).title, {})
    orders = ordered(frame, table.chosen)
    things = [cited(voice.text(f"placard.ordered_{what}"), cite) for what, cite in orders.items()]
    return Placard(
        language=voice.language,
        title=capital(voice.game_name(table.game.slug)),
        under=voice.say("placard.under", region=frame.jurisdiction, title=title),
        headlines=tuple(_headlines(table, voice)),
        parts=tuple(part for part in _parts(table, voice) if part.lines or part.sentences),
        ordered=voice.say("placard.ordered", things="; ".join(things)) if things else "",
        clauses=voice.say("placard.clauses", clauses=_clauses(table)),
        pending=_pending(pending, voice),
    )


def _pending(faults: Iterable[Fault], voice: Voice) -> str:
    cite = list(dict.fromkeys(fault.clause for fault in faults if fault.clause))
    return cited(voice.text("placard.pending"), cite) if cite else ""


# ---------------------------------------------------------------- limits


def _headlines(table: Table, voice: Voice) -> Iterator[Line]:
    """Yield the table's minimum and maximum bet."""
    for name in HEADLINES:
        if name in table.chosen:
            cents = table.chosen[name]
            is_bound = cents and (name == "minimum" or _caps(table))
            figure = voice.money(cents) if is_bound else voice.text("placard.no_maximum")
            yield Line(voice.text(f"placard.{name}"), figure)


def _caps(table: Table) -> bool:
    """Return whether a bet is limited by the table's maximum. At pot limit it is not."""
    limit = getattr(table.opening.felt, "limit", None)
    return bool(getattr(limit, "caps", True))


def _limits(table: Table, voice: Voice) -> Iterator[Line]:
    """Yield the further amounts that limit a bet or a player."""
    chosen = table.chosen
    kinds = {spot.kind for spot in _spots(table)} - differing_limits(table).keys()
    for name, cents in chosen.items():
        bound, _, kind = name.partition("_")
        if bound in HEADLINES and kind in kinds and cents:
            yield Line(voice.say(f"placard.{bound}_of", bet=kind), voice.money(cents))
    if "limit" in chosen:
        yield Line(voice.text("placard.limit"), voice.value(chosen["limit"]))
    for name in STAKES:
        if chosen.get(name) and chosen.get(name.removesuffix("_start"), True) and _is_offered(name, chosen):
            yield Line(voice.text(f"placard.{name}"), voice.money(chosen[name]))
    for name, (least, most) in SPANS.items():
        if most in chosen:
            figure = voice.say("placard.span", least=chosen[least], most=chosen[most])
            yield Line(voice.text(f"placard.{name}"), figure)
    if "authorised_minimum" in chosen and "authorised_maximum" in chosen:
        least, most = chosen["authorised_minimum"], chosen["authorised_maximum"]
        key = "placard.span" if most else "placard.from"
        yield Line(voice.text("placard.band"), voice.say(key, least=least, most=most))
    if chosen.get("game_hands"):
        hands = voice.say("placard.length_how", hands=chosen["game_hands"])
        yield Line(voice.text("placard.length"), hands)


def _is_offered(name: str, chosen: Mapping[str, Any]) -> bool:
    """Return whether a stake is in use. The stakes of a jackpot are not if the table has none."""
    return bool(chosen.get("jackpot", True)) if name.startswith("jackpot") else True


def bet_limits(table: Table) -> dict[str, tuple[int, int]]:
    """Return the lowest and the highest stake for each kind of bet, as the table first offers it."""
    kinds = {spot.name: spot.kind for spot in _spots(table)}
    sitting = Sitting(table, Seeded(1))
    found: dict[str, tuple[int, int]] = {}
    for _ in range(DEEDS):
        for offer in sitting.offers(1):
            bets, cents = offer.dials.get("bet"), offer.dials.get("cents")
            if offer.act.verb() == "bet" and isinstance(bets, OneOf) and isinstance(cents, Range):
                found |= {
                    kinds[bet]: (cents.least, cents.most) for bet in map(str, bets.values) if bet in kinds
                }
        deed = sitting.next_deed()
        if found or deed is None:
            break
        sitting.do(deed)
    return found


def differing_limits(table: Table) -> dict[str, tuple[int, int]]:
    """Return the limits for each kind of bet. Return nothing if all kinds have the same limits."""
    limits = bet_limits(table)
    return limits if len(set(limits.values())) > 1 else {}


# ---------------------------------------------------------------- payments


def _parts(table: Table, voice: Voice) -> Iterator[Part]:
    yield Part(voice.text("placard.limits"), tuple(_limits(table, voice)))
    yield from _payments(table, voice)
    yield from _pools(table, voice)
    yield from _charges(table, voice)
    rules = house_way(table, voice)
    yield Part(voice.text("placard.house_way"), sentences=tuple(numbered(rules)))


def _spots(table: Table) -> tuple[Spot, ...]:
    return table.game.layout(table.opening).spots


def _payments(table: Table, voice: Voice) -> Iterator[Part]:
    """Yield the payouts of each kind of bet. A bet that pays by combination has its own part."""
    kinds = {spot.kind: spot for spot in reversed(_spots(table))}
    shown = [spot for spot in reversed(kinds.values()) if _is_shown(spot, table)]
    limits = differing_limits(table)
    plain = [line for spot in shown if spot.pays is not None for line in _paid(spot, limits, voice)]
    yield Part(voice.text("placard.paytable"), tuple(plain))
    by_table = [spot for spot in shown if spot.pays is None]
    for prizes, spots in groupby(by_table, key=lambda spot: spot.prizes):
        names = [spot.kind for spot in spots]
        lines = tuple(Line(_combination(one.combination, voice), _rate(one.pays, voice)) for one in prizes)
        yield Part(_title(names, table, voice), lines)


def _is_shown(spot: Spot, table: Table) -> bool:
    """Return whether the placard shows a bet.

    The bet must have a payout. The house's own bets exist only where players bank.
    """
    is_open = spot.kind != "casa" or bool(table.chosen.get("player_bank"))
    return is_open and (spot.pays is not None or bool(spot.prizes))


def _paid(spot: Spot, limits: Mapping[str, tuple[int, int]], voice: Voice) -> Iterator[Line]:
    assert spot.pays is not None
    between = ""
    if spot.kind in limits:
        least, most = limits[spot.kind]
        between = voice.say("placard.between", least=least, most=most)
    yield Line(capital(voice.bet(spot.kind)), _rate(spot.pays, voice), between)
    for prize in spot.prizes:
        yield Line(_combination(prize.combination, voice), _rate(prize.pays, voice), within=True)


def _title(kinds: list[str], table: Table, voice: Voice) -> str:
    """Return the title of a paytable: its bets, and the chosen paytable if there are several."""
    if kinds == ["pareja_plus"]:
        return voice.say("placard.pareja_plus", table=table.chosen["pareja_plus"])
    if kinds == ["jackpot"]:
        return voice.text("placard.jackpot")
    return capital(", ".join(voice.bet(kind) for kind in kinds))


def _combination(name: str, voice: Voice) -> str:
    return capital(voice.named("combinations", name))


def _rate(pays: Fraction, voice: Voice) -> str:
    return voice.say("placard.pays", win=voice.number(pays.numerator), stake=pays.denominator)


def _pools(table: Table, voice: Voice) -> Iterator[Part]:
    """Yield the prizes that grow with each hand."""
    pools: Any = table.frame.figures.get("pools", {})
    for name in POOLS:
        if table.chosen.get(name) and name in pools:
            part = _percent(Fraction(pools[name]["part_of_it"]), voice)
            sentence = voice.say("placard.pool_how", part=part)
            yield Part(voice.text(f"placard.pool_{name}"), sentences=(sentence,))


def _charges(table: Table, voice: Voice) -> Iterator[Part]:
    """Yield the house's shares of winnings or pots."""
    chosen = table.chosen
    if "commission" in chosen:
        line = Line(voice.text("placard.of_winnings"), _percent(chosen["commission"], voice))
        yield Part(voice.text("placard.commission"), (line,))
    share, _ = _deduction(table)
    if share:
        is_net = any(spot.pays == 1 - share for spot in _spots(table))
        line = Line(
            voice.text("placard.of_bank_net" if is_net else "placard.of_bank"), _percent(share, voice)
        )
        yield Part(voice.text("placard.commission"), (line,))
    if "charge" in chosen:
        by_pot = chosen["charge"] == "bote"
        rate = chosen["rake" if by_pot else "session_rate"]
        base = "of_pot" if by_pot else f"of_session_{chosen['session_base']}"
        line = Line(voice.text(f"placard.{base}"), _percent(rate, voice))
        yield Part(voice.text("placard.charge"), (line,))


def _deduction(table: Table) -> tuple[Fraction, tuple[str, ...]]:
    """Return the share that the house deducts from the bank's winnings, with the clauses for it."""
    rules = getattr(table.opening.felt, "rules", None)
    kept = getattr(type(rules), "deduction", None)
    return (kept.fget(rules), kept.fget.__law__) if kept is not None else (Fraction(0), ())


def _percent(share: Fraction, voice: Voice) -> str:
    """Return a share as a percentage. It has as many decimals as needed, but at most three."""
    digits = next((digits for digits in range(3) if (share * 100 * 10**digits).denominator == 1), 3)
    return voice.percent(share, digits)


def _clauses(table: Table) -> tuple[str, ...]:
    """Return the clauses behind the figures."""
    options = table.frame.options
    stated = [name for name in (*STAKES, "commission", "rake") if table.chosen.get(name)]
    named = [name for name in (*HEADLINES, *stated) if name in options and _is_offered(name, table.chosen)]
    paid = [spot.clauses[0] for spot in _spots(table) if _is_shown(spot, table)]
    _, taken = _deduction(table)
    return tuple(dict.fromkeys([*(options[name].cite[0] for name in named), *paid, *taken]))
