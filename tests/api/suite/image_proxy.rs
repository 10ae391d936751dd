//! `GET /_ipx/{modifiers}/{fileId}`: photos in other sizes and formats, with the signature of the
//! photo's URL.

use image::{ImageFormat, guess_format, load_from_memory};
use reqwest::header::IF_NONE_MATCH;
use sea_orm::Statement;

use crate::suite::prelude::*;

/// The photo's file id and the query that signs it.
struct Photo {
    file_id: String,
    query: String,
}

impl Photo {
    async fn of(app: &TestApp, session: &Credentials) -> Self {
        let info = app.my_info(session).await.ok();
        let url = info["photos"][0]["url"].as_str().unwrap();
        let (path, query) = url.split_once('?').unwrap();
        Self {
            file_id: path.rsplit('/').next().unwrap().to_owned(),
            query: query.to_owned(),
        }
    }

    fn path(&self, modifiers: &str) -> String {
        format!("/_ipx/{modifiers}/{}?{}", self.file_id, self.query)
    }

    fn stored(&self) -> String {
        format!("/api/file/fetch/{}?{}", self.file_id, self.query)
    }
}

/// Starts a server with a photo of 48 by 32 pixels.
async fn start() -> (TestApp, Photo) {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let photo = Photo::of(&app, &session).await;
    (app, photo)
}

#[tokio::test]
async fn a_photo_comes_in_the_requested_size_and_format() {
    let (app, photo) = start().await;
    for (modifiers, format, size) in [
        ("f_webp", ImageFormat::WebP, (48, 32)),
        ("f_jpeg,w_24", ImageFormat::Jpeg, (24, 16)),
        ("h_16,f_png", ImageFormat::Png, (24, 16)),
        ("w_24", ImageFormat::Jpeg, (24, 16)),
        ("f_webp,fit_cover,s_16x16,q_80", ImageFormat::WebP, (16, 16)),
        ("fit_inside,s_24x24", ImageFormat::Jpeg, (24, 16)),
        ("fit_outside,s_16", ImageFormat::Jpeg, (24, 16)),
        ("fit_fill&w_10&h_20", ImageFormat::Jpeg, (10, 20)),
        (
            "fit_contain,s_24,b_ffffff,f_png",
            ImageFormat::Png,
            (24, 24),
        ),
        ("s_720", ImageFormat::Jpeg, (32, 32)),
        ("w_3072", ImageFormat::Jpeg, (48, 32)),
    ] {
        let answer = app.get(&photo.path(modifiers), &Credentials::None).await;
        assert_eq!(answer.status, 200, "{modifiers}");
        assert_eq!(guess_format(&answer.bytes).unwrap(), format, "{modifiers}");
        assert_eq!(answer.header("content-type"), Some(format.to_mime_type()));
        let shown = load_from_memory(&answer.bytes).unwrap();
        assert_eq!((shown.width(), shown.height()), size, "{modifiers}");
    }
}

#[tokio::test]
async fn every_address_that_the_page_builds_is_answered() {
    let (app, photo) = start().await;
    let all: Vec<String> =
        serde_json::from_str(include_str!("../../vectors/server/pictures.json")).unwrap();
    for modifiers in all {
        let answer = app.get(&photo.path(&modifiers), &Credentials::None).await;
        assert_eq!(answer.status, 200, "{modifiers}");
    }
}

#[tokio::test]
async fn the_background_of_a_contained_picture_has_the_requested_colour() {
    let (app, photo) = start().await;
    for (modifiers, colour) in [
        ("f_png,fit_contain,s_24,b_faf6f1", [250, 246, 241]),
        ("f_png,fit_contain,s_24,b_fff", [255, 255, 255]),
        ("f_png,fit_contain,s_24", [0, 0, 0]),
    ] {
        let answer = app.get(&photo.path(modifiers), &Credentials::None).await;
        let shown = load_from_memory(&answer.bytes).unwrap().to_rgb8();
        assert_eq!(shown.get_pixel(12, 0).0, colour);
        assert_eq!(shown.get_pixel(12, 23).0, colour);
        assert_ne!(shown.get_pixel(12, 12).0, colour);
    }
}

#[tokio::test]
async fn without_modifiers_the_stored_file_comes() {
    let (app, photo) = start().await;
    let shown = app.get(&photo.path("_"), &Credentials::None).await;
    let stored = app.get(&photo.stored(), &Credentials::None).await;
    assert_eq!(shown.status, 200);
    assert_eq!(shown.bytes, stored.bytes);
    assert_eq!(shown.header("content-type"), Some("image/jpeg"));
}

#[tokio::test]
async fn the_error_names_an_unknown_modifier() {
    let (app, photo) = start().await;
    for (modifiers, path, code) in [
        ("rotate_90", "modifiers[0]", "unknown_value"),
        ("f_webp,rotate_90", "modifiers[1]", "unknown_value"),
        ("w_99999", "w", "unknown_value"),
        ("f_webp,w_721", "w", "unknown_value"),
        ("f_gif", "f", "unknown_value"),
        ("b_0a141e", "b", "unknown_value"),
        ("w_24,blur_4", "blur", "unknown_value"),
        ("w_24,w_48", "w", "duplicate"),
        ("s_24,w_24", "w", "duplicate"),
        ("%00", "modifiers[0]", "unknown_value"),
        ("..", "modifiers[0]", "unknown_value"),
    ] {
        // HTTP clients resolve `..` in a path, so it is sent encoded.
        let modifiers = modifiers.replace("..", "%2E%2E%2F");
        let answer = app.get(&photo.path(&modifiers), &Credentials::None).await;
        let body = answer.refused("E002");
        let rule = &body["fields"][0];
        assert_eq!((&rule["path"], &rule["code"]), (&path.into(), &code.into()));
    }
    let huge = "f_webp,".repeat(1000);
    app.get(&photo.path(&huge), &Credentials::None)
        .await
        .refused("E002");
}

#[tokio::test]
async fn a_url_that_does_not_open_the_photo_opens_no_variant() {
    let (app, photo) = start().await;
    let other = app.member(&person(2)).await;
    let theirs = Photo::of(&app, &other).await;
    let (path, query) = (photo.path("w_24"), &photo.query);
    let path = path.split('?').next().unwrap();
    let (exp, sig) = query.split_once("&sig=").unwrap();
    let later = exp.strip_prefix("exp=").unwrap().parse::<i64>().unwrap() + 60;
    let first = if sig.starts_with('A') { "B" } else { "A" };
    let refused = app.get("/api/file/fetch/a.jpg", &Credentials::None).await;
    for wrong in [
        path.to_owned(),
        format!("{path}?{exp}"),
        format!("{path}?sig={sig}"),
        format!("{path}?{exp}&sig={first}{}", &sig[1..]),
        format!("{path}?exp={later}&sig={sig}"),
        format!("{path}?exp=never&sig={sig}"),
        format!("/_ipx/w_24/{}?{query}", theirs.file_id),
        format!("/_ipx/w_24/{}.jpg?{query}", "0".repeat(32)),
        format!("/_ipx/w_24/..%2F{}?{query}", photo.file_id),
        // Without a valid signature, the answer does not even mention wrong modifiers.
        format!("/_ipx/rotate_90/{}?{exp}", photo.file_id),
    ] {
        for credentials in [Credentials::None, other.clone()] {
            let answer = app.get(&wrong, &credentials).await;
            assert_eq!(answer.bytes, refused.bytes, "{wrong}");
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            answer.refused("E003");
        }
    }
    app.clock.advance(15 * MINUTE_S + 1);
    let expired = app.get(&photo.path("w_24"), &Credentials::None).await;
    assert_eq!(expired.bytes, refused.bytes);
}

#[tokio::test]
async fn a_device_caches_a_variant_as_long_as_its_url_is_valid() {
    let (app, photo) = start().await;
    let ask = async |modifiers: &str, held: &str| {
        let request = app.request(Method::GET, &photo.path(modifiers), &Credentials::None);
        app.send(request.header(IF_NONE_MATCH, held)).await
    };
    app.clock.advance(5 * MINUTE_S);
    let first = app
        .get(&photo.path("f_webp,w_24"), &Credentials::None)
        .await;
    let tag = first.header("etag").unwrap().to_owned();
    assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag}");
    assert_eq!(
        first.header("cache-control"),
        Some("private, max-age=600, immutable")
    );
    assert_eq!(
        first.header("cross-origin-resource-policy"),
        Some("same-origin")
    );
    assert_eq!(first.header("x-content-type-options"), Some("nosniff"));
    for held in [
        tag.clone(),
        format!("\"x\", {tag}"),
        format!("W/{tag}"),
        "*".to_owned(),
    ] {
        let again = ask("f_webp,w_24", &held).await;
        assert_eq!((again.status, again.bytes.len()), (304, 0), "{held}");
        assert_eq!(again.header("etag"), Some(tag.as_str()));
        assert!(again.header("cache-control").unwrap().contains("private"));
    }
    // The same modifiers in another order, and different ones.
    assert_eq!(ask("w_24,f_webp,q_80", &tag).await.status, 304);
    assert_eq!(ask("f_webp,w_48", &tag).await.status, 200);
    assert_eq!(ask("_", &tag).await.status, 200);
    app.get(&photo.path("rotate_90"), &Credentials::None)
        .await
        .refused("E002");
    app.clock.advance(10 * MINUTE_S + 1);
    ask("f_webp,w_24", &tag).await.refused("E003");
}

/// Detaches the file from its owner, as the first step of a deletion does.
async fn orphan(app: &TestApp, file_id: &str) {
    let database = &app.running.app.database.writes;
    let sql = format!("UPDATE upload SET line_user_id = '' WHERE name = '{file_id}'");
    let statement = Statement::from_string(database.get_database_backend(), sql);
    let done = database.execute_raw(statement).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
}

#[tokio::test]
async fn the_pictures_of_a_deleted_account_leave_the_cache() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let photo = Photo::of(&app, &session).await;
    let shown = app.get(&photo.path("w_24"), &Credentials::None).await;
    assert_eq!(shown.status, 200);
    let pictures = &app.running.app.pictures;
    assert_eq!(pictures.n_cached().await, 1);
    app.delete_account(&session).await;
    let is_empty = async || pictures.n_cached().await == 0;
    wait_until("an empty cache", Duration::from_secs(10), is_empty).await;
}

#[tokio::test]
async fn a_deleted_photo_is_gone_in_every_size() {
    let (app, photo) = start().await;
    let first = app.get(&photo.path("w_24"), &Credentials::None).await;
    assert_eq!(first.status, 200);
    let tag = first.header("etag").unwrap();
    orphan(&app, &photo.file_id).await;
    for modifiers in ["w_24", "w_48", "_"] {
        let request = app.request(Method::GET, &photo.path(modifiers), &Credentials::None);
        let answer = app.send(request.header(IF_NONE_MATCH, tag)).await;
        answer.refused("E003");
    }
}

#[tokio::test]
async fn a_pdf_of_an_earlier_version_has_no_other_sizes_and_formats() {
    let app = TestApp::start().await;
    let name = app.document(&app.id_token(&person(1))).await;
    let name = app.as_of_an_earlier_version(&name, "pdf").await;
    let url = app.running.app.pictures.signed_url(&name);
    let (_, query) = url.split_once('?').unwrap();
    for modifiers in ["_", "f_webp", "f_png,w_24"] {
        let path = format!("/_ipx/{modifiers}/{name}?{query}");
        app.get(&path, &Credentials::None).await.refused("E007");
    }
}

#[tokio::test]
async fn a_cache_of_size_zero_resizes_each_picture_again() {
    let app = TestApp::start_with(|settings| settings.image_cache_mb = Some("0".to_owned())).await;
    let session = app.member(&person(1)).await;
    let photo = Photo::of(&app, &session).await;
    for _ in 0..2 {
        let answer = app.get(&photo.path("w_24"), &Credentials::None).await;
        assert_eq!(load_from_memory(&answer.bytes).unwrap().width(), 24);
    }
}

#[tokio::test]
async fn other_methods_than_get_are_refused() {
    let (app, photo) = start().await;
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let request = app.request(method, &photo.path("w_24"), &Credentials::None);
        app.send(request).await.refused("E010");
    }
}
