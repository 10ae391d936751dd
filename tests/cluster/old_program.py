"""Builds the server from before the latest migration, from which a rolling upgrade starts."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from places import FOLDER, TOP
from progress import Trouble, say

ADVICE = "Name a program from before the latest migration: ./just chaos-cluster PROGRAM."


def build() -> Path:
    """Returns the program of the commit before the one that added the latest migration."""
    wanted = ["log", "--diff-filter=A", "--format=%H", "-1", "--", "server/migration/src/m2*.rs"]
    commit = f"{git(*wanted)}^"
    commit = git("rev-parse", "--verify", commit)
    program = FOLDER / f"server-{commit[:12]}"
    if program.exists():
        return program
    say(f"building the server of {commit[:12]}, before the latest migration, which takes some minutes …")
    source = FOLDER / "old-source"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    archive = subprocess.Popen(["git", "archive", commit], cwd=TOP, stdout=subprocess.PIPE)
    unpacked = subprocess.run(["tar", "-x", "-C", str(source)], stdin=archive.stdout)
    if archive.wait() or unpacked.returncode:
        raise Trouble(f"The sources of {commit} could not be unpacked. {ADVICE}")
    # The libraries in target/ serve both versions. The program that is built there belongs to the other version until
    # the next build.
    environment = {**os.environ, "CARGO_TARGET_DIR": str(TOP / "target")}
    command = ["cargo", "build", "--quiet", "--package", "enmusubi-server"]
    if subprocess.run(command, cwd=source, env=environment).returncode:
        raise Trouble(f"The server of {commit} could not be built. {ADVICE}")
    shutil.copy2(TOP / "target" / "debug" / "enmusubi-server", program)
    return program


def git(*words: str) -> str:
    """Runs git and returns its output."""
    done = subprocess.run(["git", *words], cwd=TOP, capture_output=True, text=True)
    if done.returncode or not done.stdout.strip():
        raise Trouble(f"`git {' '.join(words)}` found nothing: {done.stderr.strip()}. {ADVICE}")
    return done.stdout.strip()


def main() -> None:
    """Prints the path of the program."""
    print(build())


if __name__ == "__main__":
    main()
