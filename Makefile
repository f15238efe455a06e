# Everything runs from .venv, which the targets make for themselves.
#   make play PYTHON=python3.12      another Python
#   make test ARGS="-k trump"        arguments for the command behind a target

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
.PHONY: help play terminal test quick test-all test-newest test-lowest newest-today needs check docs format screenshots bench chaos attack dist bundle clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.runtime ## open the table in the browser
	@$(BIN)/parlour $(ARGS)

terminal: $(VENV)/.runtime ## play a game in the terminal
	@$(BIN)/parlour play $(ARGS)

test: check needs newest-today ## check, then run all tests
	@echo "pytest"
	@$(BIN)/python -m pytest $(ARGS)

quick: $(VENV)/.dev ## tests without browser, servers and processes, in a minute or two: make quick ARGS=tests/games/rook
	@$(BIN)/python -m pytest -m "not extensive and not processes and not slow" $(ARGS)

test-all: check needs ## all tests, for every game where `make test` takes a sample
	@echo "pytest, with extensive tests"
	@$(BIN)/python -m pytest -m "" $(ARGS)

test-newest: $(VENV)/.dev needs ## try the wheel in a fresh environment with the newest packages (some minutes)
	@PARLOUR_PYTHON=$(PYTHON) PARLOUR_PACKAGES=newest $(FRESH) -m "" $(ARGS)

test-lowest: $(VENV)/.dev needs ## the same with exactly the lowest versions that pyproject.toml allows
	@PARLOUR_PYTHON=$(PYTHON) PARLOUR_PACKAGES=lowest $(FRESH) -m "" $(ARGS)

# A short form of test-newest, once a day: so we see a breaking release before others do.
newest-today: $(VENV)/.dev
	@test -n "$$(find $(VENV)/.newest -mtime -1 2>/dev/null)" || \
	  { echo "the wheel with today's newest packages (once a day)"; PARLOUR_PACKAGES=newest $(FRESH) -q && touch $(VENV)/.newest; }

check: $(VENV)/.dev ## ruff, mypy (strict), tsc for the page, the catalogues, the documentation; nothing is changed
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

needs: $(VENV)/.dev ## install what the tests need beside Python, or say what is missing
	@$(BIN)/python tools/needs.py

chaos: $(VENV)/.dev needs ## kill servers 200 times while tables and evenings are played (about an hour)
	@$(BIN)/python -m tests.web.chaos $(ARGS)

attack: $(VENV)/.dev ## flood a server on this machine and time an honest player's moves (a few minutes)
	@$(BIN)/python -m tests.web.attack $(ARGS)

format: $(VENV)/.dev ## put the code into shape with ruff
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

screenshots: $(VENV)/.dev needs ## pictures of every phase of every game, into screenshots/
	@PYTHONPATH=. $(BIN)/python tools/screenshots.py $(ARGS)

bench: $(VENV)/.dev ## measure engine and server beside boardgame.io, OpenSpiel, RLCard, PettingZoo and Pgx
	@$(BIN)/parlour bench engine
	@$(BIN)/python bench/server.py --peer --page
	@$(BIN)/python -m bench.peers $(ARGS)

dist: $(VENV)/.release ## a source archive and a wheel, into dist/, checked by twine
	@$(BIN)/python -m hatchling build -t sdist -t wheel -d dist
	@$(BIN)/python -m twine check --strict dist/*.tar.gz dist/*.whl

# PyInstaller takes what is installed beside it, so it gets an environment with nothing else in it.
bundle: $(BUNDLE)/.made $(VENV)/.dev ## a zip to download and double-click, for this system; LIGHT=1 leaves Numba out
	@$(BUNDLE)/bin/python packaging/bundle.py $(if $(filter-out 0,$(LIGHT)),--light) $(ARGS)
	@$(BIN)/python -m pytest -n 0 -q tests/packaging/test_bundle.py

clean: ## remove .venv and everything that can be made again
	@rm -rf $(VENV) $(BUNDLE) build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov
	@find src tests -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# One stamp a stage, touched when the stage is complete: an interrupted one starts over.
# hatchling is installed first, because a build in isolation would not see the pins.

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
