# Two commands matter: `make run` opens the casino, `make test` checks everything.
# Both set up what they need on a machine that has only Python 3.11 and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --quiet --disable-pip-version-check
RUNS := $(VENV)/runs
TESTS := $(VENV)/tests
DOCS := $(VENV)/docs
# Tests wait for browsers and disks now and then, so there are more of them than cores.
WORKERS ?= $(shell expr $$(nproc) + 3)
PYTEST := $(BIN)/pytest -n $(WORKERS)
# What a process has compiled, others need not compile again.
unexport PYTHONDONTWRITEBYTECODE

# The tests look at the pages in a real browser; Chinese needs a font.
CHROMIUM := /usr/bin/chromium-headless-shell
CJK := /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc

.PHONY: run test check format browser campaign rehearsal versions bench stage docs sbom lock clean

run: $(RUNS)
	@echo "The command is $(BIN)/sabot; \`. $(BIN)/activate\` puts it on your path."
	@$(BIN)/sabot serve --demo

test: $(TESTS) browser
	@$(BIN)/python tests/support/second_run.py -n $(WORKERS)

# For daily work: everything but what needs a server, a browser, a compiler or a killed process.
check: $(TESTS)
	@$(PYTEST) -m "not slow"

# Write Python and JavaScript in the form that `make check` asks for.
format: $(TESTS)
	@$(BIN)/ruff format -q . && $(BIN)/ruff check -q --fix . && $(BIN)/deno fmt --quiet

browser:
	@test -x $(CHROMIUM) -a -f $(CJK) \
	  || { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium-headless-shell fonts-noto-cjk; }

# The long searches. They write what they found to docs/campaigns/, which is committed.
campaign: $(TESTS) browser
	$(BIN)/python campaigns/links.py
	$(BIN)/python campaigns/mutations.py
	PYTHONPATH=tests:campaigns $(BIN)/python -P campaigns/opinions.py
	PYTHONPATH=tests $(BIN)/python campaigns/judges.py
	PYTHONPATH=tests $(BIN)/python campaigns/laundering.py
	PYTHONPATH=tests:campaigns $(BIN)/python -P campaigns/first_night/run.py
	PYTHONPATH=tests $(BIN)/python campaigns/wagers.py
	PYTHONPATH=tests $(BIN)/python campaigns/heats.py
	PYTHONPATH=tests $(BIN)/python campaigns/draws.py
	PYTHONPATH=tests $(BIN)/python -P campaigns/proofs.py
	$(BIN)/python campaigns/simulation.py
	nice -n 19 $(BIN)/python campaigns/randomness.py
	PYTHONPATH=tests $(BIN)/python campaigns/machines.py
	PYTHONPATH=tests $(BIN)/python -P campaigns/mixed.py
	PYTHONPATH=tests $(BIN)/python campaigns/contests.py
	PYTHONPATH=tests $(BIN)/python campaigns/colluders.py
	PYTHONPATH=tests $(BIN)/python -P campaigns/colluders_cage.py
	PYTHONPATH=tests $(BIN)/python campaigns/bending.py
	PYTHONPATH=tests $(BIN)/python -P campaigns/tamper.py
	PYTHONPATH=tests $(BIN)/python -P campaigns/crash.py
	PYTHONPATH=tests:campaigns $(BIN)/python -P campaigns/power.py
	PYTHONPATH=tests $(BIN)/python campaigns/night.py
	PYTHONPATH=tests $(BIN)/python -P campaigns/tour.py
	SABOT_THOROUGH=20 $(PYTEST)

# The files of deploy/, executed, and faults tried on two servers behind a balancer.
rehearsal: $(TESTS)
	PYTHONPATH=tests:campaigns $(BIN)/python -P campaigns/rehearsal/run.py

# The wheel in clean environments, one for each Python from 3.11 to 3.13 that is on this machine; and
# the quick tests on those that `make test` does not run on.
versions: $(RUNS)
	$(BIN)/python campaigns/wheel.py
	$(BIN)/python campaigns/versions.py

bench: $(TESTS)
	$(BIN)/python benchmarks/adjudicate.py
	$(BIN)/python benchmarks/start_up.py
	PYTHONPATH=tests $(BIN)/python -P benchmarks/screening.py
	$(BIN)/python benchmarks/first_answer.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/edges.py
	$(BIN)/python benchmarks/count.py
	$(BIN)/python -P benchmarks/proof.py
	$(BIN)/python benchmarks/simulate.py
	PYTHONPATH=tests $(BIN)/python -P benchmarks/store.py
	PYTHONPATH=tests:. $(BIN)/python -P benchmarks/table.py
	PYTHONPATH=tests:. $(BIN)/python -P benchmarks/tournament.py
	PYTHONPATH=tests:. $(BIN)/python -P benchmarks/cup.py
	PYTHONPATH=tests:. $(BIN)/python -P benchmarks/growth.py
	PYTHONPATH=tests:. $(BIN)/python -P benchmarks/serve.py
	PYTHONPATH=tests:. $(BIN)/python -P benchmarks/door.py
	PYTHONPATH=tests:. $(BIN)/python -P benchmarks/stage.py
	PYTHONPATH=tests:. $(BIN)/python -P benchmarks/first_screen.py

# How smoothly the table plays, for docs/campaigns/stage.md: about five minutes, only on a quiet machine.
stage: $(TESTS)
	@uptime
	PYTHONPATH=tests:. $(BIN)/python -P benchmarks/stage.py 3

# The pages of docs/ as a site, with the reference from docstrings: site/index.html.
docs: $(DOCS)
	$(BIN)/mkdocs build --quiet --strict

# What a build is made of (CycloneDX), and the licences in docs/dependencies.md.
sbom: $(RUNS)
	@mkdir -p artefacts
	$(BIN)/python deploy/sbom.py > artefacts/sbom.cdx.json
	$(BIN)/python deploy/sbom.py --write

$(DOCS): $(RUNS) requirements-docs.lock
	$(PIP) install --require-hashes -r requirements-docs.lock
	@touch $@

$(RUNS): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Sabot needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { apt-get -qq update && apt-get -qq install -y python3-venv; }
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q src
	@touch $@

$(TESTS): $(RUNS) requirements-test.lock
	$(BIN)/python tests/support/kernels.py & compiling=$$!; \
	  $(PIP) install --no-compile --require-hashes -r requirements-test.lock && wait $$compiling
	$(BIN)/pytest --collect-only -q -q > /dev/null & compiling=$$!; \
	  $(BIN)/mypy tests/support/libraries.py > /dev/null && wait $$compiling
	@touch $@

# After a change of the dependencies in pyproject.toml.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header
lock: $(RUNS)
	$(PIP) install uv
	$(BIN)/$(LOCK) --extra casino --extra speed --extra build --output-file requirements.lock pyproject.toml
	$(BIN)/$(LOCK) --extra casino --extra speed --extra build --extra test --constraint requirements.lock \
	  --output-file requirements-test.lock pyproject.toml
	$(BIN)/$(LOCK) --extra docs --constraint requirements.lock --constraint requirements-test.lock \
	  --output-file requirements-docs.lock pyproject.toml

clean:
	rm -rf $(VENV) site .mypy_cache .ruff_cache .hypothesis artefacts
