"""Standard streams that are closed, on a full disk, or in an encoding without some of our letters."""

from __future__ import annotations

import errno
import os
import sys
from codecs import lookup
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from novamas.errors import NovamasError

# Failures of a write. That of a named file carries its name, or its writer has made it an error of its own.
OF_WRITING = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.ENXIO)


def prepare_input() -> None:
    """Open an empty standard input if the process has none. Replace bytes that are not text."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115  # open for the rest of the process
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def check_output() -> None:
    """Raise `output_closed` if the process has no standard output."""
    if sys.stdout is None:
        raise NovamasError("output_closed")


def output_error(fault: OSError | UnicodeEncodeError) -> NovamasError | None:
    """Return the error for output that could not be written, or None if there is another cause."""
    if isinstance(fault, UnicodeEncodeError):
        if lookup(fault.encoding) != lookup(sys.stdout.encoding):
            return None
        letter = f"U+{ord(fault.object[fault.start]):04X}"  # nor could the message show it
        return NovamasError("output_not_encoded", letter=letter, encoding=fault.encoding)
    is_of_a_stream = fault.filename is None and fault.errno in OF_WRITING
    return NovamasError("output_not_written", errno=fault.errno) if is_of_a_stream else None


def drop_output() -> None:
    """Send the rest of the output to the null device, so that the interpreter exits without an error."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
