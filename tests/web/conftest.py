"""A house for browsers, which all walks share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.walking import a_house


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a house that serves the app and tables in play."""
    with a_house(tmp_path_factory.mktemp("house")) as address:
        yield address
