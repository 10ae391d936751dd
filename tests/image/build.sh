#!/bin/sh
# Builds the image of the Dockerfile without an image registry: it makes the three base images from Debian's packages and
# the tools of this machine. Needs root, Node, Rust with the target of the wasm, buildah and debootstrap.
set -eu

cd "$(dirname "$0")/../.."
export BUILDAH_ISOLATION=chroot
suite=bookworm

step() {
    echo "[$1/3] $2 …" >&2
}

# `make_image NAME BASE SOURCE PLACE …` makes an image from BASE, and copies each source to the place after it.
make_image() {
    name=$1 from=$2
    shift 2
    container=$(buildah from "$from")
    while [ $# -gt 0 ]; do
        buildah copy --quiet "$container" "$1" "$2" >&2
        shift 2
    done
    [ "$name" != enmusubi-rust ] || prepare_rust "$container"
    buildah commit --quiet --rm "$container" "$name" >&2
}

# The linker and the headers come from Debian, and the compiler from this machine.
prepare_rust() {
    buildah run "$1" -- sh -c "apt-get -qq update && apt-get -qq install --yes --no-install-recommends gcc g++ libc6-dev make cmake" >&2
    buildah config --env PATH=/usr/local/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$1"
    # The registries of packages may have certificates that only this machine trusts.
    authorities=/etc/ssl/certs/ca-certificates.crt
    buildah copy --quiet "$1" "$authorities" "$authorities" >&2
    buildah config --env CARGO_HTTP_CAINFO="$authorities" --env NODE_EXTRA_CA_CERTS="$authorities" "$1"
    # The Dockerfile adds the target of the wasm, which this machine's compiler has already.
    buildah run "$1" -- ln -s /bin/true /usr/local/bin/rustup
}

make_bases() {
    bases=$(mktemp -d)
    trap 'rm -rf "$bases"' EXIT
    step 1 "a Debian of its smallest variant"
    debootstrap --variant=minbase "$suite" "$bases/debian" >"$bases/debootstrap.log" 2>&1 || {
        tail -n 5 "$bases/debootstrap.log" >&2
        exit 1
    }
    rm -rf "$bases"/debian/var/cache/apt/archives/*.deb "$bases"/debian/var/lib/apt/lists/*
    make_image enmusubi-debian scratch "$bases/debian" /
    step 2 "images with Node and with Rust"
    make_image enmusubi-node enmusubi-debian \
        "$(command -v node)" /usr/local/bin/node "$(npm root --global)" /usr/local/lib/node_modules
    make_image enmusubi-rust enmusubi-debian "$(rustc --print sysroot)" /usr/local/rust
}

# The bases of an earlier run serve as well.
buildah inspect --type image enmusubi-rust >/dev/null 2>&1 || make_bases

step 3 "the image of the Dockerfile"
# Images in the format of OCI have no health check.
buildah build --quiet --layers --format docker --tag enmusubi \
    --build-arg NODE_IMAGE=localhost/enmusubi-node \
    --build-arg RUST_IMAGE=localhost/enmusubi-rust \
    --build-arg DEBIAN_IMAGE=localhost/enmusubi-debian .

