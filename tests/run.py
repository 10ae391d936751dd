"""Runs every suite through its recipe, even after a failure, and adds up the counts of their runners."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
# cargo test, wasm-bindgen's runner and tests/differential: "test result: FAILED. 3 passed; 1 failed; 0 ignored; …"
CARGO = re.compile(r"^test result: \w+\. (?P<passed>\d+) passed; (?P<failed>\d+) failed; (?P<skipped>\d+) ignored")
# vitest: "      Tests  1 failed | 3 passed | 2 skipped (6)"
VITEST = re.compile(r"^\s*Tests\s+(?P<counts>\d+ .*)\(\d+\)\s*$")
# node --test: "ℹ pass 19"
NODE = re.compile(r"^(?:ℹ|#) (?P<name>pass|fail|skipped) (?P<number>\d+)$")
# A test that cannot run on this machine, and that its runner counts as passed (server/tests/faults).
SKIPPED = re.compile(r"^skipped: ")
VITEST_COUNT = re.compile(r"(\d+) (passed|failed|skipped|todo)")


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


def lacks_chromium() -> str | None:
    """Returns why the browser journeys cannot run, or None."""
    return None if chromium() else "no Chromium on this machine: install it, or name it in CHROMIUM"


def chromium() -> str | None:
    """Finds the browser of the journeys."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


def lacks_chromedriver() -> str | None:
    """Returns why the core cannot be tested in a browser, or None."""
    if reason := lacks_chromium():
        return reason
    found = shutil.which(os.environ.get("CHROMEDRIVER") or "chromedriver")
    return None if found else "no chromedriver on this machine: install it, or name it in CHROMEDRIVER"


def lacks_postgres() -> str | None:
    """Returns why the API suite cannot run on PostgreSQL, or None."""
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    found = shutil.which("initdb") or next(debian, None)
    return None if found else "no PostgreSQL on this machine: install it, or put its initdb on PATH"


SUITES = [
    Suite("test-native"),
    Suite("test-postgres", lacks_postgres),
    Suite("test-wasm"),
    Suite("test-wasm-browser", lacks_chromedriver),
    Suite("test-differential"),
    Suite("test-rivals"),
    Suite("test-web"),
    Suite("test-e2e", lacks_chromium),
]


def count_of(line: str) -> Count:
    """Reads the counts in a line of a runner's output."""
    line = COLOURS.sub("", line)
    if match := CARGO.match(line):
        return Count(*(int(match[name]) for name in ("passed", "failed", "skipped")))
    count = Count()
    if SKIPPED.match(line):
        return Count(passed=-1, skipped=1)
    if match := NODE.match(line):
        name = {"pass": "passed", "fail": "failed"}.get(match["name"], match["name"])
        setattr(count, name, int(match["number"]))
    if match := VITEST.match(line):
        for number, word in VITEST_COUNT.findall(match["counts"]):
            name = "skipped" if word == "todo" else word
            setattr(count, name, getattr(count, name) + int(number))
    return count


def run(just: str, suite: Suite) -> tuple[Count, str | None]:
    """Runs a suite and prints its output. Returns its count, and a problem other than failed tests."""
    environment = {**os.environ, "CHROMIUM": chromium() or ""}
    command = [just, suite.recipe]
    total = Count()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            total.add(count_of(line))
    if process.returncode != 0 and total.failed == 0:
        total.failed += 1
        return total, f"ended with exit code {process.returncode} before all of its tests reported"
    if total.passed + total.failed == 0:
        total.failed += 1
        return total, "ran no test"
    return total, None


def main() -> int:
    """Runs the suites and prints the sum as the last line."""
    just = sys.argv[1]
    total = Count()
    notes = []
    for suite in SUITES:
        if reason := suite.lacks():
            notes.append(f"{suite.recipe} did not run: {reason}")
            continue
        print(f"\n── {suite.recipe} ──", flush=True)
        count, problem = run(just, suite)
        total.add(count)
        notes.append(f"{suite.recipe}: {count.passed} passed, {count.failed} failed")
        if count.skipped:
            notes.append(f"{suite.recipe} skipped {count.skipped}")
        if problem:
            notes.append(f"{suite.recipe} {problem}")
    print()
    for note in notes:
        print(note)
    print(f"{total.passed} passed, {total.failed} failed", flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
