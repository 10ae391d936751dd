#!/bin/sh
# Builds wasm/pkg, the npm package of the core: cargo, then wasm-bindgen's glue, then wasm-opt, then the entries and texts.
set -eu

cd "$(dirname "$0")/.."
target_dir=${CARGO_TARGET_DIR:-target}
tools=target/tools
compiled=$target_dir/wasm32-unknown-unknown/wasm/enmusubi_wasm.wasm
modules=$target_dir/wasm-modules
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

# Builds one module for each feature of the crate, so that a page loads only what it uses.
compile() {
    # shellcheck disable=SC2086 # No word, or one.
    cargo build $quiet --package enmusubi-wasm --target wasm32-unknown-unknown --profile wasm \
        --no-default-features --features "$1"
    cp "$compiled" "$modules/$1.wasm"
}
mkdir -p "$modules"
# Two runs at a time would take each other's modules. A machine without flock has no second run.
exec 9>"$modules/lock"
if command -v flock >/dev/null; then flock 9; fi
for feature in profile line matching; do
    compile "$feature"
done

print_size() {
    bytes=$(wc -c <"$package/$2")
    squeezed=$(gzip -9 -c "$package/$2" | wc -c)
    echo "$1 as WebAssembly: $bytes bytes, $squeezed bytes gzipped"
}

print_sizes() {
    print_size "the core" enmusubi_wasm_bg.wasm
    print_size "LINE's rules" enmusubi_line_bg.wasm
    print_size "matching" enmusubi_matching_bg.wasm
}

# The package depends only on these inputs: the compiled modules, the tools' versions, the texts and this script.
inputs=$(cat "$modules"/*.wasm "$0" wasm/*.mjs wasm/*.d.ts wasm/lists.js wasm/README.md wasm/package/* LICENSE-* \
    core/src/messages/*.json wasm/bindgen-cli/Cargo.toml wasm/bindgen-cli/src/bin/bindgen.rs web/package-lock.json \
    $(find tests/vectors -type f) | cksum)
# The note is outside of the package, because the package is published.
packed=wasm/.packed
if [ -f "$package/package.json" ] && [ "$inputs" = "$(cat "$packed" 2>/dev/null)" ]; then
    print_sizes
    exit 0
fi

unset RUSTFLAGS
# shellcheck disable=SC2086 # No word, or one.
cargo build $quiet --profile tools --package enmusubi-bindgen-cli --target-dir "$tools"
fresh=$(mktemp -d wasm/.pkg.XXXXXX)
trap 'rm -rf "$fresh"' EXIT
chmod 755 "$fresh"

# Makes the glue of a module, and its entries: for a bundler, for Node, and for a page that starts it itself. The features
# of WebAssembly are named one by one: with all of them, wasm-opt writes compact imports, which browsers refuse.
pack() {
    "$tools/tools/bindgen" "$modules/$1.wasm" "$2" "$fresh"
    node wasm/drop-prose.mjs "$fresh/$2_bg.wasm" "$fresh/without-prose.wasm"
    node "$optimiser" -Oz --strip-producers --strip-target-features \
        --enable-bulk-memory --enable-bulk-memory-opt --enable-call-indirect-overlong \
        --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals \
        --enable-reference-types --enable-multivalue \
        "$fresh/without-prose.wasm" -o "$fresh/$2_bg.wasm"
    rm "$fresh/without-prose.wasm"
    node wasm/write-entries.mjs wasm/package/node.js "$2" "$fresh"
    node wasm/write-entries.mjs wasm/package/init.js "$2" "$fresh"
    for file in init.d.ts init.node.js; do
        sed "s/NAME/$2/g" "wasm/package/$file" >"$fresh/$2.$file"
    done
}
pack profile enmusubi_wasm
pack line enmusubi_line
pack matching enmusubi_matching

cp wasm/types.d.ts wasm/lists.js wasm/lists.d.ts wasm/README.md wasm/package/package.json wasm/package/standard-schema.* \
    wasm/package/messages.* wasm/package/sentence.js LICENSE-APACHE LICENSE-MIT "$fresh"

# Node 20 imports no JSON without a warning, so the table of a language becomes a module.
mkdir "$fresh/messages"
for table in core/src/messages/*.json; do
    language=$(basename "$table" .json)
    cp wasm/package/messages-language.d.ts "$fresh/messages/$language.d.ts"
    cat >"$fresh/messages/$language.js" <<END
import { fill } from "../sentence.js";

export const sentences = $(cat "$table");

export const sentence = (error, label) => fill(sentences, error, label);
END
done

# The vectors of the server's own bodies are about no function of the package.
mkdir "$fresh/vectors"
(cd tests/vectors && tar cf - --exclude=./server .) | tar xf - -C "$fresh/vectors"

# A rename puts the package in place, so a reader finds the old package or the new one and never a part.
rm -rf "$package"
mv "$fresh" "$package"
echo "$inputs" >"$packed"
print_sizes
