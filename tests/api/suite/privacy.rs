//! Data that the server never stores: exact coordinates, and credentials in a usable form.

use crate::suite::prelude::*;

#[tokio::test]
async fn exact_coordinates_are_nowhere_in_the_database() {
    let app = TestApp::start().await;
    let key = "f3b51f0a-4a4e-4b43-8d0b-0a3b1c2d3e4f";
    let body = app
        .profile_of(&person(1))
        .await
        .with("latitude", 24.987_654_321)
        .with("longitude", 121.234_567_891)
        .build();
    app.create_with_key(&app.id_token(&person(1)), &body, key)
        .await
        .expect(201);
    assert_eq!(app.number("SELECT cell_row FROM profile").await, 499);
    assert_eq!(app.number("SELECT cell_column FROM profile").await, 2424);
    let stored = app.database.dump();
    assert!(
        contains(&stored, person(1).as_bytes()),
        "the dump has the stored values"
    );
    for exact in ["24.98765", "121.23456", "24.9876", "121.2345"] {
        assert!(!contains(&stored, exact.as_bytes()), "{exact}");
    }
    for exact in [24.987_654_321_f64, 121.234_567_891] {
        assert!(
            !contains(&stored, &exact.to_be_bytes()),
            "{exact} as a big-endian double"
        );
        assert!(
            !contains(&stored, &exact.to_le_bytes()),
            "{exact} as a little-endian double"
        );
    }
}

#[tokio::test]
async fn a_profile_without_coordinates_has_the_cell_of_its_city() {
    let app = TestApp::start().await;
    let body = app
        .profile_of(&person(1))
        .await
        .with("city", "TW-TPE")
        .build();
    app.create_user_profile(&app.id_token(&person(1)), &body)
        .await
        .expect(201);
    assert_eq!(app.number("SELECT cell_row FROM profile").await, 500);
    assert_eq!(app.number("SELECT cell_column FROM profile").await, 2431);
}

#[tokio::test]
async fn no_token_is_stored_in_plain_text() {
    let app = TestApp::start().await;
    let registration_token = app.registration_token(&person(1)).await;
    let session = app.member(&person(1)).await;
    let id_token = app.id_token(&person(1));
    let stored = app.database.dump();
    for credentials in [registration_token, session, id_token] {
        let (Credentials::Bearer(token) | Credentials::IdToken(token)) = credentials else {
            unreachable!()
        };
        assert!(!contains(&stored, token.as_bytes()));
    }
}

#[tokio::test]
async fn a_pdf_of_an_earlier_version_is_served_as_an_attachment_with_nosniff() {
    let app = TestApp::start().await;
    let name = app.document(&app.id_token(&person(1))).await;
    let name = app.as_of_an_earlier_version(&name, "pdf").await;
    let url = app.running.app.pictures.signed_url(&name);
    let answer = app.get(&url, &Credentials::None).await;
    assert_eq!(answer.status, 200);
    for (header, value) in [
        ("content-type", "application/pdf"),
        ("content-disposition", "attachment"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(answer.header(header), Some(value), "{header}");
    }
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack
        .windows(needle.len())
        .any(|window| window == needle)
}
