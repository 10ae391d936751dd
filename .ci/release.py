"""Prepares a release: checks that everything has its version, packs what is published, and prints the commands for a person.

It makes no tag and publishes nothing. With `--dry-run`, an open work tree, another branch and a missing date do not stop it.
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
# The crates that are published, each after those that it needs.
CRATES = ["lenient-json", "enmusubi-core"]


class Problem(NamedTuple):
    """A failed check, as a sentence that says what to do."""

    text: str
    stops_dry_run: bool = True


def output_of(*command: str, root: Path = ROOT) -> str:
    """Returns what a command prints."""
    return subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout.rstrip()


def problems_of_git(root: Path, version: str) -> list[Problem]:
    """Returns what stands against a tag on the current commit."""
    exists = f"The tag v{version} exists; choose the next version, and never move a tag."
    found = [Problem(exists)] if output_of("git", "tag", "--list", f"v{version}", root=root) else []
    if changed := output_of("git", "status", "--porcelain", root=root):
        found.append(Problem(f"The work tree has changes; commit or remove them:\n{changed}", stops_dry_run=False))
    if (branch := output_of("git", "branch", "--show-current", root=root)) != "main":
        found.append(Problem(f'The work tree is on "{branch}"; switch to main.', stops_dry_run=False))
    return found


def problems_of_versions(root: Path, crates: list[dict], version: str) -> list[Problem]:
    """Returns the places that have another version, each once: most crates take theirs from the same line."""
    found = [(crate["version"], "[workspace.package] of Cargo.toml") for crate in crates]
    for crate in crates:
        for other in crate["dependencies"]:
            # A crate that is published must name a version; a dependency of its tests is no part of it.
            if other.get("path") and (other["req"] != "*" or (crate["name"] in CRATES and other["kind"] != "dev")):
                found.append((other["req"].lstrip("^="), f"[workspace.dependencies] of Cargo.toml, for {other['name']}"))
    package = json.loads((root / "wasm/package/package.json").read_text())
    found.append((package.get("version", "missing"), "wasm/package/package.json, for the npm package"))
    api = json.loads((root / "server/openapi.json").read_text())["info"]
    found.append((api["version"], "server/openapi.json, which ./just types writes"))
    wrong = dict.fromkeys(pair for pair in found if pair[0] != version)
    return [Problem(f"The version is {is_now} in {place}; make it {version}.") for is_now, place in wrong]


def sections_of(changelog: str) -> dict[str, tuple[str, str]]:
    """Returns the date and the text of each section of the change log ("## [0.1.0] - 2026-12-01"), by its name."""
    parts = re.split(r"^## \[([^\]]+)\](.*)$", changelog, flags=re.MULTILINE)[1:]
    return {name: (date.strip(" -"), text.strip()) for name, date, text in zip(parts[::3], parts[1::3], parts[2::3])}


def problems_of_changelog(changelog: str, version: str) -> list[Problem]:
    """Returns what the change log lacks for a release."""
    sections = sections_of(changelog)
    date, text = sections.get(version, ("", ""))
    heading = f"## [{version}] - {datetime.date.today()}"
    late = f"CHANGELOG.md has entries under Unreleased; move them to the section of {version}."
    found = [Problem(late)] if sections.get("Unreleased", ("", ""))[1] else []
    if not text:
        found.append(Problem(f'CHANGELOG.md has no entries for {version}; write them below "{heading}".'))
    elif not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        found.append(Problem(f'CHANGELOG.md has no date for {version}; write "{heading}".', stops_dry_run=False))
    return found


def run(*command: str, folder: Path = ROOT) -> None:
    """Runs a command, and ends the program if it fails."""
    print(f"$ {' '.join(command)}", flush=True)
    if code := subprocess.run(command, cwd=folder, check=False).returncode:
        sys.exit(f"release: {command[0]} ended with {code}. Nothing is published.")


def pack_crates(*flags: str) -> list[Path]:
    """Packs the crates, builds each from its package, and returns the packages."""
    folder = ROOT / "target/package"
    # Packages of an earlier version would be taken for those of this one.
    shutil.rmtree(folder, ignore_errors=True)
    run("cargo", "package", "--quiet", *(f"-p{crate}" for crate in CRATES), *flags)
    return [next(folder.glob(f"{crate}-[0-9]*.crate")) for crate in CRATES]


def pack_npm(folder: Path) -> Path:
    """Packs the npm package into a folder, and returns the package."""
    run("wasm/build.sh")
    run("npm", "pack", "--silent", f"--pack-destination={folder}", folder=ROOT / "wasm/pkg")
    return next(folder.glob("enmusubi-wasm-*.tgz"))


def pack(folder: Path, is_dry_run: bool, has_image: bool) -> None:
    """Packs the crates and the npm package into a folder, and builds the image where that is possible."""
    for package in pack_crates("--locked", *(["--allow-dirty"] if is_dry_run else [])):
        shutil.copy(package, folder)
    run("./just", "_setup")
    pack_npm(folder)
    missing = [tool for tool in ("buildah", "debootstrap", "podman", "runc", "caddy") if not shutil.which(tool)]
    missing += ["root"] if os.geteuid() else []
    if missing or not has_image:
        print(f"No image: this machine lacks {', '.join(missing)}." if missing else "No image: a real run would build it.")
    else:
        run("./just", "image")


def compare_with_last_version() -> None:
    """Compares the public items of the crates with those of the last tag, which decide how far a change raises the version."""
    tag = subprocess.run(("git", "describe", "--tags", "--abbrev=0", "--match=v*"), cwd=ROOT, capture_output=True, text=True)
    if tag.returncode:
        print("semver: no version has a tag yet, so there is nothing to compare with")
    elif not shutil.which("cargo-semver-checks"):
        sys.exit('semver: cargo-semver-checks is missing: install it with "cargo install --locked cargo-semver-checks"')
    else:
        crates = (f"--package={crate}" for crate in CRATES)
        run("cargo", "semver-checks", f"--baseline-rev={tag.stdout.strip()}", *crates)


def write_sums(folder: Path) -> list[str]:
    """Writes the SHA-256 of each package, and returns the names of the files that belong to the release."""
    packed = sorted([*folder.glob("*.crate"), *folder.glob("*.tgz")])
    sums = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in packed)
    (folder / "SHA256SUMS").write_text("".join(sums))
    return [path.name for path in packed] + ["SHA256SUMS"]


def commands_for(version: str, folder: str, names: list[str]) -> list[str]:
    """Returns the commands that make the tag and publish the release, in their order."""
    files = " ".join(f"{folder}/{name}" for name in ["notes.md", *names])
    return [
        f'git tag -s v{version} -m "Enmusubi {version}"',
        f"git push origin main v{version}",
        *(f"cargo publish --package {crate}" for crate in CRATES),
        *(f"npm publish ./{folder}/{name}" for name in names if name.endswith(".tgz")),
        f'gh release create v{version} --verify-tag --title "Enmusubi {version}" --notes-file {files}',
    ]


def main() -> None:
    """Checks, packs, and prints the commands."""
    parser = argparse.ArgumentParser(prog="release", description=__doc__)
    parser.add_argument("version", nargs="?", help="such as 0.1.0")
    parser.add_argument("--semver", action="store_true", help="only compare the crates with the last version")
    parser.add_argument("--dry-run", action="store_true", help="try whether everything can be packed")
    parser.add_argument("--image", action="store_true", help="build the image in a dry run, too")
    options = parser.parse_args()
    if options.semver:
        return compare_with_last_version()
    if not options.version:
        parser.error("name the version")
    version, changelog = options.version, (ROOT / "CHANGELOG.md").read_text()
    crates = json.loads(output_of("cargo", "metadata", "--no-deps", "--format-version=1"))["packages"]
    problems = problems_of_git(ROOT, version) + problems_of_versions(ROOT, crates, version)
    problems += problems_of_changelog(changelog, version)
    for problem in problems:
        print(f"release: {problem.text}", file=sys.stderr)
    if any(problem.stops_dry_run or not options.dry_run for problem in problems):
        sys.exit(1)
    folder = f"target/release-{version}"
    shutil.rmtree(ROOT / folder, ignore_errors=True)
    (ROOT / folder).mkdir(parents=True)
    (ROOT / folder / "notes.md").write_text(sections_of(changelog)[version][1] + "\n")
    pack(ROOT / folder, options.dry_run, has_image=options.image or not options.dry_run)
    print("After a real run, a person runs:" if options.dry_run else "Now a person runs, in this order:")
    print("", *commands_for(version, folder, write_sums(ROOT / folder)), sep="\n  ")


if __name__ == "__main__":
    main()
