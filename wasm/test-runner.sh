#!/bin/sh
# Runs one test binary of the wasm32 target in Node, or in Chromium where WASM_BINDGEN_USE_BROWSER is set.
# Builds the runner first, so that a fresh clone needs nothing installed.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
# In a target folder of its own: the outer `cargo test` holds the lock of the usual one while it runs.
tools=$root/target/tools
quiet=--quiet
[ ! -t 2 ] || quiet=
[ -e "$tools/tools/test-runner" ] || echo "building the runner of WebAssembly tests, once: about four minutes on two cores …" >&2
# shellcheck disable=SC2086 # No word, or one.
cargo build $quiet --profile tools --manifest-path "$root/Cargo.toml" --package enmusubi-bindgen-cli --features test-runner --target-dir "$tools"

if [ -n "${WASM_BINDGEN_USE_BROWSER:-}" ]; then
    # chromedriver needs Chromium of its own version; a headless shell may have another version. The runner
    # reads from a file how to start it.
    browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)} ||
        { echo "no Chromium on this machine: install it, or name it in CHROMIUM." >&2; exit 1; }
    export WASM_BINDGEN_TEST_WEBDRIVER_JSON="$tools/webdriver.$$.json"
    sed "s|\$BROWSER|$browser|" "$root/wasm/webdriver.json" >"$WASM_BINDGEN_TEST_WEBDRIVER_JSON"
    trap 'rm -f "$WASM_BINDGEN_TEST_WEBDRIVER_JSON"' EXIT
    # Named, since the runner would rather take Firefox's driver; patient, since a busy machine starts a browser slowly.
    export CHROMEDRIVER="${CHROMEDRIVER:-chromedriver}"
    export WASM_BINDGEN_TEST_DRIVER_TIMEOUT="${WASM_BINDGEN_TEST_DRIVER_TIMEOUT:-60}"
    export WASM_BINDGEN_TEST_TIMEOUT="${WASM_BINDGEN_TEST_TIMEOUT:-300}"
    "$tools/tools/test-runner" "$@"
    exit
fi
exec "$tools/tools/test-runner" "$@"
