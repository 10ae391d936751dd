#!/bin/sh
# Runs one test binary of the wasm32 target in Node; builds the runner first, so that a fresh clone needs nothing installed.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
# In a target folder of its own: the outer `cargo test` holds the lock of the usual one while it runs.
tools=$root/target/tools
cargo build --quiet --profile tools --manifest-path "$root/Cargo.toml" --package enmusubi-bindgen-cli --target-dir "$tools"
exec "$tools/tools/test-runner" "$@"
