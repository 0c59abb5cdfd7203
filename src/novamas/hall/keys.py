"""Keys of a house: one master key, and the keys derived from it.

The master key is 32 random bytes of the operating system, in base64. It is in the file `server.key`
beside the store, which only its owner may read, or in the variable NOVAMAS_KEY. A derived key is
the 32-byte BLAKE2b hash of an empty message, keyed with the master key, with its own value of
BLAKE2b's parameter `person`:

- ``novamas.cookies``: signs the cookies that identify persons;
- ``novamas.seeds``: encrypts the seeds of open tables and pools (ChaCha20-Poly1305, RFC 8439);
- ``novamas.signing``: the private key with which the house signs (`novamas.record.signatures`);
- ``novamas.keyid``: its first 8 bytes, in hexadecimal, are the public name of the key.

An encrypted secret consists of one byte of 1, the 8 bytes of the key's name, a nonce of 12 bytes
from the operating system, and the ciphertext with its tag. The text ``novamas secret 1``, a line
break and the name under which the secret is stored are authenticated with it. So the seed of one
table cannot be put in the place of another's.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from novamas.equipment.chance import random_token, system_seed
from novamas.errors import NovamasError
from novamas.record.bounded_files import data_folder
from novamas.record.signatures import House
from novamas.store import Store, WriteTransaction
from novamas.store.connect import address_of

MASTER_BYTES: Final = 32
FILE: Final = "server.key"
NEW_FILE: Final = "server.key.new"  # while the key is rotated (`novamas.hall.rekey`)
VARIABLE: Final = "NOVAMAS_KEY"
_OTHERS: Final = 0o077  # what group and world may do
_FORM: Final = b"\1"
_NAME_BYTES: Final = 8
_NONCE_BYTES: Final = 12
KEPT_AS: Final = "house/key"


class Keys:
    """All keys of a house. Their `repr` does not show them."""

    def __init__(self, master: bytes) -> None:
        self.name = _derived(master, b"novamas.keyid")[:_NAME_BYTES].hex()
        self.cookies = _derived(master, b"novamas.cookies")
        self.house = House(_derived(master, b"novamas.signing"))
        self._seeds = ChaCha20Poly1305(_derived(master, b"novamas.seeds"))

    def __repr__(self) -> str:
        return f"Keys({self.name})"

    def encrypt(self, secret: bytes, about: str) -> bytes:
        """Encrypt a table's seed for the store. The result is bound to the seed's name there."""
        nonce = system_seed()[:_NONCE_BYTES]
        hidden = self._seeds.encrypt(nonce, secret, _bound(about))
        return _FORM + bytes.fromhex(self.name) + nonce + hidden

    def decrypt(self, hidden: bytes, about: str) -> bytes:
        """Decrypt a table's seed."""
        form, name, nonce, rest = hidden[:1], hidden[1:9], hidden[9:21], hidden[21:]
        if form != _FORM or len(name) < _NAME_BYTES:
            raise NovamasError("seed_damaged", name=about)
        if name.hex() != self.name:
            raise NovamasError("seed_of_other_key", name=about, kept=name.hex(), given=self.name)
        try:
            return self._seeds.decrypt(nonce, rest, _bound(about))
        except (InvalidTag, ValueError):
            raise NovamasError("seed_damaged", name=about) from None


def keys_of_house(folder: Path, environment: Mapping[str, str] = os.environ) -> Keys:
    """Return the keys of the house whose store is in this folder. Creates the keys at the first call."""
    said = environment.get(VARIABLE)
    if said:
        master = _read(said)
        if master is None:
            raise NovamasError(
                "key_unreadable", text_key="key_of_variable", name=VARIABLE, bytes=MASTER_BYTES
            )
        return Keys(master)
    path = folder / FILE
    try:
        if not path.exists():
            make_key(path)
        return Keys(read_key(path))
    except OSError as fault:
        raise NovamasError(
            "key_unreadable", text_key="key_not_opened", path=str(path), errno=fault.errno
        ) from None


def belongs(store: Store, keys: Keys) -> None:
    """Raise an error if a store belongs to another key. A store without a key is bound to this one."""

    def act(books: WriteTransaction) -> None:
        kept = books.secret(KEPT_AS)
        if kept is None:
            books.keep_secret(KEPT_AS, keys.name.encode())
        elif kept.decode() != keys.name:
            raise NovamasError("store_of_other_key", store=store.place, kept=kept.decode(), given=keys.name)

    with store.reading() as books:
        is_known = books.secret(KEPT_AS) == keys.name.encode()
    if not is_known:
        store.write(act)


def known_keys(store: Store, place: str | None, environment: Mapping[str, str] = os.environ) -> Keys | None:
    """Return the keys of a store if they are on this machine. No key is created."""
    folder = folder_of(place)
    if not environment.get(VARIABLE) and not (folder / FILE).exists():
        return None
    keys = keys_of_house(folder, environment)
    with store.reading() as books:
        return keys if books.secret(KEPT_AS) == keys.name.encode() else None


def keys_for(store: Store, folder: Path, environment: Mapping[str, str] = os.environ) -> Keys:
    """Return the keys of a store, and check that it belongs to them.

    A rotation that was interrupted is completed.
    """
    keys, path = keys_of_house(folder, environment), folder / NEW_FILE
    with store.reading() as books:
        kept = books.secret(KEPT_AS)
    if kept is not None and kept.decode() != keys.name and path.exists():
        new = Keys(read_key(path))
        if kept.decode() == new.name:
            if not environment.get(VARIABLE):
                take_over(folder, keys.name)
            return new
    belongs(store, keys)
    return keys


def take_over(folder: Path, former: str) -> Path:
    """Replace the former key by the new one, and return the file.

    The former key is kept in a file under its name.
    """
    file = folder / FILE
    with suppress(FileExistsError):
        os.link(file, folder / f"{FILE}.{former}")
    with suppress(FileNotFoundError):  # another process was first
        os.replace(folder / NEW_FILE, file)
    return file


def folder_of(store: str | None) -> Path:
    """Return the folder of a house's key: the store's folder or, on a server, the user's data folder."""
    address = address_of(store)
    return Path(str(address.database)).parent if address.get_backend_name() == "sqlite" else data_folder()


def hide_secrets(store: Store, place: str | None) -> None:
    """Encrypt the secrets of a store with its house's key. The books are readable without the key."""
    try:
        keys = keys_for(store, folder_of(place))
    except NovamasError as other:
        if other.code != "store_of_other_key":
            raise
        store.hide_with(_Stranger(other))
    else:
        store.hide_with(keys)
        store.hide_plain()


class _Stranger:
    """The cipher for a store whose key is wrong. It refuses to encrypt and to decrypt."""

    def __init__(self, why: NovamasError) -> None:
        self._why = why

    def encrypt(self, secret: bytes, about: str) -> bytes:
        raise self._why

    def decrypt(self, hidden: bytes, about: str) -> bytes:
        raise self._why


def make_key(path: Path) -> None:
    """Create a master key file, unless the file exists.

    The key is written to a temporary file, which is then linked to the final name.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{random_token()[:16]}")
    with open(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "wb") as file:
        file.write(b64encode(system_seed()) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        with suppress(FileExistsError):  # another process was first: its key is the house's
            os.link(draft, path)
    finally:
        draft.unlink()


def read_key(path: Path) -> bytes:
    """Read the master key from a file. Raise an error if other users can read the file."""
    with path.open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if os.name == "posix" and mode & _OTHERS:
            raise NovamasError("key_open_to_others", path=str(path), mode=f"{mode & 0o777:03o}")
        master = _read(file.read(1024).decode("ascii", errors="replace"))
    if master is None:
        raise NovamasError("key_unreadable", path=str(path), bytes=MASTER_BYTES)
    return master


def _read(text: str) -> bytes | None:
    """Decode a master key. Return None if the text is not a key."""
    try:
        master = b64decode(text.strip(), validate=True)
    except (NoBase64, ValueError):
        return None
    return master if len(master) == MASTER_BYTES else None


def _derived(master: bytes, person: bytes) -> bytes:
    return blake2b(key=master, digest_size=32, person=person).digest()


def _bound(about: str) -> bytes:
    return f"novamas secret 1\n{about}".encode()
