"""The report of an audit as a page of HTML that stands alone: nothing is fetched from anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from novamas.house.auditing.report import Report
from novamas.house.auditing.statistics import Hold
from novamas.house.auditing.tally import Money
from novamas.house.auditing.written import hold_told, money_told
from novamas.words import Words
from novamas.words.auditing import departure_told, place_told

MOST_ROWS = 2_000  # departures on a page; more make it slow to read
STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6675; --paper: #fbfaf7; --card: #ffffff;
  --line: #ddd8cc; --felt: #0d6b4f; --bad: #a8201a; --good: #0d6b4f; --bar: #c9a227; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e6df; --soft: #a3adba; --paper: #14181d;
  --card: #1c222a; --line: #333c47; --felt: #58c79f; --bad: #ff8a80; --good: #58c79f; --bar: #d9b84a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; color: var(--felt); }
p { margin: .35rem 0; }
.files, .note { color: var(--soft); overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem;
  margin: 1.5rem 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem; }
.card b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.card span { color: var(--soft); font-size: .85rem; }
.bad b, .alarm { color: var(--bad); } .good b { color: var(--good); }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-weight: 600; font-size: .82rem; white-space: nowrap; }
td.n, th.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.where { color: var(--soft); font-size: .82rem; overflow-wrap: anywhere; }
.kind { font-weight: 600; }
.gauge { width: 18rem; max-width: 30vw; padding-top: .45rem; }
.meter { height: .5rem; background: var(--bar); border-radius: .25rem; min-width: 2px; }
svg { display: block; width: 100%; height: auto; margin: .5rem 0; }
@media print { .scroll { overflow: visible; } body { background: #fff; } }
"""


def page(found: Report, voice: Words) -> str:
    """The page in the language of a voice."""
    title = escape(voice.text("audit.title"))
    parts = [
        f'<!doctype html><html lang="{voice.language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{STYLE}</style></head><body><main><h1>{title}</h1>",
        *_files(found, voice),
        *_cards(found, voice),
        *_departures(found, voice),
        *_kinds(found, voice),
        *_money("by_croupier", "name", found.croupiers, voice),
        *_money("by_seat", "seat", {str(seat): money for seat, money in found.seats.items()}, voice),
        *_statistics(found, voice),
        "</main></body></html>\n",
    ]
    return "".join(parts)


def _files(found: Report, voice: Words) -> Iterator[str]:
    for each in found.files:
        code = "audit.file" if each.game else "audit.histories"
        told = voice.say(code, file=each.file, game=each.game, norm=each.norm)
        yield f'<p class="files">{escape(told)}</p>'


def _cards(found: Report, voice: Words) -> Iterator[str]:
    """The figures that are looked for first."""
    money = found.money
    yield '<div class="cards">'
    state = "good" if found.is_clean else "bad"
    yield _card(voice.number(found.total), voice.text("audit.departures"), state)
    yield _card(voice.money(money.at_stake), voice.text("audit.stake"), state)
    yield _card(voice.number(money.rounds), voice.text("audit.rounds"))
    yield _card(voice.money(money.staked), voice.text("audit.staked"))
    yield _card(voice.money(money.win), voice.text("audit.win"))
    yield "</div>"
    if found.is_clean:
        yield f"<p>{escape(voice.text('audit.clean'))}</p>"
    if found.undecided:
        yield f'<p class="note">{escape(voice.say("audit.undecided", count=found.undecided))}</p>'


def _card(figure: str, name: str, state: str = "") -> str:
    return f'<div class="card {state}"><b>{escape(figure)}</b><span>{escape(name)}</span></div>'


def _departures(found: Report, voice: Words) -> Iterator[str]:
    """Each departure: what, where, by which clause, for how much."""
    if not found.departures:
        return
    yield _heading(voice.say("audit.found", total=found.total).removesuffix("."))
    games = {each.file: each.game for each in found.files}
    rows = []
    for number, each in enumerate(found.departures[:MOST_ROWS], start=1):
        spoken = voice.at(games.get(each.file, ""))
        told = (
            f'<span class="kind">{escape(voice.named("departures", each.kind))}</span><br>'
            f"{escape(departure_told(each, spoken))}"
            f'<div class="where">{escape(place_told(each, spoken))}</div>'
        )
        rows.append((str(number), told, escape(voice.money(each.cents))))
    yield _table(("", voice.text("audit.kind"), voice.text("audit.stake")), rows, numbers=(0, 2))
    if found.total > len(rows):
        yield f'<p class="note">{escape(voice.say("audit.more", count=found.total - len(rows)))}</p>'


def _kinds(found: Report, voice: Words) -> Iterator[str]:
    """How many of each kind, with a bar."""
    if not found.kinds:
        return
    yield _heading(voice.text("audit.by_kind"))
    most = max(found.kinds.values())
    rows = [
        (
            escape(voice.named("departures", kind)),
            f'<div class="gauge"><div class="meter" style="width:{100 * count / most:.1f}%"></div></div>',
            voice.number(count),
            escape(voice.money(found.cents[kind])),
        )
        for kind, count in found.kinds.items()
    ]
    names = (voice.text("audit.kind"), "", voice.text("audit.number"), voice.text("audit.stake"))
    yield _table(names, rows, numbers=(2, 3))


def _money(title: str, whose: str, rows: Mapping[str, Money], voice: Words) -> Iterator[str]:
    """What each croupier or seat turned over, and what came of departures."""
    if not rows:
        return
    yield _heading(voice.text(f"audit.{title}"))
    columns = ("rounds", "staked", "win", "departures", "stake", "to_players", "to_house")
    told = [
        (
            escape(name),
            voice.number(money.rounds),
            *map(voice.money, (money.staked, money.win)),
            voice.number(money.departures),
            *map(voice.money, (money.at_stake, money.to_players, money.to_house)),
        )
        for name, money in rows.items()
    ]
    names = [voice.text(f"audit.{name}") for name in (whose, *columns)]
    yield _table(names, told, numbers=range(1, len(names)))


def _statistics(found: Report, voice: Words) -> Iterator[str]:
    """Money and hold, with a picture of the interval; then the tests."""
    yield _heading(voice.text("audit.money"))
    yield from (f"<p>{escape(line)}</p>" for line in money_told(found, voice))
    for file, hold in found.holds:
        yield from (f"<p>{escape(line)}</p>" for line in hold_told(file, hold, voice))
        yield _interval(hold, voice)
    if not found.tests:
        return
    yield _heading(voice.text("audit.tests"))
    columns = ("test", "table_name", "count", "value", "chance", "adjusted")
    rows = []
    for test in found.tests:
        code = "audit.hold_test" if test.code == "hold" else f"audit.{test.code}"
        mark = f'<span class="alarm">{escape(voice.text("audit.alarm"))}</span>' if test.is_alarm else ""
        chances = (voice.percent(Fraction(chance), 2) for chance in (test.chance, test.adjusted))
        figures = voice.number(test.count), voice.decimal(test.value, 2), *chances
        rows.append((escape(voice.text(code)), escape(test.table), *figures, mark))
    yield _table([*(voice.text(f"audit.{name}") for name in columns), ""], rows, numbers=(2, 3, 4, 5))
    if not any(test.is_alarm for test in found.tests):
        yield f"<p>{escape(voice.text('audit.no_alarms'))}</p>"
    yield f'<p class="note">{escape(voice.say("audit.holm", count=len(found.tests)))}</p>'


def _interval(hold: Hold, voice: Words) -> str:
    """The win on a line beside where it lies in 99 of 100 sessions."""
    least, most = hold.interval
    low, high = min(least, hold.win), max(most, hold.win)
    span = (high - low) or 1.0

    def at(cents: float) -> float:
        return 40 + 720 * (cents - low) / span

    colour = "var(--good)" if least <= hold.win <= most else "var(--bad)"
    marks = "".join(
        f'<text x="{at(cents):.1f}" y="58" text-anchor="middle" font-size="13" fill="var(--soft)">'
        f"{escape(voice.money(round(cents)))}</text>"
        for cents in (least, most)
    )
    return (
        '<svg viewBox="0 0 800 70" role="img">'
        f'<rect x="{at(least):.1f}" y="30" width="{at(most) - at(least):.1f}" height="8" rx="4" '
        'fill="var(--bar)" opacity=".55"/>'
        f'<line x1="{at(hold.expected):.1f}" x2="{at(hold.expected):.1f}" y1="26" y2="42" '
        'stroke="var(--soft)" stroke-width="2"/>'
        f'<circle cx="{at(hold.win):.1f}" cy="34" r="7" fill="{colour}"/>'
        f'<text x="{at(hold.win):.1f}" y="18" text-anchor="middle" font-size="14" fill="{colour}">'
        f"{escape(voice.money(hold.win))}</text>{marks}</svg>"
    )


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _table(names: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Iterable[int]) -> str:
    """A table; its cells are HTML already, the columns named in `numbers` keep to the right."""
    right = set(numbers)

    def cell(tag: str, nth: int, text: str) -> str:
        return f"<{tag}{' class=n' if nth in right else ''}>{text}</{tag}>"

    head = "".join(cell("th", nth, escape(name)) for nth, name in enumerate(names))
    body = "".join(
        "<tr>" + "".join(cell("td", nth, text) for nth, text in enumerate(row)) + "</tr>" for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
