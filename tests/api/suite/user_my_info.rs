//! `GET /user/my-info`: the profile that its owner sees.

use crate::suite::prelude::*;

#[tokio::test]
async fn a_member_sees_the_sent_profile_without_documents_and_coordinates() {
    let app = TestApp::start().await;
    let body = app
        .profile_of(&person(1))
        .await
        .with("nickname", " 小美 ")
        .with("latitude", 25.0421)
        .with("longitude", 121.5321)
        .with(
            "valueItem",
            json!([{ "type": "HEIGHT", "from": "160" }, { "type": "AGE" }]),
        )
        .build();
    app.create_user_profile(&app.id_token(&person(1)), &body)
        .await
        .expect(201);
    let info = app.my_info(&app.session(&person(1)).await).await.ok();
    assert_eq!(info["userId"], person(1));
    assert_eq!(info["nickname"], "小美");
    assert_eq!(info["reviewStatus"], "PENDING");
    assert_eq!(info["review"], json!({ "reasons": [] }));
    let profile = info["profile"].as_object().unwrap();
    for hidden in ["account", "password", "latitude", "longitude"] {
        assert!(!profile.contains_key(hidden), "{hidden}");
    }
    assert_eq!(profile["nickname"], "小美");
    assert_eq!(
        profile["valueItem"],
        json!([{ "type": "HEIGHT", "from": 160, "to": 0 }])
    );
    assert_eq!(profile["mbti"], "");
    for name in [
        "name",
        "gender",
        "height",
        "birthday",
        "aboutMe",
        "city",
        "drink",
        "photoNameList",
    ] {
        assert_eq!(profile[name], body[name], "{name}");
    }
}

#[tokio::test]
async fn photos_come_in_order_with_a_url_and_a_placeholder() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let names = [
        app.photo(&credentials).await,
        app.photo(&credentials).await,
        app.photo(&credentials).await,
    ];
    let sent = json!([names[2], null, names[0], "", names[1]]);
    let body = app
        .profile_of(&person(1))
        .await
        .with("photoNameList", sent)
        .build();
    app.create_user_profile(&credentials, &body)
        .await
        .expect(201);
    let info = app.my_info(&app.session(&person(1)).await).await.ok();
    let photos = info["photos"].as_array().unwrap();
    let ids: Vec<_> = photos
        .iter()
        .map(|photo| photo["fileId"].as_str().unwrap())
        .collect();
    assert_eq!(ids, [&names[2], &names[0], &names[1]]);
    for photo in photos {
        assert_eq!(
            (&photo["width"], &photo["height"]),
            (&json!(48), &json!(32))
        );
        assert!(!photo["thumbhash"].as_str().unwrap().is_empty());
        assert!(photo["url"].as_str().unwrap().contains("sig="));
    }
    assert_eq!(
        info["avatar"]["fileId"],
        names[2].as_str(),
        "the first photo, until the member chooses one"
    );
}

#[tokio::test]
async fn no_cache_may_store_the_answer() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    assert_eq!(
        app.my_info(&session).await.header("cache-control"),
        Some("no-store")
    );
    assert_eq!(
        app.my_info(&Credentials::None)
            .await
            .header("cache-control"),
        Some("no-store")
    );
}
