//! The calls of the flood, with the limits of `docs/product.md`.

use reqwest::Method;
use serde_json::{Value, json};

/// The calls under way at once, where their order does not matter.
const AT_ONCE: usize = 8;
/// The calls of a flood that has no limit in the tables.
pub(super) const MANY: usize = 300;

/// Calls of one kind.
pub(super) struct Flood {
    pub(super) name: &'static str,
    /// The number of calls that may be accepted, or `None` if only the quota of the account limits them.
    pub(super) limit: Option<usize>,
    pub(super) at_once: usize,
    pub(super) requests: Vec<Request>,
}

pub(super) struct Request {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) body: Value,
}

impl Flood {
    fn new(
        name: &'static str,
        limit: Option<usize>,
        at_once: usize,
        requests: impl IntoIterator<Item = (Method, String, Value)>,
    ) -> Self {
        let requests = requests.into_iter();
        Self {
            name,
            limit,
            at_once,
            requests: requests
                .map(|(method, path, body)| Request { method, path, body })
                .collect(),
        }
    }
}

pub(super) fn reports(ids: &[String]) -> Flood {
    let report = |id| json!({ "introductionId": id, "category": "OTHER", "note": "N".repeat(500) });
    let calls = ids
        .iter()
        .map(|id| (Method::POST, "/reports".into(), report(id)));
    Flood::new("report", Some(20), AT_ONCE, calls)
}

/// Blocks the members whom the attacker could not report any more, each of them ten times.
pub(super) fn blocks(ids: &[String]) -> Flood {
    let ids_again = ids.iter().flat_map(|id| [id; 10]);
    let calls = ids_again.map(|id| {
        (
            Method::POST,
            "/blocks".into(),
            json!({ "introductionId": id }),
        )
    });
    // A member is blocked once, and gets the same answer each time.
    Flood::new("block", None, AT_ONCE, calls)
}

pub(super) fn answers(id: &str) -> Flood {
    let answer = |n: usize| match n % 2 {
        0 => json!({ "answer": "NO", "note": "" }),
        _ => json!({ "answer": "YES", "note": n.to_string() }),
    };
    let path = format!("/introductions/{id}/answer");
    let calls = (0..50).map(|n| (Method::PUT, path.clone(), answer(n)));
    Flood::new("answer, other mind", Some(2), 1, calls)
}

pub(super) fn of_match(id: &str) -> [Flood; 3] {
    let path = |end: &str| format!("/matches/{id}/{end}");
    let call = |method: Method, end, body: fn(usize) -> Value| {
        let path = path(end);
        (0..MANY).map(move |n| (method.clone(), path.clone(), body(n)))
    };
    let note = |_| json!({ "text": "N".repeat(500) });
    let contact = |n| match n % 2 {
        0 => json!({ "line": "https://line.me/ti/p/~curious" }),
        _ => json!({ "line": null }),
    };
    [
        Flood::new(
            "note",
            Some(200),
            AT_ONCE,
            call(Method::POST, "notes", note),
        ),
        Flood::new(
            "read mark",
            None,
            1,
            call(Method::PUT, "read", |n| json!({ "noteId": n })),
        ),
        Flood::new(
            "contact, on and off",
            None,
            1,
            call(Method::PUT, "contact", contact),
        ),
    ]
}

pub(super) fn of_profile() -> Vec<Flood> {
    let put = |path: &'static str, body: fn(usize) -> Value, n_calls| {
        (0..n_calls).map(move |n| (Method::PUT, path.to_owned(), body(n)))
    };
    let (preferences, place) = ("/preferences", "/user-profile/place");
    let gender = |n| {
        // Each value differs from the one before, because the same value again is no change.
        let genders = ["MALE", "FEMALE", "NON_BINARY"];
        let gender = genders[if n < 3 { n } else { n % 2 }];
        json!({ "matchGender": gender })
    };
    let conditions = |n| json!({ "valueItem": [{ "type": "HEIGHT", "from": 150 + n, "to": 0 }] });
    let distance = |n| json!({ "recommendDistanceKm": 10 + n });
    let cell = |n| json!({ "latitude": 25 + n, "longitude": 121 });
    let texts = |n| json!({ "aboutMe": "T".repeat(900 + n % 100) });
    let changes = put(
        "/user-profile/changes",
        |n| json!({ "occupation": format!("O{n}") }),
        40,
    );
    let withdrawal = (
        Method::DELETE,
        "/user-profile/changes".to_owned(),
        Value::Null,
    );
    let changes = changes.flat_map(|proposal| [proposal, withdrawal.clone()]);
    vec![
        Flood::new("matchGender", Some(3), 1, put(preferences, gender, 10)),
        Flood::new(
            "conditions",
            Some(3),
            AT_ONCE,
            put(preferences, conditions, 10),
        ),
        Flood::new("distance", Some(3), AT_ONCE, put(preferences, distance, 10)),
        Flood::new("place", Some(3), AT_ONCE, put(place, cell, 10)),
        Flood::new("proposal, withdrawn", Some(20), 1, changes),
        Flood::new(
            "texts",
            None,
            AT_ONCE,
            put("/user-profile/texts", texts, MANY),
        ),
    ]
}
