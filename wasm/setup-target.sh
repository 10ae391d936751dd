#!/bin/sh
# Makes sure that the compiler has its wasm32-unknown-unknown target, from which `./just` builds the core for browsers.
# It changes the toolchain only through rustup. Without rustup it says what to do.
set -eu

target=wasm32-unknown-unknown
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The check is about the compiler alone, so it runs without the wrappers and flags of other builds.
unset RUSTFLAGS RUSTC_WRAPPER CARGO_BUILD_RUSTC_WRAPPER

target_works() {
    echo 'pub fn greet() -> String { String::from("hi") }' |
        rustc --crate-type rlib --crate-name probe --target "$target" --out-dir "$work" - >/dev/null 2>&1
}

fail() {
    echo "Rust's $target target is missing: $1" >&2
    exit 1
}

target_works && exit 0
command -v rustup >/dev/null 2>&1 ||
    fail "install it with the package manager that installed Rust (libstd-rust-dev-wasm32 on Debian and Ubuntu), or install Rust from https://rustup.rs."
echo "adding Rust's $target target with rustup …" >&2
rustup target add "$target" >&2 ||
    fail "run 'rustup target add $target' where rustup can download, then start again."
target_works ||
    fail "rustup added it to another toolchain than that of $(command -v rustc). Use rustup's rustc, or install the target for this one."
