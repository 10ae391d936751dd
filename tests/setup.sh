#!/bin/sh
# Installs Chromium, WebKit with its driver, a screen without a monitor, and PostgreSQL with apt, which only the tests need. Without apt it says what is missing.
# In CI it also installs the headless shell: the journeys are faster with it, and run without it too.
set -eu

has_chromium() {
    [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null 2>&1 ||
        command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1
}

has_postgres() {
    command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

has_webkit() {
    command -v WebKitWebDriver >/dev/null 2>&1 && ldconfig -p 2>/dev/null | grep -q libwebkit2gtk-4.1.so.0
}

wanted=
has_chromium || wanted="$wanted chromium"
has_postgres || wanted="$wanted postgresql"
has_webkit || wanted="$wanted webkit2gtk-driver libwebkit2gtk-4.1-0"
command -v Xvfb >/dev/null 2>&1 || wanted="$wanted xvfb"
faster=
[ "${CI:-}" != true ] || command -v chromium-headless-shell >/dev/null 2>&1 || faster=chromium-headless-shell
[ -n "$wanted$faster" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    [ -z "$wanted" ] || echo "not installed:$wanted. The suites that need it do not run; install it to run them." >&2
    exit 0
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive

install() {
    echo "installing $* for the tests …" >&2
    { apt-get -qq update && apt-get -qq install --yes --no-install-recommends "$@"; } >"$log" 2>&1 ||
        { tail -n 5 "$log" >&2 && return 1; }
}

# shellcheck disable=SC2086 # A list of package names.
[ -z "$wanted" ] || install $wanted ||
    echo "could not install:$wanted. The suites that need it do not run." >&2
[ -z "$faster" ] || install "$faster" || echo "could not install $faster. The journeys take longer." >&2
