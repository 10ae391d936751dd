//! How often a call may be made: by one account, and from one address.

use enmusubi_server::ops::config::Settings;
use reqwest::multipart::Form;
use reqwest::{Method, RequestBuilder};
use serde_json::json;

use super::answer::Answer;
use super::app::{Proof, TestApp, person};

/// A call that is refused for its content, so that it changes nothing, and so many of them at once.
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

fn calls() -> [Call; 9] {
    [
        call(Method::POST, "/user/login", 20, 10, 200),
        call(Method::POST, "/user/registration", 60, 5, 200),
        call(Method::POST, "/user-profile", 60, 5, 200),
        call(Method::PUT, "/user-profile/resubmission", 60, 5, 200),
        call(Method::POST, "/file/tempUpload", 40, 5, 200),
        call(Method::GET, "/user/review-status/x", 60, 2, 400),
        call(Method::PUT, "/user-profile/avatar", 20, 5, 100),
        call(Method::POST, "/user/export", 10, 30, 60),
        call(Method::GET, "/user/my-info", 60, 1, 400),
    ]
}

impl Call {
    fn request(&self, app: &TestApp, who: &Who, from: &str) -> RequestBuilder {
        let path = match self.path {
            "/user/review-status/x" => format!("/api/user/review-status/{}", who.id),
            path => format!("/api{path}"),
        };
        let takes_session =
            self.method == Method::PUT || ["/user/my-info", "/user/export"].contains(&self.path);
        let proof = if takes_session {
            &who.session
        } else {
            &who.id_token
        };
        let request = app
            .request(self.method.clone(), &path, proof)
            .header("X-Forwarded-For", from);
        match self.path {
            "/file/tempUpload" => request.multipart(Form::new().text("purpose", "photo")),
            _ if self.method == Method::GET => request,
            _ => request.json(&json!({ "account": "x" })),
        }
    }
}

/// A person with each proof, or nobody with none.
struct Who {
    id: String,
    id_token: Proof,
    session: Proof,
}

impl Who {
    async fn member(app: &TestApp, n: u32) -> Self {
        Self {
            session: app.member(&person(n)).await,
            id_token: app.id_token(&person(n)),
            id: person(n),
        }
    }

    fn nobody() -> Self {
        Self {
            id: person(1),
            id_token: Proof::Nobody,
            session: Proof::Nobody,
        }
    }
}

/// Behind a proxy that says where a request comes from.
async fn limited() -> TestApp {
    TestApp::start_with(|settings: &mut Settings| {
        settings.rate_limit = Some("on".to_owned());
        settings.trusted_proxies = Some("127.0.0.1".to_owned());
    })
    .await
}

/// Calls until it is refused for being too often; how often it was not.
async fn until_refused(request: impl Fn() -> RequestBuilder, app: &TestApp) -> (u64, Answer) {
    for n_taken in 0..3000 {
        let answer = app.send(request()).await;
        if answer.status == 429 {
            return (n_taken, answer);
        }
        assert!(answer.status < 500, "{}", answer.status);
    }
    panic!("there is no limit");
}

#[track_caller]
fn expect_pause(answer: Answer, at_most_s: u64) {
    let wait_s: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=at_most_s).contains(&wait_s), "{wait_s}");
    answer.expect_error("E005");
}

#[tokio::test]
async fn an_account_that_calls_too_often_has_to_pause_and_no_other_one_behind_its_address() {
    for call in calls() {
        let app = limited().await;
        let one = Who::member(&app, 1).await;
        let other = Who::member(&app, 2).await;
        let request = || call.request(&app, &one, "192.0.2.1");
        let (n_taken, refused) = until_refused(request, &app).await;
        let few = call.by_account / 4 + 2;
        // The form took some of the registration's allowance.
        let expected = call.by_account - 4..=call.by_account + few;
        assert!(expected.contains(&n_taken), "{}: {n_taken}", call.path);
        expect_pause(refused, call.pause_s);
        let elsewhere = app.send(call.request(&app, &one, "192.0.2.2")).await;
        elsewhere.expect_error("E005");
        let neighbour = app.send(call.request(&app, &other, "192.0.2.1")).await;
        assert_ne!(neighbour.status, 429, "{}", call.path);
    }
}

#[tokio::test]
async fn an_address_that_calls_too_often_has_to_pause_whoever_it_says_it_is() {
    let app = limited().await;
    let member = Who::member(&app, 1).await;
    let nobody = Who::nobody();
    for (n, call) in calls().into_iter().enumerate() {
        let address = format!("198.51.100.{n}");
        let request = || call.request(&app, &nobody, &address);
        let (n_taken, refused) = until_refused(request, &app).await;
        assert!(n_taken >= call.by_address, "{}: {n_taken}", call.path);
        expect_pause(refused, 1);
        // The allowance grows again within a fraction of a second, so one try may get through.
        let (n_taken, _) = until_refused(|| call.request(&app, &member, &address), &app).await;
        assert!(n_taken < 20, "{}: {n_taken}", call.path);
        let elsewhere = app.send(call.request(&app, &nobody, "203.0.113.1")).await;
        assert_ne!(elsewhere.status, 429, "{}", call.path);
    }
}

#[tokio::test]
async fn what_is_fetched_by_a_link_is_limited_by_address() {
    let app = limited().await;
    for (path, burst) in [
        ("/api/file/fetch/x.jpg?exp=1&sig=x", 1000),
        ("/api/user/export?session=x&exp=1&sig=x", 60),
    ] {
        let request = |from: &str| {
            let request = app.request(Method::GET, path, &Proof::Nobody);
            request.header("X-Forwarded-For", from)
        };
        let (n_taken, refused) = until_refused(|| request("192.0.2.1"), &app).await;
        assert!(n_taken >= burst, "{path}: {n_taken}");
        expect_pause(refused, 1);
        app.send(request("192.0.2.2")).await.expect_error("E003");
    }
}

#[tokio::test]
async fn whoever_has_to_pause_may_go_on_after_it() {
    let app = limited().await;
    let one = Who::member(&app, 1).await;
    let [.., my_info] = calls();
    let request = || my_info.request(&app, &one, "192.0.2.1");
    let (_, refused) = until_refused(request, &app).await;
    let wait_s = refused.header("retry-after").unwrap().parse().unwrap();
    tokio::time::sleep(std::time::Duration::from_secs(wait_s)).await;
    app.send(request()).await.expect(200);
}

#[tokio::test]
async fn what_a_person_does_on_a_bad_network_meets_no_limit() {
    let app = limited().await;
    let proof = app.id_token(&person(1));
    // Each of the seven files twice, each answer lost ten times, and the page opened again and again.
    for _ in 0..14 {
        let sent = app.upload(&proof, "me.jpg", super::picture::jpeg(), None);
        sent.await.expect(200);
    }
    let body = app.profile_of(&person(1)).await.build();
    let key = "0b7c1f5e-5d0a-4a3b-8e57-1d2c3b4a5f60";
    for _ in 0..10 {
        let answer = app.create_registration(&proof, &person(1)).await;
        assert_ne!(answer.status, 429);
        app.create_with_key(&proof, &body, key).await.expect(201);
        app.review_status(&proof, &person(1)).await.expect(200);
        app.login(&proof, &person(1)).await.expect(200);
    }
}
