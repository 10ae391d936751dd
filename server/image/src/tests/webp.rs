//! The computed memory of a WebP is the memory that the decoder takes.

use image::{ImageFormat, Rgba, RgbaImage};

use super::{encoded, picture};
use crate::webp::working_bytes;
use crate::{Kind, Rejected, clean};

/// Bytes for each pixel of a picture without tables.
fn per_pixel(bytes: &[u8], n_pixels: u64) -> u64 {
    working_bytes(bytes).unwrap() / n_pixels
}

fn chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_le_bytes();
    [kind, &length, data, &vec![0; data.len() % 2]].concat()
}

fn riff(chunks: &[Vec<u8>]) -> Vec<u8> {
    chunk(b"RIFF", &[b"WEBP".to_vec(), chunks.concat()].concat())
}

/// An extended file of 64 by 48 pixels.
fn extended(flags: u8, chunks: &[Vec<u8>]) -> Vec<u8> {
    let header = chunk(b"VP8X", &[flags, 0, 0, 0, 63, 0, 0, 47, 0, 0]);
    riff(&[&[header], chunks].concat())
}

/// Makes noise, because an encoder needs few tables for a plain picture.
fn noise() -> RgbaImage {
    let mut state = 1_u32;
    RgbaImage::from_fn(64, 48, |x, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [a, b, c, _] = state.to_be_bytes();
        Rgba([a, b / 8, c / 64, u8::try_from(x * 3).unwrap()])
    })
}

fn written(is_lossless: bool) -> Vec<u8> {
    let picture = noise();
    let encoder = webpx::Encoder::new_rgba(&picture, 64, 48).lossless(is_lossless);
    encoder.encode(webpx::Unstoppable).unwrap()
}

#[test]
fn the_walk_reads_every_table_that_encoders_write() {
    let n_pixels = 64 * 48;
    let lossless = encoded(&picture(64, 48), ImageFormat::WebP);
    for (what, bytes, least) in [
        ("image-webp, lossless", lossless, 8),
        ("libwebp, lossless", written(true), 8),
        ("libwebp, lossy with alpha", written(false), 12),
    ] {
        let found = per_pixel(&bytes, n_pixels);
        // The tables of a small picture are larger than the picture.
        assert!((least..100).contains(&found), "{what}: {found}");
        assert!(clean(&bytes, Kind::Webp).is_ok(), "{what}");
    }
}

#[test]
fn an_animation_counts_its_first_frame_and_its_canvas() {
    let still = encoded(&picture(64, 48), ImageFormat::WebP);
    let mut frame = vec![0, 0, 0, 0, 0, 0, 63, 0, 0, 47, 0, 0, 100, 0, 0, 0];
    frame.extend(&still[12..]);
    let frames = [chunk(b"ANIM", &[0; 6]), chunk(b"ANMF", &frame)];
    let bytes = extended(0x02, &frames);
    assert!(working_bytes(&bytes).unwrap() >= 64 * 48 * 16);
    let cleaned = clean(&bytes, Kind::Webp).unwrap();
    assert_eq!((cleaned.width, cleaned.height), (64, 48));
    // Without the animation flag, the decoder would read the parts of the frame as parts of the picture.
    assert_eq!(
        working_bytes(&extended(0, &[frames.concat(), still[12..].to_vec()])),
        Err(Rejected::Unreadable)
    );
}

#[test]
fn a_part_whose_size_differs_from_the_picture_is_refused() {
    let still = encoded(&picture(64, 48), ImageFormat::WebP);
    let other = encoded(&picture(65, 48), ImageFormat::WebP);
    assert!(working_bytes(&extended(0, &[still[12..].to_vec()])).is_ok());
    assert_eq!(
        working_bytes(&extended(0, &[other[12..].to_vec()])),
        Err(Rejected::Unreadable)
    );
}

#[test]
fn a_chunk_beyond_the_end_of_the_file_is_refused_if_the_decoder_reads_its_kind() {
    let still = encoded(&picture(64, 48), ImageFormat::WebP);
    let with = |kind: &[u8]| {
        let boast = [kind, b"\xF0\xFF\xFF\xFF".as_slice(), b"data"].concat();
        working_bytes(&extended(0, &[still[12..].to_vec(), boast]))
    };
    assert_eq!(with(b"EXIF"), Err(Rejected::Unreadable));
    assert!(with(b"none").is_ok());
}

#[test]
fn a_second_chunk_of_pixels_is_refused_and_a_second_one_of_metadata_is_not() {
    let still = encoded(&picture(64, 48), ImageFormat::WebP)[12..].to_vec();
    let alpha = chunk(b"ALPH", &[vec![0], vec![255; 64 * 48]].concat());
    let exif = chunk(b"EXIF", b"MM");
    let outcome = |chunks: &[&Vec<u8>]| {
        let chunks: Vec<Vec<u8>> = chunks.iter().map(|it| (*it).clone()).collect();
        working_bytes(&extended(0, &chunks)).map(|_| ())
    };
    assert_eq!(outcome(&[&still, &exif, &exif]), Ok(()));
    assert_eq!(outcome(&[&alpha, &still]), Ok(()));
    assert_eq!(outcome(&[&still, &still]), Err(Rejected::Unreadable));
    assert_eq!(
        outcome(&[&alpha, &alpha, &still]),
        Err(Rejected::Unreadable)
    );
}
