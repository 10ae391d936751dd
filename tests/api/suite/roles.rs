//! The permissions: every call of the OpenAPI document, made in every role.
//!
//! `docs/who-may-call-what.md` has the table. The test fails for a call that is not in it and for a
//! cell that is wrong.

use std::collections::{BTreeMap, BTreeSet};

use enmusubi_core::ReviewerRole;
use reqwest::RequestBuilder;
use reqwest::multipart::{Form, Part};

use super::database::CommitWatch;
use super::line_messages::with_messages;
use super::picture;
use super::profile::ProfileBuilder;
use super::reviewers::{Console, ORIGIN};
use super::work_email::Office;
use crate::suite::prelude::*;

/// The id of a case that does not exist.
const NO_CASE: &str = "999999";
const PAGE: &str = "../docs/who-may-call-what.md";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A caller without credentials.
    Anonymous,
    /// A caller with credentials that expired.
    Expired,
    /// A caller with an ID token and without an account.
    Stranger,
    /// A caller with a registration token and without an account.
    RegistrationToken,
    /// An approved member who requests data of another person.
    Other,
    Pending,
    NeedsInfo,
    Approved,
    Rejected,
    Suspended,
    /// A reviewer with the cookie of a session.
    Reviewer,
    /// The same with the role of a lead.
    Lead,
}

use Role::{
    Anonymous, Approved, Expired, Lead, NeedsInfo, Other, Pending, RegistrationToken, Rejected,
    Reviewer, Stranger, Suspended,
};

const ROLES: [(Role, &str); 12] = [
    (Anonymous, "no credentials"),
    (Expired, "expired"),
    (Stranger, "ID token, no account"),
    (RegistrationToken, "registration token"),
    (Other, "another's"),
    (Pending, "PENDING"),
    (NeedsInfo, "NEEDS_INFO"),
    (Approved, "APPROVED"),
    (Rejected, "REJECTED"),
    (Suspended, "SUSPENDED"),
    (Reviewer, "reviewer"),
    (Lead, "lead"),
];

/// A call of the OpenAPI document.
#[derive(Clone)]
pub(crate) struct Operation {
    pub(crate) id: String,
    pub(crate) method: Method,
    pub(crate) path: String,
    /// The kinds of credentials of the document: `idToken`, `bearer` or `reviewer`.
    pub(crate) credentials: Vec<String>,
    pub(crate) has_json_body: bool,
}

impl Operation {
    pub(crate) fn takes(&self, credentials: &str) -> bool {
        self.credentials.iter().any(|it| it == credentials)
    }

    /// True if a member makes the call with a session, false if it takes an ID token.
    pub(crate) fn takes_session(&self) -> bool {
        // The bearer token of the registration is a registration token, of a person without an account.
        self.takes("bearer") && self.id != "create_user_profile"
    }

    /// Returns the role of a caller whose valid request the server takes.
    pub(crate) fn role(&self) -> Role {
        match self.id.as_str() {
            "create_user_profile" | "create_registration" => Stranger,
            "resubmit_user_profile" => NeedsInfo,
            "take_back_user_profile" => Pending,
            "appeal_against_rejection" => Rejected,
            _ if self.takes("reviewer") => Reviewer,
            _ => Approved,
        }
    }
}

/// A caller, and the person that the call is about.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) credentials: Credentials,
    /// The value of the header `Cookie`, or empty.
    pub(crate) cookie: String,
    /// The person whose account and files the call names: the caller, except for [`Other`].
    pub(crate) subject: String,
    pub(crate) photo: String,
}

pub(crate) fn operations() -> Vec<Operation> {
    let text = std::fs::read_to_string("../server/openapi.json").unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let Some(id) = operation["operationId"].as_str() else {
                continue;
            };
            let credentials = operation["security"].as_array().into_iter().flatten();
            let credentials = credentials.flat_map(|it| it.as_object().unwrap().keys().cloned());
            let contents = &operation["requestBody"]["content"];
            operations.push(Operation {
                id: id.to_owned(),
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                credentials: credentials.collect(),
                has_json_body: contents.get("application/json").is_some(),
            });
        }
    }
    operations
}

/// Makes a new person in this role, and another person for the role [`Other`].
pub(crate) async fn caller(app: &TestApp, role: Role, operation: &Operation, n: u32) -> Caller {
    let (me, other) = (person(2 * n), person(2 * n + 1));
    let subject = if role == Other { &other } else { &me };
    let photo = app.photo(&app.id_token(subject)).await;
    if role == Other {
        app.member(&other).await;
    }
    // The state of an account with an expired session would allow the call.
    let state = match operation.role() {
        state @ (Pending | NeedsInfo | Rejected) if role == Expired => state,
        _ if role == Expired => Approved,
        _ => role,
    };
    let actions: &[ReviewAction] = match state {
        Anonymous | Stranger | RegistrationToken | Expired | Pending | Reviewer | Lead => &[],
        NeedsInfo => &[ReviewAction::AskForInfo],
        Approved | Other => &[ReviewAction::Approve],
        Rejected => &[ReviewAction::Reject],
        Suspended => &[ReviewAction::Approve, ReviewAction::Suspend],
    };
    let has_account = !matches!(
        role,
        Anonymous | Stranger | RegistrationToken | Reviewer | Lead
    );
    if has_account {
        app.member(&me).await;
    }
    for action in actions {
        decided(app, &me, *action, "photoNameList").await;
    }
    let credentials = match role {
        Anonymous | Reviewer | Lead => Credentials::None,
        RegistrationToken => app.registration_token(&me).await,
        Stranger => app.id_token(&me),
        _ if operation.takes_session() || operation.takes("reviewer") => app.session(&me).await,
        _ => app.id_token(&me),
    };
    let cookie = match role {
        Reviewer => signed_in(app, ReviewerRole::Reviewer, n).await,
        Lead => signed_in(app, ReviewerRole::Lead, n).await,
        _ => String::new(),
    };
    Caller {
        credentials,
        cookie,
        subject: subject.clone(),
        photo,
    }
}

/// Adds a reviewer who signs in, and returns the cookie.
async fn signed_in(app: &TestApp, role: ReviewerRole, n: u32) -> String {
    let console = Console { app };
    let id = n.try_into().unwrap();
    let name = format!("Reviewer {n}");
    console.reviewer(&name, role, id).await.cookie
}

/// Returns the path of the valid request of a call.
pub(crate) fn path_of(operation: &Operation, Caller { subject, photo, .. }: &Caller) -> String {
    match operation.id.as_str() {
        "show_image" => format!("/_ipx/w_320/{photo}?exp=9999999999&sig=x"),
        "fetch_file" => format!("/api/file/fetch/{photo}?exp=9999999999&sig=x"),
        "find_route_rule" => "/api/route-rules?path=/".to_owned(),
        "create_id_token" => format!("/api/mock/id-token?userId={subject}"),
        "find_case" => format!("/api/review/cases/{NO_CASE}?language=en"),
        _ => {
            let path = operation.path.replace("{userId}", subject);
            // No member has this block.
            let path = path.replace("{blockId}", subject);
            // No member has this introduction.
            let path = path.replace("{introductionId}", subject);
            let path = path.replace("{caseId}", NO_CASE);
            // Nor this match.
            format!("/api{}", path.replace("{matchId}", subject))
        }
    }
}

/// Builds the valid request of a call.
pub(crate) fn request(app: &TestApp, operation: &Operation, caller: &Caller) -> RequestBuilder {
    let Caller {
        credentials,
        cookie,
        subject,
        photo,
    } = caller;
    let path = path_of(operation, caller);
    let request = app.request(operation.method.clone(), &path, credentials);
    let request = request.header("Origin", ORIGIN).header("Cookie", cookie);
    let body = match operation.id.as_str() {
        "upload_temp_file" => {
            let file = Part::bytes(picture::jpeg()).file_name("me.jpg");
            return request.multipart(Form::new().part("file", file));
        }
        "create_user_profile" => ProfileBuilder::new(subject, photo).build(),
        "create_session" => json!({ "account": subject, "password": subject }),
        "create_registration" => json!({ "account": subject }),
        "update_avatar" => json!({ "avatar": photo }),
        "resubmit_user_profile" => json!({ "photoNameList": [photo] }),
        "create_log_line" => json!({ "message": "hello", "level": "info" }),
        "create_work_email_code" => {
            json!({ "employerId": "google", "email": format!("{subject}@google.com") })
        }
        "create_block" => json!({ "matchId": subject }),
        "create_report" => json!({ "matchId": subject, "category": "PHOTO" }),
        "confirm_work_email" => json!({ "code": "123456" }),
        "update_profile_texts" => json!({ "dailyLife": "Tea and hills." }),
        "answer_introduction" => json!({ "answer": "YES" }),
        "update_match_contact" => json!({ "line": null }),
        "tell_if_met" => json!({ "met": true }),
        "create_note" => json!({ "text": "Hello" }),
        "mark_notes_read" => json!({ "noteId": 1 }),
        "mark_news_read" => json!({ "newsId": "00000000-0000-4000-8000-000000000000" }),
        "propose_profile_changes" => json!({ "height": 181 }),
        "appeal_against_rejection" => json!({ "text": "Please look again." }),
        "update_place" => json!({ "latitude": 24.9, "longitude": 121.2 }),
        "update_preferences" => json!({ "matchGender": "ANY" }),
        "update_privacy" => json!({
            "pausedUntil": null, "hideFromColleagues": true, "showEmployer": false,
            "readReceipts": false,
        }),
        "update_message_choices" => json!({
            "reviews": true, "matches": true, "notes": false, "introductions": false,
        }),
        "make_people" => json!({ "userId": subject, "count": 1, "language": "en" }),
        "set_clock" => json!({ "aheadMinutes": 1 }),
        "begin_enrolment" => json!({ "token": "x" }),
        "enrol" => json!({ "token": "x", "credential": {} }),
        "create_reviewer_session" => json!({ "credential": {} }),
        "renew_claim" | "release_case" => json!({ "fence": 1 }),
        "decide_case" => json!({ "fence": 1, "version": 1, "action": "APPROVE" }),
        "open_evidence" => json!({ "fence": 1, "file": "photoNameList[0]" }),
        "show_image"
        | "get_clock"
        | "list_cases"
        | "count_cases"
        | "claim_next_case"
        | "find_statistics"
        | "find_case"
        | "claim_case"
        | "undo_decision"
        | "begin_reviewer_session"
        | "get_reviewer_session"
        | "delete_reviewer_session"
        | "list_introductions"
        | "list_matches"
        | "leave_match"
        | "list_notes"
        | "list_news"
        | "get_preferences"
        | "get_privacy"
        | "get_message_choices"
        | "get_profile_changes"
        | "withdraw_profile_changes"
        | "fetch_file"
        | "find_route_rule"
        | "create_id_token"
        | "list_mails"
        | "delete_user"
        | "list_blocks"
        | "delete_block"
        | "fetch_export"
        | "create_export_link"
        | "delete_session"
        | "delete_all_sessions"
        | "take_back_user_profile"
        | "get_my_info"
        | "find_review_status" => return request,
        unknown => panic!("{unknown} is a call without a request in this test"),
    };
    request.json(&body)
}

/// Returns the status of a success, or the code of an error, which also has the right status and a cause.
#[track_caller]
pub(crate) fn outcome(answer: Answer) -> String {
    if answer.status < 400 {
        return answer.status.to_string();
    }
    let code = answer.json()["code"].as_str().unwrap().to_owned();
    answer.refused(&code);
    code
}

/// The codes that refuse a caller for the credentials or the state of the account.
const REFUSALS: [&str; 4] = ["E001", "E001A", "E001B", "E008"];

/// Returns the calls that the page refuses to this role for its credentials or its state, as `GET /path`.
fn refused(role: Role) -> BTreeSet<String> {
    let place = ROLES.iter().position(|(it, _)| *it == role).unwrap();
    let page = std::fs::read_to_string(PAGE).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    let calls = rows.filter_map(|row| {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        let is_refused = REFUSALS.contains(cells.get(place + 1)?);
        is_refused.then(|| cells[0].to_owned())
    });
    calls.collect()
}

/// Returns the outcome of each call for this role, and checks that the calls that the page refuses change no row.
async fn column(role: Role) -> BTreeMap<String, String> {
    let office = office().await;
    let app = &office.app;
    let watch = app.database.watch().await;
    let named = refused(role);
    let (refused, others): (Vec<_>, Vec<_>) = operations()
        .into_iter()
        .partition(|Operation { method, path, .. }| named.contains(&format!("{method} {path}")));
    assert!(!named.is_empty(), "{PAGE} refuses no call to {role:?}");
    assert_eq!(named.len(), refused.len(), "{named:?}");
    let mut outcomes = BTreeMap::new();
    let mut n = 0;
    // This makes the callers first, so that the look sees the calls only.
    let mut call_all = async |operations: &[Operation]| {
        let mut calls = Vec::new();
        for operation in operations {
            n += 1;
            calls.push((operation, caller(app, role, operation, n).await));
        }
        if role == Expired {
            app.clock.advance(8 * DAY_S);
        }
        let before = watch.look().await;
        for (operation, caller) in calls {
            let answer = app.send(request(app, operation, &caller)).await;
            outcomes.insert(operation.id.clone(), outcome(answer));
        }
        // The comparison with the page reports a call that is not refused.
        let are_refused = operations
            .iter()
            .all(|it| REFUSALS.contains(&outcomes[&it.id].as_str()));
        before == watch.look().await || !are_refused
    };
    // A background job may commit meanwhile, so a second and a third try have to show the same.
    let mut is_quiet = false;
    for _ in 0..3 {
        is_quiet = is_quiet || call_all(&refused).await;
    }
    assert!(is_quiet, "a refused call of {role:?} changes a row");
    assert_eq!(
        office.n_mails(),
        0,
        "a refused call of {role:?} sends a mail"
    );
    call_all(&others).await;
    outcomes
}

/// Starts a server with a console, employers and mails.
pub(crate) async fn office() -> Office {
    Office::open_with(|settings| settings.public_base_url = Some(ORIGIN.to_owned())).await
}

#[tokio::test]
async fn each_role_may_make_the_calls_of_the_table_only() {
    let mut columns = Vec::new();
    for (role, _) in ROLES {
        columns.push(column(role).await);
    }
    let names = ROLES.map(|(_, name)| name).join(" | ");
    let mut lines = vec![
        format!("| call | {names} |"),
        format!("|---|{}", "---|".repeat(ROLES.len())),
    ];
    for Operation {
        id, method, path, ..
    } in operations()
    {
        let cells: Vec<&str> = columns.iter().map(|column| column[&id].as_str()).collect();
        lines.push(format!("| {method} {path} | {} |", cells.join(" | ")));
    }
    let table = lines.join("\n");
    let page = std::fs::read_to_string(PAGE).unwrap();
    assert!(page.contains(&table), "{PAGE} should contain:\n\n{table}");
}

/// The path that commits without credentials. The server uses the result of a check for a second.
const READINESS: &str = "/readyz";

/// The paths beside the API. A new route of `http/site` belongs here.
const SITE: [&str; 10] = [
    "/config.json",
    "/healthz",
    READINESS,
    "/openapi.json",
    "/docs",
    "/docs.css",
    "/_icon/x.svg",
    "/_ipx/w_320/x.jpg?exp=9999999999&sig=x",
    "/assets/x.js",
    "/",
];

/// Returns true if the request makes the server commit a change. A background job may commit meanwhile, so a second
/// and a third try have to show the same.
async fn commits(
    app: &TestApp,
    watch: &CommitWatch,
    request: impl AsyncFn(u32) -> RequestBuilder,
) -> bool {
    for n in 0..3 {
        let request = request(n).await;
        let before = watch.look().await;
        app.send(request).await;
        if watch.look().await == before {
            return false;
        }
    }
    true
}

#[tokio::test]
async fn people_without_an_account_commit_only_what_the_page_bounds() {
    let mut rows = Vec::new();
    for role in [Anonymous, Stranger, RegistrationToken] {
        let office = Office::open_with(|settings| {
            settings.public_base_url = Some(ORIGIN.to_owned());
            with_messages(settings);
        })
        .await;
        let app = &office.app;
        let watch = app.database.watch().await;
        for (operation, n) in operations().into_iter().zip(1..) {
            let made = async |again: u32| {
                let caller = caller(app, role, &operation, 3 * n + again).await;
                request(app, &operation, &caller)
            };
            if commits(app, &watch, made).await {
                let (_, name) = ROLES.iter().find(|(known, _)| *known == role).unwrap();
                let Operation { method, path, .. } = operation;
                rows.push(format!("| {method} {path} | {name} |"));
            }
        }
        for path in SITE.into_iter().filter(|path| *path != READINESS) {
            let made = async |_| app.request(Method::GET, path, &Credentials::None);
            assert!(!commits(app, &watch, made).await, "{path}");
        }
        let event = json!({ "events": [{ "type": "follow", "webhookEventId": "1", "timestamp": 1,
            "source": { "type": "user", "userId": person(1) } }] });
        let made = async |_| {
            let request = app.request(Method::POST, "/line/webhook", &Credentials::None);
            request.json(&event)
        };
        assert!(!commits(app, &watch, made).await, "the webhook");
    }
    rows.push(format!("| GET {READINESS} | no credentials |"));
    let routes = std::fs::read_to_string("../server/src/http/site/mod.rs").unwrap();
    // The last path of the list, the page itself, has the route of the files.
    assert_eq!(routes.matches(".at(").count() + 1, SITE.len());
    let page = std::fs::read_to_string("../docs/under-attack.md").unwrap();
    let named = page.lines().filter(|line| {
        let names = [
            "no credentials",
            "ID token, no account",
            "registration token",
        ];
        line.starts_with("| ")
            && names
                .iter()
                .any(|name| line.contains(&format!(" | {name} | ")))
    });
    let named: Vec<_> = named.collect();
    assert_eq!(named.len(), rows.len(), "{rows:#?}\n{named:#?}");
    for row in &rows {
        assert!(named.iter().any(|line| line.starts_with(row)), "{row}");
    }
}
