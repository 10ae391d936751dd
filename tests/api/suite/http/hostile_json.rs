//! Hostile JSON bodies are refused like any other invalid body, and as fast.

use crate::suite::prelude::*;

/// Returns every call that reads a JSON body, with credentials for it.
async fn calls(app: &TestApp) -> [(&'static str, Credentials); 3] {
    [
        ("/api/user-profile", app.id_token(&person(1))),
        ("/api/user/login", app.id_token(&person(1))),
        (
            "/api/verification/work-email",
            app.registration_token(&person(1)).await,
        ),
    ]
}

async fn quickly(call: impl Future<Output = Answer>) -> Answer {
    let started = Instant::now();
    let answer = call.await;
    assert!(started.elapsed() < Duration::from_secs(5));
    answer
}

#[tokio::test]
async fn a_megabyte_of_brackets_is_too_large_and_fewer_are_too_deep() {
    let app = TestApp::start().await;
    for (path, credentials) in calls(&app).await {
        for open in ["[", "{\"a\":", "[{\"a\":"] {
            let bomb = open.repeat(1024 * 1024 / open.len());
            let answer = quickly(app.post_text(path, &credentials, bomb)).await;
            answer.refused("E006");
            // The smallest and the largest size that one of the calls accepts.
            for n_bytes in [4 * 1024, 256 * 1024] {
                let text = open.repeat(n_bytes / open.len());
                let answer = quickly(app.post_text(path, &credentials, text)).await;
                assert!([400, 413].contains(&answer.status), "{path} {open}");
            }
        }
        let closed = format!("{{\"a\":{}{}}}", "[".repeat(1900), "]".repeat(1900));
        app.post_text(path, &credentials, closed)
            .await
            .refused("E009");
    }
}

#[tokio::test]
async fn enormous_numbers_and_names_are_errors_of_their_field() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let digits = "9".repeat(200_000);
    for number in [
        digits.clone(),
        format!("-{digits}"),
        format!("0.{digits}"),
        "1e999999999".to_owned(),
        "1e-999999999".to_owned(),
        format!("1e{digits}"),
    ] {
        let form = format!("{{\"height\":{number}}}");
        let sent = app.post_text("/api/user-profile", &credentials, form);
        quickly(sent).await.refused("E002");
    }
    let names: Vec<String> = (0..10_000).map(|n| format!("\"a{n}\":{n}")).collect();
    let form = format!("{{{}}}", names.join(","));
    let sent = app.post_text("/api/user-profile", &credentials, form);
    quickly(sent).await.refused("E002");
}

#[tokio::test]
async fn a_body_with_two_accounts_registers_only_the_authenticated_one() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    app.member(&person(2)).await;
    let (own, other) = (json!(person(1)), json!(person(2)));
    let credentials = app.id_token(&person(1));
    for (first, second, is_fine) in [(&own, &other, false), (&other, &own, true)] {
        let body = format!("{{\"account\":{first},\"account\":{second},\"password\":{own}}}");
        let answer = app.post_text("/api/user/login", &credentials, body).await;
        if is_fine {
            let session = Credentials::Bearer(answer.ok()["token"].as_str().unwrap().to_owned());
            assert_eq!(app.my_info(&session).await.ok()["userId"], own);
        } else {
            answer.refused("E001");
        }
    }
}
