//! The metrics, which the server offers on a separate address.

use super::matches;
use crate::suite::prelude::*;

async fn measured() -> TestApp {
    measured_at("127.0.0.1:0").await
}

async fn measured_at(listen: &str) -> TestApp {
    TestApp::start_with(|settings| {
        settings.metrics_listen = Some(listen.to_owned());
    })
    .await
}

pub(crate) async fn metrics_of(app: &TestApp) -> String {
    let address = app.running.metrics_address.unwrap();
    let answer = reqwest::get(format!("http://{address}/metrics"))
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    let media_type = answer.headers()["content-type"].to_str().unwrap();
    assert!(
        media_type.starts_with("text/plain; version=0.0.4"),
        "{media_type}"
    );
    answer.text().await.unwrap()
}

/// Returns the value of a series. Other tests of this process count into the same series.
pub(crate) fn value(metrics: &str, series: &str) -> f64 {
    let line = metrics.lines().find_map(|line| line.strip_prefix(series));
    line.map_or(0.0, |value| value.trim().parse().unwrap())
}

#[tokio::test]
async fn requests_and_their_effects_are_counted() {
    let app = measured().await;
    let registered =
        r#"enmusubi_http_requests_total{method="POST",route="/api/user-profile",status="201"}"#;
    let not_found = r#"enmusubi_http_requests_total{method="GET",route="/*path",status="404"}"#;
    let odd =
        r#"enmusubi_http_requests_total{method="other",route="/api/user/login",status="405"}"#;
    let refused = r#"enmusubi_http_refusals_total{code="E001A"}"#;
    let took =
        r#"enmusubi_http_request_duration_seconds_count{method="POST",route="/api/user-profile"}"#;
    let accounts = "enmusubi_registrations_total";
    let before = metrics_of(&app).await;
    app.member(&person(1)).await;
    app.my_info(&Credentials::None).await.refused("E001A");
    for path in ["/nowhere", "/nowhere/else", "/nowhere/at/all"] {
        app.get(path, &Credentials::None).await;
    }
    for method in ["FOO1", "FOO2"] {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let request = app.request(method, "/api/user/login", &Credentials::None);
        app.send(request).await.refused("E010");
    }
    let after = metrics_of(&app).await;
    for (series, n) in [
        (registered, 1.0),
        (not_found, 3.0),
        (odd, 2.0),
        (refused, 1.0),
        (took, 1.0),
        (accounts, 1.0),
    ] {
        let more = value(&after, series) - value(&before, series);
        assert!(more >= n, "{series}: {more}");
    }
    for series in [
        r#"enmusubi_database_connections{pool="reads",state="idle"}"#,
        r#"enmusubi_under_way{kind="request"}"#,
        r#"enmusubi_under_way{kind="upload"}"#,
        r#"enmusubi_under_way{kind="decode"}"#,
        r#"enmusubi_build_info{version=""#,
        "enmusubi_log_lines_lost_total",
        "process_start_time_seconds",
        r#"enmusubi_database_statement_duration_seconds_count{step="begin"}"#,
        r#"enmusubi_database_statement_duration_seconds_count{step="statement"}"#,
        r#"enmusubi_database_statement_duration_seconds_count{step="commit"}"#,
        r#"enmusubi_job_failures_total{task="introductions"}"#,
        r#"enmusubi_job_degraded{task="files"}"#,
        r#"enmusubi_job_success_timestamp_seconds{task="sessions"}"#,
        r#"enmusubi_line_failures_total{kind="access_token"}"#,
        r#"enmusubi_decisions_total{action="APPROVE"}"#,
        r#"enmusubi_http_refusals_total{code="E500"}"#,
        r#"enmusubi_line_messages_total{outcome="given_up"}"#,
        "# HELP enmusubi_matches_total Pairs of members who both said yes.",
    ] {
        assert!(after.contains(series), "{series}");
    }
}

#[tokio::test]
async fn introductions_answers_matches_and_notes_are_counted() {
    let app = measured().await;
    let before = metrics_of(&app).await;
    let couple = Couple::introduced_on(app).await.match_them().await;
    matches::send(&couple.app, &couple.man, &couple.id, "Hello")
        .await
        .expect(201);
    let after = metrics_of(&couple.app).await;
    for (series, n) in [
        ("enmusubi_introductions_total", 1.0),
        (r#"enmusubi_answers_total{answer="YES"}"#, 2.0),
        ("enmusubi_matches_total", 1.0),
        ("enmusubi_notes_total", 1.0),
    ] {
        let more = value(&after, series) - value(&before, series);
        assert!(more >= n, "{series}: {more}");
    }
}

#[tokio::test]
async fn what_waits_is_counted_once_a_minute() {
    // The gauges belong to the process, in which other tests count their own rows.
    let app = measured().await;
    let oldest = async || {
        let metrics = metrics_of(&app).await;
        value(
            &metrics,
            r#"enmusubi_waiting_oldest_seconds{queue="REGISTRATION"}"#,
        )
    };
    app.member(&person(1)).await;
    app.clock.advance(1000 * HOUR_S);
    let is_counted = async || oldest().await >= 1000.0 * 3600.0;
    wait_until(
        "the registration is counted",
        Duration::from_secs(10),
        is_counted,
    )
    .await;
}

#[tokio::test]
async fn metrics_have_no_personal_data() {
    let app = measured().await;
    let line_user_id = "Uc0ffee00c0ffee00c0ffee00c0ffee01";
    let session = app.member(line_user_id).await;
    app.review_status(&session, line_user_id).await.ok();
    app.get(&format!("/{line_user_id}?a={line_user_id}"), &session)
        .await;
    app.get(&format!("/api/{line_user_id}"), &session).await;
    let metrics = metrics_of(&app).await;
    assert!(metrics.contains("/api/user/review-status/:user_id"));
    assert!(!metrics.contains("c0ffee"), "{metrics}");
}

#[tokio::test]
async fn the_public_address_offers_no_metrics() {
    let app = measured().await;
    let page = app.get("/metrics", &Credentials::None).await;
    assert_eq!(page.status, 404);
    assert!(
        !String::from_utf8(page.bytes)
            .unwrap()
            .contains("enmusubi_http")
    );
    let address = app.running.metrics_address.unwrap();
    for path in ["/", "/api/user/my-info", "/healthz"] {
        let answer = reqwest::get(format!("http://{address}{path}"))
            .await
            .unwrap();
        assert_eq!(answer.status(), 404, "{path}");
    }
    assert_eq!(TestApp::start().await.running.metrics_address, None);
}

#[tokio::test]
async fn the_metrics_address_closes_with_the_server() {
    // No other test listens at this loopback address. At 127.0.0.1, the server of another test may get the same port
    // at the moment at which this server closes it.
    let app = measured_at("127.0.0.2:0").await;
    let address = app.running.metrics_address.unwrap();
    metrics_of(&app).await;
    app.running.stop().await.unwrap();
    let answer = reqwest::get(format!("http://{address}/metrics")).await;
    assert!(answer.is_err());
}
