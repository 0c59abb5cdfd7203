"""Texts of the pools, in the reader's language: tickets, vouchers, settlements and reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

from novamas.documents import Block, Document, Heading, Paragraph, Rows
from novamas.documents.slips import Slip
from novamas.money import Cents
from novamas.pools.lototrot.reports import Accounts, DayReport
from novamas.pools.lototrot.settlement import Settlement
from novamas.pools.lototrot.tickets import Ticket
from novamas.pools.promotrot.analysis import Play
from novamas.pools.promotrot.faces import Face
from novamas.pools.promotrot.issues import Issue
from novamas.pools.promotrot.joint import JointVoucher
from novamas.pools.promotrot.reports import Standing
from novamas.pools.promotrot.vouchers import Voucher
from novamas.pools.steps import Step
from novamas.store import Verified
from novamas.words.voice import Voice

SHOWN_HASH = 16  # digits of a hash for people to compare
SIDE = 3  # cells in a row of a ticket


def _columns(voice: Voice, *names: str) -> tuple[str, ...]:
    return tuple(voice.text(f"pools.{name}") for name in names)


# ---------------------------------------------------------------- slips


def ticket_slip(ticket: Ticket, voice: Voice, won: Cents | None = None) -> Slip:
    """Return a Lototrot ticket with all elements that make it valid, and its prize after settlement."""
    lines = [
        (voice.text("pools.day"), voice.day(ticket.day)),
        (voice.text("pools.racecourse"), ", ".join(ticket.racecourses)),
        (voice.text("pools.outlet"), ticket.outlet),
        (voice.text("pools.races"), str(len(ticket.races))),
    ]
    for race, marked in zip(ticket.races, ticket.forecast.split("/"), strict=True):
        where = voice.say("pools.race", order=race.order, racecourse=race.racecourse, number=race.number)
        lines.append((where, marked.replace(",", ", ")))
    lines.append((voice.text("pools.form"), voice.value(ticket.form)))
    lines.append((voice.text("pools.amount"), voice.money(ticket.cents)))
    if won is not None:
        lines.append((voice.text("pools.prize"), voice.money(won)))
    return Slip(
        language=voice.language,
        title=voice.game_name(ticket.game).upper(),
        about=voice.text("pools.ticket_about"),
        lines=tuple(lines),
        code=ticket.code,
        foot=voice.text("pools.ticket_foot"),
    )


def voucher_slip(voucher: Voucher, code: str, last: date, voice: Voice) -> Slip:
    """Return the voucher of a Promotrot prize."""
    lines = [
        (voice.text("pools.date"), voice.day(voucher.on)),
        (voice.text("pools.establishment"), voucher.establishment),
        (voice.text("pools.outlet"), voucher.outlet),
        (voice.text("pools.issue"), voucher.issue),
        (voice.text("pools.ticket_number"), voice.number(voucher.ticket)),
        (voice.text("pools.prize"), voucher.prize),
    ]
    if voucher.is_in_kind:
        lines.append((voice.text("pools.thing"), voucher.thing))
        lines.append((voice.text("pools.equivalent"), voice.money(voucher.cents)))
    else:
        lines.append((voice.text("pools.amount"), voice.money(voucher.cents)))
    lines.append((voice.text("pools.until"), voice.day(last)))
    return Slip(
        language=voice.language,
        title=voice.game_name("promotrot").upper(),
        about=voice.text("pools.voucher_about"),
        lines=tuple(lines),
        code=code,
        foot=voice.text("pools.voucher_foot"),
    )


def joint_slip(joint: JointVoucher, voice: Voice) -> Slip:
    """Return the joint voucher of several Promotrot prizes: each with its ticket, and their sum."""
    first = joint.vouchers[0]
    lines = [
        (voice.text("pools.date"), voice.day(first.on)),
        (voice.text("pools.establishment"), first.establishment),
        (voice.text("pools.outlet"), first.outlet),
        (voice.text("pools.issue"), first.issue),
    ]
    for one in joint.vouchers:
        lines.append((voice.text("pools.ticket_number"), voice.number(one.ticket)))
        lines.append((one.prize, voice.money(one.cents)))
    lines.append((voice.text("pools.sum"), voice.money(joint.cents)))
    lines.append((voice.text("pools.until"), voice.day(joint.last_day)))
    return Slip(
        language=voice.language,
        title=voice.game_name("promotrot").upper(),
        about=voice.text("pools.voucher_about"),
        lines=tuple(lines),
        code=joint.code,
        foot=voice.text("pools.voucher_foot"),
    )


# ---------------------------------------------------------------- Lototrot


def settlement_document(found: Settlement, voice: Voice) -> Document:
    """Return the settlement of a day: each step with its clause and its figures."""
    return Document(
        language=voice.language,
        title=voice.say("pools.settlement", day=found.day),
        about=voice.say("pools.settlement_about", cents=found.takings, paid=found.paid_out),
        blocks=tuple(_settlement(found, voice)),
        foot=voice.text("pools.settlement_foot"),
    )


def step_text(step: Step, voice: Voice) -> str:
    """Return the text of one step of a settlement."""
    return voice.say(f"steps.{step.code}", **step.figures)


def _settlement(found: Settlement, voice: Voice) -> Iterator[Block]:
    yield Heading(voice.text("pools.steps"))
    steps = tuple((step_text(step, voice), step.clause) for step in found.steps)
    yield Rows(_columns(voice, "step", "clause"), steps)
    yield from _prizes(found, voice)
    yield Heading(voice.text("pools.where_it_went"))
    money = (
        ("pools.takings", found.takings),
        ("pools.brought_seven", found.brought.seven),
        ("pools.brought_reserve", found.brought.reserve),
        ("pools.to_prizes", -found.paid_out),
        ("pools.to_organiser", -found.organiser),
        ("pools.left_seven", -found.left.seven),
        ("pools.left_reserve", -found.left.reserve),
    )
    rows = [(voice.text(name), voice.gain(cents)) for name, cents in money]
    rows.append((voice.text("pools.sum"), voice.money(sum(cents for _, cents in money))))
    yield Rows(_columns(voice, "account", "amount"), tuple(rows), figures=(1,))


def _prizes(found: Settlement, voice: Voice) -> Iterator[Block]:
    yield Heading(voice.text("pools.prizes"))
    rows = tuple(
        (
            voice.value(prize.category),
            voice.number(prize.winners),
            voice.money(prize.cents) if prize.winners else "–",
            voice.money(prize.total),
        )
        for prize in found.prizes
    )
    yield Rows(_columns(voice, "category", "winners", "each", "in_all"), rows, figures=(1, 2, 3))


def day_document(report: DayReport, voice: Voice) -> Document:
    """Return the report of a Lototrot day."""
    share = voice.percent(Fraction(report.prize_share), 2)
    return Document(
        language=voice.language,
        title=voice.say("pools.day_title", day=report.day),
        about=voice.say(
            "pools.day_about", state=voice.text(f"pools.{report.state}"), price=report.price, share=share
        ),
        blocks=tuple(_day_blocks(report, voice)),
        foot=voice.text("pools.settlement_foot"),
    )


def _day_blocks(report: DayReport, voice: Voice) -> Iterator[Block]:
    yield Heading(voice.text("pools.sold"))
    sold = tuple(
        (outlet, voice.number(each.tickets), voice.money(each.cents)) for outlet, each in report.sold.items()
    )
    tickets = sum(each.tickets for each in report.sold.values())
    cents = sum(each.cents for each in report.sold.values())
    sold += ((voice.text("pools.sum"), voice.number(tickets), voice.money(cents)),)
    yield Rows(_columns(voice, "outlet", "tickets", "amount"), sold, figures=(1, 2))
    if report.closed and report.closed.late:
        late = voice.say("pools.late", tickets=len(report.closed.late), cents=report.closed.refunds)
        yield Paragraph(late)
    for race, numbers in report.withdrawn.items():
        yield Paragraph(voice.say("pools.withdrawn", race=race, numbers=tuple(map(str, numbers))))
    if report.results:
        yield Heading(voice.text("pools.results"))
        how = {
            draw.race: voice.say("pools.drawn", controller=draw.controller, seed=draw.seed)
            for draw in report.draws
        }
        rows = tuple(
            (
                str(result.race),
                ", ".join(map(str, result.winners)),
                how.get(result.race, voice.text("pools.stewards")),
            )
            for result in report.results
        )
        yield Rows(_columns(voice, "race_number", "winner", "how"), rows, figures=(0,))
    if report.settlement:
        yield from _prizes(report.settlement, voice)
    yield from _claims(report, voice)


def _claims(report: DayReport, voice: Voice) -> Iterator[Block]:
    """Yield the prizes that are still unpaid, and the dates of payment."""
    if report.first_day and report.last_day:
        between = voice.say("pools.paid_between", first=report.first_day, last=report.last_day)
        yield Paragraph(between)
    waiting = (
        ("pools.unclaimed", report.waiting),
        ("pools.deposits", report.deposits),
        ("pools.lapsed", report.lapsed),
        ("pools.refunds", report.refunds),
    )
    rows = tuple((voice.text(name), voice.money(cents)) for name, cents in waiting if cents)
    if rows:
        yield Rows(_columns(voice, "account", "amount"), rows, figures=(1,))


def accounts_document(found: Accounts, voice: Voice) -> Document:
    """Return the balances that are carried from day to day, and the state of each day."""
    money = (("seven", found.seven), ("reserve", found.reserve), ("organiser", found.organiser))
    rows = tuple((voice.text(f"pools.account_{name}"), voice.money(cents)) for name, cents in money)
    days = tuple((voice.day(day), voice.text(f"pools.{state}")) for day, state in found.days)
    blocks: list[Block] = [Rows(_columns(voice, "account", "amount"), rows, figures=(1,))]
    blocks += [Heading(voice.text("pools.days")), Rows(_columns(voice, "day", "state"), days)] if days else []
    title = voice.game_name("lototrot").capitalize()
    foot = voice.text("pools.settlement_foot")
    return Document(voice.language, title, voice.text("pools.accounts_about"), tuple(blocks), foot)


# ---------------------------------------------------------------- Promotrot


def standing_document(found: Standing, voice: Voice) -> Document:
    """Return the report of a Promotrot issue."""
    counts = (
        (voice.text("pools.issue_tickets"), voice.number(found.tickets)),
        (voice.text("pools.tickets_sold"), voice.number(found.sold)),
        (voice.text("pools.played"), voice.number(found.played)),
    )
    money = (
        ("takings", found.takings),
        ("awarded", found.awarded),
        ("paid", found.paid),
        ("in_things", found.in_things),
        ("lapsed", found.lapsed),
        ("owed", found.owed),
        ("laid_out", found.laid_out),
        ("to_organiser", found.organiser),
    )
    rows = counts + tuple((voice.text(f"pools.{name}"), voice.money(cents)) for name, cents in money)
    if found.returned is not None:
        rows += ((voice.text("pools.returned"), voice.percent(found.returned, 2)),)
    won = tuple((prize, voice.number(times)) for prize, times in found.won.items())
    seed = voice.say("pools.seed", seed=found.seed) if found.seed else voice.text("pools.seed_later")
    blocks: list[Block] = [Rows(_columns(voice, "figure", "value"), rows, figures=(1,))]
    if won:
        blocks += [Heading(voice.text("pools.prizes")), Rows(_columns(voice, "prize", "times"), won, (1,))]
    return Document(
        language=voice.language,
        title=f"{found.name} ({found.issue})",
        about=voice.say("pools.commitment", commitment=found.commitment),
        blocks=tuple(blocks),
        foot=seed,
    )


def issue_document(issue: Issue, odds: Play, voice: Voice) -> Document:
    """Return the odds of a ticket in an issue, and the prize table of the issue."""
    figures = (
        (voice.text("pools.issue_tickets"), voice.number(issue.tickets)),
        (voice.text("pools.price"), voice.money(issue.price)),
        (voice.text("pools.returns"), f"{voice.percent(odds.returned, 4)} ({odds.returned})"),
        (voice.text("pools.hit"), voice.percent(odds.hit, 4)),
        (voice.text("pools.deviation"), voice.money(round(odds.deviation))),
    )
    prizes = tuple(
        (
            prize.name,
            prize.thing or voice.text("pools.cash"),
            voice.money(prize.cents),
            voice.number(prize.times),
            voice.percent(Fraction(prize.times, issue.ways), 4),
        )
        for prize in issue.prizes
    )
    blocks = (
        Rows(_columns(voice, "figure", "value"), figures, figures=(1,)),
        Heading(voice.text("pools.prizes")),
        Rows(_columns(voice, "prize", "nature", "amount", "times", "chance"), prizes, figures=(2, 3, 4)),
    )
    about = voice.value(issue.kind).capitalize()
    return Document(voice.language, f"{issue.name} ({issue.code})", about, blocks, voice.text("pools.exact"))


def played_text(face: Face, act: int, voice: Voice) -> Iterator[str]:
    """Yield the lines that show a played ticket."""
    if not face.cells:
        yield voice.say("pools.horse_came_in", number=act, place=face.comes_in)
        return
    yield from cells_text(face.cells, voice)


def cells_text(cells: Sequence[str | None], voice: Voice) -> Iterator[str]:
    """Yield the cells of a ticket row by row: marks of uncovered cells, numbers of the others."""
    marks = [
        f"[{cell}]" if mark is None else voice.text(f"marks.{mark}") for cell, mark in enumerate(cells, 1)
    ]
    wide = max(map(len, marks)) + 2
    for row in range(0, len(marks), SIDE):
        yield "".join(mark.ljust(wide) for mark in marks[row : row + SIDE]).rstrip()


# ---------------------------------------------------------------- the books


def balances_document(accounts: Mapping[str, Cents], tills: Mapping[str, Cents], voice: Voice) -> Document:
    """Return the balance of each account, and the cash of each outlet and of the office."""
    blocks = (
        Rows(_columns(voice, "account", "amount"), _money(accounts, voice), figures=(1,)),
        Heading(voice.text("pools.tills")),
        Rows(_columns(voice, "book", "amount"), _money(tills, voice), figures=(1,)),
    )
    about, foot = voice.text("pools.balances_about"), voice.text("pools.balances_foot")
    return Document(voice.language, voice.text("pools.balances"), about, blocks, foot)


def _money(amounts: Mapping[str, Cents], voice: Voice) -> tuple[tuple[str, str], ...]:
    return tuple((name, voice.money(cents)) for name, cents in amounts.items())


def verified_document(found: Verified, place: str, voice: Voice) -> Document:
    """Return the result of a successful verification of the books."""
    heads = tuple(
        (book, voice.number(head.number), head.hash[:SHOWN_HASH]) for book, head in found.heads.items()
    )
    blocks: tuple[Block, ...] = (
        Paragraph(
            voice.say(
                "pools.verified",
                entries=found.entries,
                transfers=found.transfers,
                anchors=found.anchors,
            )
        ),
        Rows(_columns(voice, "book", "entries", "head"), heads, figures=(1,)),
        Rows(_columns(voice, "account", "amount"), _money(found.balances, voice), figures=(1,)),
    )
    foot = voice.text("pools.verified_foot")
    return Document(voice.language, voice.text("pools.books_hold"), place, blocks, foot)
