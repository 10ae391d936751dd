//! The files of the suite, made at run time from small valid ones.

use std::io::Cursor;

use enmusubi_image::Rejected::{self, TooLarge, Unreadable};
use enmusubi_tests::png::{crc32, with_size};
use image::codecs::png::PngEncoder;
use image::{ImageEncoder as _, ImageFormat, Rgb, RgbImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

type Refused = (&'static str, Vec<u8>, Option<Rejected>);

/// More bytes than a colour profile may have.
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
    let [jpeg_file, png] =
        [ImageFormat::Jpeg, ImageFormat::Png].map(|format| encoded(&small, format));
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
            "GIF of 65,535 by 65,535",
            b"GIF89a\xFF\xFF\xFF\xFF\xF0\0\0".repeat(9),
            None,
        ),
        ("JPEG that is cut", cut(&jpeg_file), Some(Unreadable)),
        ("PNG that is cut", cut(&png), Some(Unreadable)),
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
            Some(TooLarge),
        ),
        ("WebP", encoded(&small, ImageFormat::WebP), None),
        ("PDF", b"%PDF-1.7 <script>".to_vec(), None),
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
    let [jpeg, png] = [ImageFormat::Jpeg, ImageFormat::Png].map(|format| encoded(&small, format));
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
