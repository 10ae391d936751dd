"""The tests of the runners in tests/vectors: each runs every case that its implementation can answer, and notices a difference."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).parent.parent
VECTORS = TOP / "tests" / "vectors"
PACKAGE = TOP / "wasm" / "pkg"
CORE = Path(os.environ.get("CARGO_TARGET_DIR", TOP / "target")) / "debug" / "examples" / "answer_lines"


def run_python(folder: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs the runner in Python against a program."""
    return run(sys.executable, "-B", folder / "run.py", *command)


def run_javascript(folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs the runner in JavaScript against the package."""
    return run("node", folder / "run.mjs", PACKAGE)


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a command and captures its output."""
    return subprocess.run(command, capture_output=True, text=True, check=False)


def n_cases(pattern: str) -> int:
    """Returns the number of cases in the files that match a pattern."""
    return sum(len(json.loads(file.read_text("utf-8"))) for file in VECTORS.glob(pattern))


class Runners(unittest.TestCase):
    """Each runner is started as its reader would start it."""

    def check_counts(self, ran: subprocess.CompletedProcess[str], passed: int, failed: int) -> None:
        """Checks the last line and the exit code of a runner."""
        self.assertEqual(ran.stdout.splitlines()[-1:], [f"{passed} passed, {failed} failed"], ran.stdout + ran.stderr)
        self.assertEqual(ran.returncode, 1 if failed else 0)

    def copy_with_one_other_answer(self) -> Path:
        """Returns a copy of the vectors in which one case expects another answer."""
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        shutil.copytree(VECTORS, folder, dirs_exist_ok=True)
        file = folder / "profile" / "several.json"
        cases = json.loads(file.read_text("utf-8"))
        cases[0]["name"] = "the altered case"
        cases[0]["expect"] = {"refused": "E999"}
        file.write_text(json.dumps(cases), "utf-8")
        return folder

    def test_core_answers_every_vector_of_profiles(self) -> None:
        self.check_counts(run_python(VECTORS, CORE), n_cases("profile/*.json"), 0)

    def test_the_runner_in_python_notices_another_answer(self) -> None:
        ran = run_python(self.copy_with_one_other_answer(), CORE)
        self.check_counts(ran, n_cases("profile/*.json") - 1, 1)
        self.assertRegex(ran.stdout, r"^profile/several.json: the altered case\n  expected .*E999.*\n  but got ")

    def test_the_runner_in_python_stops_with_a_program_that_ends(self) -> None:
        ran = run_python(VECTORS, sys.executable, "-c", "input(); print('{\"code\": \"E009\", \"fields\": []}')")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("the command ended", ran.stderr)

    def test_the_package_answers_every_vector_but_those_for_a_server(self) -> None:
        ran = run_javascript(VECTORS)
        left_out = int(re.search(r"^(\d+) cases left out", ran.stdout, re.MULTILINE)[1])
        files = ("profile/*.json", "age-proof.json", "line/[!l]*.json", "matching/place.json", "matching/mutual.json", "sentences.json")
        self.check_counts(ran, sum(map(n_cases, files)) - left_out, 0)
        self.assertLess(left_out, 50)

    def test_the_runner_in_javascript_notices_another_answer(self) -> None:
        ran = run_javascript(self.copy_with_one_other_answer())
        self.assertRegex(ran.stdout, r"^profile/several.json: the altered case\n  expected .*E999.*\n  but got ")
        self.assertEqual(ran.returncode, 1)

    def test_the_runner_in_javascript_tests_no_other_package_than_the_named_one(self) -> None:
        ran = run("node", VECTORS / "run.mjs", VECTORS / "profile")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("no package in", ran.stderr)


if __name__ == "__main__":
    unittest.main()
