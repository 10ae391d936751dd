//! `GET /_ipx/{modifiers}/{fileId}`: one client cannot use up the decoders.

use image::{DynamicImage, ImageFormat, RgbImage};
use tokio::time::timeout;

use super::picture;
use crate::suite::prelude::*;

const SIZES: [u32; 12] = [10, 16, 20, 24, 32, 40, 48, 60, 64, 72, 80, 96];

/// A file of the n-th person, and the query that signs its URL.
struct Photo {
    file_id: String,
    query: String,
}

impl Photo {
    async fn upload(app: &TestApp, n: u32, bytes: Vec<u8>) -> Self {
        let credentials = app.id_token(&person(n));
        let answer = app.upload(&credentials, "me.jpg", bytes, None).await.ok();
        let file_id = answer["fileName"].as_str().unwrap().to_owned();
        let url = app.running.app.pictures.signed_url(&file_id);
        let (_, query) = url.split_once('?').unwrap();
        Self {
            file_id,
            query: query.to_owned(),
        }
    }

    fn path(&self, modifiers: &str) -> String {
        format!("/_ipx/{modifiers}/{}?{}", self.file_id, self.query)
    }

    async fn get(&self, app: &TestApp, modifiers: &str) -> Answer {
        self.get_from(app, modifiers, "192.0.2.1").await
    }

    async fn get_from(&self, app: &TestApp, modifiers: &str, address: &str) -> Answer {
        let request = app.request(Method::GET, &self.path(modifiers), &Credentials::None);
        app.send(request.header("X-Forwarded-For", address)).await
    }
}

async fn n_cached(app: &TestApp) -> u64 {
    app.running.app.pictures.n_cached().await
}

/// Starts a server with rate limits and a proxy that names the client.
async fn limited() -> TestApp {
    TestApp::start_with(|settings| {
        settings.rate_limit = Some("on".to_owned());
        settings.trusted_proxies = Some("127.0.0.1".to_owned());
    })
    .await
}

/// Makes a photo of a phone's size, which takes a decoder a while.
fn large_jpeg() -> Vec<u8> {
    let image = RgbImage::from_fn(2048, 2048, |x, y| {
        let [a, b, ..] = (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503)).to_be_bytes();
        image::Rgb([a, b, a ^ b])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    let image = DynamicImage::from(image);
    image.write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
    bytes.into_inner()
}

#[tokio::test]
async fn arbitrary_qualities_colours_and_blurs_make_few_variants() {
    let app = TestApp::start().await;
    let photo = Photo::upload(&app, 1, picture::jpeg()).await;
    for quality in 1..=100 {
        let answer = photo.get(&app, &format!("w_24,q_{quality}")).await;
        assert_eq!(answer.status, 200, "{quality}");
    }
    assert_eq!(n_cached(&app).await, 4);
    let mut n_shown = 0;
    for n in 0..=255 {
        for modifiers in [format!("w_24,b_{n:02x}0000"), format!("w_24,blur_{n}")] {
            let answer = photo.get(&app, &modifiers).await;
            if answer.status == 200 {
                n_shown += 1;
            } else {
                answer.refused("E002");
            }
        }
    }
    assert_eq!(n_shown, 1 + 3, "black, and three blurs");
    assert_eq!(n_cached(&app).await, 4 + n_shown);
}

#[tokio::test]
async fn only_new_variants_of_a_photo_with_too_many_are_refused() {
    let app = limited().await;
    let photo = Photo::upload(&app, 1, picture::jpeg()).await;
    let other = Photo::upload(&app, 2, picture::jpeg()).await;
    assert_eq!(photo.get(&app, "w_24").await.status, 200);
    let mut n_made = 1;
    let variants = SIZES.iter().flat_map(|width| {
        let of = move |height| format!("fit_cover,s_{width}x{height}");
        SIZES.iter().map(of)
    });
    let mut refused = None;
    for modifiers in variants {
        let answer = photo.get(&app, &modifiers).await;
        if answer.status != 200 {
            refused = Some((modifiers, answer));
            break;
        }
        n_made += 1;
    }
    let (modifiers, answer) = refused.expect("the number of variants has no limit");
    assert_eq!(n_made, 32);
    assert_eq!(answer.header("retry-after"), Some("10"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer.refused("E005");
    // The limit belongs to the photo, so a client at another address is refused too.
    let elsewhere = photo.get_from(&app, &modifiers, "198.51.100.1").await;
    elsewhere.refused("E005");
    assert_eq!(
        photo.get(&app, "w_24").await.status,
        200,
        "a cached variant"
    );
    assert_eq!(photo.get(&app, "_").await.status, 200, "the stored file");
    assert_eq!(other.get(&app, &modifiers).await.status, 200);
}

#[tokio::test]
async fn an_address_with_too_many_variants_is_refused_and_another_one_is_not() {
    let app = limited().await;
    let mut photos = Vec::new();
    for n in 0..36 {
        photos.push(Photo::upload(&app, n, picture::jpeg()).await);
    }
    // Fewer variants of each photo than the limit of a photo allows.
    let heights = SIZES.into_iter().chain([120, 128, 144, 150]);
    let variants = heights.flat_map(|height| {
        ["webp", "png"].map(|format| format!("f_{format},fit_fill,s_16x{height}"))
    });
    let variants: Vec<_> = variants.collect();
    let mut each = variants
        .iter()
        .flat_map(|modifiers| photos.iter().map(move |photo| (photo, modifiers)));
    for (photo, modifiers) in each.by_ref().take(400) {
        assert_eq!(photo.get(&app, modifiers).await.status, 200);
    }
    let (photo, modifiers) = each.next().unwrap();
    photo.get(&app, modifiers).await.refused("E005");
    let neighbour = photo.get_from(&app, modifiers, "198.51.100.1").await;
    assert_eq!(neighbour.status, 200);
}

#[tokio::test]
async fn a_page_of_dozens_of_pictures_meets_no_limit() {
    let app = limited().await;
    let mut photos = Vec::new();
    for n in 0..36 {
        photos.push(Photo::upload(&app, n, picture::jpeg()).await);
    }
    let app = &app;
    // The placeholder and the picture of each photo, for two people behind one address whose
    // screens differ.
    let answers = photos.iter().flat_map(|photo| {
        let variants = [
            "blur_3,f_webp,q_50,s_10x10",
            "f_webp,fit_cover,q_80,s_320x427",
            "f_webp,fit_cover,q_80,s_640x853",
        ];
        variants.map(|modifiers| async move { photo.get(app, modifiers).await.status })
    });
    let statuses = join_all(answers).await;
    assert_eq!(statuses, [200; 3 * 36]);
}

#[tokio::test]
async fn the_server_makes_no_variants_for_clients_that_hung_up() {
    let app = TestApp::start().await;
    let photo = Photo::upload(&app, 1, large_jpeg()).await;
    let other = Photo::upload(&app, 2, picture::jpeg()).await;
    let widths = [
        300, 320, 336, 360, 384, 400, 427, 480, 512, 600, 640, 672, 720, 768, 800, 853, 960, 1024,
        1080, 1280, 1344, 1440, 1536, 1600,
    ];
    let variants = widths.map(|width| format!("f_webp,w_{width}"));
    let requests = join_all(variants.iter().map(|modifiers| photo.get(&app, modifiers)));
    let hung_up = timeout(Duration::from_millis(200), requests).await;
    assert!(
        hung_up.is_err(),
        "the server made all variants within an instant"
    );
    // The request comes from the same address, so it would wait behind the other requests.
    assert_eq!(other.get(&app, "w_24").await.status, 200);
    let n_made = n_cached(&app).await;
    assert!(n_made < widths.len() as u64 / 2, "{n_made}");
    // The same variants can be requested again.
    assert_eq!(photo.get(&app, &variants[0]).await.status, 200);
}
