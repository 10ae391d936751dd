"""A client that sends a request until it is answered, as the page does, and the tokens of LINE's stand-in."""

from __future__ import annotations

import http.client
import json
import threading
import time
from dataclasses import dataclass
from typing import Any

from ledger import Ledger
from places import LINE_PORT, PUBLIC_PORT, PUBLIC_URL

# A try that takes longer is given up and sent again. The page waits longer.
LONGEST_TRY_S = 15
# The page waits as long as Retry-After says. A shorter pause measures the service and not the pause.
PAUSE_S = 0.3
LONGEST_FAULT_S = 180
LIFF_ID = "1234567890-AbcdEfgh"


@dataclass(frozen=True)
class Answer:
    """A status and a body."""

    status: int
    body: bytes

    def json(self) -> Any:
        """Returns the body as JSON."""
        return json.loads(self.body)


class Unexpected(Exception):
    """An answer that no act should get."""


def send(port: int, method: str, path: str, headers: dict[str, str], body: bytes | None) -> Answer | None:
    """Sends a request once. Returns None if no whole answer came."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_TRY_S)
    try:
        connection.request(method, path, body=body, headers=headers)
        response = connection.getresponse()
        return Answer(response.status, response.read())
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


class Client:
    """Sends requests to the service and writes the failed tries down."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def request(
        self,
        method: str,
        path: str,
        expected: int,
        token: str | None = None,
        key: str | None = None,
        id_token: str | None = None,
        content: Any = None,
        body: bytes | None = None,
        content_type: str = "application/json",
    ) -> Answer:
        """Sends a request until it is answered. Fails if the answer has another status than the expected one."""
        headers = {"Content-Type": content_type}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        if id_token:
            headers["X-Line-Id-Token"] = id_token
        if content is not None:
            body = json.dumps(content).encode()
        started = time.monotonic()
        while time.monotonic() - started < LONGEST_FAULT_S:
            answer = send(PUBLIC_PORT, method, f"/api{path}", headers, body)
            if answer and answer.status == expected:
                return answer
            if answer and answer.status < 500:
                raise Unexpected(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
            self.ledger.fail(str(answer.status) if answer else "no answer")
            time.sleep(PAUSE_S)
        raise Unexpected(f"{method} {path}: no answer within {LONGEST_FAULT_S} s")


class Line:
    """The stand-in for LINE. It knows one person at a time, so that only one thread may change and ask it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def id_token(self, user_id: str) -> str:
        """Returns an ID token of a person."""
        change = {"person": {"userId": user_id, "displayName": user_id[-6:]}, "endpointUrl": PUBLIC_URL}
        with self.lock:
            self.ask("POST", "/_control", json.dumps(change).encode())
            return self.ask("GET", f"/_launch?liffId={LIFF_ID}", None)["idToken"]

    def ask(self, method: str, path: str, body: bytes | None) -> Any:
        """Sends a request to the stand-in."""
        answer = send(LINE_PORT, method, path, {"Content-Type": "application/json"}, body)
        if answer is None or answer.status != 200:
            raise Unexpected(f"LINE's stand-in answered {answer} to {method} {path}")
        return answer.json()
