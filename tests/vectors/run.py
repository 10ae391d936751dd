"""Compares an implementation with the vectors of profile/: `run.py COMMAND [ARGUMENT …]`. README.md describes its lines."""

import json
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
BASE = json.loads((FOLDER / "base.json").read_text("utf-8"))
# The facts of a case that does not name them.
FACTS = {"today": "2026-11-21", "uploads": "named", "mailboxes": None}


def document_of(case: dict) -> str:
    """Returns the text of a case's document."""
    raw, fill = case.get("rawPatch", {}), case.get("fill", {})
    gone = {*case.get("remove", []), *raw}
    members = {name: value for name, value in {**BASE, **case.get("patch", {})}.items() if name not in gone}
    written = {name: json.dumps(value, ensure_ascii=False) for name, value in members.items()}
    parts = [f"{json.dumps(name)}:{text}" for name, text in {**written, **raw}.items()]
    patched = "{" + ",".join([*parts, *([case["append"]] if "append" in case else [])]) + "}"
    text = fill.get("before", "") + case.get("text", patched) + fill.get("after", "")
    return text + " " * (fill.get("toBytes", 0) - len(text.encode()))


def outcome_of(answer: dict, expected: dict) -> dict:
    """Returns an answer in the form of the expected one. Of a payload it keeps the expected members."""
    if "payload" in answer:
        wanted = expected.get("payload", answer["payload"])
        return {"payload": {name: value for name, value in answer["payload"].items() if name in wanted}}
    return {"errors": answer["fields"]} if answer["code"] == "E002" else {"refused": answer["code"]}


def text_of(value: dict) -> str:
    """Returns the same text for equal values: 1 equals 1.0 and not true."""
    return json.dumps(json.loads(json.dumps(value), parse_int=float), sort_keys=True, ensure_ascii=False)


def run(command: list[str]) -> int:
    """Passes every case to the command, prints the differences and the counts, and returns the number of differences."""
    passed = failed = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as program:
        for file in sorted(FOLDER.glob("profile/*.json")):
            for case in json.loads(file.read_text("utf-8")):
                facts = {name: case.get(name, default) for name, default in FACTS.items()}
                program.stdin.write(json.dumps({"document": document_of(case), **facts}) + "\n")
                program.stdin.flush()
                line = program.stdout.readline() or sys.exit(f"the command ended at the case: {case['name']}")
                expected = case["expect"]
                actual = outcome_of(json.loads(line), expected)
                if text_of(actual) == text_of(expected):
                    passed += 1
                else:
                    failed += 1
                    print(f"profile/{file.name}: {case['name']}", f"expected {expected}", f"but got {actual}", sep="\n  ")
    print(f"{passed} passed, {failed} failed")
    return failed


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1:] or sys.exit(__doc__)) > 0)
    except BrokenPipeError:
        sys.exit("the command ended before it had read all cases")
