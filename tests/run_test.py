"""The tests of run.py: the counts that it reads in the output of each runner, and of a suite that it leaves out."""

import unittest

from run import RUNNER, Count, Suite, count_of, failed_test_of, is_reason, left_out, problem_of


def count_in(output: str) -> Count:
    """Adds up the counts of all lines."""
    total = Count()
    for line in output.splitlines(keepends=True):
        total.add(count_of(line))
    return total


class Counts(unittest.TestCase):
    """Each output has the form that the runner prints."""

    def test_adds_up_the_binaries_of_cargo(self) -> None:
        output = """
running 3 tests
test parses ... ok
test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s
"""
        self.assertEqual(count_in(output), Count(passed=4, failed=2, skipped=1))

    def test_counts_a_test_that_says_it_was_skipped_as_skipped(self) -> None:
        output = """
skipped: a small disk cannot be mounted here
test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
"""
        self.assertEqual(count_in(output), Count(passed=2, skipped=1))

    def test_reads_the_coloured_summary_of_vitest(self) -> None:
        output = """
\x1b[2m Test Files \x1b[22m \x1b[1m\x1b[32m111 passed\x1b[39m\x1b[22m\x1b[90m (111)\x1b[39m
\x1b[2m      Tests \x1b[22m 1 failed\x1b[2m | \x1b[22m3 passed | 2 skipped | 1 todo\x1b[90m (7)\x1b[39m
"""
        self.assertEqual(count_in(output), Count(passed=3, failed=1, skipped=3))

    def test_counts_an_error_after_the_tests_of_vitest_as_a_failure(self) -> None:
        output = """
\x1b[2m      Tests \x1b[22m \x1b[1m\x1b[32m7 passed\x1b[39m\x1b[22m\x1b[90m (7)\x1b[39m
\x1b[2m     Errors \x1b[22m \x1b[1m\x1b[31m2 errors\x1b[39m\x1b[22m
"""
        self.assertEqual(count_in(output), Count(passed=7, failed=2))

    def test_reads_the_summary_of_playwright(self) -> None:
        output = """
Running 20 tests using 2 workers
  ✓   1 register.test.ts:8:1 › a person registers with 3 passed checks (5.7s)
  ✘   2 outbox.test.ts:20:1 › the form waits (1.0m)

  1) outbox.test.ts:20:1 › the form waits ─────

  2 failed
    outbox.test.ts:20:1 › the form waits ─────
    outbox.test.ts:30:1 › the form is sent ─────
  1 flaky
    draft.test.ts:10:1 › a person comes back ─────
  1 interrupted
    draft.test.ts:20:1 › a person starts over ─────
  3 skipped
  4 did not run
  9 passed (1.6m)
"""
        self.assertEqual(count_in(output), Count(passed=9, failed=8, skipped=3))

    def test_reads_every_time_that_playwright_prints(self) -> None:
        for time in ("870ms", "12.3s", "59s", "1.6m", "2m"):
            self.assertEqual(count_in(f"  \x1b[32m9 passed\x1b[39m\x1b[2m ({time})\x1b[22m\n"), Count(passed=9), time)

    def test_counts_an_error_outside_of_the_journeys_as_a_failure(self) -> None:
        output = "  1 error was not a part of any test, see above for details\n  9 passed (1.6m)\n"
        self.assertEqual(count_in(output), Count(passed=9, failed=1))

    def test_reads_the_summary_of_unittest(self) -> None:
        self.assertEqual(count_in("Ran 9 tests in 0.001s\n\nOK\n"), Count(passed=9))
        self.assertEqual(count_in("Ran 9 tests in 0.001s\n\nOK (skipped=1)\n"), Count(passed=8, skipped=1))
        output = "Ran 9 tests in 0.001s\n\nFAILED (failures=1, errors=2, skipped=1)\n"
        self.assertEqual(count_in(output), Count(passed=5, failed=3, skipped=1))

    def test_finds_the_reason_of_a_failure(self) -> None:
        for line in ("---- suite::name stdout ----\n", "---- core/README.md - (line 20) stdout ----\n", "FAIL: works (Counts)\n", " \x1b[31mFAIL\x1b[39m  src/a.test.ts > works\n", "  1) a.test.ts:8:1 › works ───\n"):
            self.assertTrue(is_reason(line), line)
        for line in ("test suite::name ... ok\n", "  ✓  1 a.test.ts:8:1 › works (5.7s)\n", "(1) a note\n"):
            self.assertFalse(is_reason(line), line)

    def test_names_the_failed_test_of_each_runner(self) -> None:
        for line, name in (
            ("test suite::metrics::closes ... FAILED\n", "suite::metrics::closes"),
            ("test suite::metrics::closes ... ok\n", None),
            ('This error originated in "\x1b[1msrc/a.test.tsx\x1b[22m" test file. It was\n', "src/a.test.tsx"),
            ("test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured\n", None),
            ("\x1b[41m FAIL \x1b[49m src/ui/card.test.tsx > card > opens\n", "src/ui/card.test.tsx > card > opens"),
            ("  ✘   2 outbox.test.ts:20:1 › the form waits (1.0m)\n", "outbox.test.ts:20:1 › the form waits"),
            ("  ✓   1 register.test.ts:8:1 › a person registers (5.7s)\n", None),
            ("FAIL: test_sum (run_test.Counts.test_sum)\n", "test_sum (run_test.Counts.test_sum)"),
        ):
            self.assertEqual(failed_test_of(line), name, line)

    def test_counts_a_crash_of_the_runner_as_one_failure(self) -> None:
        total = Count(passed=3)
        self.assertIn("exit code 101", problem_of(101, total) or "")
        self.assertEqual(total, Count(passed=3, failed=1))

    def test_counts_a_suite_without_tests_as_one_failure(self) -> None:
        total = Count()
        self.assertEqual(problem_of(0, total), "ran no test")
        self.assertEqual(total, Count(failed=1))

    def test_adds_nothing_to_failures_that_the_runner_has_counted(self) -> None:
        total = Count(passed=3, failed=2)
        self.assertIsNone(problem_of(1, total))
        self.assertEqual(total, Count(passed=3, failed=2))


class Suites(unittest.TestCase):
    """Suites as a whole: left out, and their times."""

    def test_a_suite_without_its_tools_fails_only_in_ci(self) -> None:
        suite = Suite("test-postgres")
        count, note = left_out(suite, "no PostgreSQL on this machine", is_ci=False)
        self.assertEqual((count, note), (Count(), "test-postgres did not run: no PostgreSQL on this machine"))
        count, note = left_out(suite, "no PostgreSQL on this machine", is_ci=True)
        self.assertEqual(count, Count(failed=1))
        self.assertIn("a failure, because CI=true", note)

    def test_the_first_line_of_each_runner_ends_the_building(self) -> None:
        for line in (
            "     Running unittests src/lib.rs (target/debug/deps/enmusubi_core-1)",
            "running 3 tests",
            "Running 177 tests using 2 workers",
            " RUN  v4.1.12 /repository/web",
        ):
            self.assertRegex(line, RUNNER)
        for line in ("   Compiling enmusubi-core v0.1.0", "[4/4] building the servers …"):
            self.assertNotRegex(line, RUNNER)


if __name__ == "__main__":
    unittest.main()
