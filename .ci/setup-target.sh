#!/bin/sh
# Makes Rust's wasm32-unknown-unknown target usable on a machine of CI: with rustup or, where rustup is missing or cannot
# download, from Debian's sources of the standard library.
#
# The second way writes into the folders of the compiler (see install_libraries). Only `.ci/run` calls this script: on a
# developer's machine `wasm/setup-target.sh` uses rustup or says what to do.
set -eu

target=wasm32-unknown-unknown
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Wrappers, flags and folders that the environment sets for other builds would change the outcome.
unset RUSTFLAGS RUSTC_WRAPPER CARGO_BUILD_RUSTC_WRAPPER CARGO_TARGET_DIR

target_works() {
    echo 'pub fn greet() -> String { String::from("hi") }' |
        rustc --crate-type rlib --crate-name probe --target "$target" --out-dir "$work" - >"$work/probe.log" 2>&1
}

from_rustup() {
    command -v rustup >/dev/null 2>&1 || return 1
    echo "adding the $target target with rustup …" >&2
    timeout "${RUSTUP_TIMEOUT:-300}" rustup target add "$target" >"$work/rustup.log" 2>&1
}

# Downloads rust-src of exactly our compiler's version, from the first suite of the machine's own Debian mirror that has it.
# All of apt's state lies in $work, so this needs no root and changes nothing on the machine.
download_rust_src() {
    version=$1
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep '/debian/*$' | head -n 1)
    keys=/usr/share/keyrings/debian-archive-keyring.gpg
    [ -n "$mirror" ] && [ -f "$keys" ] || return 1
    mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial"
    for suite in trixie-backports stable testing unstable; do
        echo "deb [signed-by=$keys] $mirror $suite main" >"$work/sources.list"
        apt="-o Dir::Etc::SourceList=$work/sources.list -o Dir::Etc::SourceParts=/dev/null
             -o Dir::State=$work/state -o Dir::State::status=$work/state/status
             -o Dir::Cache=$work/cache -o APT::Sandbox::User="
        : >"$work/state/status"
        # shellcheck disable=SC2086 # The shell should split the options into words.
        apt-get -qq $apt update >>"$work/apt.log" 2>&1 || continue
        # shellcheck disable=SC2086
        found=$(apt-cache $apt madison rust-src 2>>"$work/apt.log" | cut -d'|' -f2 | tr -d ' ' |
            grep "^$version+" | head -n 1) || continue
        # shellcheck disable=SC2086
        (cd "$work" && apt-get -qq $apt download "rust-src=$found" >>"$work/apt.log" 2>&1) && return 0
    done
    return 1
}

from_debian() {
    command -v apt-get >/dev/null 2>&1 && command -v dpkg >/dev/null 2>&1 || return 1
    version=$(rustc --version | cut -d' ' -f2)
    echo "rustup cannot add $target; building it from Debian's rust-src $version …" >&2
    download_rust_src "$version" || return 1
    dpkg -x "$work"/rust-src_*.deb "$work/src" || return 1
    sysroot_manifest=$(echo "$work"/src/usr/src/rustc-*/library/sysroot/Cargo.toml)
    [ -f "$sysroot_manifest" ] || return 1
    RUSTC_BOOTSTRAP=1 __CARGO_DEFAULT_LIB_METADATA=std \
        RUSTFLAGS="-Cembed-bitcode=yes -Zforce-unstable-if-unmarked" \
        cargo build --quiet --release --manifest-path "$sysroot_manifest" --target "$target" \
        --features compiler-builtins-mem --target-dir "$work/target" >"$work/cargo.log" 2>&1 || return 1
    install_libraries
}

# Two copies of a crate in the target's folder break every later build. A rename therefore puts the whole folder in place at
# once, or not at all.
install_libraries() {
    rustlib=$(rustc --print sysroot)/lib/rustlib
    mkdir -p "$rustlib/.$target.$$/lib" || return 1
    cp "$work/target/$target/release/deps/"*.rlib "$rustlib/.$target.$$/lib/" || return 1
    rm -rf "${rustlib:?}/$target"
    mv "$rustlib/.$target.$$" "$rustlib/$target"
}

# Without a compiler `./just` says what to install.
command -v rustc >/dev/null 2>&1 || exit 0
target_works && exit 0
if { from_rustup || from_debian; } && target_works; then
    echo "the $target target is ready" >&2
    exit 0
fi
cat "$work"/*.log >&2 || true
echo "Rust's $target target is missing and could not be added: run 'rustup target add $target' where rustup can download, then start again." >&2
exit 1
