"""Documents of Lototrot's odds: the chances of a forecast, the expected prize, simulated seasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from novamas.documents import Block, Document, Heading, Paragraph, Rows
from novamas.pools.lototrot.odds import Chances, Expectation, Number
from novamas.pools.lototrot.settlement import Settlement
from novamas.pools.lototrot.setup import CATEGORIES
from novamas.pools.lototrot.tickets import Forecast
from novamas.words.voice import Voice


def _columns(voice: Voice, *names: str) -> tuple[str, ...]:
    return tuple(voice.text(f"pools.{name}") for name in names)


def chances_document(
    forecast: Forecast, chances: Chances, expected: Expectation | None, voice: Voice
) -> Document:
    """Return the chances of a forecast in each category and, with a pool, its expected prize."""
    return Document(
        language=voice.language,
        title=voice.say("pools.chances_title", forecast=str(forecast)),
        about=voice.say("pools.chances_about", columns=forecast.columns),
        blocks=tuple(_chances(chances, voice)) + (tuple(_expectation(expected, voice)) if expected else ()),
        foot=voice.text("pools.chances_foot"),
    )


def _chances(chances: Chances, voice: Voice) -> Iterator[Block]:
    rows = [
        (voice.value(category), _percent(best, voice), _one_in(best, voice), voice.decimal(columns, 6))
        for category, best, columns in zip(CATEGORIES, chances.best, chances.columns, strict=True)
    ]
    nothing = voice.text("pools.no_category")
    rows.append((nothing, _percent(chances.nothing, voice), _one_in(chances.nothing, voice), "–"))
    titles = _columns(voice, "category", "best_chance", "one_in", "columns_expected")
    yield Rows(titles, tuple(rows), figures=(1, 2, 3))


def _percent(share: Fraction, voice: Voice) -> str:
    return voice.percent(share, 6)


def _one_in(share: Fraction, voice: Voice) -> str:
    """Return the mean number of attempts until the first success."""
    if not share:
        return "–"
    times = 1 / share
    return voice.number(round(times)) if times >= 100 else voice.decimal(times, 2)


def _expectation(found: Expectation, voice: Voice) -> Iterator[Block]:
    yield Heading(voice.text("pools.expectation"))
    rows = [(voice.value(category), _euros(cents, voice)) for category, cents in found.by_category.items()]
    rows.append((voice.text("pools.sum"), _euros(found.cents, voice)))
    yield Rows(_columns(voice, "category", "expected"), tuple(rows), figures=(1,))
    returned = voice.percent(Fraction(found.returned), 3)
    fair = voice.money(round(max(found.fair_carry, 0)))
    yield Paragraph(voice.say("pools.expectation_told", price=found.price, returned=returned, fair=fair))


def _euros(cents: Number, voice: Voice) -> str:
    return f"{voice.decimal(Fraction(cents) / 100, 6)} €"


def season_document(days: Sequence[Settlement], seed: int, voice: Voice) -> Document:
    """Return a simulated season day by day: winners, prizes, and the 7/7 fund."""
    rows = tuple(
        (
            one.day.isoformat(),
            *(f"{voice.number(prize.winners)} × {voice.money(prize.cents)}" for prize in one.prizes),
            voice.money(one.left.seven),
        )
        for one in days
    )
    titles = (
        voice.text("pools.day"),
        *(voice.value(category) for category in CATEGORIES),
        voice.text("pools.accumulated"),
    )
    totals = (
        ("pools.takings", sum(one.takings for one in days)),
        ("pools.to_prizes", sum(one.paid_out for one in days)),
        ("pools.to_organiser", sum(one.organiser for one in days)),
        ("pools.left_seven", days[-1].left.seven),
        ("pools.left_reserve", days[-1].left.reserve),
    )
    blocks = (
        Rows(titles, rows, figures=tuple(range(1, len(titles)))),
        Heading(voice.text("pools.in_all")),
        Rows(
            _columns(voice, "account", "amount"),
            tuple((voice.text(name), voice.money(cents)) for name, cents in totals),
            figures=(1,),
        ),
    )
    won = sum(1 for one in days if one.prizes[0].winners)
    about = voice.say("pools.season_about", days=len(days), won=won, seed=seed)
    title, foot = voice.text("pools.season_title"), voice.text("pools.season_foot")
    return Document(voice.language, title, about, blocks, foot)
