//! The files of the suite, made at run time from small valid ones.

use std::io::Cursor;

use enmusubi_image::Rejected::{self, TooLarge, Unreadable};
use enmusubi_tests::png::{crc32, with_size};
use image::codecs::png::PngEncoder;
use image::{ImageEncoder as _, ImageFormat, Rgb, RgbImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use crate::by_hand;

type Refused = (&'static str, Vec<u8>, Option<Rejected>);

/// More than a colour profile may have.
const BOMB_BYTES: usize = 256 * 1024 * 1024;

/// A picture of broad hills with some noise.
pub(crate) fn photo(width: u32, height: u32) -> RgbImage {
    let mut noise = 1_u32;
    RgbImage::from_fn(width, height, |x, y| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let hill = |x: u32, length: u32| x * 200 / length;
        let [grain, ..] = noise.to_be_bytes();
        let channel = |value: u32| u8::try_from(value.min(255)).unwrap();
        let grain = u32::from(grain) / 16;
        Rgb([hill(x, width), hill(y, height), 90].map(|value| channel(value + grain)))
    })
}

pub(crate) fn encoded(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// The way in which a JPEG is stored.
#[derive(Clone, Copy)]
pub(crate) enum Scans {
    /// Sequential, all components in one scan.
    One,
    /// Sequential, a scan for each component.
    OneEach,
    Progressive,
}

fn progressive(picture: &RgbImage) -> Vec<u8> {
    jpeg(picture, Scans::Progressive, SamplingFactor::R_4_2_0)
}

fn jpeg(picture: &RgbImage, scans: Scans, sampling: SamplingFactor) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 90);
    encoder.set_progressive(matches!(scans, Scans::Progressive));
    // The encoder writes a scan for each component when it makes Huffman tables for this picture.
    encoder.set_optimized_huffman_tables(matches!(scans, Scans::OneEach));
    encoder.set_sampling_factor(sampling);
    let [width, height] = [picture.width(), picture.height()].map(|it| u16::try_from(it).unwrap());
    encoder
        .encode(picture, width, height, ColorType::Rgb)
        .unwrap();
    bytes
}

/// Returns a progressive JPEG of four inks, and its number of samples.
pub(crate) fn printed(width: u16, height: u16) -> (Vec<u8>, usize) {
    let picture = photo(u32::from(width), u32::from(height));
    let inks: Vec<u8> = picture
        .pixels()
        .flat_map(|Rgb([red, green, blue])| [*red, *green, *blue, 20])
        .collect();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 90);
    encoder.set_progressive(true);
    encoder.set_sampling_factor(SamplingFactor::R_4_4_4);
    encoder
        .encode(&inks, width, height, ColorType::Cmyk)
        .unwrap();
    (bytes, inks.len())
}

/// Returns a JPEG whose EXIF segment says that it is turned by a quarter.
pub(crate) fn turned(picture: &RgbImage, scans: Scans, sampling: SamplingFactor) -> Vec<u8> {
    let jpeg = jpeg(picture, scans, sampling);
    let exif =
        b"\xFF\xE1\0\x22Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    [&jpeg[..2], exif, &jpeg[2..]].concat()
}

pub(crate) fn refused() -> Vec<Refused> {
    let small = photo(64, 64);
    let [jpeg_file, png, webp] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP]
        .map(|format| encoded(&small, format));
    let cut = |bytes: &[u8]| bytes[..bytes.len() * 2 / 3].to_vec();
    vec![
        (
            "PNG of 50,000 by 50,000",
            with_size(&png, 50_000, 50_000),
            Some(TooLarge),
        ),
        (
            "PNG of 2^31 - 1 by 2^31 - 1",
            with_size(&png, 0x7FFF_FFFF, 0x7FFF_FFFF),
            Some(TooLarge),
        ),
        (
            "JPEG of 65,535 by 65,535",
            huge_jpeg(&jpeg_file),
            Some(TooLarge),
        ),
        (
            "WebP of 16,383 by 16,383, lossless",
            huge_webp(&webp),
            Some(TooLarge),
        ),
        (
            "WebP of 2^24 by 2^24, extended",
            huge_extended_webp(&webp),
            Some(Unreadable),
        ),
        (
            "GIF of 65,535 by 65,535",
            b"GIF89a\xFF\xFF\xFF\xFF\xF0\0\0".repeat(9),
            None,
        ),
        ("JPEG that is cut", cut(&jpeg_file), Some(Unreadable)),
        ("PNG that is cut", cut(&png), Some(Unreadable)),
        ("WebP that is cut", cut(&webp), Some(Unreadable)),
        (
            "WebP with 4 GiB of metadata",
            webp_with_false_length(&webp),
            Some(Unreadable),
        ),
        (
            "WebP with a frame larger than its canvas",
            webp_with_frame_beyond_canvas(),
            Some(Unreadable),
        ),
        (
            "WebP of 327,680 tables",
            by_hand::webp_of_tables(),
            Some(TooLarge),
        ),
        (
            "WebP of 49 megapixels in 56 bytes",
            by_hand::webp_of_free_blocks(1),
            Some(TooLarge),
        ),
        (
            "WebP whose pixels come 4,000 times",
            by_hand::webp_of_free_blocks(4_000),
            Some(Unreadable),
        ),
        (
            "WebP with pixels in a chunk of unknown kind",
            by_hand::webp_of_hidden_pixels(),
            Some(Unreadable),
        ),
        (
            "JPEG of only its start mark",
            b"\xFF\xD8\xFF".to_vec(),
            Some(Unreadable),
        ),
        (
            "JPEG of fill bytes",
            [b"\xFF\xD8".to_vec(), vec![0xFF; 1 << 20]].concat(),
            Some(Unreadable),
        ),
        (
            "JPEG of zeros",
            [b"\xFF\xD8\xFF\xDA\0\x02".to_vec(), vec![0; 1 << 20]].concat(),
            Some(Unreadable),
        ),
        (
            "JPEG of ten thousand scans",
            many_scans(10_000),
            Some(Unreadable),
        ),
        (
            "PDF called a photo",
            b"%PDF-1.7 <script>".to_vec(),
            Some(Unreadable),
        ),
        ("HTML", b"<html><script>alert(1)</script>".to_vec(), None),
        (
            "SVG",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
            None,
        ),
    ]
}

pub(crate) fn polyglots() -> Vec<(&'static str, Vec<u8>, &'static [u8])> {
    let small = photo(64, 64);
    let [jpeg, png, webp] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP]
        .map(|format| encoded(&small, format));
    let html = b"<html><script>alert(1)</script>";
    let comment = [&b"\xFF\xFE\0\x21"[..], html].concat();
    vec![
        (
            "JPEG and HTML in its comment",
            [&jpeg[..2], &comment, &jpeg[2..]].concat(),
            b"<script",
        ),
        (
            "JPEG and zip",
            [&jpeg[..], b"PK\x03\x04", &[7; 4096]].concat(),
            b"PK\x03\x04",
        ),
        (
            "JPEG and PDF",
            [&jpeg[..], b"%PDF-1.7\n1 0 obj"].concat(),
            b"%PDF",
        ),
        ("PNG and HTML", [&png[..], html].concat(), b"<script"),
        (
            "WebP and zip",
            [&webp[..], b"PK\x03\x04"].concat(),
            b"PK\x03\x04",
        ),
    ]
}

/// Small pictures whose metadata is large once it is unpacked.
pub(crate) fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let small = photo(64, 64);
    let mut profile = Vec::new();
    let mut encoder = PngEncoder::new(&mut profile);
    encoder.set_icc_profile(vec![0; BOMB_BYTES]).unwrap();
    let (width, height) = small.dimensions();
    encoder
        .write_image(&small, width, height, image::ExtendedColorType::Rgb8)
        .unwrap();
    let start = profile.windows(4).position(|it| it == b"iCCP").unwrap();
    let mut text = profile.clone();
    text[start..start + 4].copy_from_slice(b"zTXt");
    let length = u32::from_be_bytes(text[start - 4..start].try_into().unwrap()) as usize;
    let checksum = crc32(&text[start..start + 4 + length]).to_be_bytes();
    text[start + 4 + length..start + 8 + length].copy_from_slice(&checksum);
    vec![
        ("PNG with 256 MiB of profile", profile),
        ("PNG with 256 MiB of text", text),
    ]
}

fn huge_jpeg(jpeg: &[u8]) -> Vec<u8> {
    let mut bytes = jpeg.to_vec();
    let frame = bytes.windows(2).position(|it| it == [0xFF, 0xC0]).unwrap();
    bytes[frame + 5..frame + 9].fill(0xFF);
    bytes
}

/// Sets width and height, less one, which take 14 bits each after the lossless mark.
fn huge_webp(webp: &[u8]) -> Vec<u8> {
    assert_eq!((&webp[12..16], webp[20]), (&b"VP8L"[..], 0x2F));
    let flags = webp[24] & 0xF0;
    let [low, middle, high, top] = (0x3FFE_u32 | 0x3FFE << 14).to_le_bytes();
    let mut bytes = webp.to_vec();
    bytes[21..25].copy_from_slice(&[low, middle, high, top | flags]);
    bytes
}

fn huge_extended_webp(webp: &[u8]) -> Vec<u8> {
    let header = b"VP8X\x0A\0\0\0\0\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF";
    let mut bytes = [&webp[..12], header, &webp[12..]].concat();
    let length = u32::try_from(bytes.len() - 8).unwrap();
    bytes[4..8].copy_from_slice(&length.to_le_bytes());
    bytes
}

/// Makes an extended file whose header claims more metadata than the file has.
fn webp_with_false_length(webp: &[u8]) -> Vec<u8> {
    let header = b"VP8X\x0A\0\0\0\x08\0\0\0\x3F\0\0\x3F\0\0";
    let metadata = b"EXIF\xF0\xFF\xFF\xFFMM\0\x2A";
    [&b"RIFF\xFF\xFF\0\0WEBP"[..], header, &webp[12..], metadata].concat()
}

/// Makes a canvas of one pixel with a lossy frame of 16,383 by 16,383.
fn webp_with_frame_beyond_canvas() -> Vec<u8> {
    let header = b"VP8X\x0A\0\0\0\0\0\0\0\0\0\0\0\0\0";
    let small = photo(64, 64);
    let lossy = webpx::Encoder::new_rgb(&small, 64, 64);
    let mut frame = lossy.encode(webpx::Unstoppable).unwrap().split_off(12);
    assert!(frame.starts_with(b"VP8 "));
    frame[14..18].copy_from_slice(b"\xFF\x3F\xFF\x3F");
    [&b"RIFF\xFF\xFF\0\0WEBP"[..], header, &frame].concat()
}

/// Makes a large progressive picture whose last scan is repeated.
fn many_scans(n_scans: usize) -> Vec<u8> {
    let bytes = progressive(&RgbImage::new(2000, 1500));
    let last = bytes.windows(2).rposition(|it| it == [0xFF, 0xDA]).unwrap();
    let (rest, end) = bytes.split_at(bytes.len() - 2);
    let (start, scan) = rest.split_at(last);
    // An upload may have 15 MiB.
    let n_scans = n_scans.min(15 * 1024 * 1024 / scan.len());
    [start, &scan.repeat(n_scans), end].concat()
}
