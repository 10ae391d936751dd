"""People who register, and members who answer introductions, write notes and read their matches."""

from __future__ import annotations

import json
import random
import struct
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable

from client import Client, Line, Unexpected
from ledger import ANSWER, NOTE, REGISTRATION, Ledger
from places import TOP

BASE = json.loads((TOP / "tests" / "vectors" / "base.json").read_text())
# The service accepts 200 notes of a member in a day.
NOTES_OF_A_MEMBER = 190
# The number of threads of each kind, and the longest pause between two acts of a thread, in seconds.
REGISTRARS, ANSWERERS, WRITERS, READERS = (3, 0.5), (2, 2.0), (4, 0.4), (2, 0.3)


def user_id(n: int) -> str:
    """Returns the LINE user id of the n-th person."""
    return f"U{n:032x}"


def key_of(kind: int, n: int) -> str:
    """Returns an idempotency key, which is a UUID."""
    return f"00000000-0000-4000-8{kind:03x}-{n:012x}"


def photo(n: int) -> bytes:
    """Returns a PNG of four pixels in a colour of its own."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    row = b"\0" + struct.pack(">I", n)[1:] * 2
    head = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    pixels = zlib.compress(row * 2)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


class People:
    """All people of a run, and the threads in which they act."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.client = Client(ledger)
        self.line = Line()
        self.lock = threading.Lock()
        self.n_people = 0
        self.n_notes: Counter[str] = Counter()
        self.sessions: dict[str, str] = {}
        self.introductions: list[tuple[str, str]] = []
        self.matches: list[tuple[str, str]] = []
        self.threads: list[threading.Thread] = []
        self.is_over = threading.Event()

    def register(self) -> str:
        """Registers the next person, and returns their LINE user id."""
        with self.lock:
            self.n_people += 1
            n = self.n_people
        user = user_id(n)
        started = time.monotonic()
        self.ledger.send(REGISTRATION, user)
        path = "/user/registration"
        asked = self.client.request("POST", path, 200, id_token=self.line.id_token(user), content={"account": user})
        token = asked.json()["token"]
        head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
        body = head + photo(n) + b"\r\n--x--\r\n"
        kind = "multipart/form-data; boundary=x"
        uploaded = self.client.request("POST", "/file/tempUpload", 200, token=token, body=body, content_type=kind)
        file_name = uploaded.json()["fileName"]
        genders = ("MALE", "FEMALE") if n % 2 else ("FEMALE", "MALE")
        own = {
            "account": user,
            "password": user,
            "nickname": f"N{n}",
            "gender": genders[0],
            "matchGender": genders[1],
            "photoNameList": [file_name],
        }
        key = key_of(1, n)
        self.client.request("POST", "/user-profile", 201, token=token, key=key, content={**BASE, **own})
        self.ledger.acknowledge(REGISTRATION, user, f"N{n} {file_name}", started)
        return user

    def log_in(self, user: str) -> None:
        """Opens a session of a member, and reads the introductions that the member has to answer."""
        content = {"account": user, "password": user}
        answer = self.client.request("POST", "/user/login", 200, id_token=self.line.id_token(user), content=content)
        self.sessions[user] = answer.json()["token"]
        listed = self.client.request("GET", "/introductions", 200, token=self.sessions[user]).json()
        self.introductions += [(user, it["introductionId"]) for it in listed["introductions"]]

    def answer(self) -> None:
        """Says yes to an introduction, if one is left."""
        with self.lock:
            if not self.introductions:
                return
            user, introduction = self.introductions.pop()
        started = time.monotonic()
        key = f"{introduction} {user}"
        self.ledger.send(ANSWER, key)
        path = f"/introductions/{introduction}/answer"
        done = self.client.request("PUT", path, 200, token=self.sessions[user], content={"answer": "YES"})
        self.ledger.acknowledge(ANSWER, key, "YES", started)
        match = done.json()["matchId"]
        if match:
            with self.lock:
                self.matches.append((user, match))

    def write(self) -> None:
        """Writes a note in a match, if there is one."""
        with self.lock:
            if not self.matches:
                return
            able = [it for it in self.matches if self.n_notes[it[0]] < NOTES_OF_A_MEMBER]
            if not able:
                return
            user, match = random.choice(able)
            self.n_notes[user] += 1
            n = sum(self.n_notes.values())
        started = time.monotonic()
        text = f"Note {n}"
        self.ledger.send(NOTE, text)
        path = f"/matches/{match}/notes"
        key = key_of(2, n)
        done = self.client.request("POST", path, 201, token=self.sessions[user], key=key, content={"text": text})
        self.ledger.acknowledge(NOTE, text, f"{match} {done.json()['noteId']}", started)

    def read(self) -> None:
        """Reads the latest notes of a match."""
        with self.lock:
            user, match = random.choice(self.matches)
        page = self.client.request("GET", f"/matches/{match}/notes", 200, token=self.sessions[user]).json()
        self.ledger.read(note["text"] for note in page["notes"])

    def start(self) -> None:
        """Starts all threads."""
        self.is_over.clear()
        acts = ((self.register, REGISTRARS), (self.answer, ANSWERERS), (self.write, WRITERS), (self.read, READERS))
        self.threads = [
            threading.Thread(target=self.act, args=(act, pause_s), daemon=True)
            for act, (n_threads, pause_s) in acts
            for _ in range(n_threads)
        ]
        for thread in self.threads:
            thread.start()

    def act(self, act: Callable[[], object], longest_pause_s: float) -> None:
        """Repeats an act until the end."""
        while not self.is_over.is_set():
            try:
                act()
            except Unexpected as problem:
                self.ledger.refuse(str(problem))
            time.sleep(random.uniform(0, longest_pause_s))

    def stop(self) -> None:
        """Lets all threads finish their acts."""
        self.is_over.set()
        for thread in self.threads:
            thread.join()
