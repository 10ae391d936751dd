# The recipes of this repository: `./just` lists them, `./just NAME` runs one.

set shell := ["bash", "-eu", "-o", "pipefail", "-c"]

# The recipes and the documents name target/. A folder from the environment would split the builds.
export CARGO_TARGET_DIR := justfile_directory() / "target"

# Most of Rust's tests wait for timers and locks. With one thread per processor, two processors would be idle two thirds of the time.
export RUST_TEST_THREADS := env("RUST_TEST_THREADS", "6")

# A person at a terminal sees cargo's progress. A log has no use for hundreds of lines with names of crates.
quiet := `[ -t 2 ] || echo --quiet`

server := "target/release/enmusubi-server"

# The server for one person at this machine: it is not optimised, which saves minutes at each change.
local_server := "target/debug/enmusubi-server"

# Every native test run selects the same crates. Another selection means other features, and cargo builds the dependencies twice.
native := "--workspace --exclude enmusubi-wasm --exclude enmusubi-bindgen-cli"

# A build of a program with the features that the tests have: without a test, cargo leaves out the dependencies of tests, and builds a second set of libraries.
native_programs := native + " --test tidy"

# The targets whose documentation is checked. With examples, cargo selects the features that tests need, and so uses the
# libraries that clippy has checked; otherwise it would check most of them again. Add a new program here, unless it has a library of its name beside it.
documented := "--lib --examples --bin bench-native --bin bench-server --bin bench-images --bin bench-introductions --bin bench-reviews --bin attack"

# List the recipes
default:
    @{{ just_executable() }} --list --unsorted

# Build what changed and start the app with the mock LIFF on http://127.0.0.1:8080
run *args: _announce _page
    @echo "[4/4] building the server …"
    @cargo build {{ quiet }} --package enmusubi-server
    @MOCK_ENABLE=true exec {{ local_server }} {{ args }}

# Run the reviewer's command beside `run`: `review list`, `review show ID`, `review approve ID` …
review *args:
    @MOCK_ENABLE=true {{ local_server }} review {{ args }}

# Add a reviewer of the console beside `run`, with the same PUBLIC_BASE_URL: `reviewer add Rita --role lead` prints a link
reviewer *args:
    @MOCK_ENABLE=true {{ local_server }} reviewer {{ args }}

# Run the app with reloading: Vite in front, a debug server behind
dev *args: _setup
    @wasm/build.sh
    cargo build --package enmusubi-server
    MOCK_ENABLE=true WEB_ROOT="${WEB_ROOT:-web}" PUBLIC_BASE_URL="${PUBLIC_BASE_URL:-http://localhost:5173}" {{ local_server }} {{ args }} & trap "kill $!" EXIT; cd web && npm run dev

# Run every suite of CI, and print the seconds of each; the last line is `N passed, N failed`
test:
    @tests/setup.sh
    @python3 tests/run.py {{ quote(just_executable()) }}

# Run the tests of the scripts that count or check: the tests' runner, the ledger of `chaos-cluster`, and `release`
test-scripts:
    @python3 -B tests/run_test.py
    @python3 -B tests/cluster/ledger_test.py
    @python3 -B .ci/release_test.py

# Run the vectors and the other tests of core's contract natively, without building the server. CI does not: `test-native` has them, too
test-conformance:
    @echo "building core and its tests …"
    cargo test --package enmusubi-conformance

# Run Rust's tests, on SQLite
test-native:
    @echo "building core, the server and their tests …"
    cargo test {{ native }} --no-fail-fast -- --skip on_postgres

# Run the API suite and the fault suite on throwaway PostgreSQLs, but for the tests of HTTP, in which the database decides nothing
test-postgres:
    @echo "building the server and its tests, if test-native has not …"
    TEST_DATABASE=postgres cargo test {{ native }} --no-fail-fast --test api --test faults -- --skip on_sqlite --skip suite::http

# Run the vectors against the core compiled to WebAssembly, in Node
test-wasm: _target
    @echo "building core and its tests to WebAssembly …"
    cargo test --package enmusubi-conformance --target wasm32-unknown-unknown

# Run the vectors against the core compiled to WebAssembly, in Chromium
test-wasm-browser: _target
    @echo "building core and its tests to WebAssembly, if test-wasm has not …"
    WASM_IN_BROWSER=1 cargo test --package enmusubi-conformance --target wasm32-unknown-unknown

# Compare native core and wasm on 10,000 made-up payloads, and check that the comparison notices a difference
test-differential: _setup
    @echo "building the npm package and the generator of payloads …"
    wasm/build.sh
    cargo build --quiet {{ native_programs }} --bin enmusubi-differential
    @echo "running 2 comparisons"
    target/debug/enmusubi-differential 10000 1 | node tests/differential/compare.mjs 10000
    target/debug/enmusubi-differential 500 2 | node tests/differential/compare.mjs 500 --self-test

# Run the runners of `tests/vectors`: in Python against core, and in Node against the npm package
test-vectors: _setup
    @echo "building the npm package, and core if test-native has not …"
    wasm/build.sh
    cargo build --quiet {{ native }} --example answer_lines
    @python3 -B tests/vectors_test.py

# Pack the crates and the npm package, and build and test them from their packages, the crates also with the oldest Rust that they name
test-packages: _setup
    @echo "building the npm package, and the crates from their packages with two versions of Rust …"
    @python3 -B tests/packages_test.py

# Check the web's types, and run its unit tests, which look for code that the oldest browsers lack in the built page
test-web: _page
    @echo "[4/4] checking types and running the tests …"
    cd web && npm run --silent typecheck && npm test

# Run the vectors against the rules that the benchmark gives to zod, valibot and ajv; `bench` runs it, CI does not
test-rivals: _setup (_install "tests/bench")
    wasm/build.sh
    cd tests/bench && npm test

# Run the journeys of a person in a real browser, against the debug server: `test-e2e outbox` runs one file, `test-e2e -g "two windows"` the journeys with these words
[positional-arguments]
test-e2e *args: _page (_install "tests/e2e")
    @echo "[4/4] building the servers …"
    @cargo build {{ quiet }} {{ native_programs }} --bin enmusubi-server --bin enmusubi-line-platform
    @cd tests/e2e && npm test -- "$@"

# Run the tests in WebKit, the engine of LINE on an iPhone, against the debug server: `test-webkit storage` runs one file
[positional-arguments]
test-webkit *args: _page (_install "tests/e2e")
    @echo "[4/4] building the server …"
    @cargo build {{ quiet }} {{ native_programs }} --bin enmusubi-server
    @cd tests/e2e && npm test -- --config webkit.config.ts "$@"

# Run the first journey against the release build. CI does not: it would have to compile the server a second time
test-release: build (_install "tests/e2e")
    cd tests/e2e && ENMUSUBI_SERVER={{ justfile_directory() / server }} npm test -- e2e/register.test

# Take pictures of every page and dialog, in each language and colour scheme, on a phone and a desktop, into the folder screenshots of tests/e2e: `screenshots -g ja-dark` takes those of one language and scheme. It prints the English words that a translated page shows
[positional-arguments]
screenshots *args: _page (_install "tests/e2e")
    @cargo build --quiet {{ native_programs }} --bin enmusubi-server --bin enmusubi-line-platform
    cd tests/e2e && npm test -- --config gallery.config.ts "$@"

# Check formatting, lints, types, documentation and that the web's API types are up to date. Rust's tests check the other generated files
check: _setup (_install "tests/e2e") (_install "tests/bench")
    cargo fmt --all --check
    cargo clippy --quiet --workspace --all-targets --all-features -- -D warnings
    cargo clippy --quiet --package enmusubi-core --package enmusubi-wasm --target wasm32-unknown-unknown -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --all-features --no-deps {{ documented }}
    wasm/build.sh
    cd web && npm run --silent lint && npm run --silent typecheck
    cd web && npm run --silent api -- --check || { echo "web/src/api/schema.d.ts is not up to date: run ./just fix" >&2; exit 1; }
    node web/node_modules/typescript-native/bin/tsc --noEmit --target es2022 wasm/types.d.ts
    node web/node_modules/typescript-native/bin/tsc --noEmit -p tests/e2e
    node web/node_modules/typescript-native/bin/tsc --noEmit -p tests/bench

# Count the lines of Rust by folder, those of the program and those of tests
lines:
    @python3 -B tests/count_lines.py

# Check known vulnerabilities, licences and sources of all dependencies; it needs a network, so CI does not run it
audit:
    @command -v cargo-deny >/dev/null || { echo 'audit: cargo-deny is missing: install it with "cargo install --locked cargo-deny"' >&2; exit 1; }
    cargo deny check
    npm audit --prefix web
    npm audit --prefix tests/e2e
    npm audit --prefix tests/bench
    npm audit --prefix tests/bench/lighthouse

# Compare the crates' public items with those of the last version, and say which version a change needs. It needs cargo-semver-checks, whose build takes minutes, so CI runs it in a job of its own
semver:
    @python3 -B .ci/release.py --semver

# Fix generated files, formatting and simple lints
fix: types
    cargo fmt --all
    cargo clippy --quiet --workspace --all-targets --all-features --fix --allow-dirty --allow-staged
    cd web && npm run --silent fix

# Write the files that follow from the Rust types: wasm/types.d.ts, wasm/lists.js, the JSON Schema, the API's schema, docs/configuration.md
types: _setup
    cargo run --quiet --package enmusubi-core --example typescript --features ts >target/types.d.ts
    mv target/types.d.ts wasm/types.d.ts
    cargo run --quiet --package enmusubi-core --example lists --features ts >target/lists.js
    mv target/lists.js wasm/lists.js
    cargo run --quiet --package enmusubi-core --example schema >target/schema.json
    mv target/schema.json core/schema/user-profile-create.schema.json
    cargo run --quiet --package enmusubi-server -- openapi >target/openapi.json
    mv target/openapi.json server/openapi.json
    cargo run --quiet --package enmusubi-server -- config docs >target/configuration.md
    mv target/configuration.md docs/configuration.md
    cd web && npm run --silent api

# Build everything in release, and print the size of the wasm
build: _page
    @echo "[4/4] building the server, optimised …"
    @cargo build {{ quiet }} --release --package enmusubi-server

# Print tables: core beside zod, valibot and ajv in Node and Chromium, and natively beside serde_json; the server beside bare handlers, SQLite alone and sqlx; the sizes of the pages; the form on a phone
bench: test-rivals bench-page bench-server
    cargo build --quiet --release --package enmusubi-bench
    cd tests/bench && node run.mjs {{ justfile_directory() }}/target/release/bench-native
    {{ just_executable() }} differential 1000000
    {{ just_executable() }} bench-form

# Measure the bytes that a person in LINE downloads until a page can be used, beside the budgets, with the real SDK
bench-page: build (_install "tests/bench")
    cargo build --quiet {{ native }} --bin enmusubi-line-platform
    cd tests/bench && ENMUSUBI_SERVER={{ justfile_directory() / server }} ENMUSUBI_LINE_PLATFORM={{ justfile_directory() }}/target/debug/enmusubi-line-platform WEB_ROOT={{ justfile_directory() }}/web/dist node run.mjs page

# Measure the first seconds of the app on a slow network with nothing cached, in Chromium and in WebKit, beside the aims
bench-slow: build (_install "tests/bench") (_install "tests/e2e")
    cargo build --quiet {{ native }} --bin enmusubi-line-platform
    cd tests/bench && ENMUSUBI_SERVER={{ justfile_directory() / server }} ENMUSUBI_LINE_PLATFORM={{ justfile_directory() }}/target/debug/enmusubi-line-platform WEB_ROOT={{ justfile_directory() }}/web/dist node run.mjs slow

# Measure the server beside the least code that could do the same work, in turns
bench-server rounds="5":
    cargo build --quiet --release --package enmusubi-server --package enmusubi-bench-server
    target/release/bench-server {{ server }} target/bench-server {{ rounds }}

# Measure honest people beside attackers on the loopback interface: requests answered, waits, peak memory. `other` is a second server program, such as an older build, that takes turns with this one
bench-abuse attackers="1" seconds="15" other="":
    cargo build --quiet --release --package enmusubi-server --package enmusubi-bench-server
    ulimit -n "$(ulimit -Hn)"; target/release/bench-server abuse target/bench-server {{ seconds }} {{ attackers }} {{ other }} {{ server }}

# Measure the index of members beside SQLite, the daily pairs and the written set: `bench-introductions search 10000000`, `… days 100000`, `… set 100000`; with `--history 90` behind it, after 90 days of introductions, for which the disk needs 10 GB
bench-introductions *args:
    cargo build --quiet --release --package enmusubi-bench-introductions --package enmusubi-server --bin bench-introductions --bin enmusubi-server
    target/release/bench-introductions {{ args }}

# Measure what reviewers do while many cases wait, on SQLite and PostgreSQL: `bench-reviews 100000`; with `plans` behind it, print how PostgreSQL runs the statements
bench-reviews *args:
    cargo build --quiet --release --package enmusubi-bench-reviews
    target/release/bench-reviews {{ args }}

# Let curious members attack a server, and print what they achieve: `attack circle`, or all without a name
attack *name:
    cargo build --quiet --release --package enmusubi-attacks
    target/release/attack {{ name }}

# Measure the image proxy beside sharp on the same photos; it needs a machine with nothing else to do
bench-images: (_install "tests/bench")
    cargo build --quiet --release --package enmusubi-bench-images
    cd tests/bench && node run.mjs images {{ justfile_directory() }}/target/release/bench-images

# Record registrations on an emulated mid-range phone, beside the aims, and print Lighthouse's score of the form
bench-form: build (_install "tests/bench") (_install "tests/bench/lighthouse")
    cargo build --quiet {{ native }} --bin enmusubi-line-platform
    cd tests/bench && ENMUSUBI_SERVER={{ justfile_directory() / server }} ENMUSUBI_LINE_PLATFORM={{ justfile_directory() }}/target/debug/enmusubi-line-platform WEB_ROOT={{ justfile_directory() }}/web/dist node run.mjs form

# Record a member who answers introductions and writes a note on an emulated mid-range phone, beside the aims
bench-meeting: build (_install "tests/bench")
    cd tests/bench && ENMUSUBI_SERVER={{ justfile_directory() / server }} WEB_ROOT={{ justfile_directory() }}/web/dist node run.mjs meeting

# Run chaos-page and chaos-server
chaos runs="50" kills="100" seed="1": (chaos-page runs seed) (chaos-server kills seed)

# Send `n` registrations through a network that flaps: no profile twice, none lost, every photo right
chaos-page n="50" seed="1": build (_install "tests/e2e")
    cargo build --quiet {{ native }} --bin enmusubi-line-platform
    cd tests/e2e && CHAOS_RUNS={{ n }} CHAOS_SEED={{ seed }} ENMUSUBI_SERVER={{ justfile_directory() / server }} npm test -- chaos

# Make up calls from the OpenAPI document: no server error, no status that the document lacks (fetches schemathesis)
schemathesis examples="100":
    cargo build --quiet --package enmusubi-server
    [ -x target/schemathesis/bin/schemathesis ] || { python3 -m venv target/schemathesis && target/schemathesis/bin/pip install --quiet schemathesis==4.32.5; }
    python3 tests/schemathesis.py "$PWD/target/debug/enmusubi-server" "$PWD/target/schemathesis/bin/schemathesis" {{ examples }}

# Run the fault suite on SQLite and throwaway PostgreSQLs: `kills` kills, a fifth as many rounds of every other fault, and a table of the counts
chaos-server kills="100" seed="1":
    #!/usr/bin/env bash
    set -uo pipefail
    export KILLS={{ kills }} SEED={{ seed }} ROUNDS=$((({{ kills }} + 4) / 5)) COUNTS="$CARGO_TARGET_DIR/chaos.txt"
    rm -f "$COUNTS"
    test=(cargo test {{ native }} --quiet --no-fail-fast --test faults -- --test-threads=1 --skip)
    "${test[@]}" on_postgres; status=$?
    TEST_DATABASE=postgres "${test[@]}" on_sqlite || status=$?
    cat "$COUNTS"
    exit "$status"

# Build the image of the Dockerfile without an image registry, run it behind Caddy, and print its size, the times of a start and a restart, and the rights of the process. It needs root, Node, Rust, buildah, debootstrap, podman, runc, caddy, and 15 GB of disk
image:
    tests/image/build.sh
    @python3 -B tests/image/run.py

# Check a release, pack it into target/release-VERSION, and print the commands with which a person tags and publishes it: `release 0.1.0`. With `--dry-run` behind it, open changes and a missing date do not stop it, and the image is built only with `--image`
[positional-arguments]
release version *args:
    @python3 -B .ci/release.py "$@"

# Run a cluster on this machine, as root on Debian: three PostgreSQL nodes, an S3 server, three instances and their proxies. `cluster up` starts it, `cluster status` describes it, `cluster down` ends it; `cluster measure PROGRAM` starts one whose instances run this program and measures what each act costs
[positional-arguments]
cluster action *args:
    @case "$1" in up | measure) {{ just_executable() }} _cluster_programs ;; esac
    @python3 -B tests/cluster/main.py "$@"

# Break that cluster while people register, answer and write: nothing acknowledged is lost or doubled, and a table of the seconds without service. `chaos-cluster nodes pooler` runs two of the faults; `chaos-cluster --old PROGRAM` upgrades from this program instead of building one from before the latest migration
[positional-arguments]
chaos-cluster *args: _cluster_programs
    @python3 -B tests/cluster/main.py chaos "$@"

# Compare native core and wasm on made-up payloads: `just differential 1000000 7` with the seed 7
differential n_payloads seed="1": _setup
    wasm/build.sh
    cargo build --quiet --release --package enmusubi-differential
    target/release/enmusubi-differential {{ n_payloads }} {{ seed }} | node tests/differential/compare.mjs {{ n_payloads }}

# Run one target of fuzz/ on random bytes for some seconds: `just fuzz draft 120` (needs cargo-fuzz)
fuzz target seconds="120":
    mkdir -p target/fuzz-corpus/{{ target }}
    RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=target/fuzz cargo fuzz run {{ target }} target/fuzz-corpus/{{ target }} fuzz/corpus/{{ target }} -- -max_total_time={{ seconds }} -max_len=8192 -dict=fuzz/dictionary.txt

# Change `n` pictures of each format at random and decode them; prints the number accepted, panics, peak memory and the slowest
mutate-pictures n="10000" seed="1":
    MUTATED_PICTURES={{ n }} MUTATION_SEED={{ seed }} cargo test --release {{ native }} --test intake -- mutated --nocapture

# Says before the first build how long it takes.
_announce:
    @[ -e {{ local_server }} ] || echo "The first run fetches and builds everything: about seven minutes on two cores."

_setup: _target (_install "web")

_target:
    @wasm/setup-target.sh

_cluster_programs:
    @cargo build --quiet {{ native_programs }} --bin enmusubi-server --bin enmusubi-line-platform

# Installs the packages of a folder if they came from another lock file. npm would warn of what no reader of a first run
# can change: pdfjs-dist asks for a newer Node than the build of a page needs.
_install folder:
    @cd {{ folder }} && { cmp -s package-lock.json node_modules/.installed-lock.json || { npm ci --no-audit --no-fund --loglevel error && cp package-lock.json node_modules/.installed-lock.json; }; }

# Fetches what is missing, and builds the page with the core in it.
_page:
    @echo "[1/4] fetching what is missing …"
    @{{ just_executable() }} _setup
    @echo "[2/4] building the core to WebAssembly …"
    @wasm/build.sh
    @echo "[3/4] building the page …"
    @{{ just_executable() }} _web

# Builds web/dist if one of its sources, or a folder of them, is newer.
_web:
    @if [ ! -f web/dist/index.html ] || [ -n "$(find web/src web/public web/vite web/*.* wasm/pkg -newer web/dist/index.html -print -quit)" ]; then cd web && npm run --silent build && echo "the page: $(find dist -type f ! -name '*.br' ! -name '*.gz' | wc -l) files"; fi
