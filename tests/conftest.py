"""Two ways to run the suite: quickly, or with `--soak` including slow tests and longer runs.

A test that is marked `soak` runs only with that option. A test with the fixture `soak` plays fewer rounds
without it.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from tests.store.databases import in_memory, server

from novamas.testing import Contract

WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))

# A busy machine proves nothing.
settings.register_profile("soak", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("test", settings.get_profile("soak"), max_examples=30)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run every test, each with all its rounds")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # the process that starts the others: they inherit this
        _keep_apart(config)
    soaked = config.getoption("--soak")
    Contract.share = 1 if soaked else 8
    settings.load_profile("soak" if soaked else "test")


def _keep_apart(config: pytest.Config) -> None:
    """Give this run a separate cache, which all its processes share, and folders in memory.

    A store waits for the disk before it answers. Tests need no protection against a power cut.
    """
    kept = TemporaryDirectory(prefix="novamas-kept-", ignore_cleanup_errors=True)
    os.environ["NOVAMAS_CACHE"] = kept.name
    os.environ.pop("NOVAMAS_PACKS", None)
    config.add_cleanup(kept.cleanup)
    if config.option.basetemp is None and (memory := in_memory()) is not None:
        folders = TemporaryDirectory(prefix="novamas-tests-", dir=memory, ignore_cleanup_errors=True)
        config.option.basetemp = folders.name
        config.add_cleanup(folders.cleanup)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--soak"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("soak")])
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
    # The first of several workers gets all walks, one after the other, in one house: two browsers at the same
    # time would wait for each other, and at the end nothing short would be left to do beside them.
    items.sort(key=lambda item: ("tests/web/" not in item.nodeid, str(item.path)))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None]:
    """Freeze the collected tests. They exist until the end, so the garbage collector need not scan them."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(100_000, 10, 10)  # parsed sources and whole sessions stay, too
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let each worker begin at another place of a folder, so that one can use what another compiled."""
    report = yield
    if isinstance(collector, pytest.Dir) and report.passed:
        begins = len(report.result) * WORKER // WORKERS
        report.result = report.result[begins:] + report.result[:begins]
    return report


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Yield a database server that all tests of a process share."""
    with server() as address:
        yield address


@pytest.fixture(scope="session")
def soak(request: pytest.FixtureRequest) -> bool:
    """Return whether the suite runs with `--soak`, with all rounds."""
    return bool(request.config.getoption("--soak"))
