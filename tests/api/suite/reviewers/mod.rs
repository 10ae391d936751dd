//! Reviewers: an operator adds them, a link registers a passkey, and a passkey opens a session.

mod authenticator;
mod commands;
mod enrolment;
mod forged;
mod removal;
mod session;
mod sign_in;

use std::borrow::Borrow;

use enmusubi_core::review::ReviewerRole;
use enmusubi_server::features::reviewer::ReviewerCommand;
use reqwest::RequestBuilder;

pub(crate) use authenticator::Authenticator;

use crate::suite::prelude::*;

pub(crate) const ORIGIN: &str = "http://localhost:8080";
const ENROLMENT: &str = "/api/review/enrolment";
const SESSION: &str = "/api/review/session";

/// A server whose public URL is [`ORIGIN`].
pub(crate) struct Console<A: Borrow<TestApp> = TestApp> {
    pub(crate) app: A,
}

/// A reviewer with a passkey and a session.
pub(crate) struct SignedIn {
    pub(crate) passkey: Authenticator,
    /// The value of the header `Cookie`.
    pub(crate) cookie: String,
}

impl Console {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(&mut Settings)) -> Self {
        let app = TestApp::start_with(|settings| {
            settings.public_base_url = Some(ORIGIN.to_owned());
            change(settings);
        });
        Self { app: app.await }
    }
}

impl<A: Borrow<TestApp>> Console<A> {
    /// Runs a command of the operator.
    pub(crate) async fn run(&self, command: ReviewerCommand) -> String {
        self.app
            .borrow()
            .running
            .app
            .reviewers
            .run(command)
            .await
            .unwrap()
    }

    /// Adds a reviewer and returns the token of the link.
    pub(crate) async fn add(&self, name: &str, role: ReviewerRole) -> String {
        let name = name.to_owned();
        let command = ReviewerCommand::Add {
            name,
            role,
            member: None,
        };
        token_of(&self.run(command).await)
    }

    /// Makes a new link and returns the token of it.
    pub(crate) async fn link(&self, name: &str) -> String {
        let name = name.to_owned();
        token_of(&self.run(ReviewerCommand::Link { name }).await)
    }

    /// Builds a request as the console's page makes it.
    pub(crate) fn request(&self, method: Method, path: &str, cookie: &str) -> RequestBuilder {
        let request = self.app.borrow().request(method, path, &Credentials::None);
        let request = request
            .header("Origin", ORIGIN)
            .header("Sec-Fetch-Site", "same-origin");
        if cookie.is_empty() {
            request
        } else {
            request.header("Cookie", cookie)
        }
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = self.request(Method::POST, path, "").json(body);
        self.app.borrow().send(request).await
    }

    async fn get(&self, path: &str, cookie: &str) -> Answer {
        let request = self.request(Method::GET, path, cookie);
        self.app.borrow().send(request).await
    }

    pub(crate) async fn sign_out(&self, cookie: &str) -> Answer {
        let request = self.request(Method::DELETE, SESSION, cookie);
        self.app.borrow().send(request).await
    }

    /// Asks for the session that the cookie has.
    pub(crate) async fn session(&self, cookie: &str) -> Answer {
        self.get(SESSION, cookie).await
    }

    pub(crate) async fn enrolment_options(&self, token: &str) -> Value {
        let path = format!("{ENROLMENT}/options");
        let answer = self.post(&path, &json!({ "token": token })).await;
        answer.ok()["options"].take()
    }

    pub(crate) async fn sign_in_options(&self) -> Value {
        let answer = self.post(&format!("{SESSION}/options"), &json!({})).await;
        answer.ok()["options"].take()
    }

    pub(crate) async fn enrol(&self, token: &str, credential: &Value) -> Answer {
        let body = json!({ "token": token, "credential": credential });
        self.post(ENROLMENT, &body).await
    }

    pub(crate) async fn sign_in(&self, credential: &Value) -> Answer {
        self.post(SESSION, &json!({ "credential": credential }))
            .await
    }

    /// Registers a passkey with the link of this token.
    pub(crate) async fn enrolled(&self, token: &str, id: u8) -> SignedIn {
        let mut passkey = Authenticator::new(id);
        let options = self.enrolment_options(token).await;
        let credential = passkey.register(&options, ORIGIN);
        let answer = self.enrol(token, &credential).await;
        let cookie = cookie_of(&answer);
        answer.ok();
        SignedIn { passkey, cookie }
    }

    /// Adds a reviewer who registers a passkey.
    pub(crate) async fn reviewer(&self, name: &str, role: ReviewerRole, id: u8) -> SignedIn {
        let token = self.add(name, role).await;
        self.enrolled(&token, id).await
    }

    /// Signs in with a passkey and returns the cookie.
    pub(crate) async fn signed_in(&self, passkey: &mut Authenticator) -> String {
        let options = self.sign_in_options().await;
        let credential = passkey.sign_in(&options, ORIGIN);
        let answer = self.sign_in(&credential).await;
        let cookie = cookie_of(&answer);
        answer.ok();
        cookie
    }
}

/// Returns the value of the header `Cookie` after this answer.
fn cookie_of(answer: &Answer) -> String {
    let set = answer
        .header("set-cookie")
        .unwrap_or_else(|| panic!("{answer:?}"));
    set.split(';').next().unwrap().to_owned()
}

/// Returns the token in a link.
pub(crate) fn token_of(link: &str) -> String {
    let token = link.strip_prefix("http://localhost:8080/review/enrol#");
    token.unwrap_or_else(|| panic!("{link}")).to_owned()
}

/// Returns the acts in the audit log with their actors, the oldest first.
async fn acts(console: &Console) -> Vec<String> {
    let rows = super::audit::export(&console.app, None).await;
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    let acts = rows
        .iter()
        .map(|row| format!("{} {}", text(row, "actor"), text(row, "action")));
    acts.collect()
}
