"""Packs the crates, and uses them as a stranger does: from the packages alone, with the oldest Rust that they name."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / ".ci"))

import release  # noqa: E402

MANIFEST = (ROOT / "core/Cargo.toml").read_text("utf-8")
OLDEST_RUST = re.search(r'^rust-version = "(.*)"$', MANIFEST, re.MULTILINE)[1] + ".0"


def run(*command: str, folder: Path = ROOT) -> str:
    """Returns the output of a command, or raises an error with it."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def has_oldest_rust() -> bool:
    """Returns whether rustup has the oldest Rust, or can fetch it."""
    if not shutil.which("rustup"):
        return False
    if subprocess.run(["rustup", "run", OLDEST_RUST, "rustc", "--version"], capture_output=True).returncode == 0:
        return True
    wanted = ["rustup", "toolchain", "install", OLDEST_RUST, "--profile", "minimal", "--no-self-update"]
    try:
        return subprocess.run(wanted, capture_output=True, timeout=300).returncode == 0
    except subprocess.TimeoutExpired:
        return False


class Packages(unittest.TestCase):
    """The crates as `cargo publish` would upload them."""

    @classmethod
    def setUpClass(cls) -> None:
        """Packs the crates, builds each of them from its package, and unpacks them."""
        # Cargo would find the workspace above a folder in the repository.
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.unpacked = Path(folder.name)
        for name, package in zip(release.CRATES, release.pack_crates("--allow-dirty")):
            with tarfile.open(package) as archive:
                archive.extractall(cls.unpacked)
            next(cls.unpacked.glob(f"{name}-[0-9]*")).rename(cls.unpacked / name)

    def test_a_package_has_what_its_page_shows(self) -> None:
        """A registry shows the README and the licences, and its search shows the description."""
        for name in release.CRATES:
            manifest = (self.unpacked / name / "Cargo.toml").read_text("utf-8")
            for key in ("description", "readme", "license", "repository", "categories", "rust-version"):
                self.assertRegex(manifest, rf"(?m)^{key} = ", f"{name}: {key}")
            for file in ("README.md", "LICENSE-MIT", "LICENSE-APACHE"):
                self.assertTrue((self.unpacked / name / file).is_file(), f"{name}: {file}")

    def test_the_oldest_rust_builds_the_package_and_it_passes_the_vectors_in_it(self) -> None:
        """The vectors and their runner travel with the crate, so anyone can repeat this."""
        if not has_oldest_rust():
            self.skipTest(f"rustup cannot install Rust {OLDEST_RUST}")
        core = self.unpacked / "enmusubi-core"
        other = f'patch.crates-io.lenient-json.path="{self.unpacked / "lenient-json"}"'
        target = str(ROOT / "target/oldest-rust")
        build = ("cargo", f"+{OLDEST_RUST}", "build", "--quiet", "--config", other, "--target-dir", target)
        run(*build, "--features", "ts", "--example", "answer_lines", folder=core)
        program = f"{target}/debug/examples/answer_lines"
        self.assertRegex(run("python3", "vectors/run.py", program, folder=core), r"^\d{3,} passed, 0 failed$")


if __name__ == "__main__":
    os.environ.pop("CARGO_TARGET_DIR", None)
    unittest.main()
