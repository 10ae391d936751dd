//! A deletion withdraws the permissions that the person gave the app at LINE.

use enmusubi_line_platform::{Change, Fault, LinePlatform};

use super::super::captured_log::contains_ignoring_case;
use super::{PATH, rows_of};
use crate::suite::prelude::*;

/// Registers a person, and returns their session and LINE access token.
async fn member_with_token(app: &TestApp) -> (Credentials, String) {
    let session = app.member(&person(1)).await;
    (session, app.line.access_token_of(&person(1)))
}

async fn delete_with(app: &TestApp, session: &Credentials, access_token: &str) -> Answer {
    let request = app.request(Method::DELETE, PATH, session);
    app.send(request.header("X-Line-Access-Token", access_token))
        .await
}

fn is_withdrawn(answer: Answer) -> bool {
    answer.ok()["lineAccessWithdrawn"].as_bool().unwrap()
}

/// Deletes the account, and checks that this worked although the permission was not withdrawn.
async fn check_deleted_only(app: &TestApp, session: &Credentials, access_token: &str) {
    assert!(!is_withdrawn(delete_with(app, session, access_token).await));
    assert_eq!(rows_of(app).await, 0);
}

#[tokio::test]
async fn the_permission_is_withdrawn_with_the_access_token_of_the_person() {
    let app = TestApp::start().await;
    let (session, token) = member_with_token(&app).await;
    assert!(is_withdrawn(delete_with(&app, &session, &token).await));
    assert_eq!(app.line.records().deauthorized, [person(1)]);
}

#[tokio::test]
async fn an_access_token_of_another_person_withdraws_nothing() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let token = app.line.access_token_of(&person(2));
    check_deleted_only(&app, &session, &token).await;
    assert_eq!(app.line.records().count("deauthorize"), 0);
}

#[tokio::test]
async fn the_account_is_deleted_with_any_answer_of_line() {
    let (log, _guard) = CapturedLog::start();
    for call in ["/v2/profile", "/oauth2/v3/token", "/user/v1/deauthorize"] {
        let app = TestApp::start().await;
        let (session, token) = member_with_token(&app).await;
        app.line.change(Change {
            faults: Some(vec![Fault {
                call: call.to_owned(),
                ..Fault::everything_down()
            }]),
            ..Change::default()
        });
        check_deleted_only(&app, &session, &token).await;
        assert_eq!(app.line.records().deauthorized, [""; 0]);
        let log = log.read();
        assert!(
            contains_ignoring_case(&log, "line could not be told"),
            "{call}"
        );
        let token = token.to_ascii_lowercase();
        assert!(
            !contains_ignoring_case(&log, &token),
            "the token is in the log"
        );
    }
}

#[tokio::test]
async fn a_redirect_by_line_is_a_failure_and_sends_no_secret_to_another_origin() {
    let elsewhere = LinePlatform::start().await;
    for call in ["/v2/profile", "/oauth2/v3/token", "/user/v1/deauthorize"] {
        let app = TestApp::start().await;
        let (session, token) = member_with_token(&app).await;
        app.line.misbehave(Fault {
            call: call.to_owned(),
            redirect_to: Some(format!("{}{call}", elsewhere.base)),
            ..Fault::default()
        });
        check_deleted_only(&app, &session, &token).await;
        assert_eq!(elsewhere.records().calls, [], "{call}");
    }
}

#[tokio::test]
async fn line_is_called_even_if_the_client_disconnects() {
    let app = TestApp::start().await;
    let (session, token) = member_with_token(&app).await;
    app.line.change(Change {
        faults: Some(vec![Fault {
            call: "/v2/profile".to_owned(),
            delay_ms: 3_000,
            ..Fault::default()
        }]),
        ..Change::default()
    });
    let request = app.request(Method::DELETE, PATH, &session);
    let request = request.header("X-Line-Access-Token", token);
    let answer = request.timeout(Duration::from_secs(2)).send().await;
    assert!(answer.unwrap_err().is_timeout());
    assert_eq!(rows_of(&app).await, 0);
    wait_until("the call of LINE", Duration::from_secs(10), async || {
        app.line.records().deauthorized == [person(1)]
    })
    .await;
}

#[tokio::test]
async fn a_token_that_line_does_not_know_is_not_withdrawn() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    check_deleted_only(&app, &session, "made up").await;
}

#[tokio::test]
async fn without_the_channel_secret_line_is_not_called() {
    let app = TestApp::start_with(|settings| settings.line_channel_secret = None).await;
    let (session, token) = member_with_token(&app).await;
    check_deleted_only(&app, &session, &token).await;
    assert_eq!(app.line.records().count("/v2/profile"), 0);
}

#[tokio::test]
async fn the_account_is_deleted_with_a_wrong_channel_secret() {
    let wrong = || Some("wrong".to_owned());
    let app = TestApp::start_with(|settings| settings.line_channel_secret = wrong()).await;
    let (session, token) = member_with_token(&app).await;
    check_deleted_only(&app, &session, &token).await;
}
