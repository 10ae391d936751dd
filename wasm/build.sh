#!/bin/sh
# Builds wasm/pkg, the npm package of the core: cargo, then wasm-bindgen's glue for bundlers, then wasm-opt.
set -eu

cd "$(dirname "$0")/.."
target_dir=${CARGO_TARGET_DIR:-target}
tools=target/tools
compiled=$target_dir/wasm32-unknown-unknown/wasm/enmusubi_wasm.wasm
package=wasm/pkg
optimiser=web/node_modules/binaryen/bin/wasm-opt
# A person at a terminal sees cargo's progress.
quiet=--quiet
[ ! -t 2 ] || quiet=

if [ ! -f "$optimiser" ]; then
    echo "wasm-opt is missing: run 'npm ci' in web first ('./just build' does)." >&2
    exit 1
fi

# The package does not name the machine that built it. With this threshold the compiler inlines less: the
# module is 0.9 kB smaller gzipped, and 3 % slower.
RUSTFLAGS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src= -Cllvm-args=-inline-threshold=100"
export RUSTFLAGS

# Builds one module for each feature of the crate: the form loads one, a followed link the other.
compile() {
    # shellcheck disable=SC2086 # No word, or one.
    cargo build $quiet --package enmusubi-wasm --target wasm32-unknown-unknown --profile wasm \
        --no-default-features --features "$1"
    cp "$compiled" "$2"
}
mkdir -p "$target_dir/wasm-modules"
for feature in profile line; do
    compile "$feature" "$target_dir/wasm-modules/$feature.wasm"
done

print_size() {
    bytes=$(wc -c <"$package/$2")
    squeezed=$(gzip -9 -c "$package/$2" | wc -c)
    echo "$1 as WebAssembly: $bytes bytes, $squeezed bytes gzipped"
}

print_sizes() {
    print_size "the core" enmusubi_wasm_bg.wasm
    print_size "LINE's rules" enmusubi_line_bg.wasm
}

# The package depends only on these inputs: the compiled modules, the tools' versions and this script.
inputs=$(cat "$target_dir"/wasm-modules/*.wasm "$0" wasm/drop-prose.mjs wasm/lists.* wasm/messages* wasm/sentence.js core/src/messages/*.json wasm/bindgen-cli/Cargo.toml wasm/bindgen-cli/src/bin/bindgen.rs web/package-lock.json | cksum)
if [ "$inputs" = "$(cat "$package/.inputs" 2>/dev/null)" ]; then
    print_sizes
    exit 0
fi

unset RUSTFLAGS
# shellcheck disable=SC2086 # No word, or one.
cargo build $quiet --profile tools --package enmusubi-bindgen-cli --target-dir "$tools"
fresh=$(mktemp -d wasm/.pkg.XXXXXX)
trap 'rm -rf "$fresh"' EXIT
chmod 755 "$fresh"

# Names features one by one: with all of them, wasm-opt writes compact imports, which browsers refuse.
pack() {
    "$tools/tools/bindgen" "$target_dir/wasm-modules/$1.wasm" "$2" "$fresh"
    node wasm/drop-prose.mjs "$fresh/$2_bg.wasm" "$fresh/without-prose.wasm"
    node "$optimiser" -Oz --strip-producers --strip-target-features \
        --enable-bulk-memory --enable-bulk-memory-opt --enable-call-indirect-overlong \
        --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals \
        --enable-reference-types --enable-multivalue \
        "$fresh/without-prose.wasm" -o "$fresh/$2_bg.wasm"
    rm "$fresh/without-prose.wasm"
}
pack profile enmusubi_wasm
pack line enmusubi_line
cp wasm/lists.js wasm/lists.d.ts wasm/messages.js wasm/messages.d.ts wasm/sentence.js "$fresh"

# Node 20 imports no JSON without a warning, so the table of a language becomes a module.
mkdir "$fresh/messages"
for table in core/src/messages/*.json; do
    language=$(basename "$table" .json)
    cp wasm/messages-language.d.ts "$fresh/messages/$language.d.ts"
    cat >"$fresh/messages/$language.js" <<END
import { fill } from "../sentence.js";

export const sentences = $(cat "$table");

export const sentence = (error, label) => fill(sentences, error, label);
END
done

cat >"$fresh/package.json" <<'END'
{
  "name": "enmusubi-wasm",
  "version": "0.1.0",
  "private": true,
  "license": "Apache-2.0 OR MIT",
  "type": "module",
  "exports": {
    ".": { "types": "./enmusubi_wasm.d.ts", "default": "./enmusubi_wasm.js" },
    "./line": { "types": "./enmusubi_line.d.ts", "default": "./enmusubi_line.js" },
    "./lists": { "types": "./lists.d.ts", "default": "./lists.js" },
    "./messages": { "types": "./messages.d.ts", "default": "./messages.js" },
    "./messages/*": { "types": "./messages/*.d.ts", "default": "./messages/*.js" }
  },
  "sideEffects": ["./enmusubi_wasm.js", "./enmusubi_line.js"]
}
END
echo "$inputs" >"$fresh/.inputs"

# A rename puts the package in place, so a reader finds the old package or the new one and never a part.
rm -rf "$package"
mv "$fresh" "$package"
print_sizes
