"""A house for browsers, shared by the walks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.walking import a_house


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a house that serves the app and tables in play."""
    with a_house(tmp_path_factory.mktemp("house")) as address:
        yield address
