//! JPEGs of every kind give the same picture.

use enmusubi_image::{Kind, Use, clean};
use image::{Rgb, RgbImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

/// Makes four fields of different colours with a gradient of brightness.
fn fields(width: u16, height: u16) -> RgbImage {
    let (width, height) = (u32::from(width), u32::from(height));
    RgbImage::from_fn(width, height, |x, y| {
        let light = u8::try_from(60 * x / width).unwrap();
        match (x < width / 2, y < height / 2) {
            (true, true) => Rgb([180 + light, 30, 40]),
            (false, true) => Rgb([20, 150 + light, 40]),
            (true, false) => Rgb([30, 60, 170 + light]),
            (false, false) => Rgb([190, 180, light]),
        }
    })
}

fn jpeg(picture: &RgbImage, change: impl FnOnce(&mut Encoder<&mut Vec<u8>>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 95);
    encoder.set_sampling_factor(SamplingFactor::R_4_4_4);
    change(&mut encoder);
    let [width, height] = [picture.width(), picture.height()].map(|it| u16::try_from(it).unwrap());
    encoder
        .encode(picture, width, height, ColorType::Rgb)
        .unwrap();
    bytes
}

fn one_scan(picture: &RgbImage) -> Vec<u8> {
    jpeg(picture, |_| {})
}

fn progressive(picture: &RgbImage) -> Vec<u8> {
    jpeg(picture, |encoder| encoder.set_progressive(true))
}

/// Makes a file with one scan for each colour. The encoder writes these if it optimises the tables.
fn a_scan_each(picture: &RgbImage) -> Vec<u8> {
    jpeg(picture, |encoder| {
        encoder.set_optimized_huffman_tables(true);
    })
}

fn cleaned(bytes: &[u8]) -> RgbImage {
    let made = clean(bytes, Kind::Jpeg, Use::Photo).unwrap();
    image::load_from_memory(&made.bytes).unwrap().to_rgb8()
}

/// Returns the average difference between the channels, in 256ths.
fn difference(one: &RgbImage, other: &RgbImage) -> f64 {
    assert_eq!(one.dimensions(), other.dimensions());
    let apart: u64 = one
        .iter()
        .zip(other.iter())
        .map(|(one, other)| u64::from(one.abs_diff(*other)))
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let average = apart as f64 / one.len() as f64;
    average
}

#[test]
fn a_picture_in_several_scans_is_the_same_picture() {
    for (width, height) in [(2600, 1300), (1003, 1001), (17, 9), (3000, 1), (1, 1)] {
        let picture = fields(width, height);
        let expected = cleaned(&one_scan(&picture));
        for bytes in [progressive(&picture), a_scan_each(&picture)] {
            let apart = difference(&cleaned(&bytes), &expected);
            assert!(apart < 1.5, "{width} by {height}: {apart}");
        }
    }
}

#[test]
fn pictures_of_other_colours_and_samplings_are_decoded() {
    let picture = fields(64, 64);
    let mut grey = Vec::new();
    let mut encoder = Encoder::new(&mut grey, 90);
    encoder.set_progressive(true);
    encoder
        .encode(&[90; 64 * 64], 64, 64, ColorType::Luma)
        .unwrap();
    let mut cmyk = Vec::new();
    let mut encoder = Encoder::new(&mut cmyk, 90);
    encoder.set_progressive(true);
    encoder
        .encode(&[90; 64 * 64 * 4], 64, 64, ColorType::Cmyk)
        .unwrap();
    let subsampled = jpeg(&picture, |encoder| {
        encoder.set_progressive(true);
        encoder.set_sampling_factor(SamplingFactor::R_4_2_0);
    });
    for bytes in [one_scan(&picture), subsampled, grey, cmyk] {
        assert_eq!(cleaned(&bytes).dimensions(), (64, 64));
    }
}

/// Replaces each byte before the pixels by values that mean something there. No such file may cause
/// a panic.
#[test]
fn a_damaged_header_does_no_harm() {
    let whole = progressive(&fields(16, 16));
    let start_of_scan = whole.windows(2).position(|it| it == [0xFF, 0xDA]).unwrap();
    for at in 0..start_of_scan {
        for byte in [0, 1, 2, 0x11, 0xC2, 0xDA, 0xFF] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            drop(clean(&bytes, Kind::Jpeg, Use::Photo));
        }
    }
    for length in 0..start_of_scan {
        assert!(
            clean(&whole[..length], Kind::Jpeg, Use::Photo).is_err(),
            "{length}"
        );
    }
}
