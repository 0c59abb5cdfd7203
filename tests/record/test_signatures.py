"""A house signs seals and receipts. The signer is named, and every change is detected."""

from __future__ import annotations

import json
import re
from functools import partial
from hashlib import blake2b
from io import StringIO
from itertools import product
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from tests.record import apart
from tests.record.forging import bare, chained, lines_of, put, rewritten

import novamas
from novamas.equipment import CommittedSource
from novamas.errors import InvalidInput
from novamas.families.banked.acts import Bet
from novamas.record import Writer, check, header_of, read_record
from novamas.record.chain import ChainWriter, Seal, Signature, blind_receipt, read_chain, signature_of
from novamas.record.records import Header, read_whole_record
from novamas.record.signatures import (
    House,
    SignedReceipt,
    has_small_order,
    holds,
    read_house,
    read_receipts,
    receipt_text,
    seal_text,
    signed_by,
)

HOUSE = House(bytes(31) + b"\1")
OTHER = House(bytes(31) + b"\2")
TABLE = "k3v9w2x8qa"
SEED = "00" * 31 + "01"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return some spins of ruleta, sealed, with their seeds, and signed by the house."""
    return written(tmp_path / "evening.jsonl", HOUSE)


def written(path: Path, house: House | None, rounds: int = 3) -> Path:
    session = novamas.open("ruleta", my_seed="olé\nolé", cash="500 €")
    session.play(rounds, "s1 bet rojo 10 €")
    with path.open("w", encoding="utf-8") as file:
        writer = Writer(file, header_of(session.table, session.source, cash=session.cash))
        for deed in session.deeds:
            writer.deed(deed)
        live = session.source
        assert isinstance(live, CommittedSource)
        sign = None if house is None else partial(house.seal, TABLE)
        writer.seal(live.reveal(), live.player_seed, sign)
    return path


def receipts_of(path: Path, house: House = HOUSE, table: str = TABLE) -> list[SignedReceipt]:
    links = read_record(path).chain.links
    return [house.signed_receipt(table, number, link) for number, link in enumerate(links, start=1)]


# ---------------------------------------------------------------- as documented


def test_what_is_signed_is_the_documented_text(record: Path) -> None:
    """The test builds the signed text from the module's docstring alone."""
    header, seal = json.loads(lines_of(record)[0]), json.loads(lines_of(record)[-1])
    hashes = [
        blake2b(seal[name].encode(), digest_size=32, person=b"novamas.seed").hexdigest()
        for name in ("seed", "player_seed")
    ]
    text = (
        f"novamas seal 1\ntable {TABLE}\nlines {seal['lines']}\nlast {seal['last']}\n"
        f"commitment {header['commitment']}\nplayer-commitment {header['player_commitment']}\n"
        f"seed {hashes[0]}\nplayer-seed {hashes[1]}\n"
    )
    signed = seal["signed"]
    assert (signed["table"], signed["house"]) == (TABLE, HOUSE.public)
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed["house"])).verify(
        bytes.fromhex(signed["signature"]), text.encode("ascii")
    )
    (receipt, *_) = receipts_of(record)
    assert (
        receipt_text(TABLE, 1, receipt.link)
        == f"novamas receipt 1\ntable {TABLE}\nline 1\nlink {receipt.link}\n".encode()
    )


def test_vectors() -> None:
    """The signatures never change. A change would break every signature made before."""
    assert HOUSE.public == "4cb5abf6ad79fbf5abbccafcc269d85cd2651ed4b885b5869f241aedf0a5ba29"
    header = Header(game="ruleta", norm="IB05", edition="1", choices={}, commitment="ab" * 32)
    seal = Seal(1, "cd" * 32, SEED)
    text = seal_text(TABLE, header, seal)
    assert text is not None
    assert blake2b(text, digest_size=16).hexdigest() == "b724a3a9fd4ed15ef5036793e186ed26"
    assert HOUSE.seal(TABLE, header, seal).signature[:32] == "536733ca7ce8365062519acb4f63542a"
    assert HOUSE.signed_receipt(TABLE, 1, "cd" * 32).signature[:32] == "5bed95ce96935b7425c51ba43f415c65"


def test_a_seal_that_nobody_signs_is_written_as_before() -> None:
    linking = ChainWriter()
    linking.line(Bet(1, "rojo", 500))
    assert '"signed"' not in linking.seal("00" * 32, None)
    assert linking.last == "9ff7533e77ac75829b70c72d66bd4fe41b4a135b883ad41cc060c28e2696fc75"


def test_linking_goes_on_from_what_a_snapshot_keeps() -> None:
    whole = ChainWriter()
    whole.line(Bet(1, "rojo", 500))
    again = ChainWriter.going_on(whole.lines, whole.last)
    assert again.line(Bet(1, "negro", 500)) == whole.line(Bet(1, "negro", 500))
    assert again.seal(None, None) == whole.seal(None, None)


def test_seal_and_receipt_cannot_be_taken_for_each_other() -> None:
    header = Header(game="ruleta", norm="IB05", edition="1", choices={})
    seal = seal_text(TABLE, header, Seal(1, "cd" * 32))
    receipt = receipt_text(TABLE, 1, "cd" * 32)
    assert seal
    assert receipt
    assert seal.split(b"\n")[0] != receipt.split(b"\n")[0]
    signed = HOUSE.signed_receipt(TABLE, 1, "cd" * 32)
    assert holds(HOUSE.public, signed.signature, receipt)
    assert not holds(HOUSE.public, signed.signature, seal)


@pytest.mark.parametrize("table", ["", "a b", "a\nlines 3", "ñ", "x" * 129])
def test_no_name_of_a_table_can_bring_lines_of_its_own(table: str) -> None:
    assert receipt_text(table, 1, "cd" * 32) is None
    forged = Signature(table, HOUSE.public, "00" * 64)
    assert signed_by(forged, receipt_text(table, 1, "cd" * 32), None) == "altered"


# ---------------------------------------------------------------- who signed a record


def test_who_signed_is_told(record: Path, tmp_path: Path) -> None:
    found = read_record(record)
    assert check(found, house=HOUSE.public).signed == "by_the_house"
    assert check(found, house=HOUSE.public).broken is None
    alone = check(found)
    assert (alone.signed, alone.house, alone.broken) == ("by_some_house", HOUSE.public, None)
    other = check(found, house=OTHER.public)
    assert other.broken is not None
    assert (other.signed, other.broken.code, other.chance) == ("by_another", "other_house", "agrees")
    unsigned = read_record(written(tmp_path / "unsigned.jsonl", None))
    assert (check(unsigned).signed, check(unsigned).broken) == ("nobody", None)
    wanting = check(unsigned, house=HOUSE.public).broken
    assert wanting is not None
    assert (wanting.code, wanting.expected) == ("not_signed", HOUSE.public)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"cents":1000', '"cents":2000'),
        (TABLE, "othertable"),
        (HOUSE.public, OTHER.public),
        ('"signature":"', '"signature":"00'),
        (r'"player_seed":"olé\nolé"', r'"player_seed":"olé olé"'),
        ('"player_seed":"', '"player_seed":null,"was":"'),
    ],
)
def test_whatever_is_changed_and_chained_anew_is_found(record: Path, old: str, new: str) -> None:
    """A forger can recompute the chain and the seal, but not the signature."""
    rewritten(record, (old, new))
    at = check(read_record(record), house=HOUSE.public).broken
    assert at is not None
    if '"cents"' in old or old in (TABLE, HOUSE.public):
        assert at.code == "signature_altered"


@pytest.mark.parametrize("name", ["lines", "last", "commitment", "player_commitment", "seed", "player_seed"])
def test_every_part_of_what_is_signed_counts(record: Path, name: str) -> None:
    found = read_record(record)
    header, seal = found.header, found.chain.seal
    signature = signature_of(found.chain)
    assert seal
    assert signature
    of = header if hasattr(header, name) else seal
    changed = msgspec.structs.replace(
        of, **{name: 7 if name == "lines" else None if "seed" in name else "ab" * 32}
    )
    text = seal_text(TABLE, *((changed, seal) if of is header else (header, changed)))
    assert not holds(HOUSE.public, signature.signature, text)
    assert holds(HOUSE.public, signature.signature, seal_text(TABLE, header, seal))


def test_a_signature_taken_off_or_put_under_another_record_is_found(record: Path, tmp_path: Path) -> None:
    signed = re.search(r',"signed":{[^}]*}', lines_of(record)[-1])
    assert signed
    other = written(tmp_path / "other.jsonl", None)
    bodies = bare(lines_of(other))
    put(other, chained([*bodies[:-1], bodies[-1][:-1] + signed[0] + "}"]))
    at = check(read_record(other)).broken
    assert at is not None
    assert at.code == "signature_altered"
    rewritten(record, (signed[0], ""))
    at = check(read_record(record), house=HOUSE.public).broken
    assert at is not None
    assert at.code == "not_signed"


@pytest.mark.parametrize("wrong", ["", "00", "zz" * 32, "00" * 32, "ff" * 32])
def test_keys_and_signatures_that_are_none_hold_nothing(wrong: str) -> None:
    text = receipt_text(TABLE, 1, "cd" * 32)
    good = HOUSE.signed_receipt(TABLE, 1, "cd" * 32).signature
    assert not holds(wrong, good, text)
    assert not holds(HOUSE.public, wrong, text)
    assert not holds(HOUSE.public, good[:-2], text)


# ---------------------------------------------------------------- receipts that were kept


def test_receipts_of_every_line_bear_a_record_out(record: Path) -> None:
    receipts = receipts_of(record)
    checked = check(read_record(record), house=HOUSE.public, receipts=enumerate(receipts, start=1))
    assert checked.broken is None
    assert [kept.line for kept in checked.kept] == [*range(1, len(receipts) + 1)]
    assert {kept.signed for kept in checked.kept} == {"by_the_house"}
    assert checked.kept[-1].rounds == 3


def test_blind_receipts_bear_a_record_out_as_soon_as_the_seed_is_told(record: Path) -> None:
    read = read_record(record)
    assert read.seed is not None
    for line, link in enumerate(read.chain.links, start=1):
        blind = blind_receipt(link, read.seed)
        assert blind != link
        signed = HOUSE.signed_receipt(TABLE, line, blind)
        found = check(read, blind, receipts=[(1, signed), (2, blind)])
        assert found.broken is None
        assert found.receipt is not None
        assert (found.receipt.line, [kept.line for kept in found.kept]) == (line, [line, line])
    other = blind_receipt(read.chain.links[0], SEED)
    assert check(read, other).broken is not None
    forged = HOUSE.signed_receipt(TABLE, 1, other)
    assert check(read, receipts=[(1, forged)]).broken is not None


def test_a_tail_that_was_cut_off_is_told_by_a_receipt(record: Path) -> None:
    """A receipt reveals any cut, up to the whole record after its opening. The chain alone does not."""
    last = receipts_of(record)[-2]
    lines = lines_of(record)
    for left in range(1, len(lines) - 1):
        put(record, lines[:left])
        assert check(read_record(record)).broken is None
        at = check(read_record(record), receipts=[(1, last)]).broken
        assert at is not None
        assert (at.code, at.line, at.found) == ("tail_cut_off", left, last.line)
        at = check(read_record(record), house=HOUSE.public, receipts=[(1, last)]).broken
        assert at is not None
        assert at.code == "tail_cut_off"


def test_a_history_written_anew_is_told_by_a_receipt_even_where_the_house_signs_it(
    record: Path, tmp_path: Path
) -> None:
    """Record and receipt differ although the house's key signed both, which proves the contradiction."""
    receipt = receipts_of(record)[4]
    other = read_record(written(tmp_path / "other.jsonl", HOUSE))
    checked = check(other, house=HOUSE.public, receipts=[(1, receipt)])
    assert (checked.signed, checked.kept) == ("by_the_house", ())
    assert checked.broken is not None
    assert (checked.broken.code, checked.broken.line) == ("other_story", 5)
    assert (checked.broken.expected, checked.broken.found) == (receipt.link, other.chain.links[4])
    assert checked.chance == "agrees"  # of itself the story is sound


def test_receipts_that_prove_nothing_are_told_apart(record: Path) -> None:
    found, receipt = read_record(record), receipts_of(record)[3]
    cases: dict[str, SignedReceipt | str] = {
        "receipt_altered": msgspec.structs.replace(receipt, line=5),
        "receipt_of_other_house": receipts_of(record, OTHER)[3],
        "receipt_of_other_table": receipts_of(record, table="another")[3],
        "other_receipt": "0" * 32,
    }
    for code, given in cases.items():
        at = check(found, house=HOUSE.public, receipts=[(1, given)]).broken
        assert at is not None
        assert at.code == code
    assert check(found, receipts=[(9, receipt.link[:32])]).kept[0].signed == "nobody"


def test_a_file_of_receipts_is_read(record: Path, tmp_path: Path) -> None:
    receipts = receipts_of(record)
    path = tmp_path / "receipts.jsonl"
    signed = [msgspec.json.encode(receipt).decode() for receipt in receipts[:2]]
    path.write_text("\n".join([*signed, "", receipts[3].link[:40].upper(), ""]), "utf-8")
    assert [*read_receipts(path)] == [(1, receipts[0]), (2, receipts[1]), (4, receipts[3].link[:40])]
    nought = msgspec.json.encode(HOUSE.signed_receipt(TABLE, 0, receipts[0].link))
    for wrong in (
        nought,
        '{"table":"x"}',
        "nonsense",
        '{"table":1}',
        "\udcff".encode("utf-8", "surrogateescape"),
    ):
        path.write_bytes((wrong if isinstance(wrong, bytes) else wrong.encode()) + b"\n")
        with pytest.raises(InvalidInput) as refused:
            [*read_receipts(path)]
        assert refused.value.text_key == "receipts_unreadable"
    with pytest.raises(InvalidInput):
        [*read_receipts(tmp_path / "none")]


def test_the_key_of_a_house_is_digits_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house.pub"
    path.write_text(f"{HOUSE.public.upper()}\n", "ascii")
    assert (
        read_house(HOUSE.public)
        == read_house(f" {HOUSE.public.upper()} ")
        == read_house(str(path))
        == HOUSE.public
    )
    path.write_bytes(b"\xff\x00")
    for wrong in ("", "abc", str(path), str(tmp_path), str(tmp_path / "none"), "\0"):
        with pytest.raises(InvalidInput) as refused:
            read_house(wrong)
        assert refused.value.code == "house_unreadable"


def test_signing_is_ed25519_and_nothing_of_our_own() -> None:
    """The test uses the first vector of RFC 8032, section 7.1."""
    private = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    assert House(private).public == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert (
        Ed25519PrivateKey.from_private_bytes(private).sign(b"").hex().startswith("e5564300c360ac729086e2cc")
    )


def test_the_chain_reads_a_signed_seal_and_no_other_field() -> None:
    file = StringIO()
    writer = Writer(file, header_of(novamas.open("ruleta").table))
    writer.seal(None, None, partial(HOUSE.seal, TABLE))
    _bodies, chain = read_chain(file.getvalue().encode())
    assert chain.seal is not None
    assert signature_of(chain) == chain.seal.signed
    seal, key = lines_of_text(file.getvalue())[-1], '"signed":{'
    forged = seal.replace(key, f'{key}"more":1,')
    _bodies, chain = read_chain(
        "\n".join(chained([*bare(lines_of_text(file.getvalue()))[:-1], *bare([forged])])).encode()
    )
    assert chain.broken is not None
    assert chain.broken.code == "other_seal"


def lines_of_text(text: str) -> list[str]:
    return text.splitlines()


# ---------------------------------------------------------------- keys that prove nothing

PRIME = 2**255 - 19
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME


def doubled(y2: int) -> int | None:
    """Return the square of the second coordinate of twice a point, or None off the curve."""
    x2 = (y2 - 1) * pow(CURVE * y2 + 1, -1, PRIME) % PRIME
    if x2 and pow(x2, (PRIME - 1) // 2, PRIME) != 1:
        return None
    product = CURVE * x2 * y2 % PRIME
    return pow((y2 + x2) * pow(1 - product, -1, PRIME) % PRIME, 2, PRIME)


def order_is_small(y: int) -> bool:
    """Return whether eight times the point is the neutral one, by the arithmetic of the curve."""
    y2: int | None = y * y % PRIME
    for _ in range(3):
        y2 = None if y2 is None else doubled(y2)
    return y2 == 1


def test_keys_of_small_order_are_refused(tmp_path: Path) -> None:
    """Exactly the keys of small order are refused, with either sign, because anyone can sign for them."""
    eighth = int.from_bytes(
        bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
    )
    small = {0, 1, PRIME - 1, PRIME, PRIME + 1, eighth, PRIME - eighth}
    assert all(map(order_is_small, small))
    for y in small:
        for sign in (0, 2**255):
            key = (y + sign).to_bytes(32, "little").hex()
            assert has_small_order(key)
            with pytest.raises(InvalidInput) as refused:
                read_house(key)
            assert refused.value.text_key == "house_of_small_order"
    assert not any(has_small_order(House(bytes(31) + bytes([n])).public) for n in range(1, 50))
    assert not any(map(order_is_small, range(2, 50)))


def test_a_signature_that_anyone_can_make_holds_nothing() -> None:
    """A key at the neutral point is refused: with it, R = [s]B and s = 0 would sign every text."""
    key, signature = "01" + "00" * 31, "01" + "00" * 31 + "00" * 32
    assert not holds(key, signature, receipt_text(TABLE, 1, "cd" * 32))


def test_a_receipt_of_few_digits_proves_nothing(record: Path) -> None:
    link = read_record(record).chain.links[2]
    assert read_record(record).chain.line_of(link[:32]) == 3
    with pytest.raises(InvalidInput):
        read_record(record).chain.line_of(link[:31])


# ---------------------------------------------------------------- one source of draws


@pytest.mark.parametrize("named", ["commitment", "player_commitment", "seed", "player_seed", "all"])
def test_a_number_beside_a_seed_is_refused(record: Path, named: str) -> None:
    """A record with a number beside its seed is refused: its draws could agree with only one of them."""
    head, *deeds, seal = map(json.loads, bare(lines_of(record)))
    head["number"] = 5
    for tree, name in product((head, seal), ("commitment", "player_commitment", "seed", "player_seed")):
        if name in tree and named not in (name, "all"):
            tree[name] = None
    seal.pop("signed")
    put(record, chained(json.dumps(line, separators=(",", ":")) for line in (head, *deeds, seal)))
    for read in (read_record, read_whole_record):
        with pytest.raises(InvalidInput) as refused:
            read(record)
        assert refused.value.code == "two_sources"
    assert "two_sources" in apart.verified(record.read_bytes())
