# Fabric Twin. `make demo` and `make test` need Python 3.11 or newer with its venv module, and make.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
    "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q -q
RUN_ENV := $(VENV)/.run-ready
DEV_ENV := $(VENV)/.dev-ready
PYTEST_ARGS ?=

.PHONY: help
help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then echo "no python3 of 3.11 or newer found; set PYTHON=/path/to/python3" >&2; exit 1; fi
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); echo "on Debian: apt-get install python3-venv" >&2; exit 1; }

$(RUN_ENV): requirements.lock pyproject.toml | $(BIN)/python
	@echo "preparing $(VENV) (once)" >&2
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps -e .
	@touch $@

$(DEV_ENV): requirements-dev.lock $(RUN_ENV)
	@echo "adding the developers' tools to $(VENV) (once)" >&2
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

.PHONY: demo
demo: $(RUN_ENV)  ## compile and check an example fabric, then a broken variant
	@PATH="$(CURDIR)/$(BIN):$$PATH" tools/demo.sh

.PHONY: test
test: lint unit  ## everything: lints, types, layers, drift, tests

.PHONY: lint
lint: $(DEV_ENV)  ## ruff, mypy --strict, import-linter, buf lint, drift of generated files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint
	@$(MAKE) --no-print-directory drift

.PHONY: drift
drift: $(DEV_ENV)  ## are the generated files (docs/, schemas/, service code) what the code says?
	$(BIN)/python tools/generate_proto.py --check
	$(BIN)/python tools/generate_schemas.py --check
	$(BIN)/python tools/generate_docs.py --check
	$(BIN)/python tools/changelog.py --check

.PHONY: unit
unit: $(DEV_ENV)  ## the tests alone; PYTEST_ARGS="tests/engine -k ecmp" narrows them
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pytest $(PYTEST_ARGS)

.PHONY: docs
docs: $(DEV_ENV)  ## write docs/, schemas/, service code and the README's table
	$(BIN)/python tools/generate_proto.py
	$(BIN)/python tools/generate_schemas.py
	$(BIN)/python tools/generate_docs.py

.PHONY: format
format: $(DEV_ENV)  ## let ruff format and mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: bench
bench: $(DEV_ENV)  ## ratios measured side by side: start-up, reading, checking, compiling
	$(BIN)/python tools/bench.py

# What `make bench` compares with, in an environment of its own: no dependency of the project.
PEERS := networklab==26.10 pyavd==6.4.0

.bench/.ready: | $(BIN)/python
	@echo "preparing .bench/venv: $(PEERS)" >&2
	@"$(PYTHON)" -m venv .bench/venv
	@.bench/venv/bin/python -m pip --disable-pip-version-check -q -q install $(PEERS)
	@touch $@

.PHONY: bench-peers
bench-peers: .bench/.ready  ## install netlab and pyavd for `make bench`, into .bench/ (slow, once)

.PHONY: wheel
wheel: $(DEV_ENV)  ## dist/fabric_twin-*.whl
	$(BIN)/python -m hatchling build -t wheel

.PHONY: lock
lock: | $(BIN)/python  ## renew requirements.lock and requirements-dev.lock from pyproject.toml
	@$(PIP) install 'uv>=0.5'
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate \
	    --no-emit-index-url --custom-compile-command "make lock" pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate \
	    --no-emit-index-url --custom-compile-command "make lock" --extra dev -c requirements.lock \
	    pyproject.toml -o requirements-dev.lock

.PHONY: clean
clean:  ## remove the environment, caches and results
	rm -rf $(VENV) .bench .demo dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
