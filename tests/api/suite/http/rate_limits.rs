//! The rate limits of calls, by account and by address.

use reqwest::RequestBuilder;
use reqwest::multipart::Form;

use crate::suite::prelude::*;

/// A call that changes nothing because its content is refused, with the limits of the call.
struct Call {
    method: Method,
    path: &'static str,
    by_account: u64,
    by_address: u64,
    pause_s: u64,
}

const fn call(
    method: Method,
    path: &'static str,
    by_account: u64,
    pause_s: u64,
    by_address: u64,
) -> Call {
    Call {
        method,
        path,
        by_account,
        by_address,
        pause_s,
    }
}

fn calls() -> [Call; 10] {
    [
        call(Method::POST, "/user/login", 20, 10, 200),
        call(Method::POST, "/user/registration", 60, 5, 200),
        call(Method::POST, "/user-profile", 60, 5, 200),
        call(Method::PUT, "/user-profile/resubmission", 60, 5, 200),
        call(Method::PUT, "/user-profile/appeal", 60, 5, 200),
        call(Method::POST, "/file/tempUpload", 40, 5, 200),
        call(Method::GET, "/user/review-status/x", 60, 2, 400),
        call(Method::PUT, "/user-profile/avatar", 20, 5, 100),
        call(Method::POST, "/user/export", 10, 30, 60),
        call(Method::GET, "/user/my-info", 60, 1, 400),
    ]
}

impl Call {
    fn request(&self, app: &TestApp, caller: &Caller, from: &str) -> RequestBuilder {
        let path = match self.path {
            "/user/review-status/x" => format!("/api/user/review-status/{}", caller.id),
            path => format!("/api{path}"),
        };
        let takes_session =
            self.method == Method::PUT || ["/user/my-info", "/user/export"].contains(&self.path);
        let credentials = if takes_session {
            &caller.session
        } else {
            &caller.id_token
        };
        let request = app
            .request(self.method.clone(), &path, credentials)
            .header("X-Forwarded-For", from);
        match self.path {
            "/file/tempUpload" => request.multipart(Form::new().text("purpose", "photo")),
            _ if self.method == Method::GET => request,
            _ => request.json(&json!({ "account": "x" })),
        }
    }
}

/// A person with all credentials, or without any.
struct Caller {
    id: String,
    id_token: Credentials,
    session: Credentials,
}

impl Caller {
    async fn member(app: &TestApp, n: u32) -> Self {
        Self {
            session: app.member(&person(n)).await,
            id_token: app.id_token(&person(n)),
            id: person(n),
        }
    }

    fn anonymous() -> Self {
        Self {
            id: person(1),
            id_token: Credentials::None,
            session: Credentials::None,
        }
    }
}

/// Starts a server behind a proxy that names the client's address.
async fn limited() -> TestApp {
    TestApp::start_with(|settings: &mut Settings| {
        settings.rate_limit = Some("on".to_owned());
        settings.trusted_proxies = Some("127.0.0.1".to_owned());
    })
    .await
}

/// Repeats a call until it gets E005. Returns the number of calls before, and the E005.
async fn until_refused(request: impl Fn() -> RequestBuilder, app: &TestApp) -> (u64, Answer) {
    for n_taken in 0..3000 {
        let answer = app.send(request()).await;
        if answer.status == 429 {
            return (n_taken, answer);
        }
        assert!(answer.status < 500, "{}", answer.status);
    }
    panic!("the call has no limit");
}

#[track_caller]
fn expect_pause(answer: Answer, at_most_s: u64) {
    let wait_s: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=at_most_s).contains(&wait_s), "{wait_s}");
    answer.refused("E005");
}

#[tokio::test]
async fn an_account_over_its_limit_gets_e005_and_other_accounts_at_its_address_do_not() {
    for call in calls() {
        let app = limited().await;
        let one = Caller::member(&app, 1).await;
        let other = Caller::member(&app, 2).await;
        let request = || call.request(&app, &one, "192.0.2.1");
        let (n_taken, refused) = until_refused(request, &app).await;
        // The registration used up some of this quota.
        let expected = call.by_account - 4..=call.by_account;
        assert!(expected.contains(&n_taken), "{}: {n_taken}", call.path);
        expect_pause(refused, call.pause_s);
        let elsewhere = app.send(call.request(&app, &one, "192.0.2.2")).await;
        elsewhere.refused("E005");
        let neighbour = app.send(call.request(&app, &other, "192.0.2.1")).await;
        assert_ne!(neighbour.status, 429, "{}", call.path);
    }
}

#[tokio::test]
async fn an_address_over_its_limit_gets_e005_with_any_credentials() {
    let app = limited().await;
    let member = Caller::member(&app, 1).await;
    let anonymous = Caller::anonymous();
    for (n, call) in calls().into_iter().enumerate() {
        let address = format!("198.51.100.{n}");
        let request = || call.request(&app, &anonymous, &address);
        let (n_taken, refused) = until_refused(request, &app).await;
        assert_eq!(n_taken, call.by_address, "{}", call.path);
        expect_pause(refused, 1);
        let with_credentials = app.send(call.request(&app, &member, &address)).await;
        with_credentials.refused("E005");
        let elsewhere = app
            .send(call.request(&app, &anonymous, "203.0.113.1"))
            .await;
        assert_ne!(elsewhere.status, 429, "{}", call.path);
    }
}

#[tokio::test]
async fn signed_links_are_limited_by_address() {
    let app = limited().await;
    for (path, burst) in [
        ("/api/file/fetch/x.jpg?exp=1&sig=x", 1000),
        ("/api/user/export?session=x&exp=1&sig=x", 60),
    ] {
        let request = |from: &str| {
            let request = app.request(Method::GET, path, &Credentials::None);
            request.header("X-Forwarded-For", from)
        };
        let (n_taken, refused) = until_refused(|| request("192.0.2.1"), &app).await;
        assert_eq!(n_taken, burst, "{path}");
        expect_pause(refused, 1);
        app.send(request("192.0.2.2")).await.refused("E003");
    }
}

#[tokio::test]
async fn calls_work_again_after_the_pause() {
    let app = limited().await;
    let one = Caller::member(&app, 1).await;
    let [.., my_info] = calls();
    let request = || my_info.request(&app, &one, "192.0.2.1");
    let (_, refused) = until_refused(request, &app).await;
    app.send(request()).await.refused("E005");
    let wait_s = refused.header("retry-after").unwrap().parse().unwrap();
    app.clock.advance(wait_s);
    app.send(request()).await.ok();
}

#[tokio::test]
async fn repeated_calls_on_a_bad_network_stay_below_the_limits() {
    let app = limited().await;
    let credentials = app.id_token(&person(1));
    // The client sends seven files twice, loses each answer ten times, and reopens the page often.
    for _ in 0..14 {
        let sent = app.upload(&credentials, "me.jpg", super::super::picture::jpeg(), None);
        sent.await.ok();
    }
    let body = app.profile_of(&person(1)).await.build();
    let key = "0b7c1f5e-5d0a-4a3b-8e57-1d2c3b4a5f60";
    for _ in 0..10 {
        let answer = app.create_registration(&credentials, &person(1)).await;
        assert_ne!(answer.status, 429);
        app.create_with_key(&credentials, &body, key)
            .await
            .expect(201);
        app.review_status(&credentials, &person(1)).await.ok();
        app.login(&credentials, &person(1)).await.ok();
    }
}
