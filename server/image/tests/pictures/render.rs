//! Variants of pictures: transparent ones, blurred ones, and their loss of quality.

use enmusubi_image::{Kind, Modifiers, Rejected, render};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::{encoded, picture};

pub(crate) fn rendered(bytes: &[u8], kind: Kind, modifiers: &str) -> DynamicImage {
    let modifiers = Modifiers::parse(modifiers).unwrap();
    let made = render(bytes, kind, &modifiers).unwrap();
    let format = image::guess_format(&made).unwrap();
    let media_type = modifiers.format.unwrap_or(kind).media_type();
    assert_eq!(format.to_mime_type(), media_type, "{modifiers}");
    image::load_from_memory(&made).unwrap()
}

#[test]
fn transparency_is_kept_by_formats_that_have_it_and_gets_the_background_in_others() {
    let clear: DynamicImage = RgbaImage::from_pixel(40, 40, Rgba([200, 0, 0, 0])).into();
    for (format, kind) in [
        (ImageFormat::Png, Kind::Png),
        (ImageFormat::WebP, Kind::Webp),
    ] {
        let bytes = encoded(&clear, format);
        for modifiers in ["f_png,w_20", "f_webp,w_20"] {
            assert_eq!(
                rendered(&bytes, kind, modifiers).to_rgba8().get_pixel(9, 9)[3],
                0
            );
        }
        for (modifiers, [red, green, blue]) in [
            ("f_jpeg,w_20", [0, 0, 0]),
            ("f_jpeg,w_20,b_ffffff", [255, 255, 255]),
            ("f_png,s_20x32,fit_contain,b_ffffff", [255, 255, 255]),
        ] {
            let shown = rendered(&bytes, kind, modifiers).to_rgba8();
            let expected = Rgba([red, green, blue, 255]);
            assert_eq!(shown.get_pixel(9, 9), &expected, "{modifiers}");
        }
    }
}

#[test]
fn cover_cuts_the_same_from_both_ends() {
    let lying = picture(80, 20);
    let standing = lying.rotate90();
    for (picture, red, blue) in [(lying, (2, 10), (17, 10)), (standing, (10, 2), (10, 17))] {
        let bytes = encoded(&picture, ImageFormat::Png);
        let shown = rendered(&bytes, Kind::Png, "s_20").to_rgb8();
        assert_eq!(shown.dimensions(), (20, 20));
        assert!(shown.get_pixel(red.0, red.1)[0] > 150, "red at one end");
        assert!(
            shown.get_pixel(blue.0, blue.1)[2] > 150,
            "blue at the other end"
        );
    }
}

#[test]
fn a_blurred_edge_is_soft() {
    let bytes = encoded(&picture(40, 40), ImageFormat::Png);
    let steps = |modifiers: &str| {
        let shown = rendered(&bytes, Kind::Png, modifiers).to_rgb8();
        (0..shown.width())
            .filter(|x| (60..180).contains(&shown.get_pixel(*x, 20)[0]))
            .count()
    };
    assert!(steps("f_png,blur_3") > steps("f_png,w_40") + 3);
}

#[test]
fn a_better_quality_is_larger_and_nearer_to_the_picture() {
    let noisy: DynamicImage = RgbImage::from_fn(160, 160, |x, y| {
        let wave = |n: u32| u8::try_from((x * x + y * n) % 256).unwrap();
        Rgb([wave(3), wave(5), 128])
    })
    .into();
    let bytes = encoded(&noisy, ImageFormat::Png);
    for format in ["jpeg", "webp"] {
        let made = |quality: u8| {
            let modifiers = Modifiers::parse(&format!("f_{format},q_{quality}")).unwrap();
            let made = render(&bytes, Kind::Png, &modifiers).unwrap();
            let shown = image::load_from_memory(&made).unwrap().to_rgb8();
            let pixels = shown.as_raw().iter().zip(noisy.as_bytes());
            let lost: u64 = pixels.map(|(a, b)| u64::from(a.abs_diff(*b)).pow(2)).sum();
            (made.len(), lost)
        };
        let (low, high) = (made(30), made(90));
        assert!(
            low.0 < high.0 && low.1 > high.1,
            "{format} {low:?} {high:?}"
        );
    }
}

#[test]
fn a_broken_file_is_refused() {
    let modifiers = Modifiers::parse("w_20").unwrap();
    for kind in [Kind::Jpeg, Kind::Png, Kind::Webp] {
        assert_eq!(render(b"%PDF", kind, &modifiers), Err(Rejected::Unreadable));
    }
}
