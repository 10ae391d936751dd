"""Counts the lines of Rust: those of the program and those of tests, by folder.

Tests are the folders of tests and files and modules behind `#[cfg(test)]`. Benchmarks are neither.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

PROGRAM = (
    "core",
    "core/lenient-json",
    "wasm",
    "server/src",
    "server/image",
    "server/migration",
)
TESTS = (
    "core/tests",
    "server/image/tests",
    "server/tests",
    "tests/api",
    "tests/attacks",
    "tests/conformance",
    "tests/differential",
    "tests/line-platform",
    "tests/population",
    "tests/src",
    "tests/tidy",
)
# A module of tests in a file of its own.
MODULE = re.compile(r"#\[cfg\(test\)\]\n(?:#\[[^\]]*\]\n)*(?:pub(?:\([^)]*\))? )?mod (\w+);")


def rust_files(folder: Path) -> list[Path]:
    """Returns the files below a folder, and none if there is no such folder."""
    return sorted(folder.rglob("*.rs"))


def test_files_of(file: Path) -> set[Path]:
    """Returns the files of the modules that this file declares for tests, with all below them."""
    is_root = file.name in ("mod.rs", "lib.rs", "main.rs")
    parent = file.parent if is_root else file.with_suffix("")
    found = set()
    for name in MODULE.findall(file.read_text()):
        found.add(parent / f"{name}.rs")
        found.update(rust_files(parent / name))
    return found


def n_inline(lines: list[str]) -> int:
    """Returns the number of lines of items behind `#[cfg(test)]`: each ends at a brace or semicolon of its own depth."""
    n = 0
    end = -1
    for at, line in enumerate(lines):
        if at <= end or not line.lstrip().startswith("#[cfg(test)]"):
            continue
        depth = line[: len(line) - len(line.lstrip())]
        end = at + 1
        while not re.match(rf"{depth}(\}}|[^\s#}}].*;$)", lines[end]):
            end += 1
        n += end - at + 1
    return n


def main() -> None:
    """Prints a table."""
    counted = {file for folder in TESTS for file in rust_files(Path(folder))}
    tests = Counter()
    for folder in TESTS:
        tests[folder] = sum(len(file.read_text().splitlines()) for file in rust_files(Path(folder)))
    program: Counter[str] = Counter()
    # The longest name first, so that each file counts once.
    for folder in sorted(PROGRAM, key=len, reverse=True):
        files = [file for file in rust_files(Path(folder)) if file not in counted]
        of_tests = {found for file in files for found in test_files_of(file)}
        for file in files:
            counted.add(file)
            lines = file.read_text().splitlines()
            inline = len(lines) if file in of_tests else n_inline(lines)
            tests[folder] += inline
            program[folder] += len(lines) - inline
    print(f"{'folder':<24}{'program':>9}{'tests':>9}")
    for folder in [*PROGRAM, *TESTS]:
        print(f"{folder:<24}{program[folder]:>9,}{tests[folder]:>9,}")
    print(f"{'all':<24}{program.total():>9,}{tests.total():>9,}")


if __name__ == "__main__":
    main()
