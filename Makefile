# Everything a newcomer needs: `make serve` and `make test`. Both set up their own virtual environment.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
# One more than there should be cores: many tests wait for a browser or another process.
WORKERS ?= 3
GAME ?=
ARGS ?=
# The first time pytest reads the tests it takes all their modules to pieces, each worker for itself and all at once. While
# mypy keeps one core busy, one process does it for them on another.
LOOKED_AT = $(BIN)/python -m pytest -q --collect-only > /dev/null 2>&1 & \
	$(MAKE) --no-print-directory lint types; found=$$?; wait; exit $$found
# What Python has compiled is kept: every process that a test or the house starts would do it anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help serve play test check lint types coverage goldens mutants bench load sbom audit-dependencies figures wheel wheel-check docs release release-goldens charts screenshots proof-shuffle proof-simulation proof-odds proof-school proof-fire requirements clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

serve: $(VENV)/.run  ## open the house: a table of every game at one address (ARGS="--port 9000" changes it)
	@$(BIN)/pitboss serve $(ARGS)

play: $(VENV)/.run  ## sit down at a table (GAME=… chooses one: an id of `pitboss games` or a folder)
	@$(BIN)/pitboss play $(GAME)

test: $(VENV)/.dev  ## everything that gates a change (about 20 minutes on 2 cores)
	@$(LOOKED_AT)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --check-coverage

check: $(VENV)/.dev  ## while you work: lint, types, cards, rulebooks, the engine, scenarios (about 2 minutes)
	@$(LOOKED_AT)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not slow"

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache > $(VENV)/imports.txt || (cat $(VENV)/imports.txt; exit 1)
	PYTHONPATH=src:tests $(BIN)/python -m javascript.checks lint

types: $(VENV)/.dev
	$(BIN)/mypy
	PYTHONPATH=src:tests $(BIN)/python -m javascript.checks types

coverage: $(VENV)/.dev  ## record in the package which test proves which clause
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --write-coverage

goldens: $(VENV)/.dev  ## write the golden playthroughs again (then read the difference)
	$(BIN)/python -m pytest -q tests/playthroughs --write-goldens

mutants: $(VENV)/.dev  ## change the product one small step at a time; every change must be noticed (about 20 minutes)
	PYTHONPATH=src:tests $(BIN)/python -m mutants.run --workers $(WORKERS)

bench: $(VENV)/.dev  ## rounds a second beside PokerKit, hands a second beside phevaluator, exact odds, simulation, the house
	$(BIN)/python benchmarks/rounds.py
	$(BIN)/python benchmarks/evaluator.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/design.py
	$(BIN)/python benchmarks/simulation.py
	$(BIN)/python benchmarks/strategies.py
	$(BIN)/python benchmarks/environments.py
	$(BIN)/python benchmarks/house.py

load: $(VENV)/.dev  ## seats that act over WebSockets until one acknowledgement in a hundred takes 50 ms (ARGS="--seats 1000")
	$(BIN)/python benchmarks/load.py $(ARGS)

sbom: $(VENV)/.run  ## what the program is made of, as CycloneDX, from the pinned requirements into sbom.json
	$(BIN)/python examples/running/sbom.py requirements.txt > sbom.json

audit-dependencies: $(VENV)/.run  ## known weaknesses of the pinned libraries; needs the network, and gates nothing
	@$(PIP) pip-audit && $(BIN)/pip-audit --require-hashes --disable-pip -r requirements.txt || \
		(echo "There is a finding above, or the database of known weaknesses cannot be reached: this needs the network and is not part of make test."; exit 1)

figures: $(VENV)/.run  ## work out the exact figures and charts that a wheel brings along (a minute)
	$(BIN)/python tools/first_figures.py --if-stale

wheel: figures  ## build the wheel and the source archive into dist
	rm -rf dist
	$(BIN)/hatchling build -d dist
	@ls -l dist

wheel-check: wheel  ## install the wheel in a bare environment, time the first answers, work all its figures out again (needs an index of packages)
	$(BIN)/python tools/bare_install.py dist/*.whl
	$(BIN)/python tools/first_figures.py --check

release: wheel docs sbom  ## the check-list of a release: version, changelog, wheel, sources, site, SBOM, goldens; all that is missing at once
	PYTHONPATH=tools $(BIN)/python tools/release.py

release-goldens: $(VENV)/.run  ## keep logs of this version for ever, with what came of them (once, just before its release)
	$(BIN)/python tools/release.py --keep

docs: $(VENV)/.dev  ## the documentation as a static site, with reference pages made from the product, into build/docs
	PYTHONPATH=tools $(BIN)/python -m docs_site.build

charts: $(VENV)/.run  ## draw the best play of every game into docs/charts again
	@mkdir -p docs/charts
	@for game in $$($(BIN)/pitboss games --ids); do for ending in svg png; do \
		$(BIN)/pitboss strategy $$game --save docs/charts/$$game.$$ending > /dev/null || exit 1; done; done

screenshots: $(VENV)/.dev  ## pictures of every page and game into docs/screens (about 3 minutes)
	PYTHONPATH=src:tests $(BIN)/python -m web.screenshots

proof-shuffle: $(VENV)/.run  ## test the shuffle itself and every planted fault; results into docs/shuffle-tests.md (about 3 minutes)
	$(BIN)/pitboss shuffle-test --shuffles 2000000 --plant all -o docs/shuffle-tests.md

proof-simulation: $(VENV)/.run  ## every wager by every paytable, simulated beside exact, into docs/simulation.md (may be stopped and gone on with)
	$(BIN)/python -m pitboss.simulation.campaign --write docs/simulation.md

proof-odds: $(VENV)/.dev  ## the large counts of odds that the suite leaves out
	$(BIN)/python -m pytest -q -n $(WORKERS) --proofs --ignore tests/school

proof-school: $(VENV)/.dev  ## 10,000 seeds of every drill and game of the school: no impossible task, none with two answers
	$(BIN)/python -m pytest -q -n $(WORKERS) --proofs tests/school

proof-fire: $(VENV)/.dev  ## kills, power cuts, faulty days, forgeries, load, into docs/fire.md (hours; may be stopped and gone on with)
	PYTHONPATH=src:tests $(BIN)/python -m fire.run --resume --write docs/fire.md $(ARGS)

requirements: $(VENV)/.dev  ## pin the dependencies again
	$(BIN)/python -m pip --disable-pip-version-check install --quiet uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra build pyproject.toml -o requirements.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra build --extra dev --extra docs pyproject.toml -o requirements-dev.txt

# The product alone: what `make play` needs.
$(VENV)/.run: requirements.txt pyproject.toml
	@echo "setting up $(VENV) (once) …"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo "Pitboss needs Python 3.11 or newer; say PYTHON=/path/to/python3.11"; exit 1)
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --require-hashes -r requirements.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# The tools for development on top.
$(VENV)/.dev: $(VENV)/.run requirements-dev.txt
	@echo "installing the development tools (once) …"
	@$(PIP) --require-hashes -r requirements-dev.txt
	@touch $@

clean:  ## remove what was built and installed
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
