"""Runs every suite through its recipe, even after a failure, and adds up the counts and seconds of their runners.

A suite whose tools are missing is left out. With `CI=true` that is a failure.
"""

from __future__ import annotations

import ctypes.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# cargo test, wasm/run-tests.mjs and tests/differential: "test result: FAILED. 3 passed; 1 failed; 0 ignored; …"
CARGO = re.compile(r"^test result: \w+\. (?P<passed>\d+) passed; (?P<failed>\d+) failed; (?P<skipped>\d+) ignored")
# vitest: "      Tests  1 failed | 3 passed | 2 skipped (6)"
VITEST = re.compile(r"^\s*Tests\s+(?P<counts>\d+ .*)\(\d+\)\s*$")
VITEST_COUNT = re.compile(r"(\d+) (passed|failed|skipped|todo)")
# vitest, after an error that no test has caught: "     Errors  1 error"
VITEST_ERRORS = re.compile(r"^\s*Errors\s+(?P<number>\d+) errors?$")
# Playwright: "  3 passed (1.6m)", "  1 failed", "  1 flaky", "  2 skipped", "  4 did not run"
PLAYWRIGHT = re.compile(
    r"^  (?P<number>\d+) (?P<name>passed|failed|flaky|interrupted|skipped|did not run)(?: \([\d.]+(?:ms|s|m|h)\))?$"
)
# Playwright: "  1 error was not a part of any test, see above for details"
PLAYWRIGHT_ERROR = re.compile(r"^  (?P<number>\d+) errors? (?:was|were) not a part of any test")
# unittest: "Ran 9 tests in 0.001s", and then "FAILED (failures=1, errors=1, skipped=2)" or "OK (skipped=2)"
UNITTEST = re.compile(r"^Ran (?P<number>\d+) tests? in ")
UNITTEST_END = re.compile(r"^(?:FAILED|OK) \((?P<counts>[^)]*)\)$")
# This pattern matches the line that names a failed test. cargo: "test suite::name ... FAILED"; vitest: " FAIL  PATH > name",
# or 'This error originated in "PATH" test file. …' for an error that no test has caught;
# Playwright: "  ✘   2 PATH:20:1 › name (1.0m)"; unittest: "FAIL: name (class)" or "ERROR: name (class)"
FAILED_TEST = re.compile(
    r"^(?:test (?P<cargo>\S+) \.\.\. FAILED|\s*FAIL  (?P<vitest>.+)"
    r"|This error originated in \"(?P<vitest_error>[^\"]+)\".*"
    r"|\s*✘\s+\d+ (?P<playwright>.+?)(?: \([\d.]+m?s?\))?|(?:FAIL|ERROR): (?P<unittest>.+))$"
)
# The line above the reason of a failure. cargo: "---- suite::name stdout ----"; vitest: " FAIL  PATH > name";
# Playwright: "  1) PATH:20:1 › name ────"; unittest: "FAIL: name (class)".
REASON = re.compile(r"^(?:---- .+ stdout ----|\s*FAIL  .+|  \d+\) .+|(?:FAIL|ERROR): .+)$")
# The lines of a reason, and of all reasons of a suite, that the summary repeats: CI may keep only the end of its log.
REASON_LINES = 15
MAX_REASON_LINES = 90
# A test that cannot run on this machine, and that its runner counts as passed (server/tests/faults).
SKIPPED = re.compile(r"^skipped: ")
# The first line of a runner, after all building: "     Running unittests …", "Running 177 tests …", " RUN  v4.1.12 …"
RUNNER = re.compile(r"^\s*(?:[Rr]unning |RUN  v)")


@dataclass
class Count:
    """The numbers of passed, failed and skipped tests."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def add(self, other: Count) -> None:
        """Adds the numbers of another count."""
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped


@dataclass
class Suite:
    """A recipe that runs tests, and a function that says what this machine lacks for it."""

    recipe: str
    lacks: Callable[[], str | None] = lambda: None


@dataclass
class Seconds:
    """The time that a suite takes until its runner starts, and from then on."""

    building: float
    testing: float


def lacks_chromium() -> str | None:
    """Returns why the browser journeys cannot run, or None."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    if any(name and shutil.which(name) for name in names):
        return None
    return "no Chromium on this machine: install it, or name it in CHROMIUM"


def lacks_webkit() -> str | None:
    """Returns why the tests in WebKit cannot run, or None."""
    found = {name: shutil.which(name) for name in ("WebKitWebDriver", "Xvfb")}
    # The program asks the loader, because each kind of machine has its libraries in another folder.
    found["libwebkit2gtk-4.1"] = ctypes.util.find_library("webkit2gtk-4.1")
    missing = [name for name, place in found.items() if not place]
    return f"no {' and no '.join(missing)} on this machine: install webkit2gtk-driver and xvfb" if missing else None


def lacks_postgres() -> str | None:
    """Returns why the API suite cannot run on PostgreSQL, or None."""
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    found = shutil.which("initdb") or next(debian, None)
    return None if found else "no PostgreSQL on this machine: install it, or put its initdb on PATH"


SUITES = [
    Suite("test-scripts"),
    Suite("test-native"),
    Suite("test-postgres", lacks_postgres),
    Suite("test-wasm"),
    Suite("test-wasm-browser", lacks_chromium),
    Suite("test-differential"),
    Suite("test-vectors"),
    Suite("test-packages"),
    Suite("test-web"),
    Suite("test-e2e", lacks_chromium),
    Suite("test-webkit", lacks_webkit),
]


def count_of(line: str) -> Count:
    """Reads the counts in a line of a runner's output."""
    line = COLOURS.sub("", line).rstrip()
    if match := CARGO.match(line):
        return Count(*(int(match[name]) for name in ("passed", "failed", "skipped")))
    if SKIPPED.match(line):
        return Count(passed=-1, skipped=1)
    if match := PLAYWRIGHT.match(line):
        # A journey that passes only at its second try, or that never starts, has not passed.
        name = match["name"] if match["name"] in ("passed", "skipped") else "failed"
        return Count(**{name: int(match["number"])})
    if match := PLAYWRIGHT_ERROR.match(line) or VITEST_ERRORS.match(line):
        return Count(failed=int(match["number"]))
    if match := UNITTEST.match(line):
        return Count(passed=int(match["number"]))
    count = Count()
    if match := UNITTEST_END.match(line):
        for part in match["counts"].split(", "):
            name, _, number = part.partition("=")
            count.passed -= int(number)
            if name == "skipped":
                count.skipped += int(number)
            else:
                count.failed += int(number)
    if match := VITEST.match(line):
        for number, word in VITEST_COUNT.findall(match["counts"]):
            name = "skipped" if word == "todo" else word
            setattr(count, name, getattr(count, name) + int(number))
    return count


def failed_test_of(line: str) -> str | None:
    """Returns the name of the failed test that a line of a runner's output names, or None."""
    match = FAILED_TEST.match(COLOURS.sub("", line).rstrip())
    return match[match.lastgroup] if match else None


def is_reason(line: str) -> bool:
    """Returns True if the reason of a failure begins at this line of a runner's output."""
    return bool(REASON.match(COLOURS.sub("", line).rstrip()))


def run(just: str, suite: Suite) -> tuple[Count, Seconds, list[str], str | None]:
    """Runs a suite and prints its output.

    Returns its count, its time, the names and reasons of the failed tests, and a problem other than failed tests.
    """
    command = [just, suite.recipe]
    total = Count()
    started = time.monotonic()
    built = None
    # A runner may name a test twice. A dict keeps each name once, in order.
    failed: dict[str, None] = {}
    reasons: list[str] = []
    lines_left = 0
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            total.add(count_of(line))
            if name := failed_test_of(line):
                failed[name] = None
            if is_reason(line):
                lines_left = REASON_LINES
            if lines_left > 0 and len(reasons) < MAX_REASON_LINES:
                reasons.append(f"    {line.rstrip()}")
                lines_left -= 1
            if built is None and RUNNER.match(COLOURS.sub("", line)):
                built = time.monotonic()
    ended = time.monotonic()
    built = built or started
    seconds = Seconds(building=built - started, testing=ended - built)
    notes = [f"{suite.recipe} failed: {name}" for name in failed] + reasons
    return total, seconds, notes, problem_of(process.returncode, total)


def problem_of(exit_code: int, total: Count) -> str | None:
    """Returns what is wrong with a run that counted no failed test, and counts it as one."""
    if total.failed > 0:
        return None
    if exit_code != 0:
        total.failed += 1
        return f"ended with exit code {exit_code} before all of its tests reported"
    if total.passed == 0:
        total.failed += 1
        return "ran no test"
    return None


def left_out(suite: Suite, reason: str, is_ci: bool) -> tuple[Count, str]:
    """Counts a suite that cannot run on this machine, and says so."""
    note = f"{suite.recipe} did not run: {reason}"
    return (Count(failed=1), f"{note} (a failure, because CI=true)") if is_ci else (Count(), note)


def main() -> int:
    """Runs the suites and prints the sum as the last line."""
    just = sys.argv[1]
    is_ci = os.environ.get("CI") == "true"
    total = Count()
    notes = []
    started = time.monotonic()
    for suite in SUITES:
        if reason := suite.lacks():
            count, note = left_out(suite, reason, is_ci)
            total.add(count)
            notes.append(note)
            continue
        print(f"\n── {suite.recipe} ──", flush=True)
        count, seconds, failures, problem = run(just, suite)
        total.add(count)
        notes.append(
            f"{suite.recipe}: {count.passed} passed, {count.failed} failed"
            f" in {seconds.building:.0f} s of building and {seconds.testing:.0f} s of testing"
        )
        notes.extend(failures)
        if count.skipped:
            notes.append(f"{suite.recipe} skipped {count.skipped}")
        if problem:
            notes.append(f"{suite.recipe} {problem}")
    print()
    for note in notes:
        print(note)
    print(f"all suites: {time.monotonic() - started:.0f} s")
    print(f"{total.passed} passed, {total.failed} failed", flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
