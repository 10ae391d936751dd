//! A page of another site and a member make no call about cases, and a case that does not exist is not found.

use super::{CASES, Desk};
use crate::suite::prelude::*;

/// Every call about cases with a body that it accepts.
fn calls(id: i64) -> Vec<(Method, String, Option<Value>)> {
    let of = |what: &str| format!("{CASES}/{id}{what}");
    let fence = Some(json!({ "fence": 1 }));
    let decision = Some(json!({ "fence": 1, "version": 1, "action": "APPROVE" }));
    let file = Some(json!({ "fence": 1, "file": "photoNameList[0]" }));
    vec![
        (Method::GET, CASES.to_owned(), None),
        (Method::GET, "/api/review/counts".to_owned(), None),
        (Method::GET, "/api/review/statistics".to_owned(), None),
        (Method::GET, of("?language=en"), None),
        (Method::POST, format!("{CASES}/next"), None),
        (Method::PUT, of("/claim"), None),
        (Method::PUT, of("/lease"), fence.clone()),
        (Method::POST, of("/release"), fence),
        (Method::PUT, of("/decision"), decision),
        (Method::DELETE, of("/decision"), None),
        (Method::POST, of("/evidence"), file),
    ]
}

#[tokio::test]
async fn a_member_claims_no_case() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    let app = desk.app();
    let member = approved(app, &person(2)).await;
    for (method, path, body) in calls(id) {
        let request = app.request(method, &path, &member);
        let request = request.header("Origin", super::super::reviewers::ORIGIN);
        let request = match &body {
            Some(body) => request.json(body),
            None => request,
        };
        app.send(request).await.refused("E001A");
    }
    assert!(desk.acts("CLAIM").await.is_empty());
}

#[tokio::test]
async fn a_page_of_another_site_changes_nothing() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    for (method, path, body) in calls(id) {
        if method == Method::GET {
            continue;
        }
        for (origin, site) in [
            (None, None),
            (Some("https://evil.example"), None),
            (Some("null"), Some("cross-site")),
            (Some("http://localhost:8081"), Some("same-site")),
            (Some(super::super::reviewers::ORIGIN), Some("cross-site")),
        ] {
            let app = desk.app();
            let request = app.request(method.clone(), &path, &Credentials::None);
            let mut request = request.header("Cookie", &desk.rita);
            if let Some(origin) = origin {
                request = request.header("Origin", origin);
            }
            if let Some(site) = site {
                request = request.header("Sec-Fetch-Site", site);
            }
            if let Some(body) = &body {
                request = request.json(body);
            }
            app.send(request).await.refused("E008");
        }
    }
    assert!(desk.acts("CLAIM").await.is_empty());
}

#[tokio::test]
async fn a_case_that_does_not_exist_is_not_found() {
    let desk = Desk::open().await;
    for id in ["0", "-1", "9223372036854775807"] {
        let path = format!("{CASES}/{id}?language=en");
        desk.get(&path, &desk.rita).await.refused("E003");
    }
    for id in ["x", "1.5", "9223372036854775808"] {
        let path = format!("{CASES}/{id}?language=en");
        let answer = desk.get(&path, &desk.rita).await;
        assert!([400, 404].contains(&answer.status), "{id}: {answer:?}");
    }
    for (method, path, body) in calls(77) {
        let of_case = path.starts_with(&format!("{CASES}/77"));
        if of_case {
            let answer = desk.call(method, &path, &desk.rita, body.as_ref()).await;
            answer.refused("E003");
        }
    }
}
