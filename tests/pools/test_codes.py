"""The code of a ticket is read as it is printed. A code with one changed character is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.errors import NovamasError
from novamas.pools.codes import Code, code_of, read_code

ASKS = "IB05.14.II.3.1"
CODES = st.builds(
    code_of,
    st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,4}){0,2}", fullmatch=True),
    st.integers(1, 10**12),
    st.binary(min_size=32, max_size=32),
)


@given(CODES)
def test_a_code_is_read_as_it_is_printed(code: Code) -> None:
    assert read_code(str(code), clause=ASKS) == code
    assert read_code(f" {str(code).lower()} ", clause=ASKS) == code


def test_the_digits_are_the_first_fifty_bits_of_the_hash() -> None:
    # Five bits a digit: 00000 00000 00000 10000 00100 00000 11000 00100 00000 10100 of 00 01 02 03 04 05 06.
    code = code_of("palma-1", 123, bytes(range(32)))
    assert code.digits == "000G40R40M"
    assert code.is_of(bytes(range(32)))
    assert not code.is_of(bytes([255, *range(1, 32)]))
    assert code.book == "outlet/palma-1"


def test_letters_that_look_like_digits_are_read_as_those() -> None:
    text = str(code_of("palma-1", 123, bytes(range(32))))
    assert read_code(text.replace("000G4", "OOOG4"), clause=ASKS) == read_code(text, clause=ASKS)


@pytest.mark.law("IB05.14.II.3.1")
def test_no_code_with_one_character_altered_passes() -> None:
    text = str(code_of("palma-1", 123, bytes(range(1, 33))))
    for place, was in enumerate(text):
        for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ":
            if was not in ("-", other):
                with pytest.raises(NovamasError) as caught:
                    read_code(text[:place] + other + text[place + 1 :], clause=ASKS)
                assert caught.value.clause == ASKS
                assert caught.value.code in ("code_altered", "code_unreadable")


@pytest.mark.parametrize(
    "text", ["", "palma", "palma-1-123", "palma-1-0-7F3K29Q2MBH", "ñ-1-7F3K29Q2MBH", "-" * 99]
)
def test_what_is_no_code_is_told_so(text: str) -> None:
    with pytest.raises(NovamasError, match=r"PALMA-1-123-7F3K29Q2MBH\. \(IB05\.14\.II\.3\.1\)"):
        read_code(text, clause=ASKS)
    assert str(read_code("PALMA-1-123-7F3K29Q2MBH", clause=ASKS)) == "PALMA-1-123-7F3K29Q2MBH"
