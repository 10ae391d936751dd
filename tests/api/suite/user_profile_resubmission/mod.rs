//! `PUT /user-profile/resubmission`: the member sends the fields again that a reviewer requested, or any field
//! of a profile that the member took back.

mod access;
mod again;
mod fields;
mod files;
mod take_back;

use super::profile::ProfileBuilder;
use super::review::{self, reason, try_step};
use crate::suite::prelude::*;

const PATH: &str = "/api/user-profile/resubmission";

async fn resubmit(app: &TestApp, credentials: &Credentials, body: &Value) -> Answer {
    app.send(
        app.request(reqwest::Method::PUT, PATH, credentials)
            .json(body),
    )
    .await
}

async fn resubmit_with_key(
    app: &TestApp,
    credentials: &Credentials,
    body: &Value,
    key: &str,
) -> Answer {
    let request = app.request(reqwest::Method::PUT, PATH, credentials);
    app.send(request.header("Idempotency-Key", key).json(body))
        .await
}

async fn decided(app: &TestApp, actions: &[ReviewAction]) {
    for action in actions {
        review::decided(app, &person(1), *action, "").await;
    }
}

/// Requests these fields of the first person, as a reviewer.
async fn ask(app: &TestApp, paths: &[&str]) {
    let reasons = paths.iter().map(|path| reason(path, "unclear", ""));
    let (server, action) = (&app.running.app, ReviewAction::AskForInfo);
    let asked = try_step(server, &person(1), action, reasons.collect()).await;
    asked.unwrap();
}

/// Registers the first person with this profile, requests these fields, and logs in.
async fn asked_member(app: &TestApp, profile: ProfileBuilder, paths: &[&str]) -> Credentials {
    let credentials = app.id_token(&person(1));
    app.create_user_profile(&credentials, &profile.build())
        .await
        .expect(201);
    ask(app, paths).await;
    app.session(&person(1)).await
}

/// Registers the first person, requests these fields, and logs in.
async fn asked_for(app: &TestApp, paths: &[&str]) -> Credentials {
    let profile = app.profile_of(&person(1)).await;
    asked_member(app, profile, paths).await
}

/// Returns the profile that the first person sees, without the URLs, which change with the time.
async fn info_of(app: &TestApp, session: &Credentials) -> Value {
    let mut info = app.my_info(session).await.ok();
    for photo in info["photos"].as_array_mut().unwrap() {
        photo["url"] = Value::Null;
    }
    info["avatar"]["url"] = Value::Null;
    info
}

async fn count(app: &TestApp, sql: &str) -> i64 {
    app.number(sql).await
}

/// Waits until `n` rows are left: replaced files are deleted after the answer.
async fn wait_until_left(app: &TestApp, sql: &str, n: i64) {
    wait_until(sql, Duration::from_secs(10), async || {
        count(app, sql).await == n
    })
    .await;
}

async fn n_resubmissions(app: &TestApp) -> i64 {
    let sql = "SELECT COUNT(*) FROM review_event WHERE action = 'RESUBMIT'";
    count(app, sql).await
}

fn pending() -> Value {
    json!({ "reviewStatus": "PENDING" })
}

/// Returns the paths and codes of a refusal's field errors.
fn faults(refusal: &Value) -> Vec<(&str, &str)> {
    let fields = refusal["fields"].as_array().unwrap();
    fields
        .iter()
        .map(|field| {
            (
                field["path"].as_str().unwrap(),
                field["code"].as_str().unwrap(),
            )
        })
        .collect()
}
