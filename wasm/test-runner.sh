#!/bin/sh
# Runs one test binary of the wasm32 target in Node, or in Chromium where WASM_IN_BROWSER is set. Cargo calls this script.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
# In a target folder of its own: the outer `cargo test` holds the lock of the usual one while it runs.
tools=$root/target/tools
quiet=--quiet
[ ! -t 2 ] || quiet=
# shellcheck disable=SC2086 # No word, or one.
cargo build $quiet --profile tools --manifest-path "$root/Cargo.toml" --package enmusubi-bindgen-cli --target-dir "$tools"

if [ -n "${WASM_IN_BROWSER:-}" ]; then
    CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)} ||
        { echo "no Chromium on this machine: install it, or name it in CHROMIUM." >&2; exit 1; }
    export CHROMIUM
fi
glue=$(mktemp -d)
trap 'rm -rf "$glue"' EXIT
"$tools/tools/bindgen" "$1" tests "$glue" web
shift
node "$root/wasm/run-tests.mjs" "$glue" "$@"
