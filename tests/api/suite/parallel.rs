//! Concurrent requests of one person create one account, and instances that start together create the tables once.

use enmusubi_server::{App, Clock};
use futures_util::FutureExt as _;

use super::database::TestDatabase;
use crate::suite::prelude::*;

const KEY: &str = "5f0c1a9e-7a37-4a52-9f3e-64d3f4f2b7aa";

#[tokio::test]
async fn concurrent_duplicates_get_the_same_answer() {
    let app = TestApp::start().await;
    let body = app.profile_of(&person(1)).await.build();
    let credentials = app.id_token(&person(1));
    let answers = join_all((0..12).map(|_| app.create_with_key(&credentials, &body, KEY))).await;
    for answer in &answers {
        assert_eq!((answer.status, &answer.bytes), (201, &answers[0].bytes));
    }
    assert_eq!(app.count("account").await, 1);
}

#[tokio::test]
async fn concurrent_duplicates_at_two_instances_get_the_same_answer() {
    let app = TestApp::start().await;
    let other = app.another_instance().await;
    for n in 1..=10 {
        let body = app.profile_of(&person(n)).await.build();
        let credentials = app.id_token(&person(n));
        let request = || {
            let request = app.request(Method::POST, "/api/user-profile", &credentials);
            request.header("Idempotency-Key", KEY).json(&body)
        };
        let here = (0..3).map(|_| app.send(request()).boxed());
        let there = (0..3).map(|_| app.send_to(&other, request()).boxed());
        for answer in join_all(here.chain(there)).await {
            assert_eq!(answer.expect(201)["userId"], person(n));
        }
    }
    let n_accounts = app.count("account").await;
    assert_eq!(n_accounts, 10);
    other.stop().await.unwrap();
}

#[tokio::test]
async fn exactly_one_of_parallel_registrations_succeeds() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let mut bodies = Vec::new();
    for _ in 0..10 {
        bodies.push(app.profile_of(&person(1)).await.build());
    }
    let answers = join_all(
        bodies
            .iter()
            .map(|body| app.create_user_profile(&credentials, body)),
    )
    .await;
    let n_created = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(n_created, 1);
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        answer.refused("E004");
    }
    assert_eq!(app.count("account").await, 1);
    assert_eq!(app.count("profile").await, 1);
}

#[tokio::test]
async fn different_people_register_at_the_same_time() {
    let app = TestApp::start().await;
    join_all((1..=12).map(|n| {
        let app = &app;
        async move { app.member(&person(n)).await }
    }))
    .await;
    assert_eq!(app.count("account").await, 12);
}

#[tokio::test]
async fn instances_that_start_together_create_the_tables_once_on_postgres() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::create_empty(folder.path()).await;
    let open = || {
        let config = Settings {
            mock_enable: Some(true),
            database_url: Some(database.url.clone()),
            storage_url: Some(format!("file://{}/blobs", folder.path().display())),
            ..Default::default()
        };
        App::open(config.check().unwrap(), Clock::system())
    };
    let (one, two, three) = tokio::join!(open(), open(), open());
    for opened in [one.map(drop), two.map(drop), three.map(drop)] {
        opened.unwrap();
    }
}
