//! A request that the client sends again gets its answer after a commit.
//!
//! PostgreSQL shows a commit that no standby has when the wait for the standbys was cut off, and a failover then undoes
//! the commit. A call that finds its work done must therefore commit a write before it says so (decision 055). The
//! standby of this test does not exist, so every commit waits until the test cuts it off. A success that comes
//! meanwhile was not committed.

use std::collections::BTreeSet;
use std::pin::pin;

use enmusubi_core::review::ReviewerRole;
use enmusubi_tests::postgres::Cluster;
use reqwest::RequestBuilder;
use sea_orm::{ConnectOptions, ConnectionTrait, DatabaseConnection};
use tokio::time::sleep;

use super::introductions::{list, say};
use super::reviewers::{Authenticator, Console, ORIGIN};
use super::work_email::Office;
use crate::suite::prelude::*;

/// An arbitrary idempotency key.
const KEY: &str = "0b7c1f5e-5d0a-4a3b-8e57-1d2c3b4a5f60";
/// Ends the waits for a standby, as a stopping primary does.
const END_WAITING: &str =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

/// The calls that do new work each time, which has a commit of its own.
const NEW_WORK: &[&str] = &[
    "begin_enrolment",
    "begin_reviewer_session",
    "claim_case",
    "claim_next_case",
    "create_registration",
    "create_session",
    "create_work_email_code",
    "make_people",
    "open_evidence",
    "renew_claim",
    "set_clock",
    "upload_temp_file",
];
/// The calls that are refused the second time.
const REFUSED_THEN: &[&str] = &[
    "create_reviewer_session",
    "decide_case",
    "delete_all_sessions",
    "delete_reviewer_session",
    "delete_session",
    "delete_user",
    "enrol",
    "release_case",
    "tell_if_met",
    "undo_decision",
];
/// The calls that store nothing.
const STORES_NOTHING: &[&str] = &["create_export_link", "create_log_line"];

/// The calls of approved members that a plain `PUT` with a body makes.
fn plain_changes(photo: &Value) -> [(&'static str, &'static str, Value); 7] {
    let topics =
        json!({ "reviews": true, "matches": true, "notes": false, "introductions": false });
    let choices = json!({
        "pausedUntil": null, "hideFromColleagues": true, "showEmployer": false,
        "readReceipts": false,
    });
    let place = json!({ "latitude": 24.9, "longitude": 121.2 });
    let texts = json!({ "dailyLife": "Tea and hills." });
    [
        ("update_message_choices", "/news/messages", topics),
        ("update_privacy", "/privacy", choices),
        (
            "update_preferences",
            "/preferences",
            json!({ "matchGender": "ANY" }),
        ),
        ("update_place", "/user-profile/place", place),
        ("update_profile_texts", "/user-profile/texts", texts),
        (
            "update_avatar",
            "/user-profile/avatar",
            json!({ "avatar": photo }),
        ),
        (
            "propose_profile_changes",
            "/user-profile/changes",
            json!({ "height": 181 }),
        ),
    ]
}

/// A change that waits for a standby as soon as PostgreSQL knows of one.
const PROBE: &str = "UPDATE probe SET n = n + 1";

/// Two members with a match, and the database that the test looks at.
struct Repeats {
    office: Office,
    cluster: Cluster,
    observer: DatabaseConnection,
    tried: BTreeSet<String>,
}

impl Repeats {
    async fn start() -> Self {
        let cluster = Cluster::start(&["fsync=off"]).unwrap();
        let url = cluster.create_database("repeats").unwrap();
        let of_server = Some(url.clone());
        let office = Office::open_with(|settings| settings.database_url = of_server).await;
        let observer = sea_orm::Database::connect(ConnectOptions::new(url)).await;
        let observer = observer.unwrap();
        let table = "CREATE TABLE probe (n integer); INSERT INTO probe VALUES (0)";
        observer.execute_unprepared(table).await.unwrap();
        Self {
            office,
            cluster,
            observer,
            tried: BTreeSet::new(),
        }
    }

    fn app(&self) -> &TestApp {
        &self.office.app
    }

    fn request(
        &self,
        method: Method,
        path: &str,
        who: &Credentials,
        body: &Value,
    ) -> RequestBuilder {
        let request = self.app().request(method, &format!("/api{path}"), who);
        let request = request.header("Idempotency-Key", KEY);
        if body.is_null() {
            request
        } else {
            request.json(body)
        }
    }

    /// Makes a call twice, the second time without a standby, and returns the first answer.
    async fn repeat(
        &mut self,
        operation: &str,
        method: Method,
        path: &str,
        who: &Credentials,
        body: Value,
    ) -> Answer {
        self.tried.insert(operation.to_owned());
        let first = self.request(method.clone(), path, who, &body);
        let first = self.app().send(first).await;
        assert!(first.status < 300, "{operation}: {first:?}");
        self.cluster
            .set("synchronous_standby_names", "missing")
            .unwrap();
        // PostgreSQL reads the setting a moment later.
        while self
            .cutting_off(self.observer.execute_unprepared(PROBE))
            .await
            .is_ok()
        {}
        let again = self.request(method, path, who, &body);
        let again = self.cutting_off(self.app().send(again)).await;
        assert!(
            again.status >= 500,
            "{operation} was not committed: {again:?}"
        );
        self.cluster.set("synchronous_standby_names", "").unwrap();
        first
    }

    /// Runs something, and cuts off each commit that waits for a standby meanwhile.
    async fn cutting_off<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return done,
                () = sleep(Duration::from_millis(20)) => {
                    self.observer.execute_unprepared(END_WAITING).await.unwrap();
                }
            }
        }
    }

    async fn repeat_put(&mut self, operation: &str, path: &str, who: &Credentials, body: Value) {
        self.repeat(operation, Method::PUT, path, who, body).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_repeated_call_is_confirmed_by_what_no_standby_has() {
    let mut repeats = Repeats::start().await;
    let (man, woman) = (man(repeats.app(), 1).await, woman(repeats.app(), 2).await);
    introduce(repeats.app()).await;
    let introduced = list(repeats.app(), &man).await;
    let pair = introduced[0]["introductionId"].as_str().unwrap().to_owned();

    let path = format!("/introductions/{pair}/answer");
    let yes = json!({ "answer": "YES" });
    repeats
        .repeat_put("answer_introduction", &path, &man, yes)
        .await;
    say(repeats.app(), &woman, &pair, "YES").await.ok();
    let path = format!("/matches/{pair}/notes");
    let hello = json!({ "text": "Hello" });
    repeats
        .repeat("create_note", Method::POST, &path, &woman, hello)
        .await;
    let of_match = |what: &str| format!("/matches/{pair}/{what}");
    let first_note = json!({ "noteId": 1 });
    repeats
        .repeat_put("mark_notes_read", &of_match("read"), &man, first_note)
        .await;
    let link = json!({ "line": "https://line.me/ti/p/abcdefghij" });
    repeats
        .repeat_put("update_match_contact", &of_match("contact"), &man, link)
        .await;
    let news = repeats.app().get("/api/news", &man).await.ok();
    let latest = json!({ "newsId": news["news"][0]["newsId"] });
    repeats
        .repeat_put("mark_news_read", "/news/read", &man, latest)
        .await;
    let photo = repeats.app().my_info(&man).await.ok()["profile"]["photoNameList"][0].clone();
    for (operation, path, body) in plain_changes(&photo) {
        repeats.repeat_put(operation, path, &man, body).await;
    }
    let (path, nothing) = ("/user-profile/changes", Value::Null);
    repeats
        .repeat(
            "withdraw_profile_changes",
            Method::DELETE,
            path,
            &man,
            nothing,
        )
        .await;
    // The page takes the E003 of a match or a block that is over as success.
    let path = format!("/matches/{pair}");
    repeats
        .repeat("leave_match", Method::DELETE, &path, &woman, Value::Null)
        .await;
    let of_pair = json!({ "matchId": pair });
    repeats
        .repeat("create_block", Method::POST, "/blocks", &man, of_pair)
        .await;
    let blocks = repeats.app().get("/api/blocks", &man).await.ok();
    let path = format!(
        "/blocks/{}",
        blocks["blocks"][0]["blockId"].as_str().unwrap()
    );
    repeats
        .repeat("delete_block", Method::DELETE, &path, &man, Value::Null)
        .await;
    let report = json!({ "matchId": pair, "category": "PHOTO" });
    repeats
        .repeat("create_report", Method::POST, "/reports", &woman, report)
        .await;
    repeat_registration(&mut repeats).await;
    assert_eq!(
        repeats.tried,
        repeatable(),
        "the calls whose repeat succeeds"
    );
}

/// Repeats the calls of people who are not approved yet.
async fn repeat_registration(repeats: &mut Repeats) {
    let token = repeats.app().id_token(&person(3));
    let body = repeats.app().profile_of(&person(3)).await.build();
    repeats
        .repeat(
            "create_user_profile",
            Method::POST,
            "/user-profile",
            &token,
            body,
        )
        .await;
    let session = repeats.app().session(&person(3)).await;
    let (path, nothing) = ("/user-profile/withdrawal", Value::Null);
    repeats
        .repeat(
            "take_back_user_profile",
            Method::POST,
            path,
            &session,
            nothing,
        )
        .await;
    repeats.app().member(&person(4)).await;
    let asked = ReviewAction::AskForInfo;
    decided(repeats.app(), &person(4), asked, "photoNameList").await;
    let session = repeats.app().session(&person(4)).await;
    let photo = repeats.app().photo(&session).await;
    let photos = json!({ "photoNameList": [photo] });
    let path = "/user-profile/resubmission";
    repeats
        .repeat_put("resubmit_user_profile", path, &session, photos)
        .await;
    let session = repeats.app().member(&person(6)).await;
    decided(repeats.app(), &person(6), ReviewAction::Reject, "").await;
    let text = json!({ "text": "Please look again." });
    let path = "/user-profile/appeal";
    repeats
        .repeat_put("appeal_against_rejection", path, &session, text)
        .await;
    let token = repeats.app().registration_token(&person(5)).await;
    let email = "ming@google.com";
    let code = repeats.office.code(&token, "google", email).await;
    let (path, body) = ("/verification/work-email/confirm", json!({ "code": code }));
    repeats
        .repeat("confirm_work_email", Method::POST, path, &token, body)
        .await;
}

/// The calls of a test, which the server refuses the second time.
#[derive(Default)]
struct Refused(BTreeSet<&'static str>);

impl Refused {
    /// Makes a call twice.
    async fn call(&mut self, app: &TestApp, operation: &'static str, request: RequestBuilder) {
        let again = request.try_clone().unwrap();
        let first = app.send(request).await;
        assert!(first.status < 300, "{operation}: {first:?}");
        let refused = app.send(again).await;
        assert!(
            (400..500).contains(&refused.status),
            "{operation}: {refused:?}"
        );
        self.0.insert(operation);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_call_that_is_said_to_be_refused_the_second_time_is_refused() {
    let mut refused = Refused::default();
    refuse_members(&mut refused).await;
    refuse_reviewers(&mut refused).await;
    let listed: BTreeSet<_> = REFUSED_THEN.iter().copied().collect();
    assert_eq!(refused.0, listed);
}

async fn refuse_members(refused: &mut Refused) {
    let couple = Couple::matched().await;
    let Couple { app, id, .. } = &couple;
    let of_match = |what: &str| format!("/api/matches/{id}/{what}");
    for (who, name) in [(&couple.man, "abcdefghij"), (&couple.woman, "klmnopqrst")] {
        let link = json!({ "line": format!("https://line.me/ti/p/{name}") });
        app.put(&of_match("contact"), who, &link).await.ok();
    }
    app.clock.advance(14 * DAY_S);
    let session = app.session(&person(1)).await;
    let met = app.request(Method::PUT, &of_match("met"), &session);
    let met = met.json(&json!({ "met": true }));
    refused.call(app, "tell_if_met", met).await;
    for (operation, method, path) in [
        ("delete_session", Method::POST, "/api/user/logout"),
        (
            "delete_all_sessions",
            Method::POST,
            "/api/user/logout-everywhere",
        ),
        ("delete_user", Method::DELETE, "/api/user"),
    ] {
        let session = app.session(&person(1)).await;
        let request = app.request(method, path, &session);
        refused.call(app, operation, request).await;
    }
}

async fn refuse_reviewers(refused: &mut Refused) {
    let console = Console::start().await;
    let app = &console.app;
    let token = console.add("Rita", ReviewerRole::Reviewer).await;
    let (enrolment, session) = ("/api/review/enrolment", "/api/review/session");
    let mut passkey = Authenticator::new(1);
    let credential = passkey.register(&console.enrolment_options(&token).await, ORIGIN);
    let body = json!({ "token": token, "credential": credential });
    let request = console.request(Method::POST, enrolment, "").json(&body);
    refused.call(app, "enrol", request).await;
    let credential = passkey.sign_in(&console.sign_in_options().await, ORIGIN);
    let body = json!({ "credential": credential });
    let request = console.request(Method::POST, session, "").json(&body);
    refused.call(app, "create_reviewer_session", request).await;

    let cookie = console.signed_in(&mut passkey).await;
    app.member(&person(1)).await;
    let claim = async || {
        let next = console.request(Method::POST, "/api/review/cases/next", &cookie);
        app.send(next).await.ok()["claim"].take()
    };
    let claimed = claim().await;
    let case = format!("/api/review/cases/{}", claimed["id"]);
    let release = console.request(Method::POST, &format!("{case}/release"), &cookie);
    let release = release.json(&json!({ "fence": claimed["fence"] }));
    refused.call(app, "release_case", release).await;
    let claimed = claim().await;
    let decision = json!({
        "fence": claimed["fence"], "version": claimed["version"],
        "action": "APPROVE", "employerId": "google",
    });
    let path = format!("{case}/decision");
    let decide = console.request(Method::PUT, &path, &cookie);
    refused
        .call(app, "decide_case", decide.json(&decision))
        .await;
    let undo = console.request(Method::DELETE, &path, &cookie);
    refused.call(app, "undo_decision", undo).await;
    let sign_out = console.request(Method::DELETE, session, &cookie);
    refused.call(app, "delete_reviewer_session", sign_out).await;
}

/// Returns the calls that change something and whose repeat changes nothing, and tells the client that the work is
/// done.
fn repeatable() -> BTreeSet<String> {
    let text = std::fs::read_to_string("../server/openapi.json").unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let paths = document["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|methods| methods.as_object().unwrap());
    let others = [NEW_WORK, REFUSED_THEN, STORES_NOTHING].concat();
    operations
        .filter(|(method, _)| !["get", "head", "parameters"].contains(&method.as_str()))
        .filter_map(|(_, operation)| Some(operation["operationId"].as_str()?.to_owned()))
        .filter(|id| !others.contains(&id.as_str()))
        .collect()
}
