"""Compares what the service acknowledged with what the database and the S3 server have."""

from __future__ import annotations

import files
import postgres
from ledger import ANSWER, NOTE, REGISTRATION, Comparison, Ledger

# Each statement returns the key of an act and its value.
ROWS = {
    REGISTRATION: """
        SELECT account.line_user_id, profile.nickname || ' ' || photo.file_id FROM account
        LEFT JOIN profile ON profile.account_id = account.id
        LEFT JOIN photo ON photo.account_id = account.id""",
    ANSWER: """
        SELECT introduction.public_id || ' ' || account.line_user_id, side.answer FROM introduction_side AS side
        JOIN introduction ON introduction.id = side.introduction_id
        JOIN account ON account.id = side.account_id WHERE side.answer IS NOT NULL""",
    NOTE: """
        SELECT note.text, introduction.public_id || ' ' || note.number FROM note
        JOIN introduction ON introduction.id = note.introduction_id""",
}

# Each statement returns rows only if a part of an act is missing or there twice.
HALVES = {
    "a yes of both without a match, or a match without two sides": """
        SELECT public_id FROM introduction WHERE
        (matched_at_ms IS NOT NULL) <> (2 = (SELECT COUNT(*) FROM introduction_side AS side
            WHERE side.introduction_id = introduction.id AND side.answer = 'YES'))
        OR (matched_at_ms IS NOT NULL) <> (2 = (SELECT COUNT(*) FROM match_side
            WHERE match_side.introduction_id = introduction.id))""",
    "notes whose numbers have a gap": """
        SELECT introduction_id FROM note GROUP BY introduction_id HAVING COUNT(*) <> MAX(number)""",
    "a side of a match that does not know the last note": """
        SELECT introduction_id FROM match_side WHERE last_number <>
        (SELECT COALESCE(MAX(number), 0) FROM note WHERE note.introduction_id = match_side.introduction_id)""",
    "a registration without its stored answer": """
        SELECT line_user_id FROM account WHERE NOT EXISTS
        (SELECT 1 FROM idempotency WHERE idempotency.line_user_id = account.line_user_id)""",
}


def compare(ledger: Ledger, secrets: dict[str, str]) -> Comparison:
    """Returns all losses and doubles."""
    total = Comparison()
    for kind, statement in ROWS.items():
        rows = [(key, value) for key, value in postgres.sql(statement, secrets)]
        total.add(ledger.compare(kind, rows))
    halves = [f"{name}: {row[0]}" for name, statement in HALVES.items() for row in postgres.sql(statement, secrets)]
    stored = files.stored_names(secrets)
    photos = postgres.sql("SELECT file_id FROM photo", secrets)
    halves += [f"the file of the photo {row[0]}" for row in photos if row[0] not in stored]
    total.lost.extend(ledger.new(halves))
    return total
