"""Builds the server from before the latest migration, from which a rolling upgrade starts."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from places import FOLDER, TOP
from progress import Trouble, say

ADVICE = "Name a program from before the latest migration: ./just chaos-cluster --old PROGRAM."


def build() -> Path | None:
    """Returns the program of the commit before the one that added the latest migration, or None if there is only one."""
    committed = git("ls-tree", "--name-only", "HEAD", "server/migration/src/").splitlines()
    if len([path for path in committed if Path(path).name.startswith("m2")]) < 2:
        say("there is one migration and no version before it: the upgrade changes no table")
        return None
    wanted = ["log", "--diff-filter=A", "--format=%H", "-1", "--", "server/migration/src/m2*.rs"]
    commit = f"{git(*wanted)}^"
    commit = git("rev-parse", "--verify", commit)
    program = FOLDER / f"server-{commit[:12]}"
    if program.exists():
        return program
    say(f"building the server of {commit[:12]}, before the latest migration, which takes some minutes …")
    source, target = FOLDER / "old-source", FOLDER / "old-target"
    for folder in (source, target):
        shutil.rmtree(folder, ignore_errors=True)
    source.mkdir(parents=True)
    archive = subprocess.Popen(["git", "archive", commit], cwd=TOP, stdout=subprocess.PIPE)
    unpacked = subprocess.run(["tar", "-xm", "-C", str(source)], stdin=archive.stdout)
    if archive.wait() or unpacked.returncode:
        raise Trouble(f"The sources of {commit} could not be unpacked. {ADVICE}")
    link_libraries(TOP / "target" / "debug", target / "debug")
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target)}
    command = ["cargo", "build", "--quiet", "--package", "enmusubi-server"]
    if subprocess.run(command, cwd=source, env=environment).returncode:
        raise Trouble(f"The server of {commit} could not be built. {ADVICE}")
    shutil.copy2(target / "debug" / "enmusubi-server", program)
    for folder in (source, target):
        shutil.rmtree(folder)
    return program


def link_libraries(built: Path, target: Path) -> None:
    """Gives a new folder the libraries of others that are built already, which saves most of the time.

    The crates of this repository are built again. In one folder for both versions, cargo would take the sources of one
    for those of the other.
    """
    for name in ("build", ".fingerprint"):
        shutil.copytree(built / name, target / name, symlinks=True)
    (target / "deps").mkdir()
    for path in (built / "deps").iterdir():
        is_ours = "enmusubi" in path.name or "lenient_json" in path.name
        if is_ours:
            continue
        if path.suffix in (".rlib", ".rmeta", ".so"):
            os.link(path, target / "deps" / path.name)
        elif path.suffix == ".d":
            shutil.copy2(path, target / "deps" / path.name)


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
