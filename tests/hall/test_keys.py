"""The keys of a house: they are created once, kept private, and each has one purpose."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from base64 import b64encode
from hashlib import blake2b
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from novamas.equipment.chance import CommittedSource, random_token
from novamas.errors import NovamasError
from novamas.hall import keys as keys_module
from novamas.hall.keys import FILE, Keys, belongs, hide_secrets, keys_of_house
from novamas.hall.pools.issues import Terminal, plans
from novamas.hall.pools.season import Seasons
from novamas.hall.tables.seeds import Seeds
from novamas.record.signatures import House, holds
from novamas.store import Store, StoreFault, open_store, verify
from novamas.words import voice_for

MASTER = bytes(range(32))
NOTHING_SAID: dict[str, str] = {}


# ---------------------------------------------------------------- derived


def test_the_derivation_is_the_documented_one() -> None:
    """The keys, recomputed from the module's docstring alone, are the same."""

    def derived(person: bytes) -> bytes:
        return blake2b(b"", key=MASTER, digest_size=32, person=person).digest()

    keys = Keys(MASTER)
    assert keys.cookies == derived(b"novamas.cookies")
    assert keys.house.public == House(derived(b"novamas.signing")).public
    assert keys.name == derived(b"novamas.keyid")[:8].hex()
    hidden = keys.encrypt(b"a seed", "seed/abc")
    assert hidden[:9] == b"\1" + bytes.fromhex(keys.name)
    cipher = ChaCha20Poly1305(derived(b"novamas.seeds"))
    assert cipher.decrypt(hidden[9:21], hidden[21:], b"novamas secret 1\nseed/abc") == b"a seed"


def test_vectors() -> None:
    """The derived keys never change. A change would lose every open table, cookie and house name."""
    keys = Keys(MASTER)
    assert keys.name == "f8b877baad3ac146"
    assert keys.cookies.hex()[:16] == "9e2994a60f6859ca"
    assert keys.house.public[:16] == "ed38ddfda8d4c3f5"


def test_keys_do_not_tell_themselves() -> None:
    keys = Keys(MASTER)
    told = f"{keys!r} {keys} {keys.house!r}"
    assert keys.name in told
    for secret in (MASTER, keys.cookies):
        assert secret.hex() not in told
        assert repr(secret)[2:-1] not in told


# ---------------------------------------------------------------- seeds at rest


def test_a_seed_is_hidden_and_shown_again() -> None:
    keys, seed = Keys(MASTER), random_token().encode()
    hidden = keys.encrypt(seed, "seed/abc")
    assert keys.decrypt(hidden, "seed/abc") == seed
    assert seed not in hidden
    assert bytes.fromhex(seed.decode()) not in hidden
    assert keys.encrypt(seed, "seed/abc") != keys.encrypt(seed, "seed/abc")


def test_a_seed_of_another_table_or_a_damaged_one_is_not_shown() -> None:
    keys = Keys(MASTER)
    hidden = keys.encrypt(random_token().encode(), "seed/abc")
    with pytest.raises(NovamasError) as refused:
        keys.decrypt(hidden, "seed/abd")
    assert refused.value.code == "seed_damaged"
    for at in (0, *range(9, len(hidden))):
        with pytest.raises(NovamasError) as refused:
            keys.decrypt(hidden[:at] + bytes([hidden[at] ^ 1]) + hidden[at + 1 :], "seed/abc")
        assert refused.value.code == "seed_damaged"
    for cut in (b"", b"\1", hidden[:9], hidden[:21], hidden[:-1]):
        with pytest.raises(NovamasError):
            keys.decrypt(cut, "seed/abc")


def test_a_seed_under_another_key_is_told_in_one_sentence() -> None:
    keys, other = Keys(MASTER), Keys(MASTER[::-1])
    with pytest.raises(NovamasError) as refused:
        other.decrypt(keys.encrypt(b"a seed", "seed/abc"), "seed/abc")
    assert refused.value.code == "seed_of_other_key"
    assert refused.value.figures == {"name": "seed/abc", "kept": keys.name, "given": other.name}


def test_a_store_is_one_houses(tmp_path: Path) -> None:
    keys, other = Keys(MASTER), Keys(MASTER[::-1])
    with open_store(tmp_path / "books.sqlite") as store:
        belongs(store, keys)
        belongs(store, keys)
        with pytest.raises(NovamasError) as refused:
            belongs(store, other)
        assert refused.value.code == "store_of_other_key"
        assert (refused.value.figures["kept"], refused.value.figures["given"]) == (keys.name, other.name)


def test_no_dump_of_a_store_has_a_seed_in_it(tmp_path: Path) -> None:
    """Every byte of the file, and of a copy of it, is searched for seeds and keys."""
    keys, live = keys_of_house(tmp_path, NOTHING_SAID), CommittedSource()
    live.mix_in("my grandmother's birthday")
    seed, seeds = live.kept(), Seeds(keys)
    path, copied = tmp_path / "books.sqlite", tmp_path / "copy.sqlite"
    with open_store(path) as store:
        belongs(store, keys)
        store.write(lambda books: seeds.keep(books, "abc", live))
        store.copy_to(copied)
        with store.reading() as books:
            again = seeds.kept(books, "abc")
        assert (again.kept(), again.player_seed) == (seed, live.player_seed)
    with sqlite3.connect(copied) as dumped:
        text = "\n".join(dumped.iterdump()).encode()
    dumped.close()
    master = (tmp_path / FILE).read_bytes().strip()
    for data in (text, *(file.read_bytes() for file in tmp_path.glob("*.sqlite*"))):
        for secret in (seed.encode(), seed.upper().encode(), bytes.fromhex(seed), b"grandmother"):
            assert secret not in data
        assert master not in data
        assert keys.cookies not in data


# ---------------------------------------------------------------- the master key


def test_the_first_who_asks_makes_the_key_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "yet"
    made = keys_of_house(folder, NOTHING_SAID)
    assert [file.name for file in folder.iterdir()] == [FILE]
    if os.name == "posix":
        assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
    assert keys_of_house(folder, NOTHING_SAID).name == made.name
    assert keys_of_house(tmp_path, NOTHING_SAID).name != made.name


def test_processes_that_start_at_once_agree(tmp_path: Path, soak: bool) -> None:
    ask = (
        "import sys; from pathlib import Path; from novamas.hall.keys import keys_of_house;"
        "sys.stdin.readline(); print(keys_of_house(Path(sys.argv[1]), {}).house.public)"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", ask, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(6 if soak else 3)
    ]
    for process in running:
        assert process.stdin
        process.stdin.write("now\n")
        process.stdin.flush()
    told = {process.communicate()[0] for process in running}
    assert told == {f"{keys_of_house(tmp_path, NOTHING_SAID).house.public}\n"}
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_whoever_comes_second_takes_the_key_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process creates the key between the look-up and the creation. The test forces this moment."""
    first = keys_of_house(tmp_path, NOTHING_SAID)
    keys_module.make_key(tmp_path / FILE)
    assert keys_of_house(tmp_path, NOTHING_SAID).name == first.name
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_the_environment_gives_the_key(tmp_path: Path) -> None:
    said = {"NOVAMAS_KEY": b64encode(MASTER).decode()}
    assert keys_of_house(tmp_path, said).name == Keys(MASTER).name
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("said", ["short", "c2hvcnQ=", b64encode(MASTER * 2).decode(), "ñ", "=="])
def test_a_variable_without_a_key_is_told_and_not_repeated(tmp_path: Path, said: str) -> None:
    with pytest.raises(NovamasError) as refused:
        keys_of_house(tmp_path, {"NOVAMAS_KEY": said})
    assert refused.value.code == "key_unreadable"
    for language in ("es", "ca", "en"):
        assert said not in voice_for(language).error(refused.value)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("kept", [b"", b"short", b64encode(MASTER[:16]), b"\xff" * 44, b64encode(MASTER) * 2])
def test_a_file_without_a_key_is_told_and_left_alone(tmp_path: Path, kept: bytes) -> None:
    path = tmp_path / FILE
    path.write_bytes(kept)
    path.chmod(0o600)
    with pytest.raises(NovamasError) as refused:
        keys_of_house(tmp_path, NOTHING_SAID)
    assert (refused.value.code, refused.value.figures["path"]) == ("key_unreadable", str(path))
    assert path.read_bytes() == kept


@pytest.mark.skipif(os.name != "posix", reason="there are no modes here")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o601])
def test_a_key_that_others_may_open_is_refused(tmp_path: Path, mode: int) -> None:
    keys_of_house(tmp_path, NOTHING_SAID)
    (tmp_path / FILE).chmod(mode)
    with pytest.raises(NovamasError) as refused:
        keys_of_house(tmp_path, NOTHING_SAID)
    assert (refused.value.code, refused.value.figures["mode"]) == ("key_open_to_others", f"{mode:o}")


def test_a_key_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(NovamasError) as refused:
        keys_of_house(tmp_path / "file", NOTHING_SAID)
    assert refused.value.text_key == "key_not_opened"
    (tmp_path / FILE).mkdir()
    with pytest.raises(NovamasError):
        keys_of_house(tmp_path, NOTHING_SAID)


def test_the_house_signs_with_its_key() -> None:
    receipt = Keys(MASTER).house.signed_receipt("abc", 3, "cd" * 32)
    text = f"novamas receipt 1\ntable abc\nline 3\nlink {'cd' * 32}\n".encode()
    assert holds(Keys(MASTER).house.public, receipt.signature, text)


# ---------------------------------------------------------------- seeds of the pools


def values(store: Store) -> dict[str, bytes]:
    with store.reading() as books:
        return {name: bytes(value) for name, value in books.link.rows("SELECT name, value FROM secrets")}


def test_seeds_of_pools_lie_encrypted_and_those_of_old_stores_too(tmp_path: Path) -> None:
    place = str(tmp_path / "books.sqlite")
    seed = bytes(range(100, 132))
    with open_store(place) as store:
        store.write(lambda books: books.put_encrypted("promotrot/old", seed))  # by a program that had no key
        assert values(store) == {"promotrot/old": seed}
        hide_secrets(store, place)
        store.write(lambda books: books.put_encrypted("promotrot/new", seed))
        kept = values(store)
        assert {name for name in kept if not name.startswith("house/")} == {
            "hidden/promotrot/old",
            "hidden/promotrot/new",
        }
        assert not any(seed in value or seed.hex().encode() in value for value in kept.values())
        with store.reading() as books:
            assert (books.hidden("promotrot/old"), books.hidden("promotrot/new")) == (seed, seed)
        store.write(lambda books: books.forget_hidden("promotrot/old"))
        with store.reading() as books:
            assert books.hidden("promotrot/old") is None
    with open_store(place) as store, store.reading() as books, pytest.raises(StoreFault) as without:
        books.hidden("promotrot/new")
    assert without.value.code == "secret_without_key"


def test_who_has_another_key_reads_the_books_and_neither_draws_nor_hides(tmp_path: Path) -> None:
    place = str(tmp_path / "books.sqlite")
    with open_store(place) as store:
        hide_secrets(store, place)
        store.write(lambda books: books.put_encrypted("a", b"seed"))
    (tmp_path / "server.key").unlink()
    with open_store(place) as store:
        hide_secrets(store, place)
        assert verify(store).breach is None
        for act in (lambda books: books.hidden("a"), lambda books: books.put_encrypted("b", b"seed")):
            with pytest.raises(NovamasError) as other:
                store.write(act)
            assert other.value.code == "store_of_other_key"


def test_seeds_of_pools_of_play_lie_encrypted(tmp_path: Path) -> None:
    place = str(tmp_path / "books.sqlite")
    with open_store(place) as store:
        hide_secrets(store, place)
        seed = f"{1:064x}"
        seasons, terminal = (
            Seasons(store, lambda: CommittedSource(seed)),
            Terminal(store, lambda: CommittedSource(seed)),
        )
        seasons.open_day("ana")
        terminal.publish("ana", next(iter(plans())))
        kept = {name: value for name, value in values(store).items() if not name.startswith("house/")}
        assert len(kept) == 2
        assert all(name.startswith("hidden/pool/") for name in kept)
        assert not any(seed.encode() in value for value in kept.values())
        (day,) = seasons.of("ana").days
        seasons.run("ana", day.day)
        (run,) = (each.run for each in seasons.of("ana").days)
        assert run is not None
        assert run.seed == seed
