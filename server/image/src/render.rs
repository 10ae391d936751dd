//! Makes a variant of a stored picture.

use image::{DynamicImage, Rgb, RgbImage, Rgba, RgbaImage, imageops};

use super::codec::{decode, encode, resize};
use super::layout::layout;
use super::{Kind, Modifiers, Rejected};

/// The background of a transparent picture unless the caller chooses one, as in the sharp library.
const BLACK: [u8; 3] = [0; 3];

/// Makes a file in `modifiers.format`, or in the stored kind if the modifiers name no format. This takes
/// up to some hundred milliseconds of processor time.
pub fn render(bytes: &[u8], kind: Kind, modifiers: &Modifiers) -> Result<Vec<u8>, Rejected> {
    // `clean` stores pictures upright, so the orientation does not matter here.
    let mut picture = decode(bytes, kind)?;
    let source = (picture.width(), picture.height());
    let layout = layout(source, modifiers);
    if layout.crop.is_some() || layout.size != source {
        picture = resize(&picture, layout.crop, layout.size)?;
    }
    if let Some(blur) = modifiers.blur {
        picture = picture.fast_blur(f32::from(blur));
    }
    let format = modifiers.format.unwrap_or(kind);
    let is_flat = format == Kind::Jpeg && picture.color().has_alpha();
    if is_flat || layout.ground != layout.size {
        let colour = modifiers.background.unwrap_or(BLACK);
        picture = on_ground(picture, layout.ground, colour);
    }
    encode(&picture, format, modifiers.quality())
}

/// Puts the picture in the middle of a plain background.
fn on_ground(picture: DynamicImage, (width, height): (u32, u32), colour: [u8; 3]) -> DynamicImage {
    let left = i64::from(width.saturating_sub(picture.width())) / 2;
    let top = i64::from(height.saturating_sub(picture.height())) / 2;
    if picture.color().has_alpha() {
        let [red, green, blue] = colour;
        let mut ground = RgbaImage::from_pixel(width, height, Rgba([red, green, blue, 255]));
        imageops::overlay(&mut ground, &picture.into_rgba8(), left, top);
        ground.into()
    } else {
        let mut ground = RgbImage::from_pixel(width, height, Rgb(colour));
        imageops::replace(&mut ground, &picture.into_rgb8(), left, top);
        ground.into()
    }
}
