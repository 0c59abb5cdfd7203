# `make run` and `make test` set up everything themselves: Python 3.11 and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test soak check setup goldens requirements clean

run: setup
	$(BIN)/novamas play ruleta

# What guards the behaviour, in a few minutes.
test: check
	$(BIN)/python -m pytest -n 2 --dist worksteal

# All of it: every exhaustive check, every round of the engine against the odds, all odds counted again.
soak: check
	$(BIN)/python -m pytest -n 2 --dist worksteal --soak

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

setup: $(VENV)/ready

$(VENV)/ready: requirements/run.txt requirements/dev.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/run.txt -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

# Playthroughs, odds, game pages and the command reference are printed from the program; read the diff.
goldens: setup
	$(BIN)/python -m tools.goldens

# Pin the newest versions that pyproject.toml and dev.in allow, with their hashes and no addresses.
requirements: setup
	$(BIN)/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		--no-header --allow-unsafe --strip-extras --output-file requirements/run.txt pyproject.toml
	$(BIN)/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		--no-header --allow-unsafe --strip-extras --output-file requirements/dev.txt requirements/dev.in
	$(BIN)/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		--no-header --allow-unsafe --strip-extras --output-file requirements/bench.txt requirements/bench.in

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache dist
