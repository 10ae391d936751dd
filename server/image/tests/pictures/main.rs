//! Ordinary, turned, cut and dishonest pictures, and their variants.
//!
//! These tests are a program of their own, because tests inside the library would compile all of the optimised library a second time.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails, and says where"
)]

mod colour;
mod files;
mod jpeg;
mod jpeg_layout;
mod layout;
mod metadata;
mod modifiers;
mod render;

use std::io::Cursor;
use std::time::{Duration, Instant};

use enmusubi_image::{Clean, Kind, Rejected, Use, clean};
use enmusubi_tests::png;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

/// The formats of uploads.
const FORMATS: [(ImageFormat, Kind); 2] = [
    (ImageFormat::Jpeg, Kind::Jpeg),
    (ImageFormat::Png, Kind::Png),
];

/// Makes a picture whose left half is red and whose right half is blue.
fn picture(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, _| {
        if x < width / 2 {
            Rgb([220, 20, 20])
        } else {
            Rgb([20, 20, 220])
        }
    })
    .into()
}

fn cleaned(bytes: &[u8], kind: Kind) -> Result<Clean, Rejected> {
    clean(bytes, kind, Use::Photo)
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Makes a JPEG with an orientation and a GPS position in its EXIF data.
fn turned_jpeg(orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0\x2A\0\0\0\x08\0\x02".to_vec();
    exif.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
    exif.extend([0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38]);
    exif.extend([0, 0, 0, 0]);
    exif.extend(b"GPS-SECRET");
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    let plain = encoded(&picture(40, 20), ImageFormat::Jpeg);
    let mut bytes = plain[..2].to_vec();
    bytes.extend([0xFF, 0xE1]);
    bytes.extend(length);
    bytes.extend(exif);
    bytes.extend(&plain[2..]);
    bytes
}

#[test]
fn every_orientation_comes_out_upright_and_without_metadata() {
    // A point of the red half after turning: x and y in eighths of the picture.
    let red = [
        (1, 4),
        (7, 4),
        (7, 4),
        (1, 4),
        (4, 1),
        (4, 1),
        (4, 7),
        (4, 7),
    ];
    for (orientation, (x, y)) in (1..=8).zip(red) {
        let made = cleaned(&turned_jpeg(orientation), Kind::Jpeg).unwrap();
        let size = if orientation < 5 { (40, 20) } else { (20, 40) };
        assert_eq!((made.width, made.height), size, "{orientation}");
        let shown = image::load_from_memory(&made.bytes).unwrap().to_rgb8();
        let pixel = shown.get_pixel(size.0 * x / 8, size.1 * y / 8);
        assert!(pixel[0] > 150 && pixel[2] < 100, "{orientation}: {pixel:?}");
        for trace in [&b"Exif"[..], b"GPS-SECRET"] {
            assert!(!made.bytes.windows(trace.len()).any(|it| it == trace));
        }
    }
}

#[test]
fn each_format_is_kept_and_gets_a_miniature() {
    for (format, kind) in FORMATS {
        let bytes = encoded(&picture(30, 30), format);
        assert_eq!(Kind::of(&bytes), Some(kind));
        let made = cleaned(&bytes, kind).unwrap();
        assert_eq!(Kind::of(&made.bytes), Some(kind));
        assert!(!made.thumbhash.is_empty());
    }
}

#[test]
fn a_large_picture_is_made_smaller_in_proportion() {
    let bytes = encoded(&picture(4096, 1024), ImageFormat::Jpeg);
    let made = cleaned(&bytes, Kind::Jpeg).unwrap();
    assert_eq!((made.width, made.height), (2048, 512));
}

#[test]
fn a_picture_one_pixel_high_gets_a_miniature_too() {
    let bytes = encoded(&picture(3000, 1), ImageFormat::Png);
    let made = cleaned(&bytes, Kind::Png).unwrap();
    assert_eq!((made.width, made.height), (2048, 1));
    assert!(!made.thumbhash.is_empty());
}

#[test]
fn a_file_that_was_cut_is_refused() {
    for (format, kind) in FORMATS {
        let bytes = encoded(&picture(200, 200), format);
        for length in [12, bytes.len() / 2, bytes.len() * 3 / 4] {
            let error = cleaned(&bytes[..length], kind).err();
            assert_eq!(error, Some(Rejected::Unreadable), "{format:?} {length}");
        }
    }
}

#[test]
fn a_document_keeps_the_pixels_of_five_pages() {
    for (size, kept) in [
        ((1_500, 10_600), (1_500, 10_600)),
        ((3_000, 4_243), (3_000, 4_243)),
        ((3_000, 16_000), (1_773, 9_459)),
        ((8_000, 6_000), (4_729, 3_546)),
    ] {
        let bytes = encoded(&picture(size.0, size.1), ImageFormat::Jpeg);
        let made = clean(&bytes, Kind::Jpeg, Use::Document).unwrap();
        assert_eq!((made.width, made.height), kept);
    }
}

#[test]
fn a_small_file_that_claims_to_be_huge_is_refused_at_its_header() {
    let small = encoded(&picture(2, 2), ImageFormat::Png);
    let bytes = png::with_size(&small, 50_000, 50_000);
    let started = Instant::now();
    assert_eq!(cleaned(&bytes, Kind::Png).unwrap_err(), Rejected::TooLarge);
    assert!(started.elapsed() < Duration::from_millis(500));
}

#[test]
fn other_files_than_pictures_of_the_two_formats_have_no_kind() {
    let webp = encoded(&picture(8, 8), ImageFormat::WebP);
    for other in [
        &webp[..],
        b"%PDF-1.7\n",
        b"\0\0\0\x18ftypheic\0\0\0\0",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"MZ\x90\0\x03\0\0\0",
        b"\x7FELF\x02\x01\x01\0",
        b"GIF89a\x01\0\x01\0",
        b"",
    ] {
        assert_eq!(Kind::of(other), None);
    }
}
