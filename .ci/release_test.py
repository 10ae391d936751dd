"""The tests of release.py: the checks before a release, the sums and the commands for a person."""

import json
import pathlib
import subprocess
import tempfile
import unittest

from release import (
    Problem, commands_for, problems_of_changelog, problems_of_git, problems_of_versions, sections_of, write_sums,
)

READY = """# Change log

## [Unreleased]

## [0.2.0] - 2026-12-24

### The server

- A new call.

## [0.1.0] - 2026-12-01

- The first version.
"""


def texts(problems: list[Problem]) -> str:
    """Joins the sentences of all problems."""
    return "\n".join(problem.text for problem in problems)


class InAFolder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)


class WorkTree(InAFolder):
    """The checks of git, in a repository with one commit on main."""

    def setUp(self) -> None:
        super().setUp()
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("commit", "--quiet", "--allow-empty", "--message=one", "--no-gpg-sign")

    def git(self, *words: str) -> None:
        person = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
        subprocess.run(["git", *person, *words], cwd=self.root, check=True)

    def test_a_clean_tree_on_main_without_the_tag_is_ready(self) -> None:
        self.git("tag", "v0.1.0")
        self.assertEqual(problems_of_git(self.root, "0.2.0"), [])

    def test_a_change_and_another_branch_stop_a_release_and_no_dry_run(self) -> None:
        (self.root / "new.txt").touch()
        self.git("switch", "--quiet", "--create", "topic")
        problems = problems_of_git(self.root, "0.2.0")
        self.assertIn("\n?? new.txt", texts(problems))
        self.assertIn('"topic"; switch to main', texts(problems))
        self.assertEqual([problem.stops_dry_run for problem in problems], [False, False])

    def test_a_tag_that_exists_stops_a_dry_run_too(self) -> None:
        self.git("tag", "v0.2.0")
        (problem,) = problems_of_git(self.root, "0.2.0")
        self.assertIn("v0.2.0 exists", problem.text)
        self.assertTrue(problem.stops_dry_run)


class Versions(InAFolder):
    """The versions of the crates, of the npm package and of the API."""

    def write(self, npm: str, api: str) -> None:
        (self.root / "wasm/package").mkdir(parents=True)
        (self.root / "wasm/package/package.json").write_text(npm)
        (self.root / "server").mkdir()
        (self.root / "server/openapi.json").write_text(json.dumps({"info": {"version": api}}))

    def problems(self, version: str, *dependencies: dict, name: str = "enmusubi-core", written: str = "0.2.0") -> str:
        crates = [{"name": name, "version": written, "dependencies": list(dependencies)}]
        # Crates of the workspace share a line, so they must not repeat a sentence.
        crates.append({"name": "enmusubi-server", "version": written, "dependencies": []})
        return texts(problems_of_versions(self.root, crates, version))

    def lenient_json(self, req: str, kind: str = None) -> dict:
        return {"name": "lenient-json", "req": req, "kind": kind, "path": "core/lenient-json"}

    def test_equal_versions_are_ready(self) -> None:
        self.write('{ "version": "0.2.0" }', "0.2.0")
        for req in ("^0.2.0", "=0.2.0"):
            self.assertEqual(self.problems("0.2.0", self.lenient_json(req)), "")

    def test_every_place_with_another_version_is_named_once(self) -> None:
        self.write('{ "version": "0.1.0" }', "0.1.5")
        found = self.problems("0.2.0", self.lenient_json("^0.1.1"), written="0.1.2").splitlines()
        self.assertEqual(len(found), 4)
        for line, (version, place) in zip(found, (
            ("0.1.2", "[workspace.package]"), ("0.1.1", "for lenient-json"), ("0.1.0", "npm"), ("0.1.5", "openapi.json"),
        )):
            self.assertIn(f"The version is {version} in", line)
            self.assertIn(place, line)
            self.assertIn("make it 0.2.0", line)

    def test_only_a_published_crate_must_name_the_version_of_another(self) -> None:
        self.write('{ "version": "0.2.0" }', "0.2.0")
        self.assertIn("is * in", self.problems("0.2.0", self.lenient_json("*")))
        self.assertEqual(self.problems("0.2.0", self.lenient_json("*", kind="dev")), "")
        self.assertEqual(self.problems("0.2.0", self.lenient_json("*"), name="enmusubi-wasm"), "")
        foreign = {"name": "serde", "req": "^1", "kind": None}
        self.assertEqual(self.problems("0.2.0", foreign), "")

    def test_an_npm_package_without_a_version_is_a_problem(self) -> None:
        self.write("{}", "0.2.0")
        self.assertIn("The version is missing in wasm/package/package.json", self.problems("0.2.0"))


class ChangeLog(unittest.TestCase):
    """The sections of the change log."""

    def test_the_notes_are_the_section_of_the_version(self) -> None:
        self.assertEqual(sections_of(READY)["0.2.0"], ("2026-12-24", "### The server\n\n- A new call."))
        self.assertEqual(sections_of(READY)["0.1.0"], ("2026-12-01", "- The first version."))
        self.assertEqual(problems_of_changelog(READY, "0.2.0"), [])

    def test_a_missing_or_wrong_date_stops_a_release_and_no_dry_run(self) -> None:
        for date in ("", " - soon", " - 24.12.2026"):
            (problem,) = problems_of_changelog(READY.replace(" - 2026-12-24", date), "0.2.0")
            self.assertIn("no date for 0.2.0", problem.text)
            self.assertFalse(problem.stops_dry_run)

    def test_entries_under_unreleased_and_a_missing_section_stop_a_dry_run_too(self) -> None:
        changelog = READY.replace("## [Unreleased]\n", "## [Unreleased]\n\n- A late fix.\n")
        problems = problems_of_changelog(changelog, "0.3.0")
        self.assertIn("under Unreleased", problems[0].text)
        self.assertIn("no entries for 0.3.0", problems[1].text)
        self.assertEqual([problem.stops_dry_run for problem in problems], [True, True])

    def test_our_own_change_log_has_its_sections(self) -> None:
        text = (pathlib.Path(__file__).parents[1] / "CHANGELOG.md").read_text()
        self.assertIn("Unreleased", sections_of(text))
        self.assertGreater(len(sections_of(text)), 1)


class Packages(InAFolder):
    """The files of a release, and what a person does with them."""

    def test_the_sums_are_those_that_sha256sum_reads(self) -> None:
        for name in ("a-0.2.0.tgz", "b-0.2.0.crate", "notes.md"):
            (self.root / name).write_text(name)
        self.assertEqual(write_sums(self.root), ["a-0.2.0.tgz", "b-0.2.0.crate", "SHA256SUMS"])
        sums = (self.root / "SHA256SUMS").read_text().splitlines()
        self.assertRegex(sums[0], r"^[0-9a-f]{64}  a-0\.2\.0\.tgz$")
        self.assertEqual(len(sums), 2)

    def test_the_tag_comes_first_and_a_crate_after_those_that_it_needs(self) -> None:
        commands = commands_for("0.2.0", "target/release-0.2.0", ["enmusubi-wasm-0.2.0.tgz", "SHA256SUMS"])
        self.assertEqual([command.split()[:2] for command in commands], [
            ["git", "tag"], ["git", "push"], ["cargo", "publish"], ["cargo", "publish"], ["npm", "publish"],
            ["gh", "release"],
        ])
        self.assertIn("lenient-json", commands[2])
        self.assertEqual(commands[4], "npm publish ./target/release-0.2.0/enmusubi-wasm-0.2.0.tgz")
        self.assertTrue(commands[5].endswith("target/release-0.2.0/SHA256SUMS"))


if __name__ == "__main__":
    unittest.main()
