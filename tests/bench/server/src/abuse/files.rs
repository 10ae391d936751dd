//! The pictures that people and attackers send.

use image::{ImageEncoder as _, Rgb, RgbImage};
use jpeg_encoder::{ColorType, Encoder};

use super::http::multipart;
use crate::Failure;

/// Pixels of the thin picture: one fewer than the server's limit.
const THIN_HEIGHT: u32 = 49_999_999;
const N_SCANS: u8 = 64;
/// The side of the picture in many scans, which has 49 megapixels.
const SCANNED_SIDE: u16 = 7_000;

pub(super) struct Files {
    /// A photo like the one that the page makes of a phone's photo.
    pub(super) photo: Vec<u8>,
    /// A picture of about 12 MB that the server stores nearly unchanged.
    pub(super) large: Vec<u8>,
    /// The multipart bodies, ready to be sent.
    pub(super) thin_upload: Vec<u8>,
    pub(super) scans_upload: Vec<u8>,
}

impl Files {
    pub(super) fn make() -> Result<Self, Failure> {
        Ok(Self {
            photo: photo()?,
            large: large()?,
            thin_upload: multipart(&thin()?),
            scans_upload: multipart(&in_many_scans()?),
        })
    }
}

fn photo() -> Result<Vec<u8>, Failure> {
    // Smooth ramps of three lengths, up and down.
    let ramp = |at: u32, length: u32| {
        let at = at % (2 * length);
        u8::try_from(at.min(2 * length - at) * 255 / length).unwrap_or(u8::MAX)
    };
    let picture = RgbImage::from_fn(1200, 1600, |x, y| {
        Rgb([ramp(x + y, 137), ramp(x * 3 + y, 911), ramp(x + y * 5, 63)])
    });
    let mut bytes = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 85);
    picture.write_with_encoder(encoder)?;
    Ok(bytes)
}

/// Makes noise as a PNG, which no format compresses.
fn large() -> Result<Vec<u8>, Failure> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    let picture = RgbImage::from_fn(2000, 2000, |_, _| Rgb([next(), next(), next()]));
    let mut bytes = Vec::new();
    image::codecs::png::PngEncoder::new(&mut bytes).write_image(
        &picture,
        picture.width(),
        picture.height(),
        image::ExtendedColorType::Rgb8,
    )?;
    Ok(bytes)
}

fn thin() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, THIN_HEIGHT);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    std::io::copy(
        &mut std::io::Read::take(std::io::repeat(0), THIN_HEIGHT.into()),
        &mut rows,
    )?;
    rows.finish()?;
    writer.finish()?;
    Ok(bytes)
}

fn in_many_scans() -> Result<Vec<u8>, Failure> {
    let side = usize::from(SCANNED_SIDE);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 50);
    encoder.set_progressive_scans(N_SCANS);
    // With the default tables the file would exceed the limit of an upload.
    encoder.set_optimized_huffman_tables(true);
    encoder.encode(
        &vec![128; side * side],
        SCANNED_SIDE,
        SCANNED_SIDE,
        ColorType::Luma,
    )?;
    Ok(bytes)
}
