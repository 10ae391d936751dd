"""Packs the crates and the npm package, and uses them as a stranger does: from the packages alone, with the oldest Rust that they name."""

import json
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


def make_folder(case: type[unittest.TestCase]) -> Path:
    """Makes a folder that is deleted after the tests of a class. In the repository, Cargo would find the workspace."""
    folder = tempfile.TemporaryDirectory()
    case.addClassCleanup(folder.cleanup)
    return Path(folder.name)


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


class Crates(unittest.TestCase):
    """The crates as `cargo publish` would upload them."""

    @classmethod
    def setUpClass(cls) -> None:
        """Packs the crates, builds each of them from its package, and unpacks them."""
        cls.unpacked = make_folder(cls)
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
        run(*build, "--features", "ts,messages", "--example", "answer_lines", folder=core)
        program = f"{target}/debug/examples/answer_lines"
        self.assertRegex(run("python3", "vectors/run.py", program, folder=core), r"^\d{3,} passed, 0 failed$")


# Imports every entry in Node without a flag, and prints a line for each that answers.
SCRIPT = """
import { parseProfile } from "enmusubi-wasm";
import * as started from "enmusubi-wasm/init";
import { isLiffUrl } from "enmusubi-wasm/line";
import { fieldRules } from "enmusubi-wasm/lists";
import { mutualMatch } from "enmusubi-wasm/matching";
import { sentence } from "enmusubi-wasm/messages";
import { payloadSchema } from "enmusubi-wasm/standard-schema";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const fileOf = (name) => readFile(createRequire(import.meta.url).resolve("enmusubi-wasm").replace(/[^/]+$/, name));
const base = JSON.parse(await fileOf("vectors/base.json"));
const today = "2026-11-21";
const other = { ...base, gender: "FEMALE", matchGender: "MALE" };
const { payload } = parseProfile(base, today);
console.log("node", payload.height, parseProfile({ ...base, height: 300 }, today).refusal.code);
console.log("matching", mutualMatch(payload, payload, today), mutualMatch(payload, other, today));
console.log("line", isLiffUrl("https://liff.line.me/1-a"));
console.log("lists", fieldRules.length > 40);

await started.init();
console.log("init", started.parseProfile(base, today).payload.height);

// The entry of a page, which Node takes only by its file.
const page = await import("./node_modules/enmusubi-wasm/enmusubi_wasm.init.js");
const answer = () => {
  try {
    return page.checkProfile(base, today);
  } catch ({ message }) {
    return message;
  }
};
const early = answer();
const failed = await page.init("http://127.0.0.1:1/").catch(() => "failed");
await page.init(new Response(await fileOf("enmusubi_wasm_bg.wasm")));
console.log("page", early, failed, answer(), parseProfile(base, today).payload.height);

const message = ({ path, ...rule }) => sentence(rule, "en", path);
const schema = payloadSchema(started, { today: () => today, message });
const item = { type: "HEIGHT", from: 1, to: 0 };
for (const value of [base, { ...base, valueItem: [item] }, null]) {
  const { value: accepted, issues } = await schema["~standard"].validate(value);
  console.log("schema", JSON.stringify(issues ?? accepted.nickname));
}
"""
ANSWERS = """node 170 E002
matching false true
line true
lists true
init 170
page wait for init() first failed null 170
schema "小明"
schema [{"message":"valueItem[0].from: enter a number from 120 to 230","path":["valueItem",0,"from"]}]
schema [{"message":"E009","path":[]}]
"""
# Calls every function with values of every wrong kind, and expects the answer to a right call after each of them. A thousand
# errors that leave something on a stack would end the module.
MISTAKES = """
import * as core from "enmusubi-wasm";
import * as line from "enmusubi-wasm/line";
import * as matching from "enmusubi-wasm/matching";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const base = JSON.parse(readFileSync("node_modules/enmusubi-wasm/vectors/base.json"));
const today = "2026-11-21";
const cycle = {};
cycle.cycle = cycle;
const thrower = { get nickname() { throw new Error("a getter"); } };
const wrong = [
  undefined, null, 0, Number.NaN, 1n, "", "2026", "\\ud800", true, [], {}, cycle, thrower, new Date(), new Map(), Symbol("a"),
  () => 1, new Proxy({}, {}), { payload: base }, { nickname: "x" }, { ...base, birthday: "foo" }, { ...base, city: undefined },
  Object.create(null), JSON.parse('{"__proto__":1}'), new Uint8Array(9), "x".repeat(99_999), new URL("https://line.me/"),
];
const right = {
  checkProfile: [base, today], parseProfile: [base, today, ""], checkField: ["height", 170, today], openDraft: ["{}"],
  snapToCell: [25, 121], parseDeepLink: ["?liff.state=%2Fa", "/"], checkSentMessages: [[]], checkPickerMessages: [[]],
  checkOpenWindow: [{ url: "https://line.me/" }], isLiffUrl: ["https://liff.line.me/1-a"],
  isBelowEndpoint: ["https://a.example/", "https://a.example/b"], mismatches: [base, base, today], mutualMatch: [base, base, today],
};
const functions = Object.entries({ ...core, ...line, ...matching }).filter(([, it]) => typeof it === "function");
let [calls, thrown] = [0, 0];
for (const [name, call] of functions) {
  const expected = call(...right[name]);
  for (let round = 0; round < 1_500; round += 1) {
    const given = [...right[name]];
    given[round % given.length] = wrong[Math.floor(round / given.length) % wrong.length];
    calls += 1;
    try {
      call(...given);
    } catch (error) {
      thrown += 1;
      if (error instanceof WebAssembly.RuntimeError) throw error;
    }
    if (!isDeepStrictEqual(call(...right[name]), expected)) throw new Error(`${name} answers otherwise`);
  }
}
// A conversion to a number or a date would make a wrong value into a right one.
for (const call of [() => core.snapToCell(null, 121), () => core.snapToCell("25", 121), () => core.parseProfile(base, today, "soon")]) {
  try {
    call();
  } catch {
    continue;
  }
  throw new Error(`${call} throws nothing`);
}
console.log(functions.length, calls, thrown > 4_000);
"""

# What the compiler accepts, and what it refuses.
TYPES = """
import { parseProfile, type Condition, type FieldPath, type Mbti } from "enmusubi-wasm";
import { init } from "enmusubi-wasm/init";
import { parseDeepLink } from "enmusubi-wasm/line";
import { vocabulary } from "enmusubi-wasm/lists";
import { mismatches, type Mismatch } from "enmusubi-wasm/matching";
import { sentence } from "enmusubi-wasm/messages/ja";
import { draftSchema, type Problem } from "enmusubi-wasm/standard-schema";
import * as core from "enmusubi-wasm";

init(new URL("https://example.com/")) satisfies Promise<void>;
const { payload, refusal } = parseProfile({ nickname: "Mei", height: "170" }, "2026-11-21");
if (payload) {
  mismatches(payload, payload, "2026-11-21") satisfies Mismatch[];
  const [condition] = payload.valueItem;
  if (condition?.type === "AGE") condition.from satisfies number;
  if (condition?.type === "SMOKE") condition.value satisfies boolean;
} else {
  refusal.fields.map(({ path }) => path) satisfies FieldPath[];
}
parseDeepLink("?liff.state=%2F", "/").kind satisfies "nothing" | "place" | "refused";
vocabulary.mbti satisfies Mbti[];
if (payload) payload.mbti satisfies Mbti | "";
parseProfile({ gender: "", mbti: "INTJ" }, "2026-11-21");
const message = ({ path, code, params }: Problem) => sentence({ code, params }, path);
draftSchema(core, { today: () => "2026-11-21", message })["~standard"].version satisfies 1;
"valueItem[2].from" satisfies FieldPath;
// @ts-expect-error: a height is no list.
"height[0]" satisfies FieldPath;
// @ts-expect-error: this is no field.
"weight" satisfies FieldPath;
// @ts-expect-error: a condition about an age has bounds.
({ type: "AGE", value: true }) satisfies Condition;
// @ts-expect-error: a height is a number or a text.
parseProfile({ height: true }, "2026-11-21");
"""


class NpmPackage(unittest.TestCase):
    """The npm package as `npm publish` would upload it."""

    @classmethod
    def setUpClass(cls) -> None:
        """Packs the package, and unpacks it where Node finds it."""
        cls.folder = make_folder(cls)
        cls.package = cls.folder / "node_modules/enmusubi-wasm"
        cls.package.parent.mkdir()
        with tarfile.open(release.pack_npm(cls.folder)) as archive:
            archive.extractall(cls.folder)
        (cls.folder / "package").rename(cls.package)

    def test_every_entry_answers_in_node(self) -> None:
        """Node needs no flag, and two entries in one program do not disturb each other."""
        (self.folder / "script.mjs").write_text(SCRIPT, "utf-8")
        self.assertEqual(run("node", "script.mjs", folder=self.folder), ANSWERS)

    def test_a_mistake_of_the_caller_spoils_no_later_call(self) -> None:
        """A long-lived page or server makes many calls with one module."""
        (self.folder / "mistakes.mjs").write_text(MISTAKES, "utf-8")
        self.assertEqual(run("node", "mistakes.mjs", folder=self.folder), "13 19500 true\n")

    def test_the_vectors_in_the_package_pass(self) -> None:
        """A reader compares the package on another machine in the same way."""
        self.assertRegex(run("node", str(self.package / "vectors/run.mjs")), r"\n\d{4,} passed, 0 failed\n$")

    def test_the_compiler_reads_every_type(self) -> None:
        """The declarations are checked too, as they are without `skipLibCheck`."""
        (self.folder / "types.mts").write_text(TYPES, "utf-8")
        compiler = ("node", str(ROOT / "web/node_modules/typescript-native/bin/tsc"), "--noEmit", "--strict", "--target", "es2022")
        for resolution in (("--module", "nodenext"), ("--module", "esnext", "--moduleResolution", "bundler")):
            run(*compiler, *resolution, "types.mts", folder=self.folder)

    def test_every_entry_and_its_types_are_in_the_package(self) -> None:
        """A wrong name would be found by the first reader who imports the entry."""
        manifest = json.loads((self.package / "package.json").read_text("utf-8"))
        for entry, files in manifest["exports"].items():
            for file in files.values() if isinstance(files, dict) else [files]:
                self.assertTrue(list(self.package.glob(file)), f"{entry}: {file}")
        for file in ("README.md", "LICENSE-MIT", "LICENSE-APACHE"):
            self.assertTrue((self.package / file).is_file(), file)
        self.assertNotIn("private", manifest)


if __name__ == "__main__":
    os.environ.pop("CARGO_TARGET_DIR", None)
    unittest.main()
