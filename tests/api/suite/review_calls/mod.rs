//! The calls of the console: reviewers list, claim, read and decide cases.

mod access;
mod age;
mod age_settings;
mod command_line;
mod decide;
mod evidence;
mod facts;
mod file_uses;
mod hidden;
mod insiders;
mod queue;
mod reports;
mod second_looks;

use enmusubi_core::review::ReviewerRole;

use super::reviewers::Console;
use crate::suite::prelude::*;

const CASES: &str = "/api/review/cases";
/// The time after which a decision takes effect.
const UNDO_S: i64 = 30;

/// A server with two reviewers and a lead, who are signed in.
struct Desk {
    console: Console,
    rita: String,
    ralf: String,
    lead: String,
}

impl Desk {
    async fn open() -> Self {
        Self::open_with(|_| {}).await
    }

    async fn open_with(change: impl FnOnce(&mut Settings)) -> Self {
        let console = Console::start_with(change).await;
        let rita = console.reviewer("Rita", ReviewerRole::Reviewer, 1).await;
        let ralf = console.reviewer("Ralf", ReviewerRole::Reviewer, 2).await;
        let lead = console.reviewer("Lena", ReviewerRole::Lead, 3).await;
        Self {
            console,
            rita: rita.cookie,
            ralf: ralf.cookie,
            lead: lead.cookie,
        }
    }

    fn app(&self) -> &TestApp {
        &self.console.app
    }

    async fn call(&self, method: Method, path: &str, who: &str, body: Option<&Value>) -> Answer {
        let request = self.console.request(method, path, who);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        self.app().send(request).await
    }

    async fn get(&self, path: &str, who: &str) -> Answer {
        self.call(Method::GET, path, who, None).await
    }

    async fn claim(&self, who: &str, id: i64) -> Answer {
        let path = format!("{CASES}/{id}/claim");
        self.call(Method::PUT, &path, who, None).await
    }

    /// Claims a case that is free, and returns the claim.
    async fn claimed(&self, who: &str, id: i64) -> Value {
        self.claim(who, id).await.ok()
    }

    async fn case(&self, who: &str, id: i64) -> Value {
        let path = format!("{CASES}/{id}?language=en");
        self.get(&path, who).await.ok()
    }

    /// Returns the facts of a case that the reviewer holds.
    async fn facts(&self, who: &str, id: i64) -> Value {
        let mut case = self.case(who, id).await;
        assert!(case["claim"].is_object(), "{case}");
        case["facts"].take()
    }

    async fn release(&self, who: &str, claim: &Value, reason: Option<&str>) -> Answer {
        let path = format!("{CASES}/{}/release", claim["id"]);
        let body = json!({ "fence": claim["fence"], "reason": reason });
        self.call(Method::POST, &path, who, Some(&body)).await
    }

    /// Decides under a claim. The members of `decision` replace the usual ones.
    async fn decide(&self, who: &str, claim: &Value, decision: Value) -> Answer {
        let path = format!("{CASES}/{}/decision", claim["id"]);
        let mut body = json!({ "fence": claim["fence"], "version": claim["version"] });
        for (name, value) in decision.as_object().unwrap() {
            body[name] = value.clone();
        }
        self.call(Method::PUT, &path, who, Some(&body)).await
    }

    async fn undo(&self, who: &str, id: i64) -> Answer {
        let path = format!("{CASES}/{id}/decision");
        self.call(Method::DELETE, &path, who, None).await
    }

    async fn open_file(&self, who: &str, claim: &Value, file: &str) -> Answer {
        let path = format!("{CASES}/{}/evidence", claim["id"]);
        let body = json!({ "fence": claim["fence"], "file": file });
        self.call(Method::POST, &path, who, Some(&body)).await
    }

    /// Returns the ids of the queue as this reviewer sees it.
    async fn queue(&self, who: &str) -> Vec<i64> {
        let answer = self.get(CASES, who).await.ok();
        let cases = answer["cases"].as_array().unwrap().iter();
        cases.map(|case| case["id"].as_i64().unwrap()).collect()
    }

    /// Registers a member and returns the session with the id of the case.
    async fn waiting(&self, n: u32) -> (Credentials, i64) {
        let session = self.app().member(&person(n)).await;
        (session, *self.queue(&self.lead).await.last().unwrap())
    }

    /// Lets the time pass until a decision is in effect.
    async fn take_effect(&self) {
        self.app().clock.advance(UNDO_S);
        self.app().running.app.reviews.apply_due().await.unwrap();
    }

    async fn status(&self, session: &Credentials) -> String {
        let info = self.app().my_info(session).await.ok();
        info["reviewStatus"].as_str().unwrap().to_owned()
    }

    /// Returns the rows of the audit log about this act, as `actor subject`.
    async fn acts(&self, action: &str) -> Vec<String> {
        let rows = super::audit::export(self.app(), None).await;
        let of_action = rows.iter().filter(|row| row["action"] == action);
        let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
        of_action
            .map(|row| format!("{} {}", text(row, "actor"), text(row, "subject")))
            .collect()
    }
}

/// An approval of the evidence in the usual profile, which is a link.
fn approval() -> Value {
    json!({ "action": "APPROVE", "employerId": "google" })
}

fn rejection() -> Value {
    let reason = json!({ "path": "aboutMe", "code": "inappropriate", "note": "" });
    json!({ "action": "REJECT", "reasons": [reason] })
}

fn request_for(paths: &[&str]) -> Value {
    let reasons = paths
        .iter()
        .map(|path| json!({ "path": path, "code": "unclear", "note": "" }));
    json!({ "action": "ASK_FOR_INFO", "reasons": reasons.collect::<Vec<_>>() })
}
