# Everything runs from .venv, which the targets make for themselves.
#   make play PYTHON=python3.12      uses another version of Python
#   make test ARGS="-k trump"        passes these arguments to the command that the target runs

PYTHON ?= python3
ARGS   ?=
VENV   := .venv
BIN    := $(VENV)/bin
BUNDLE := .venv-bundle
PIP    := $(BIN)/python tools/install.py -c constraints.txt
FRESH  := $(BIN)/python -m pytest -n 0 tests/packaging/fresh_install.py

# Without a home folder, caches go into .venv.
ifeq ($(strip $(HOME)),)
export HOME := $(CURDIR)/$(VENV)/home
endif

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play terminal test quick test-all test-newest test-lowest newest-today needs check docs format screenshots bench chaos attack leaks dist bundle clean

help: ## list the targets of this Makefile
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.runtime ## open a card table in the browser
	@$(BIN)/parlour $(ARGS)

terminal: $(VENV)/.runtime ## play a game in the terminal
	@$(BIN)/parlour play $(ARGS)

test: check needs newest-today ## run the checks, then the tests
	@echo "pytest"
	@$(BIN)/python -m pytest $(ARGS)

quick: $(VENV)/.dev ## run tests without browser and server (two minutes): make quick ARGS=tests/games/rook
	@$(BIN)/python -m pytest -m "not extensive and not processes and not slow" $(ARGS)

test-all: check needs ## run the checks and all tests (`make test` runs some only for a few games a day)
	@echo "pytest, with extensive tests"
	@$(BIN)/python -m pytest -m "" $(ARGS)

test-newest: $(VENV)/.dev needs ## try the wheel in a fresh environment with the newest packages (some minutes)
	@PARLOUR_PYTHON=$(PYTHON) PARLOUR_PACKAGES=newest $(FRESH) -m "" $(ARGS)

test-lowest: $(VENV)/.dev needs ## try the wheel in a fresh environment with the lowest allowed packages
	@PARLOUR_PYTHON=$(PYTHON) PARLOUR_PACKAGES=lowest $(FRESH) -m "" $(ARGS)

# Runs a short form of test-newest once a day, so that we notice a breaking release before users do.
newest-today: $(VENV)/.dev
	@test -n "$$(find $(VENV)/.newest -mtime -1 2>/dev/null)" || \
	  { echo "the wheel with today's newest packages (once a day)"; PARLOUR_PACKAGES=newest $(FRESH) -q && touch $(VENV)/.newest; }

check: $(VENV)/.dev ## check code, types, catalogues and documentation without changing any file
	@echo "ruff check"
	@$(BIN)/ruff check .
	@echo "ruff format --check"
	@$(BIN)/ruff format --check .
	@echo "mypy --strict"
	@$(BIN)/mypy
	@echo "tsc --checkJs"
	@$(BIN)/python tools/page_shapes.py --check
	@$(BIN)/python tools/page_types.py
	@echo "catalogues"
	@$(BIN)/python -m tests.catalogue_check
	@echo "documentation"
	@$(BIN)/python -m tools.site

docs: $(VENV)/.docs ## build the documentation site, into build/site
	@$(BIN)/python -m tools.site

needs: $(VENV)/.dev ## install what the tests need besides Python, or say what is missing
	@$(BIN)/python tools/needs.py

chaos: $(VENV)/.dev needs ## kill servers 200 times and PostgreSQL 60 times during play, to test that they recover (over an hour)
	@$(BIN)/python -m tests.web.chaos $(ARGS)

attack: $(VENV)/.dev ## flood a local server with requests and time an honest player's moves (a quarter of an hour)
	@$(BIN)/python -m tests.web.attack $(ARGS)

leaks: $(VENV)/.dev ## compare what viewers get at a million pairs of tables that differ only in secrets (ten minutes)
	@$(BIN)/python -m tests.web.leaks $(ARGS)

format: $(VENV)/.dev ## format the code with ruff
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

screenshots: $(VENV)/.dev needs ## take screenshots of every phase of every game, into screenshots/
	@PYTHONPATH=. $(BIN)/python tools/screenshots.py $(ARGS)

bench: $(VENV)/.dev ## compare engine and server with boardgame.io, OpenSpiel, RLCard, PettingZoo and Pgx
	@$(BIN)/parlour bench engine
	@$(BIN)/python bench/server.py --peer --page
	@$(BIN)/python -m bench.peers $(ARGS)

dist: $(VENV)/.release ## build a source archive and a wheel into dist/, and check them with twine
	@$(BIN)/python -m hatchling build -t sdist -t wheel -d dist
	@$(BIN)/python -m twine check --strict dist/*.tar.gz dist/*.whl

# PyInstaller bundles whatever is installed next to it, so it gets an environment with only Parlour in it.
bundle: $(BUNDLE)/.made $(VENV)/.dev ## build a zip for this system to unpack and double-click; LIGHT=1 leaves Numba out
	@$(BUNDLE)/bin/python packaging/bundle.py $(if $(filter-out 0,$(LIGHT)),--light) $(ARGS)
	@$(BIN)/python -m pytest -n 0 -q tests/packaging/test_bundle.py

clean: ## remove .venv and everything else that can be rebuilt
	@rm -rf $(VENV) $(BUNDLE) build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov
	@find src tests -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# Each stage of the installation has a stamp file, touched when the stage is complete: an interrupted stage starts over.
# hatchling is installed first, because an isolated build would ignore the pinned versions.

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Parlour needs Python 3.11 or newer, and '$(PYTHON)' is older or missing; name another: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "'$(PYTHON)' cannot make virtual environments; install its venv module (on Debian and Ubuntu: python3-venv)" >&2; exit 1; }
	@echo "creating $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(BUNDLE)/.made: pyproject.toml constraints.txt
	@echo "installing parlour and PyInstaller into $(BUNDLE)"
	@$(PYTHON) -m venv --clear $(BUNDLE)
	@$(BUNDLE)/bin/python -m pip --disable-pip-version-check install --quiet -c constraints.txt hatchling
	@$(BUNDLE)/bin/python -m pip --disable-pip-version-check install --quiet -c constraints.txt --no-build-isolation -e '.[bundle]'
	@touch $@

$(VENV)/.runtime: pyproject.toml constraints.txt | $(VENV)/.made
	@echo "downloading and installing Parlour (once: about a minute, 400 MB on the disk)"
	@$(PIP) hatchling
	@$(PIP) --no-build-isolation -e .
	@echo "installed"
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/.made
	@echo "downloading and installing Parlour and its development tools (once, some minutes)"
	@$(PIP) hatchling
	@$(PIP) --no-build-isolation -e '.[dev]'
	@echo "installed"
	@touch $(VENV)/.runtime $(VENV)/.docs $@

$(VENV)/.docs: pyproject.toml constraints.txt | $(VENV)/.made
	@echo "downloading and installing Parlour and what builds its documentation (once: about a minute)"
	@$(PIP) hatchling
	@$(PIP) --no-build-isolation -e '.[docs]'
	@echo "installed"
	@touch $(VENV)/.runtime $@

$(VENV)/.release: pyproject.toml constraints.txt $(VENV)/.dev
	@echo "installing what checks a release"
	@$(PIP) --no-build-isolation -e '.[release]'
	@touch $@
