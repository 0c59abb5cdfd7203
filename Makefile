# `make run` and `make test` set up everything themselves: Python 3.11 and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# What is compiled is kept, whatever the machine says: the tests begin hundreds of programs.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test tested packs soak tour check check_web browsing web setup goldens requirements clean

# The house, with its browser app, at an address that it prints and opens (`make run OPEN=--no-open`: only prints).
OPEN ?= --open
run: web
	$(BIN)/novamas serve $(OPEN)

# What guards the behaviour, in a few minutes: style and types are looked at while the tests wait for something.
test: $(VENV)/packages
	$(MAKE) --jobs=3 BESIDE="nice -n 5" check check_web tested

# Two processors are kept busy by three workers: one or another waits for a clock, a disk or a browser.
tested: browsing packs
	$(BIN)/python -m pytest -n 3 --dist worksteal

# The pack of law of this tree, installed as a stranger installs one: beside the package, which does not know it.
PACK := $(VENV)/es79
packs: browsing
	rm -rf $(PACK)
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --no-index --target $(PACK) packs/es79
	cd packs/es79 && PYTHONPATH=$(CURDIR)/$(PACK) $(CURDIR)/$(BIN)/python -m pytest -q

# All of it: every exhaustive check, every round of the engine against the odds, all odds counted again.
soak: $(VENV)/soaked
	$(MAKE) --jobs=2 --output-sync=target check check_web
	$(BIN)/python -m pytest -n 2 --dist worksteal --soak

# Every page and a round of every game in a browser: pictures of each, at three sizes, light and dark, in `tour/`.
tour: web web/node_modules/ready
	$(BIN)/python -m tests.web.tour

check: $(VENV)/packages
	$(BESIDE) $(BIN)/ruff check .
	$(BESIDE) $(BIN)/ruff format --check .
	$(BESIDE) $(BIN)/mypy

check_web: browsing
	$(BESIDE) $(BIN)/python hatch_build.py run check --silent
	$(BESIDE) $(BIN)/python hatch_build.py test --silent

setup: $(VENV)/ready

# First all packages of the browser app, with which it is checked, then the app: it would fetch fewer by itself.
browsing:
	$(MAKE) --jobs=1 web/node_modules/ready
	$(MAKE) --jobs=1 web

# The browser app, built into the package if its sources have changed.
web: setup
	$(BIN)/python hatch_build.py

# All that is needed is pinned: nothing is looked for, and what is imported is compiled when it is.
INSTALL := $(BIN)/python -m pip install --quiet --require-hashes --no-deps --no-compile

$(VENV)/packages: requirements/run.txt requirements/dev.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -r requirements/run.txt -r requirements/dev.txt
	touch $@

# What only the exhaustive checks need: a cluster, notebooks, other programs that read our files.
$(VENV)/soaked: requirements/soak.txt $(VENV)/ready
	$(INSTALL) -r requirements/soak.txt
	touch $@

$(VENV)/ready: $(VENV)/packages pyproject.toml
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

# What the browser app is checked with, a browser among it.
web/node_modules/ready: web/package-lock.json $(VENV)/packages
	$(BIN)/python hatch_build.py ci
	$(BIN)/python hatch_build.py run browser --silent
	touch $@

# Playthroughs, odds, game pages and the command reference are printed from the program; read the diff.
goldens: setup
	$(BIN)/python -m tools.goldens

# Pin the newest versions that pyproject.toml and the .in files allow, with their hashes and no addresses.
COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host \
	--no-emit-find-links --no-header --allow-unsafe --strip-extras
requirements: setup
	$(COMPILE) --extra serve --output-file requirements/run.txt pyproject.toml
	$(COMPILE) --constraint requirements/run.txt --output-file requirements/core.txt pyproject.toml
	$(COMPILE) --constraint requirements/run.txt --output-file requirements/postgres.txt requirements/postgres.in
	$(COMPILE) --output-file requirements/build.txt requirements/build.in
	$(COMPILE) --output-file requirements/dev.txt requirements/dev.in
	$(COMPILE) --output-file requirements/soak.txt requirements/soak.in
	$(COMPILE) --output-file requirements/bench.txt requirements/bench.in

clean:
	rm -rf $(VENV) web/node_modules src/novamas/web .mypy_cache .pytest_cache .ruff_cache dist
