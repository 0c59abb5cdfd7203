"""The limits of an open table, and the new ones that the director may set between hands."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from novamas.families.circle.cloth import Cloth
from novamas.families.circle.figures import BandFigures, LimitFigures
from novamas.law import law
from novamas.table.offers import Range


def band_of(felt: Cloth) -> BandFigures:
    return felt.rules.frame.group("bands", BandFigures)


@law("AR10.10-2.VI.3.a.2", "IB09.12.VI.3.a.2")
def minima(felt: Cloth) -> Range | None:
    """Return the minimum bets that the director may set, or None."""
    rules, band, clause = felt.rules, band_of(felt), felt.course.limit_change
    lowest, highest = band.minima(rules.limit, rules.maximum, caps=felt.limit.caps)
    for_ante = rules.minimum_for_ante(band.ante_part)
    least = max(felt.premises.authorised_minimum, for_ante, *rules.blinds, ceil(lowest))
    return in_chips(felt, least, felt.most_minimum if highest is None else highest, clause)


def maxima(felt: Cloth) -> Range | None:
    """Return the maxima that the director may set, or None. They are authorised and within the band."""
    rules, band = felt.rules, band_of(felt)
    least, most = Fraction(rules.minimum), Fraction(felt.premises.authorised_maximum)
    if rules.limit in band.binding:
        least, most = rules.minimum / band.most_part, min(most, rules.minimum / band.least_part)
    return in_chips(felt, least, most, felt.course.limit_change)


def structures(felt: Cloth) -> tuple[str, ...]:
    """Return the other limit structures that the law allows for this game, minimum and maximum."""
    rules, band = felt.rules, band_of(felt)

    def fits(limit: str) -> bool:
        caps = rules.frame.group(f"limits.{limit}", LimitFigures).caps
        lowest, highest = band.minima(limit, rules.maximum, caps=caps)
        return lowest <= rules.minimum and (highest is None or rules.minimum <= highest)

    others = (limit for limit in rules.frame.options["limit"].one_of if limit != rules.limit)
    return tuple(str(limit) for limit in others if fits(str(limit)))


def in_chips(felt: Cloth, least: Fraction | int, most: Fraction | int, clause: str) -> Range | None:
    """Return the amounts in whole chips between two bounds, or None."""
    chip = felt.rules.chip
    lowest, highest = ceil(least / Fraction(chip)) * chip, floor(most / Fraction(chip)) * chip
    return Range(lowest, highest, chip, clause) if lowest <= highest else None
