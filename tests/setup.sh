#!/bin/sh
# Installs Chromium with its driver and PostgreSQL with apt, which only the tests need. Without apt it says what is missing.
set -eu

has_chromium() {
    [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null 2>&1 ||
        command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1
}

has_chromedriver() {
    [ -n "${CHROMEDRIVER:-}" ] || command -v chromedriver >/dev/null 2>&1
}

has_postgres() {
    command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

wanted=
has_chromium || wanted="$wanted chromium"
has_chromedriver || wanted="$wanted chromium-driver"
has_postgres || wanted="$wanted postgresql"
[ -n "$wanted" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "not installed:$wanted. The suites that need it do not run; install it to run them." >&2
    exit 0
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
echo "installing$wanted for the tests …" >&2
# shellcheck disable=SC2086 # A list of package names.
if ! { apt-get -qq update && apt-get -qq install --yes --no-install-recommends $wanted; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "could not install:$wanted. The suites that need it do not run." >&2
fi
