# make help says what there is. Everything is built into .build, everything that the tests install into .venv.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PORT ?= 8080
ARGS ?=

# The walls of the house: an import that no target's list names stops the build. The same for build and tests, so that nothing is built twice.
SWIFT_FLAGS := --explicit-target-dependency-import-check error

# What has to be there, and the Debian package that brings it.
RUN_NEEDS := \
	/usr/include/zlib.h:zlib1g-dev \
	/usr/include/sqlite3.h:libsqlite3-dev

TEST_NEEDS := $(RUN_NEEDS) \
	/usr/bin/chromium:chromium \
	/usr/sbin/nginx:nginx-light \
	/usr/bin/java:default-jre-headless \
	/usr/bin/curl:curl \
	/usr/bin/python3:python3-venv \
	/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf:fonts-liberation \
	/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf:fonts-noto-color-emoji

# $(call install,PACKAGES), inside a shell line: Debian's packages, without a question.
install = { \
	command -v apt-get >/dev/null || { echo "missing here, and no apt-get to install it:" $(1) >&2; exit 1; }; \
	sudo=; [ "$$(id -u)" -eq 0 ] || sudo=sudo; \
	echo "installing" $(1); \
	$$sudo apt-get update -qq </dev/null && \
	$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(1) </dev/null >/dev/null; }

# $(call need,FILE:PACKAGE …), a recipe line: quick and silent where nothing is missing.
need = @missing=; \
	for pair in $(1); do [ -e "$${pair%%:*}" ] || missing="$$missing $${pair\#*:}"; done; \
	[ -z "$$missing" ] || $(call install,$$missing)

.PHONY: run build test test-needs swift-tests browser-tests pictures format clean help

run: build ## build and serve on http://127.0.0.1:8080 without login, store in ./data (PORT=, ARGS= for more)
	@exec .build/release/islet --no-login --data data --port $(PORT) $(ARGS)

build: ## build the release binary into .build/release/islet, installing the C libraries that are missing
	$(call need,$(RUN_NEEDS))
	@swift build -c release --product islet $(SWIFT_FLAGS)

test: .venv/ready swift-tests browser-tests ## install what tests need, build, run all of them

test-needs:
	$(call need,$(TEST_NEEDS))

swift-tests: ## the Swift tests alone
	$(call need,$(RUN_NEEDS))
	@# Tests that wait on sockets block the few threads that answers run on: such a suite has a process to itself.
	@swift build --quiet --build-tests $(SWIFT_FLAGS)
	@timeout 600 swift test --quiet --skip-build $(SWIFT_FLAGS) --skip '^Flow\.' --skip '^ServerTests\.'
	@timeout 600 swift test --quiet --skip-build $(SWIFT_FLAGS) --filter '^ServerTests\.'
	@timeout 600 swift test --quiet --skip-build $(SWIFT_FLAGS) --filter '^Flow\.'

browser-tests: .venv/ready build ## the tests in a real Chromium alone, against the release binary
	@cd Tests/Browser && ../../.venv/bin/python -m pytest $(ARGS)

pictures: .venv/ready build ## renew the README's pictures in Tests/pictures
	@cd Tests/Browser && ../../.venv/bin/python -m pytest test_pictures.py --pictures ../pictures

.venv/ready: Tests/requirements.txt | test-needs
	@python3 -c 'import ensurepip, venv' 2>/dev/null || $(call install,python3-venv)
	@python3 -m venv --clear .venv
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check -r Tests/requirements.txt
	@touch $@

format: ## format the Swift sources in place, then lint them
	@swift format --in-place --parallel --recursive Package.swift Sources Tests
	@swift format lint --strict --parallel --recursive Package.swift Sources Tests

clean: ## remove what was built and installed here; ./data stays
	@rm -rf .build .venv

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
