//! Converts pixels to sRGB, which a page takes for the colours of a picture without a profile. A stored picture has no
//! profile, because a profile can tell whose device took the picture.

use image::DynamicImage;
use moxcms::{ColorProfile, Layout, ParsingOptions, TransformOptions};

/// The size of the largest profile that is read, in bytes. Profiles of cameras and screens have less than 10,000 bytes.
const MAX_PROFILE_BYTES: usize = 1024 * 1024;
/// The largest table that the parser keeps, in numbers of four bytes.
const MAX_TABLE: usize = 1_000_000;
/// The points of the longest curve.
const MAX_CURVE: usize = 4096;

/// Returns the picture, of 8 bits a channel and with or without alpha, in sRGB. The picture stays unchanged if
/// its profile is missing, broken, too large, or not for red, green and blue. Browsers do the same.
pub(super) fn to_srgb(picture: DynamicImage, profile: Option<Vec<u8>>) -> DynamicImage {
    let converted = profile.and_then(|profile| converted(&picture, &profile));
    converted.unwrap_or(picture)
}

fn converted(picture: &DynamicImage, profile: &[u8]) -> Option<DynamicImage> {
    let layout = if picture.color().has_alpha() {
        Layout::Rgba
    } else {
        Layout::Rgb
    };
    // A profile from outside would choose a curve by a number, without the limits of the parser.
    let options = TransformOptions {
        allow_use_cicp_transfer: false,
        ..TransformOptions::default()
    };
    let transform = matrix_profile(profile)?
        .create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, options)
        .ok()?;
    let mut converted = DynamicImage::new(picture.width(), picture.height(), picture.color());
    let pixels = match &mut converted {
        DynamicImage::ImageRgb8(pixels) => &mut **pixels,
        DynamicImage::ImageRgba8(pixels) => &mut **pixels,
        _ => return None,
    };
    transform.transform(picture.as_bytes(), pixels).ok()?;
    Some(converted)
}

/// Reads a profile of three curves and a matrix, as all cameras and screens have. Profiles that are tables only belong
/// to printers and scanners.
fn matrix_profile(bytes: &[u8]) -> Option<ColorProfile> {
    let options = ParsingOptions {
        max_profile_size: MAX_PROFILE_BYTES,
        max_allowed_clut_size: MAX_TABLE,
        max_allowed_trc_size: MAX_CURVE,
    };
    let mut profile = ColorProfile::new_from_slice_with_options(bytes, options).ok()?;
    if !profile.is_matrix_shaper() {
        return None;
    }
    // The conversion would prefer the tables, which cost more time, to the matrix.
    profile.lut_a_to_b_perceptual = None;
    profile.lut_a_to_b_colorimetric = None;
    profile.lut_a_to_b_saturation = None;
    Some(profile)
}
