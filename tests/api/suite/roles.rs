//! The permissions: every call of the OpenAPI document, made in every role.
//!
//! `docs/who-may-call-what.md` has the table. The test fails for a call that is not in it and for a
//! cell that is wrong.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::RequestBuilder;

use super::database::CommitWatch;
use super::line_messages::with_messages;
use super::operations::Role::{
    self, Anonymous, Approved, Expired, Lead, NeedsInfo, Other, Pending, RegistrationToken,
    Rejected, Reviewer, Stranger, Suspended,
};
use super::operations::{Operation, caller, office, operations, outcome, request};
use super::reviewers::ORIGIN;
use super::work_email::Office;
use crate::suite::prelude::*;

const PAGE: &str = "../docs/who-may-call-what.md";

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
    // Make all callers first, so that the watch sees the calls only.
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
