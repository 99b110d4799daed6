# make play    set everything up and serve the table at the address it prints; the text table is in the same terminal
# make test    set everything up and run every check
# make soak    the long campaigns, or one of them: make soak PART=rules, kills, fuzz, friends, train, trainers, reviews, puzzles, balance, ray, wheel, hosts, screens, pages
# make dist    build the two files that go out, with the page in them: dist/sampan-*.whl and .tar.gz
# make golden  write the golden games anew, after a change of rules
PYTHON ?= python3
BIN := .venv/bin
# Python keeps what it has compiled, also where the machine says otherwise: dozens of processes would compile the same tests.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup page play test ready collected page-check lint soak dist golden bench clean

# What playing needs, and what developers need beside it. Of all the modules in the packages only those that a server
# imports are compiled by Python beforehand.
IMPORTED := import sampan.cli, sampan.server.background, sampan.server.app, uvloop, psycopg; \
  from sampan.compiling.parts import missing_parts; missing_parts()
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt

.venv/.playable: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Sampan needs Python 3.11 or newer: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@echo "Step 1 of 3: Python packages for playing, into .venv; beside it npm packages for the page (about 40 s, once)"
	@$(PYTHON) web/build.py fetch > /dev/null 2>&1 & page=$$!; \
	  $(PYTHON) -m venv .venv && $(PIP) -e . && \
	  $(BIN)/python -c '$(IMPORTED)' || exit 1; \
	  wait $$page; touch $@

setup: .venv/.ready

.venv/.ready: .venv/.playable
	@echo "Setting up: packages for developers, into .venv and web/node_modules (about a minute, once)"
	@$(PYTHON) web/build.py fetch all > /dev/null 2>&1 & page=$$!; \
	  $(PIP) 'sampan[dev]' || exit 1; \
	  wait $$page; touch $@

# the page, built where the server finds it; nothing happens while it is fresh
page: .venv/.playable
	@$(BIN)/python web/build.py

# without a keyboard to play at, it only serves
play: .venv/.playable
	@echo "Step 2 of 3: the page (built once, and again when its sources change)"
	@$(BIN)/python web/build.py
	@echo "Step 3 of 3: the table"
	@if [ -t 0 ]; then $(BIN)/sampan play --serve; else $(BIN)/sampan serve --or-next; fi

lint: setup
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

# Both cores take from this list: the rules of GAMES, which take longest to compile, beside packages for developers, which
# mostly wait for the network; then what checks the sources, and tests made ready for the processes that run them.
ready: $(GAMES:%=compile-%) setup page-check lint collected

compile-%: .venv/.playable
	@$(BIN)/sampan compile $*

page-check: setup
	@$(BIN)/python web/build.py check

# Schemathesis makes up all its requests while tests are collected: one process of its own does, not each of the others.
SCHEMA := tests/server/test_schema.py
REST := --ignore $(SCHEMA) -p no:schemathesis -p no:hypothesispytest

collected: setup
	@$(BIN)/python -m pytest --collect-only -q -p no:cacheprovider $(REST) > /dev/null 2>&1 || true  # what is wrong is said when they run

# The browsers, which mostly wait, play beside the other tests; what they say is shown at the end. Tests of the server wait as
# well, for half of their time: three of them at a time keep two cores busy.
test: .venv/.playable
	@echo "Step 1 of 2: compiling the rules, checking sources and page (1 to 3 minutes)"
	@$(MAKE) --no-print-directory --jobs 3 ready \
	  GAMES="$$($(BIN)/python -c 'from sampan.games import names; print(*names())')"
	@echo "Step 2 of 2: the tests, with browsers beside them (5 to 8 minutes)"
	@mkdir -p build; $(BIN)/python web/build.py e2e > build/e2e.log 2>&1 & page=$$!; \
	  $(BIN)/python -m pytest $(SCHEMA) > build/schema.log 2>&1 & schema=$$!; \
	  $(BIN)/python -m pytest -n 3 --dist worksteal $(REST); tests=$$?; \
	  wait $$schema; schema=$$?; wait $$page; page=$$?; \
	  cat build/schema.log build/e2e.log; exit $$((tests + schema + page))

# Each part by itself takes less than half an hour on two cores; what says how far it is uses the cores by itself.
SOAK_PARTS := rules kills fuzz friends train trainers reviews puzzles balance ray wheel hosts screens pages
SOAK_rules := -n 0 tests/test_soak.py tests/engine/test_check.py tests/engine/test_cuda.py \
  tests/engine/test_numba_patches.py $(wildcard tests/*/test_geometry.py) examples/backgammon/tests/test_kit.py
SOAK_kills := -n 2 tests/server/test_kill.py tests/server/test_killed_between.py
SOAK_fuzz := -n 2 tests/server/test_fuzz.py tests/server/test_box_fuzz.py tests/server/test_box_trial.py
SOAK_friends := -n 0 -s tests/server/test_browsers.py
SOAK_train := -n 2 tests/lab/test_train.py tests/lab/test_train_nets.py
SOAK_trainers := -n 2 $(wildcard tests/*/test_trainers_soak.py)
SOAK_reviews := -n 2 -s tests/review/test_soak.py
SOAK_puzzles := -n 2 -s tests/puzzles/test_soak.py
SOAK_balance := -n 2 tests/lab/test_balance_soak.py
SOAK_ray := -n 0 tests/lab/test_ray_soak.py
SOAK_wheel := -n 0 tests/release/test_installed.py
SOAK_hosts := -n 0 -s tests/server/test_hosts.py
SOAK_screens := -n 0 -s tests/server/test_screens.py
SOAK_pages := -n 0 -s tests/server/test_pages.py
EXTRA_ray := ray
EXTRA_train := learn
EXTRA_trainers := trainers
FIRST_wheel := page
FIRST_friends := page
FIRST_screens := page
FIRST_pages := page

soak: setup
ifdef PART
	@test -n "$(SOAK_$(PART))" || { echo "PART=$(PART): expected one of: $(SOAK_PARTS)"; exit 2; }
	@test -z "$(EXTRA_$(PART))" || \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$(EXTRA_$(PART))]'
	@test -z "$(FIRST_$(PART))" || $(MAKE) --no-print-directory $(FIRST_$(PART))
	@$(BIN)/python -m pytest -m soak $(SOAK_$(PART))
else
	@for part in $(SOAK_PARTS); do echo "soak: $$part"; $(MAKE) --no-print-directory soak PART=$$part || exit 1; done
endif

# The wheel is made from the source release, which shows that this is whole: it has the page and needs no Node.
dist: setup page
	@mkdir -p build; rm -rf dist; $(BIN)/python -m build --no-isolation --outdir dist > build/dist.log 2>&1 || \
	  { cat build/dist.log; exit 1; }; ls dist/*

golden: setup
	@$(BIN)/python -m tests.golden.playthrough

bench: setup
	@$(BIN)/sampan bench

clean:
	rm -rf web/node_modules src/sampan/server/page .venv .mypy_cache .ruff_cache .pytest_cache build dist
