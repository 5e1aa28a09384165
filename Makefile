# Two commands for everybody: make play, make test. They set up all they need; a second call is quick.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FIELD := .venv-peers-speed
PLAYING := .make/playing
WORKING := .make/working
PEERS := .make/peers

.PHONY: play test soak check bench bench-peers docs format screenshots tournaments peers clean

play: $(PLAYING)
	@$(BIN)/cabotage

# Files in their own order: sorted by how many tests they have, the long ones with few tests would come last and alone.
test: $(WORKING)
	$(BIN)/python tools/compile.py
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder --durations=30

# Tests that compare times or repeat something many times: one after the other, on a machine that does nothing else.
# Then endurance, which takes hours, also if one of the first has failed; in the end, the failure of either counts.
soak: $(WORKING)
	$(BIN)/python -m pytest -m quiet -o timeout=0; quiet=$$?; \
	$(BIN)/python -m pytest -m soak -o timeout=0 tests/soak && exit $$quiet

check: $(WORKING)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	! $(BIN)/vulture | grep -v 'unused variable'
	$(BIN)/python tools/rule_coverage.py --check
	$(BIN)/python tools/wire.py --check
	$(BIN)/python tools/tournaments.py check
	$(BIN)/python tools/unbiased.py check
	$(BIN)/python tools/rivals.py check
	$(BIN)/python tools/calibration.py check
	$(BIN)/python tools/game_pages.py --check
	$(BIN)/python tools/environment_pages.py --check
	$(BIN)/python tools/markdown.py
	$(BIN)/python tools/site.py
	$(BIN)/python tools/page.py check

bench: $(PLAYING)
	@$(BIN)/cabotage bench

# Our speed beside that of other libraries, on one core, into benchmarks/peers.md: on a machine that does nothing else.
# Calypso in C has to play the same games as ours before it is measured.
bench-peers: $(WORKING) $(FIELD)/made
	$(BIN)/python -m pytest -q benchmarks/c
	$(BIN)/python -m benchmarks.peers

$(FIELD)/made: benchmarks/peers/requirements.txt $(BIN)/python
	@echo "Setting up the peers in $(FIELD) (once) ..."
	@$(PYTHON) -m venv $(FIELD)
	@$(FIELD)/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/peers/requirements.txt
	@command -v gcc >/dev/null || command -v clang >/dev/null || command -v cc >/dev/null || \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check ziglang==0.15.2
	@touch $@

# Stable-Baselines3 checks our environments and learns for some minutes, in a venv of its own: PyTorch is large.
peers: $(PEERS)
	.venv-peers/bin/python tools/peers.py

# Hours: the figures of docs/reference/strength.md and of the games' pages. Resumes where it was stopped.
tournaments: $(WORKING)
	$(BIN)/python tools/tournaments.py play tournaments
	$(BIN)/python tools/tournaments.py keep tournaments
	$(BIN)/python tools/tournaments.py order
	$(BIN)/python tools/tournaments.py write

# Writes the generated pages, then the site: open site/index.html, or serve it with `python -m http.server -d site`.
docs: $(WORKING)
	$(BIN)/python tools/rule_coverage.py
	$(BIN)/python tools/game_pages.py
	$(BIN)/python tools/environment_pages.py
	$(BIN)/python tools/wire.py
	$(BIN)/python tools/site.py

screenshots: $(WORKING)
	$(BIN)/python tools/scenes.py
	$(BIN)/python tools/screenshots.py

format: $(WORKING)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python tools/page.py format

clean:
	rm -rf $(VENV) .venv-peers $(FIELD) .make .mypy_cache .ruff_cache .pytest_cache .hypothesis .cache build site

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Cabotage needs Python 3.11 or newer; choose one: make PYTHON=python3.12 ..."; exit 2; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq python3-venv; } || \
	  { echo "Python's venv module is missing; install it first (on Debian and Ubuntu: apt install python3-venv)"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(PLAYING): $(BIN)/python pyproject.toml constraints.txt
	@echo "Setting up Cabotage in $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[serve]'
	@mkdir -p $(@D) && touch $@

$(WORKING): $(BIN)/python pyproject.toml constraints.txt
	@echo "Setting up Cabotage and its tests in $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@mkdir -p $(@D) && touch $@ $(PLAYING)

$(PEERS): pyproject.toml constraints.txt tools/peers.txt
	@echo "Setting up Stable-Baselines3 with PyTorch in .venv-peers (once) ..."
	@$(PYTHON) -m venv .venv-peers
	@.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[research]' \
	  -r tools/peers.txt
	@mkdir -p $(@D) && touch $@
