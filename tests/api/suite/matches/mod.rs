//! Matches: the list, the conversation, the LINE contacts, and leaving.

mod access;
mod contact;
mod list;
mod notes;

use crate::suite::prelude::*;

const PATH: &str = "/api/matches";
/// An id that no match has.
const NEVER: &str = "00000000-0000-4000-8000-000000000000";

pub(crate) async fn list(app: &TestApp, who: &Credentials) -> Vec<Value> {
    let answer = app.get(PATH, who).await.ok();
    answer["matches"].as_array().unwrap().clone()
}

pub(crate) async fn send(app: &TestApp, who: &Credentials, id: &str, text: &str) -> Answer {
    let path = format!("{PATH}/{id}/notes");
    app.post(&path, who, &json!({ "text": text })).await
}

async fn send_with_key(
    app: &TestApp,
    who: &Credentials,
    id: &str,
    text: &str,
    key: &str,
) -> Answer {
    let path = format!("{PATH}/{id}/notes");
    let request = app.request(Method::POST, &path, who);
    let request = request.header("Idempotency-Key", key);
    app.send(request.json(&json!({ "text": text }))).await
}

pub(crate) async fn put(
    app: &TestApp,
    who: &Credentials,
    id: &str,
    what: &str,
    body: &Value,
) -> Answer {
    let path = format!("{PATH}/{id}/{what}");
    app.put(&path, who, body).await
}

pub(crate) async fn mark_read(app: &TestApp, who: &Credentials, id: &str, number: i64) {
    put(app, who, id, "read", &json!({ "noteId": number }))
        .await
        .expect(204);
}

pub(crate) async fn leave(app: &TestApp, who: &Credentials, id: &str) -> Answer {
    let path = format!("{PATH}/{id}");
    app.delete(&path, who).await
}

impl Couple {
    async fn send(&self, who: &Credentials, text: &str) -> Value {
        send(&self.app, who, &self.id, text).await.expect(201)
    }

    /// Returns a page of the conversation. `query` begins with `?`, or is empty.
    async fn page(&self, who: &Credentials, query: &str) -> Value {
        let path = format!("{PATH}/{}/notes{query}", self.id);
        self.app.get(&path, who).await.ok()
    }

    async fn texts(&self, who: &Credentials, query: &str) -> Vec<String> {
        let page = self.page(who, query).await;
        let notes = page["notes"].as_array().unwrap().iter();
        notes
            .map(|note| note["text"].as_str().unwrap().to_owned())
            .collect()
    }
}
