"""Files of rounds as a pit or an electronic table exports them: CSV or Parquet, read as a stream.

There is one row for each bet. The rows of a round follow each other. `docs/audit.md` describes the
columns.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from io import BufferedReader
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, NoReturn

from novamas.errors import InvalidInput, quoted
from novamas.extras import optional_packages
from novamas.money import read_euros
from novamas.record.bounded_files import LONGEST_LINE

COLUMNS = (
    *("round", "time", "table", "croupier", "seat", "bet", "stake", "returned"),
    *("result", "cards", "acts", "irregularity", "shoe", "chip", "bought"),
)
NEEDED = ("round", "seat", "bet", "stake")
MAX_SEAT = 999
MAX_CENTS = 10**12  # of one bet
MAX_ROWS = 5_000  # of one round
BATCH = 16_384  # rows of Parquet read at once
DELIMITERS = ",;\t"
OF_WHOLE = ("result", "cards", "shoe")  # stated once for a whole round
WHOLE_OF = attrgetter(*OF_WHOLE)
NOTHING_SAID = ("",) * len(OF_WHOLE)


class Row(NamedTuple):
    """One bet of one round, as stated in the file."""

    line: int
    round: str
    time: str
    table: str
    croupier: str
    seat: int  # 0 if the row has no bet
    bet: str
    stake: int
    returned: int | None  # None if the file does not state it
    result: str
    cards: str
    acts: str
    irregularity: str
    shoe: str
    chip: int  # value of each of the player's own chips, 0 if not stated
    bought: int


def read_rounds(path: Path, heard: Callable[[int], None] | None = None) -> Iterator[list[Row]]:
    """Yield the rows of each round in a file. `heard` is called with the number of bytes read so far."""
    rows = _of_parquet(path, heard) if path.suffix.lower() == ".parquet" else _of_csv(path, heard)
    for _, group in groupby(rows, key=attrgetter("table", "round")):
        found: list[Row] = []
        for row in group:
            found.append(row)
            if len(found) > MAX_ROWS:
                _wrong(path, row.line, "round", row.round, "round_too_long")
        yield found if len(found) == 1 else _agreed(path, found)


def _agreed(path: Path, rows: list[Row]) -> list[Row]:
    """Return a round's rows, with their common values in the first.

    Raise an error if two rows disagree.
    """
    said = whole = WHOLE_OF(rows[0])
    for row in rows[1:]:
        values = WHOLE_OF(row)
        if values in (NOTHING_SAID, whole):
            continue
        for name, before, now in zip(OF_WHOLE, whole, values, strict=True):
            if before and now and before != now:
                _wrong(path, row.line, name, now, "round_says_both", before=quoted(before))
        whole = tuple(before or now for before, now in zip(whole, values, strict=True))
    if whole != said:
        rows[0] = rows[0]._replace(**dict(zip(OF_WHOLE, whole, strict=True)))
    return rows


# ---------------------------------------------------------------- CSV


def _of_csv(path: Path, heard: Callable[[int], None] | None) -> Iterator[Row]:
    with _opened(path) as file:
        lines = _lines(file, path, heard)
        first = next(lines, "")
        if not first.strip():
            raise InvalidInput("no_rounds", text_key="rounds_empty", path=str(path))
        delimiter = max(DELIMITERS, key=first.count)
        try:
            heading = next(csv.reader([first], delimiter=delimiter))
        except csv.Error:
            raise InvalidInput(
                "rounds_unreadable", text_key="rounds_no_csv", path=str(path), line=1
            ) from None
        reading = RowReader(path, heading)
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        while True:
            try:
                fields = next(reader, None)
            except csv.Error:
                raise InvalidInput(
                    "rounds_unreadable", text_key="rounds_no_csv", path=str(path), line=reader.line_num + 1
                ) from None
            if fields is None:
                return
            if fields:
                yield reading.row(reader.line_num + 1, fields)


def _opened(path: Path) -> BufferedReader:
    try:
        return path.open("rb")
    except OSError as fault:
        raise InvalidInput("no_rounds", path=str(path), errno=fault.errno) from None


def _lines(file: BufferedReader, path: Path, heard: Callable[[int], None] | None) -> Iterator[str]:
    """Yield the lines of a file. Raise an error for a line that is longer than any row."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise InvalidInput("line_too_long", path=str(path), line=number, most=LONGEST_LINE)
        if heard is not None and number % 20_000 == 0:
            heard(file.tell())
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise InvalidInput(
                "rounds_unreadable", text_key="rounds_no_text", path=str(path), line=number
            ) from None


# ---------------------------------------------------------------- Parquet


def _of_parquet(path: Path, heard: Callable[[int], None] | None) -> Iterator[Row]:
    """Yield the rows of a Parquet file. The first row counts as line 1."""
    with optional_packages():
        import pyarrow
        from pyarrow import parquet
    _opened(path).close()
    try:
        file = parquet.ParquetFile(path)
        reading = RowReader(path, file.schema_arrow.names)
        line = 0
        for batch in file.iter_batches(batch_size=BATCH, columns=reading.columns):
            for fields in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                line += 1
                yield reading.row(line, [_plain(value) for value in fields])
            if heard is not None:
                heard(path.stat().st_size * line // max(file.metadata.num_rows, 1))
    except (OSError, pyarrow.ArrowException):
        raise InvalidInput("rounds_unreadable", text_key="rounds_no_parquet", path=str(path)) from None


def _plain(value: object) -> str:
    """Return a value of Parquet in the form that CSV would have."""
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


# ---------------------------------------------------------------- fields


class RowReader:
    """A reader of the rows of one file, which uses the names of its columns."""

    def __init__(self, path: Path, heading: Sequence[str]) -> None:
        self.path = path
        self.columns = [name.strip().lower() for name in heading]
        for name in self.columns:
            if name not in COLUMNS or self.columns.count(name) > 1:
                raise InvalidInput(
                    "rounds_unreadable",
                    text_key="column_unknown" if name not in COLUMNS else "column_twice",
                    path=str(path),
                    column=name,
                    known=COLUMNS,
                )
        for name in NEEDED:
            if name not in self.columns:
                raise InvalidInput(
                    "rounds_unreadable", text_key="column_missing", path=str(path), column=name
                )
        if not {"result", "cards"} & set(self.columns):
            raise InvalidInput(
                "rounds_unreadable", text_key="column_missing", path=str(path), column="result"
            )
        self._at = [self.columns.index(name) if name in self.columns else len(heading) for name in COLUMNS]
        self._amounts: dict[str, int] = {"": 0}

    def row(self, line: int, fields: Sequence[str]) -> Row:
        """Read one row. Raise an error that names the wrong field."""
        if len(fields) != len(self.columns):
            raise InvalidInput(
                "rounds_unreadable",
                text_key="fields_missing",
                path=str(self.path),
                line=line,
                count=len(fields),
                wanted=len(self.columns),
            )
        given = [*fields, ""]
        name, time, table, croupier, seat, bet, stake, returned, *said, chip, bought = [
            given[at].strip() for at in self._at
        ]
        if not name:
            _wrong(self.path, line, "round", name, "field_empty")
        amounts = self._amounts
        try:
            cents = amounts[stake]
            back = amounts[returned] if returned else None
        except KeyError:
            cents = self._amount(line, "stake", stake)
            back = self._amount(line, "returned", returned) if returned else None
        number = self._seat(line, seat) if seat or bet else 0
        worth = self._amount(line, "chip", chip) if chip else 0
        chips = self._amount(line, "bought", bought) if bought else 0
        result, cards, acts, irregularity, shoe = said
        return Row(
            *(line, name, time, table, croupier, number, bet, cents, back),
            *(result, cards, acts, irregularity, shoe, worth, chips),
        )

    def _seat(self, line: int, seat: str) -> int:
        if not (seat.isascii() and seat.isdecimal() and len(seat) <= 3 and 1 <= int(seat) <= MAX_SEAT):
            _wrong(self.path, line, "seat", seat, "field_no_seat")
        return int(seat)

    def _amount(self, line: int, column: str, written: str) -> int:
        found = self._amounts.get(written)
        if found is not None:
            return found
        try:
            found = read_euros(written)
        except InvalidInput:
            _wrong(self.path, line, column, written, "field_no_amount")
        if found > MAX_CENTS:
            _wrong(self.path, line, column, written, "field_no_amount")
        if len(self._amounts) < 100_000:
            self._amounts[written] = found
        return found


def _wrong(path: Path, line: int, column: str, given: str, text_key: str, **more: str) -> NoReturn:
    raise InvalidInput(
        "rounds_unreadable", text_key=text_key, path=str(path), line=line, column=column, given=given, **more
    )


def words_of(cards: str) -> list[str]:
    """Return the cards in a field such as `punto=9h banca=Kd burn`, one by one."""
    return cards.replace(",", " ").replace(";", " ").split()


def parts_of_line(text: str) -> Iterator[tuple[str, int]]:
    """Yield the deeds in a field in order. The suffix `@3` puts a deed after the round's third draw."""
    for part in text.split(";"):
        deed, mark, count = part.strip().rpartition("@")
        if mark and count.isascii() and count.isdecimal() and len(count) < 4 and deed.endswith(" "):
            yield deed.strip(), int(count)
        elif part.strip():
            yield part.strip(), 0
