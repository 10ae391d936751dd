//! The session of a reviewer: its cookie, its ends, and the calls that it opens.

use enmusubi_core::review::ReviewerRole::{Lead, Reviewer};
use enmusubi_server::features::reviewer::ReviewerCommand;
use reqwest::header::HeaderMap;

use super::{Console, ENROLMENT, ORIGIN, SESSION, acts, cookie_of};
use crate::suite::prelude::*;

/// Starts a server with this public URL, and registers the passkey of a reviewer. Returns the answer with the cookie.
async fn first_session(url: &str) -> (Console, Answer) {
    let console = Console::start_with(|settings| {
        settings.public_base_url = Some(url.to_owned());
    })
    .await;
    let add = ReviewerCommand::Add {
        name: "Rita".to_owned(),
        role: Reviewer,
        member: None,
    };
    let link = console.run(add).await;
    let token = link.strip_prefix(&format!("{url}/review/enrol#")).unwrap();
    let request = |path: &str, body: &Value| {
        let request = console.app.request(Method::POST, path, &Credentials::None);
        console.app.send(request.header("Origin", url).json(body))
    };
    let options = request(&format!("{ENROLMENT}/options"), &json!({ "token": token })).await;
    let options = options.ok()["options"].take();
    let credential = super::Authenticator::new(1).register(&options, url);
    let body = json!({ "token": token, "credential": credential });
    let answer = request(ENROLMENT, &body).await;
    (console, answer)
}

#[tokio::test]
async fn the_cookie_is_for_the_calls_of_reviewers_only() {
    for (url, name, attributes) in [
        (
            "http://localhost:8080",
            "enmusubi_review",
            "Path=/api/review",
        ),
        (
            "https://review.example.com",
            "__Host-enmusubi_review",
            "Secure; Path=/",
        ),
    ] {
        let (console, answer) = first_session(url).await;
        let set = answer.header("set-cookie").unwrap();
        let (value, set_attributes) = set.split_once("; ").unwrap();
        let token = value.strip_prefix(&format!("{name}=")).unwrap();
        assert_eq!(token.len(), 43, "256 bits");
        let expected = format!("HttpOnly; SameSite=Strict; {attributes}; Max-Age=43200");
        assert_eq!(set_attributes, expected);
        // The cookie of a page over http, or of a sibling host, has the other name.
        for (sent, is_right) in [
            (value.to_owned(), true),
            (format!("enmusubi_review={token}"), url.starts_with("http:")),
        ] {
            let session = console
                .app
                .request(Method::GET, SESSION, &Credentials::None);
            let session = session.header("Cookie", &sent);
            let session = console.app.send(session).await;
            assert_eq!(session.status == 200, is_right, "{sent}");
        }
        answer.ok();
    }
}

#[tokio::test]
async fn only_the_hash_of_a_token_is_stored() {
    let console = Console::start().await;
    let token = console.add("Rita", Reviewer).await;
    let rita = console.enrolled(&token, 1).await;
    let cookie = rita.cookie.strip_prefix("enmusubi_review=").unwrap();
    let dump = console.app.database.dump();
    for secret in [token.as_str(), cookie] {
        let found = dump.windows(secret.len()).any(|it| it == secret.as_bytes());
        assert!(!found);
    }
}

#[tokio::test]
async fn a_session_tells_its_reviewer_and_ends_with_a_sign_out() {
    let console = Console::start().await;
    let mut rita = console.reviewer("Rita", Lead, 1).await;
    let second = console.signed_in(&mut rita.passkey).await;
    let ralf = console.reviewer("Ralf", Reviewer, 2).await;
    let session = console.session(&rita.cookie).await.ok();
    let expected = json!({
        "name": "Rita", "role": "LEAD", "expiresAt": "2026-11-21T16:00:00.000Z", "isMember": false,
    });
    assert_eq!(session, expected);
    let others = console.session(&ralf.cookie).await.ok();
    assert_eq!(others["name"], "Ralf");

    let answer = console.sign_out(&rita.cookie).await;
    let set = answer.header("set-cookie").unwrap();
    assert_eq!(
        set,
        "enmusubi_review=; HttpOnly; SameSite=Strict; Path=/api/review; Max-Age=0"
    );
    answer.expect(204);
    console.session(&rita.cookie).await.refused("E001A");
    console.sign_out(&rita.cookie).await.refused("E001A");
    console.session(&second).await.ok();
    console.session(&ralf.cookie).await.ok();
    assert_eq!(acts(&console).await.last().unwrap(), "reviewer:1 SIGN_OUT");
}

#[tokio::test]
async fn a_session_ends_after_half_an_hour_without_a_call() {
    let console = Console::start().await;
    let rita = console.reviewer("Rita", Reviewer, 1).await;
    let clock = &console.app.clock;
    // The server does not record a call in the first minute.
    clock.advance(MINUTE_S - 1);
    console.session(&rita.cookie).await.ok();
    clock.advance(29 * MINUTE_S);
    console.session(&rita.cookie).await.ok();
    clock.advance(30 * MINUTE_S - 1);
    console.session(&rita.cookie).await.ok();
    clock.advance(30 * MINUTE_S);
    console.session(&rita.cookie).await.refused("E001B");
    console.sign_out(&rita.cookie).await.refused("E001B");
}

#[tokio::test]
async fn a_session_ends_after_twelve_hours_of_work() {
    let console = Console::start().await;
    let mut rita = console.reviewer("Rita", Reviewer, 1).await;
    for _ in 0..36 {
        console.session(&rita.cookie).await.ok();
        console.app.clock.advance(20 * MINUTE_S);
    }
    console.session(&rita.cookie).await.refused("E001B");
    let later = console.signed_in(&mut rita.passkey).await;
    console.app.clock.advance(HOUR_S / 4);
    console.session(&later).await.ok();
}

#[tokio::test]
async fn a_wrong_cookie_opens_nothing() {
    let console = Console::start().await;
    let rita = console.reviewer("Rita", Reviewer, 1).await;
    let value = rita.cookie.strip_prefix("enmusubi_review=").unwrap();
    for cookie in [
        String::new(),
        "enmusubi_review=".to_owned(),
        "enmusubi_review=x".to_owned(),
        format!("enmusubi_review={value}A"),
        format!("Enmusubi_Review={value}"),
        format!("other={value}"),
        format!("enmusubi_review=\"{value}"),
    ] {
        let answer = console.session(&cookie).await;
        answer.refused("E001A");
    }
    let among_others = format!("a=b; {}; c", rita.cookie);
    console.session(&among_others).await.ok();
}

#[tokio::test]
async fn a_cookie_of_a_sibling_host_locks_no_reviewer_out() {
    let console = Console::start().await;
    let rita = console.reviewer("Rita", Reviewer, 1).await;
    let siblings = "enmusubi_review=x";
    for cookies in [
        format!("{siblings}; {}", rita.cookie),
        format!("{}; {siblings}", rita.cookie),
        format!("{siblings}; enmusubi_review=; {}; {siblings}", rita.cookie),
    ] {
        let session = console.session(&cookies).await.ok();
        assert_eq!(session["name"], "Rita");
        // The page of the sibling host makes no call with the cookie.
        let request = console
            .app
            .request(Method::DELETE, SESSION, &Credentials::None);
        let request = request.header("Origin", "http://other.localhost:8080");
        let answer = console.app.send(request.header("Cookie", &cookies)).await;
        answer.refused("E008");
    }
    // The reviewer's own session that has ended by time gets its own error.
    console.app.clock.advance(30 * MINUTE_S);
    let cookies = format!("{siblings}; {}", rita.cookie);
    console.session(&cookies).await.refused("E001B");
}

#[tokio::test]
async fn a_request_with_many_cookies_tries_four_tokens_over_http_and_one_over_https() {
    for (url, n_tokens) in [
        ("http://localhost:8080", 4),
        ("https://review.example.com", 1),
    ] {
        let (console, answer) = first_session(url).await;
        let cookie = cookie_of(&answer);
        answer.ok();
        let (name, _) = cookie.split_once('=').unwrap();
        let wrong = |n: usize| {
            let cookies = (0..n).map(|n| format!("{name}={n:043}; "));
            cookies.collect::<Vec<_>>().concat()
        };
        for (before, is_tried) in [
            (wrong(n_tokens - 1), true),
            (wrong(n_tokens), false),
            // The same text again, and a text that is no token, cost no read.
            (wrong(n_tokens - 1).repeat(100), true),
            (format!("{name}=x; {name}=; ").repeat(100), true),
        ] {
            let cookies = format!("{before}{cookie}");
            let session = console
                .app
                .request(Method::GET, SESSION, &Credentials::None);
            let session = console.app.send(session.header("Cookie", cookies)).await;
            assert_eq!(session.status == 200, is_tried, "{url} {before}");
        }
    }
}

#[tokio::test]
async fn the_cookie_of_a_reviewer_does_not_matter_to_a_call_of_a_member() {
    let console = Console::start().await;
    let rita = console.reviewer("Rita", Reviewer, 1).await;
    let session = console.app.member(&person(1)).await;
    let request = console
        .app
        .request(Method::GET, "/api/user/my-info", &session);
    console
        .app
        .send(request.header("Cookie", &rita.cookie))
        .await
        .ok();
}

/// Returns the headers of a request, from pairs.
fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
    let pairs = pairs.iter();
    pairs
        .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
        .collect()
}

#[tokio::test]
async fn a_page_of_another_origin_changes_nothing() {
    let console = Console::start().await;
    let app = &console.app;
    let token = console.add("Rita", Reviewer).await;
    let rita = console.enrolled(&token, 1).await;
    let foreign = [
        [].as_slice(),
        &[("Origin", "http://localhost:8081")],
        &[("Origin", "https://localhost:8080")],
        &[("Origin", "http://localhost:8080/")],
        &[("Origin", "http://example.com")],
        &[("Origin", "null")],
        &[("Origin", ORIGIN), ("Sec-Fetch-Site", "cross-site")],
        &[("Origin", ORIGIN), ("Sec-Fetch-Site", "same-site")],
        &[("Origin", ORIGIN), ("Sec-Fetch-Site", "none")],
        &[("Sec-Fetch-Site", "same-origin")],
    ];
    let token = console.link("Rita").await;
    for pairs in foreign {
        let request = app.request(Method::DELETE, SESSION, &Credentials::None);
        let request = request
            .headers(headers(pairs))
            .header("Cookie", &rita.cookie);
        app.send(request).await.refused("E008");
        for path in [
            ENROLMENT.to_owned(),
            format!("{ENROLMENT}/options"),
            SESSION.to_owned(),
            format!("{SESSION}/options"),
        ] {
            let request = app.request(Method::POST, &path, &Credentials::None);
            let body = json!({ "token": token, "credential": {} });
            let request = request.headers(headers(pairs)).json(&body);
            app.send(request).await.refused("E008");
        }
    }
    console.session(&rita.cookie).await.ok();
    for (pairs, is_right) in [
        ([].as_slice(), true),
        (&[("Sec-Fetch-Site", "none")], true),
        (
            &[("Origin", ORIGIN), ("Sec-Fetch-Site", "same-origin")],
            true,
        ),
        (&[("Sec-Fetch-Site", "cross-site")], false),
        (&[("Sec-Fetch-Site", "same-site")], false),
        (&[("Origin", "http://example.com")], false),
    ] {
        let request = app.request(Method::GET, SESSION, &Credentials::None);
        let request = request
            .headers(headers(pairs))
            .header("Cookie", &rita.cookie);
        let answer = app.send(request).await;
        if is_right {
            answer.ok();
        } else {
            answer.refused("E008");
        }
    }
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_refused_before_it_does_anything() {
    let console = Console::start().await;
    let token = console.add("Rita", Reviewer).await;
    for path in [
        ENROLMENT.to_owned(),
        format!("{ENROLMENT}/options"),
        SESSION.to_owned(),
    ] {
        let deep = format!("{}1{}", "[".repeat(1000), "]".repeat(1000));
        let deep = format!("{{\"token\":{deep},\"credential\":{deep}}}");
        let twice =
            format!("{{\"token\":\"{token}\",\"token\":\"x\",\"credential\":1,\"credential\":2}}");
        for body in [deep, twice] {
            let request = console.request(Method::POST, &path, "");
            let request = request.header("Content-Type", "application/json");
            console.app.send(request.body(body)).await.refused("E009");
        }
    }
    console.enrolled(&token, 1).await;
}

#[tokio::test]
async fn a_later_answer_of_the_same_browser_replaces_its_cookie() {
    let console = Console::start().await;
    let mut rita = console.reviewer("Rita", Reviewer, 1).await;
    let options = console.sign_in_options().await;
    let credential = rita.passkey.sign_in(&options, ORIGIN);
    let body = json!({ "credential": credential });
    let request = console.request(Method::POST, SESSION, &rita.cookie);
    let answer = console.app.send(request.json(&body)).await;
    assert_ne!(cookie_of(&answer), rita.cookie);
    answer.ok();
}
