"""Two ways to run the suite: quickly, or with `--soak` also what takes long, and more of what can be more.

A test that is marked `soak` runs only then; one that asks for `soak` plays fewer rounds where it is false.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from novamas.testing import Contract

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")  # a busy machine proves nothing


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run every test, each with all its rounds")


def pytest_configure(config: pytest.Config) -> None:
    Contract.share = 1 if config.getoption("--soak") else 4


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--soak"):
        return
    quick = [item for item in items if not item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("soak")])
    items[:] = quick


@pytest.fixture(scope="session")
def soak(request: pytest.FixtureRequest) -> bool:
    """Are all rounds to be played, or so many as are quickly played?"""
    return bool(request.config.getoption("--soak"))
