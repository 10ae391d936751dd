//! `/user-profile/changes` and `/user-profile/place`: an approved member proposes new facts and photos, which a
//! reviewer checks, and moves to another place.

mod access;
mod decide;
mod files;
mod place;
mod propose;
mod show;

use enmusubi_core::review::{CaseAction, CaseDecision, CaseKind, Reason};
use enmusubi_server::features::review::{Decision, ReviewError, Subject};

use super::review::reason;
use crate::suite::prelude::*;

const PATH: &str = "/api/user-profile/changes";
const N_OPEN: &str = "SELECT COUNT(*) FROM profile_change WHERE outcome IS NULL";
const N_ALL: &str = "SELECT COUNT(*) FROM profile_change";

pub(super) async fn propose(app: &TestApp, credentials: &Credentials, body: &Value) -> Answer {
    app.put(PATH, credentials, body).await
}

async fn withdraw(app: &TestApp, credentials: &Credentials) -> Answer {
    app.delete(PATH, credentials).await
}

/// Returns the open proposal and the latest decision, without the URLs, which change with the time.
async fn changes(app: &TestApp, credentials: &Credentials) -> Value {
    let mut changes = app.get(PATH, credentials).await.ok();
    for photo in changes["photos"].as_array_mut().unwrap() {
        photo["url"] = Value::Null;
    }
    changes
}

async fn count(app: &TestApp, sql: &str) -> i64 {
    app.number(sql).await
}

async fn profile(app: &TestApp, session: &Credentials) -> Value {
    app.my_info(session).await.ok()["profile"].clone()
}

/// Prints the list of the open changes.
async fn list(app: &TestApp) -> String {
    let reviews = &app.running.app.reviews;
    reviews.list_of_kind(CaseKind::Change).await.unwrap()
}

/// Returns the ids of the open changes as the reviewer sees them, the one that waits longest first.
async fn listed(app: &TestApp) -> Vec<String> {
    let list = list(app).await;
    let id_of = |line: &str| line.split_whitespace().next().unwrap().to_owned();
    list.lines().skip(1).map(id_of).collect()
}

/// Returns the id of the only open change.
pub(super) async fn only_id(app: &TestApp) -> String {
    let mut ids = listed(app).await;
    assert_eq!(ids.len(), 1, "{ids:?}");
    ids.remove(0)
}

pub(super) async fn accept(app: &TestApp, id: &str) -> Result<(), ReviewError> {
    let accepted = CaseDecision::new(CaseAction::Approve, Vec::new());
    decide(app, id, accepted, "rita").await
}

pub(super) async fn refuse(app: &TestApp, id: &str, path: &str) -> Result<(), ReviewError> {
    refuse_for(app, id, vec![reason(path, "unclear", "a note")], "rita").await
}

pub(super) async fn refuse_for(
    app: &TestApp,
    id: &str,
    reasons: Vec<Reason>,
    actor: &str,
) -> Result<(), ReviewError> {
    let refused = CaseDecision::new(CaseAction::Reject, reasons);
    decide(app, id, refused, actor).await
}

async fn decide(
    app: &TestApp,
    id: &str,
    decision: CaseDecision,
    actor: &str,
) -> Result<(), ReviewError> {
    let decision = Decision {
        decision,
        birthday: None,
        actor: actor.to_owned(),
    };
    let subject = Subject::Change(id.to_owned());
    app.running.app.reviews.decide(&subject, &decision).await
}

/// Returns true if the file is stored. The file store and the table must agree.
async fn is_stored(app: &TestApp, name: &str) -> bool {
    let has_blob = app.files.folder.join(name).exists();
    let sql = format!("SELECT COUNT(*) FROM upload WHERE name = '{name}'");
    assert_eq!(count(app, &sql).await == 1, has_blob, "{name}");
    has_blob
}

fn photos(names: &[&str]) -> Value {
    json!({ "photoNameList": names })
}
