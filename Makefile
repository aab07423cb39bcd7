# Every target has its purpose behind `##`; `make` lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PROTOS := $(shell find protos -name '*.proto')
UI := web/ui
NODE := $(VENV)/node
NODE_ENV := PATH="$(CURDIR)/$(NODE):$$PATH"
UI_SOURCES := $(shell find $(UI)/src $(UI)/protos -type f -not -path '*/gen/*') $(wildcard $(UI)/*.json $(UI)/*.ts $(UI)/*.yaml)

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

.PHONY: run
run: setup ## Start the whole platform; Ctrl-C stops it
	@exec $(BIN)/python -m deploy.local $(ARGS)

.PHONY: test
test: setup-dev lint ## Lint, then every test on real servers
	$(BIN)/python -m pytest tests -n 2 --dist loadscope --no-loadscope-reorder

.PHONY: lint
lint: setup-dev ## ruff, mypy strict, import rules, buf lint, TypeScript
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd protos && $(NODE_ENV) ../$(UI)/node_modules/.bin/buf lint
	cd $(UI) && $(NODE_ENV) npm run --silent check

.PHONY: backup
backup: setup ## Save PostgreSQL and NATS's streams in backups/<time>, or TO=folder
	@$(BIN)/python -m deploy.recovery save $(or $(TO),backups/$(shell date -u +%Y%m%dT%H%M%SZ)) $(ARGS)

.PHONY: restore
restore: setup ## Restore and reconcile both: make restore FROM=backups/<time>
	@$(if $(FROM),,echo "which backup? make restore FROM=backups/<time>" >&2; exit 2)
	@$(BIN)/python -m deploy.recovery restore $(FROM) $(ARGS)

.PHONY: chaos
chaos: setup-dev ## Play 200 staked matches while everything is killed and frozen; ten minutes
	$(BIN)/python -m tests.e2e.chaos $(ARGS)

.PHONY: bench-platform
bench-platform: setup-dev ## Measure the platform beside its floor, up to 5,000 tables; half an hour
	$(BIN)/python -m tests.bench.platform $(ARGS)

.PHONY: bench-engine
bench-engine: setup-dev ## Measure the rules and the engine's service: actions/s, CPU per call; two minutes
	$(BIN)/python -m tests.bench.engine

.PHONY: bench-bots
bench-bots: setup-dev ## Measure how often the bots win; some five minutes
	$(BIN)/python -m tests.bench.bots

.PHONY: bench-history
bench-history: setup-dev ## Measure the database's time for history and ranking with a million matches; ten minutes
	$(BIN)/python -m tests.bench.history $(ARGS)

.PHONY: verify
verify: $(VENV)/.run-installed ## Check an exported match: make verify RECORD=match.json
	@$(if $(RECORD),,echo "which match? make verify RECORD=match.json" >&2; exit 2)
	@$(BIN)/python -m services.engine verify $(if $(CHAIN),--chain $(CHAIN)) $(if $(COMMITMENT),--commitment $(COMMITMENT)) "$(RECORD)"

.PHONY: format
format: setup-dev ## Format the Python sources
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: setup
setup: $(VENV)/.run-installed protos rules ui ## Install what `make run` needs

.PHONY: setup-dev
setup-dev: $(VENV)/.dev-installed protos rules ui ## Install what tests and lint need on top

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Quiero needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	@echo "quiero: making $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run-installed: requirements/run.txt | $(VENV)/bin/python
	@echo "quiero: installing requirements/run.txt"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	@touch $@

$(VENV)/.dev-installed: requirements/dev.txt | $(VENV)/.run-installed
	@echo "quiero: installing requirements/dev.txt"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

.PHONY: protos
protos: truco/.built ## Generate the Python stubs from protos/

truco/.built: $(PROTOS) $(VENV)/.run-installed
	@echo "quiero: generating truco/ from protos/"
	@mkdir -p truco && find truco -name '*_pb2*' -delete
	@$(BIN)/python -m grpc_tools.protoc -I protos \
		--plugin=protoc-gen-mypy=$(BIN)/protoc-gen-mypy \
		--plugin=protoc-gen-mypy_grpc=$(BIN)/protoc-gen-mypy_grpc \
		--plugin=protoc-gen-connectrpc=$(BIN)/protoc-gen-connectrpc \
		--python_out=. --mypy_out=quiet:. --grpc_python_out=. --mypy_grpc_out=quiet:. \
		$(PROTOS)
	@$(BIN)/python -m grpc_tools.protoc -I protos --plugin=protoc-gen-connectrpc=$(BIN)/protoc-gen-connectrpc \
		--connectrpc_out=. --connectrpc_opt=protobuf=google protos/truco/play/v1/play.proto
	@touch $@

.PHONY: rules
rules: $(VENV)/.run-installed ## Compile the rules; without a C compiler they run interpreted
	@$(BIN)/python -m services.engine.native

.PHONY: ui
ui: $(UI)/dist/.vite/manifest.json ## Build the page's JavaScript from web/ui

$(NODE)/node: | $(VENV)/bin/python
	@$(UI)/find-node $(NODE) $(BIN)/python requirements/node.txt

$(UI)/node_modules/.installed: $(UI)/package-lock.json | $(NODE)/node
	@echo "quiero: installing the page's packages"
	@cd $(UI) && $(NODE_ENV) npm ci --silent
	@touch $@

$(UI)/dist/.vite/manifest.json: $(UI)/node_modules/.installed $(UI_SOURCES) $(PROTOS)
	@echo "quiero: building the page"
	@cd $(UI) && $(NODE_ENV) npm run --silent gen && $(NODE_ENV) npm run --silent build -- --logLevel warn
	@touch $@

.PHONY: lock
lock: | $(VENV)/bin/python ## Compile the hashed locks from requirements/*.in
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	for name in run dev node; do $(BIN)/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --no-annotate --output-file requirements/$$name.txt requirements/$$name.in || exit 1; done

.PHONY: clean
clean: ## Remove the virtual environment, stubs and builds, but no data
	rm -rf $(VENV) truco build $(UI)/node_modules $(UI)/dist $(UI)/src/gen
