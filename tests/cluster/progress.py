"""Progress lines with the seconds since the start, and waiting for a condition."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

STARTED = time.monotonic()


class Trouble(Exception):
    """A problem that ends the program. The text says what to do."""


def say(text: str) -> None:
    """Prints a line with the seconds since the start."""
    print(f"{time.monotonic() - STARTED:6.1f} s  {text}", flush=True)


def wait_for(what: str, check: Callable[[], Found], limit_s: float, advice: str, is_quiet: bool = False) -> Found:
    """Asks `check` until its answer is true, and returns the answer. Says how long it waited."""
    started = time.monotonic()
    if not is_quiet:
        say(f"waiting until {what} …")
    reminded = started
    while True:
        found = check()
        now = time.monotonic()
        if found:
            if not is_quiet:
                say(f"{what} (after {now - started:.1f} s)")
            return found
        if now - started > limit_s:
            raise Trouble(f"It did not happen within {limit_s:.0f} s that {what}. {advice}")
        if now - reminded > 10 and not is_quiet:
            reminded = now
            say(f"… still waiting until {what}")
        time.sleep(0.2)
