//! The calls that take an id, each with a body that the server accepts.

use reqwest::Method;
use serde_json::{Value, json};

/// A call with an id.
pub(super) struct Guess {
    pub(super) name: &'static str,
    pub(super) method: Method,
    pub(super) path: fn(&str) -> String,
    pub(super) body: fn(&str) -> Value,
}

/// Returns the calls that take the id of an introduction or a match.
pub(super) fn pair_guesses() -> Vec<Guess> {
    let guess = |name, method, path, body| Guess {
        name,
        method,
        path,
        body,
    };
    vec![
        guess(
            "PUT /introductions/{id}/answer",
            Method::PUT,
            |id| format!("/introductions/{id}/answer"),
            |_| json!({ "answer": "YES", "note": "" }),
        ),
        guess("GET /matches/{id}/notes", Method::GET, notes, |_| {
            Value::Null
        }),
        guess(
            "POST /matches/{id}/notes",
            Method::POST,
            notes,
            |_| json!({ "text": "Hello" }),
        ),
        guess(
            "PUT /matches/{id}/contact",
            Method::PUT,
            |id| format!("/matches/{id}/contact"),
            |_| json!({ "line": "https://line.me/ti/p/~curious" }),
        ),
        guess(
            "PUT /matches/{id}/read",
            Method::PUT,
            |id| format!("/matches/{id}/read"),
            |_| json!({ "noteId": 1 }),
        ),
        guess(
            "PUT /matches/{id}/met",
            Method::PUT,
            |id| format!("/matches/{id}/met"),
            |_| json!({ "met": true }),
        ),
        guess(
            "DELETE /matches/{id}",
            Method::DELETE,
            |id| format!("/matches/{id}"),
            |_| Value::Null,
        ),
        guess(
            "POST /blocks introductionId",
            Method::POST,
            |_| "/blocks".into(),
            |id| json!({ "introductionId": id }),
        ),
        guess(
            "POST /blocks matchId",
            Method::POST,
            |_| "/blocks".into(),
            |id| json!({ "matchId": id }),
        ),
        guess(
            "POST /reports introductionId",
            Method::POST,
            |_| "/reports".into(),
            |id| json!({ "introductionId": id, "category": "PHOTO" }),
        ),
        guess(
            "POST /reports matchId",
            Method::POST,
            |_| "/reports".into(),
            |id| json!({ "matchId": id, "category": "PHOTO" }),
        ),
    ]
}

impl Guess {
    /// Returns true for a block and a report.
    pub(super) fn is_against_person(&self) -> bool {
        ["/blocks", "/reports"].contains(&(self.path)("").as_str())
    }
}

fn notes(id: &str) -> String {
    format!("/matches/{id}/notes")
}

pub(super) fn unblock() -> Guess {
    Guess {
        name: "DELETE /blocks/{id}",
        method: Method::DELETE,
        path: |id| format!("/blocks/{id}"),
        body: |_| Value::Null,
    }
}

pub(super) fn read_news() -> Guess {
    Guess {
        name: "PUT /news/read",
        method: Method::PUT,
        path: |_| "/news/read".into(),
        body: |id| json!({ "newsId": id }),
    }
}
