"""Sessions exported like those of a pit: one row per bet, with its round's result, cards and acts."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.house.audit.sessions import Played, PlayedRound

from novamas.house.audit.rows import COLUMNS
from novamas.table.deeds import Act, Call, Drawn
from novamas.table.events import Came
from novamas.table.notation import write
from novamas.table.phases import Incident
from novamas.table.results import Pocket

ExportedRow = dict[str, str]


def euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def rows_of(played: Played) -> Iterator[ExportedRow]:
    """Yield the rows of every round, with the bets on the cloth when betting closed."""
    shoe, agreed, agreed_at = 0, dict[int, bool](), dict[tuple[int, int], bool]()
    for number, round in enumerate(played.rounds):
        shoe += any(each.deed.verb() in ("shuffle", "place_cut_card") for each in round.deeds)
        for each in round.deeds:
            if each.deed.verb() == "consent" and isinstance(each.deed.by, int):
                agreed[each.deed.by] = each.deed.yes  # type: ignore[attr-defined]
                agreed_at = {key: yes for key, yes in agreed_at.items() if key[0] != each.deed.by}
            if each.deed.verb() == "consent_at" and isinstance(each.deed.by, int):
                agreed_at[each.deed.by, each.deed.place] = each.deed.yes  # type: ignore[attr-defined]
        consents = [f"s{seat} consent {'yes' if yes else 'no'}" for seat, yes in agreed.items()]
        places = {key for key, yes in agreed_at.items() if yes and not agreed.get(key[0])}
        yield from _rows(number, round, shoe, consents, places)


def _rows(
    number: int, round: PlayedRound, shoe: int, consents: list[str], places: set[tuple[int, int]]
) -> Iterator[ExportedRow]:
    closing = max(nth for nth, each in enumerate(round.deeds) if each.deed.verb() == "no_va_mas")
    laid = [each.deed for each in round.deeds if each.deed.verb() == "bet"]
    order = [(deed.by, getattr(deed, "bet", "")) for deed in laid]
    lay = {(seat, bet): cents for seat, bet, cents in round.deeds[closing].before.felt.chips}
    lay = {key: lay[key] for key in dict.fromkeys((*order, *lay)) if key in lay}
    back = {(seat, bet): returned for seat, bet, returned in round.claimed.paid or ()}
    came = [event for each in round.deeds for event in each.events if isinstance(event, Came)]
    results = [one.result.label for one in came if isinstance(one.result, Pocket)]
    draws, acts, happened = 0, list[str](), list[str]()
    for nth, each in enumerate(round.deeds):
        draws += isinstance(each.deed, Drawn)
        if isinstance(each.deed, Incident):
            acts.append(f"{write(each.deed)} @{draws}")
            happened.append(f"{write(each.deed).partition(' ')[2]} @{draws}")
        elif nth > closing and isinstance(each.deed, Act) and not isinstance(each.deed, Call):
            acts.append(write(each.deed))
    if len(acts) == len(happened):
        acts = []
    else:
        happened = []
    first = {bet: seat for seat, bet in reversed(lay)}  # the player of a hand's first bet, who controls it
    shared = {bet for seat, bet in lay if first[bet] != seat}
    agreed = [
        f"s{seat} consent_at {at} yes"
        for seat, at in sorted(places)
        if first.get(bet := f"mano:{at}") == seat and bet in shared
    ]
    acts = [*consents, *agreed, *acts]
    said: ExportedRow = {
        "result": results[-1] if results else "",
        "cards": " ".join(round.claimed.laid or ()),
        "acts": "; ".join(acts),
        "irregularity": "; ".join(happened),
        "shoe": str(shoe or ""),
        "croupier": round.claimed.croupier,
        "table": "7",
        "time": f"2026-11-16T20:{number // 60 % 60:02}:{number % 60:02}",
    }
    bets = list(dict.fromkeys((*lay, *back)))
    for nth, (seat, bet) in enumerate(bets or [(0, "")]):
        told = said if nth == 0 else {name: said[name] for name in ("croupier", "table", "shoe")}
        row = {"round": str(number + 1), **told, "seat": str(seat or ""), "bet": bet}
        row["stake"] = euros(lay.get((seat, bet), 0)) if bet else ""
        row["returned"] = euros(back.get((seat, bet), 0)) if bet else ""
        yield row


def put_csv(rows: Sequence[ExportedRow], path: Path, delimiter: str = ",") -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter=delimiter, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def put_parquet(rows: Sequence[ExportedRow], path: Path) -> Path:
    import pyarrow
    from pyarrow import parquet

    columns = {name: [row.get(name, "") for row in rows] for name in COLUMNS}
    parquet.write_table(pyarrow.table(columns), path)
    return path
