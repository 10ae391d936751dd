//! `/verification/work-email`: the server mails a code to a work mailbox, and the member confirms it.

mod ask;
mod confirm;
mod deliver;
mod limits;
mod mail_server;
mod privacy;
mod refusals;
mod registration;

use super::review;
use crate::suite::prelude::*;
use mail_server::MailServer;

const ASK: &str = "/api/verification/work-email";
const CONFIRM: &str = "/api/verification/work-email/confirm";
/// An arbitrary idempotency key.
const KEY: &str = "0b7c1f5e-5d0a-4a3b-8e57-1d2c3b4a5f60";

/// A server with a mail server of its own.
pub(super) struct Office {
    pub(super) app: TestApp,
    mail: MailServer,
}

impl Office {
    pub(super) async fn open() -> Self {
        Self::open_with(|_| {}).await
    }

    pub(super) async fn open_with(change: impl FnOnce(&mut Settings)) -> Self {
        let mail = MailServer::start().await;
        let url = mail.url();
        let app = TestApp::start_with(|settings| {
            settings.smtp_url = Some(url);
            settings.mail_from = Some("Codes <codes@mail.example>".to_owned());
            change(settings);
        })
        .await;
        Self { app, mail }
    }

    pub(super) fn n_mails(&self) -> usize {
        self.mail.received().len()
    }

    async fn ask(&self, credentials: &Credentials, employer_id: &str, email: &str) -> Answer {
        ask(&self.app, credentials, employer_id, email).await
    }

    async fn confirm(&self, credentials: &Credentials, code: &str) -> Answer {
        confirm(&self.app, credentials, code).await
    }

    async fn confirm_with(&self, credentials: &Credentials, code: &str, key: &str) -> Answer {
        confirm_with(&self.app, credentials, code, key).await
    }

    /// Requests a code and reads it from the mailbox.
    pub(super) async fn code(
        &self,
        credentials: &Credentials,
        employer_id: &str,
        email: &str,
    ) -> String {
        self.ask(credentials, employer_id, email).await.expect(204);
        self.mail.newest_code()
    }

    /// Requests and confirms a code.
    pub(super) async fn confirmed(
        &self,
        credentials: &Credentials,
        employer_id: &str,
        email: &str,
    ) -> Value {
        let code = self.code(credentials, employer_id, email).await;
        self.confirm(credentials, &code).await.ok()
    }
}

async fn ask(app: &TestApp, credentials: &Credentials, employer_id: &str, email: &str) -> Answer {
    let body = json!({ "employerId": employer_id, "email": email });
    app.post(ASK, credentials, &body).await
}

async fn confirm(app: &TestApp, credentials: &Credentials, code: &str) -> Answer {
    app.post(CONFIRM, credentials, &json!({ "code": code }))
        .await
}

/// Confirms a code under an idempotency key.
async fn confirm_with(app: &TestApp, credentials: &Credentials, code: &str, key: &str) -> Answer {
    let request = app.request(Method::POST, CONFIRM, credentials);
    let request = request.header("Idempotency-Key", key);
    app.send(request.json(&json!({ "code": code }))).await
}

/// Returns a code that differs from this one.
fn another(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}

#[track_caller]
fn expect_wrong_code(answer: Answer) {
    let body = answer.refused("E002");
    let wrong = json!([{ "path": "code", "code": "confirmation_code", "params": {} }]);
    assert_eq!(body["fields"], wrong);
}

#[track_caller]
fn expect_unavailable(answer: Answer) {
    let body = answer.refused("E503");
    assert!(!body.to_string().contains("google"), "{body}");
}

async fn decided(app: &TestApp, line_user_id: &str, actions: &[ReviewAction]) {
    for action in actions {
        review::decided(app, line_user_id, *action, "").await;
    }
}
