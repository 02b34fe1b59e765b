# Everything that CI does is a target here. `make run` and `make test` need nothing but Python 3.11.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
# Accuracy has a target of its own: it takes minutes and writes a page.
BENCHMARKS := $(filter-out accuracy loose prints cubes cards_seen learning camera phone_camera __init__,$(basename $(notdir $(wildcard benchmarks/*.py))))

.PHONY: run test quick check mutants lint map bench guard accuracy loose prints cubes cards cards-films cubes-films cards-photos films evenings long screenshots train clean clumsy faults load fuzz phone-camera lock audit lowest

# More words for it: make run ARGS="--players Anna,Chris --port 9000"
run: $(VENV)/ready-to-run
	@$(BIN)/qwirkle play $(ARGS)

test: $(VENV)/ready-to-test
	.ci/browser $(BIN)
	$(BIN)/pytest

# The pure rooms only: rules, games, records, watching, words. Seconds, not minutes.
quick: $(VENV)/ready-to-test
	$(BIN)/pytest $(addprefix tests/,rules moves game records watch words) tests/test_*.py

check: lint test

# Breaks important lines one by one: a test must notice each. make mutants ARGS=lattice for some.
mutants: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.mutants $(ARGS)

# What is made from the source: the tables of files in the rooms' READMEs, docs/sentences.md.
map: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.room_maps

lint: $(VENV)/ready-to-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	.ci/scripts

bench: $(VENV)/ready-to-run
	@for name in $(BENCHMARKS); do $(BIN)/python -m benchmarks.$$name || exit 1; done

# What the reading guard compares with; only after a look at why it changed.
guard: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.guard

accuracy: $(VENV)/ready-to-run
	$(BIN)/python -m benchmarks.accuracy

# How well pieces are read that lie by themselves: writes docs/loose.md.
loose: $(VENV)/ready-to-run
	$(BIN)/python -m benchmarks.loose

# How well other printings of the six shapes are read: writes docs/prints.md.
prints: $(VENV)/ready-to-run
	$(BIN)/python -m benchmarks.prints

# How well tables of cubes are read, by the camera's tilt: writes docs/cubes.md.
cubes: $(VENV)/ready-to-run
	$(BIN)/python -m benchmarks.cubes

train: $(VENV)/ready-to-run
	$(BIN)/python -m pip install --quiet --editable '.[train]'
	$(BIN)/python -m vision.training.learn_inks
	$(BIN)/python -m vision.training.learn_shapes
	$(BIN)/python -m vision.training.learn_card_shapes
	$(BIN)/python -m vision.training.learn_card_inks
	$(BIN)/python -m vision.training.learn_card_ink

# How well tables of cards are read: writes docs/cards.md.
cards: $(VENV)/ready-to-run
	$(BIN)/python -m benchmarks.cards_seen

# Filmed games of Cards: writes docs/cards_films.md.
cards-films: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.cards_films

# Filmed games of Cubes, with rolls: writes docs/cubes_films.md.
cubes-films: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.cubes_films

# Photographed games of Cards, with a reader that errs as told and read for real: the same page.
cards-photos: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.cards_by_photos noisy
	$(BIN)/python -m tests.support.cards_by_photos drawn

# A phone as the camera against a webcam: how late, and how dear.
phone-camera: $(VENV)/ready-to-test
	$(BIN)/python -m benchmarks.phone_camera $(ARGS)

# A whole filmed game through a phone's browser, in real time; a screenshot of every page; all of what
# the tests take a part of: every language, evening and kind of picture, more games and kills.
long: $(VENV)/ready-to-test
	$(BIN)/pytest -n 0 -m long

# What every page looks like, on a phone, a desktop and a TV: out/screenshots.
screenshots: $(VENV)/ready-to-test
	$(BIN)/pytest -n 0 -m long tests/web/test_every_page.py

films: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.films

# One film of each ordinary evening: ghosts, box, racks, tail, television …: writes docs/evenings.md.
evenings: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.evening_films

# Whole games with clumsy people before a reader that reads every tile right: writes docs/clumsy.md.
clumsy: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.clumsy_people --turns 2400 --first 7000

# Kills, full disks, broken cameras, wrong clocks and strangers: writes docs/faults.md. Ten minutes.
faults: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.faults $(ARGS)

# A hundred phones for half an hour, two hundred at once, a thousand strangers: writes docs/load.md.
load: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.load $(ARGS)

# 10,000 random requests, 2,000 malformed ones, 2,000 spoiled pictures; 500 backups and profiles.
fuzz: $(VENV)/ready-to-test
	$(BIN)/python -m tests.support.fuzz 10000 2000 2000
	$(BIN)/python -m tests.support.fuzz_files 500 500

# The locks anew, from the newest versions: a commit has to say what changed.
lock: $(VENV)/ready-to-test
	$(BIN)/python -m pip install --quiet --upgrade --upgrade-strategy eager --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --upgrade setuptools colorama
	$(BIN)/python -m tests.support.lock

# Whether anything locked is known to have a hole; asks a database on the internet.
audit: $(VENV)/ready-to-run
	$(BIN)/python .ci/audit.py

# The lowest versions that pyproject.toml allows, in an environment of their own, and the tests:
# many, or with ARGS=few a few of each kind.
lowest: $(VENV)/pyvenv.cfg
	$(BIN)/python .ci/lowest.py $(VENV)/lowest $(ARGS)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis templates/node_modules

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "This needs Python 3.11 or newer: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/ready-to-run: pyproject.toml .ci/run.lock | $(VENV)/pyvenv.cfg
	@echo "Setting up in $(VENV): only this once, a minute or two with a good connection."
	@$(BIN)/python .ci/install.py run
	@touch $@

$(VENV)/ready-to-test: pyproject.toml .ci/test.lock | $(VENV)/pyvenv.cfg
	@echo "Setting up for tests in $(VENV): only this once, a minute or two."
	@$(BIN)/python .ci/install.py test
	@touch $@ $(VENV)/ready-to-run
