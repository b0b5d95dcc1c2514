# Two commands matter: `make run` opens the casino, `make test` checks everything.
# Both set up what they need on a machine that has only Python 3.11 and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
PYTEST := $(BIN)/pytest
SERVING := tests/server tests/client tests/people tests/robots

# The tests look at the pages in a real browser; Chinese needs a font.
CHROMIUM := /usr/bin/chromium
CJK := /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc

.PHONY: run test browser campaign bench lock clean

run: $(READY)
	@$(BIN)/sabot serve --demo

test: $(READY) browser
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/bandit -q -r src/sabot -ll -ii
	@# Browsers and servers mostly wait, so their tests run beside the others.
	@$(PYTEST) tests/web > .tests-web 2>&1 & web=$$!; \
	$(PYTEST) $(SERVING) > .tests-serving 2>&1 & serving=$$!; \
	$(PYTEST) $(patsubst %,--ignore=%,tests/web $(SERVING)); rest=$$?; \
	wait $$web; seen=$$?; wait $$serving; served=$$?; \
	cat .tests-web .tests-serving; exit $$((rest + seen + served))

browser:
	@test -x $(CHROMIUM) -a -f $(CJK) \
	  || { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium fonts-noto-cjk; }

# The long searches. They write what they found to docs/campaigns/, which is committed.
campaign: $(READY)
	$(BIN)/python campaigns/links.py
	$(BIN)/python campaigns/mutations.py
	PYTHONPATH=tests $(BIN)/python campaigns/judges.py
	$(BIN)/python campaigns/simulation.py
	PYTHONPATH=tests $(BIN)/python campaigns/machines.py
	PYTHONPATH=tests $(BIN)/python -P campaigns/tamper.py
	PYTHONPATH=tests $(BIN)/python -P campaigns/crash.py
	PYTHONPATH=tests $(BIN)/python campaigns/night.py

bench: $(READY)
	$(BIN)/python benchmarks/adjudicate.py
	$(BIN)/python benchmarks/start_up.py
	$(BIN)/python benchmarks/first_answer.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/simulate.py
	PYTHONPATH=tests $(BIN)/python -P benchmarks/store.py
	PYTHONPATH=tests:. $(BIN)/python -P benchmarks/table.py
	PYTHONPATH=tests:. $(BIN)/python -P benchmarks/serve.py

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Sabot needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { apt-get -qq update && apt-get -qq install -y python3-venv; }
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q src
	@touch $@

# After a change of the dependencies in pyproject.toml.
lock: $(READY)
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --extra dev --generate-hashes \
	  --no-header --output-file requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis
