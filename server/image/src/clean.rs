//! Decodes within limits, shrinks, turns upright, encodes anew. What was in the file beside the
//! pixels (EXIF, GPS, thumbnails, comments) is left behind.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::DynamicImage;

use super::codec::{decode_within, encode, shrink};
use super::{Kind, Rejected};

/// The longest side that is kept, in pixels; more is never shown.
const MAX_SIDE: u32 = 2048;
/// The longest side that `thumbhash` takes, in pixels.
const THUMBNAIL_SIDE: u32 = 100;
/// Of the stored picture, which others are made of.
const QUALITY: u8 = 88;

/// A picture that we made.
#[derive(Debug)]
pub struct Clean {
    pub bytes: Vec<u8>,
    pub width: u32,
    pub height: u32,
    /// Base64; see <https://evanw.github.io/thumbhash/>.
    pub thumbhash: String,
}

/// Makes a clean picture of the same kind. Takes up to a second of processor time.
pub fn clean(bytes: &[u8], kind: Kind) -> Result<Clean, Rejected> {
    let (mut picture, orientation) = decode_within(bytes, kind, MAX_SIDE)?;
    picture.apply_orientation(orientation);
    Ok(Clean {
        bytes: encode(&picture, kind, QUALITY)?,
        width: picture.width(),
        height: picture.height(),
        thumbhash: thumbhash(picture)?,
    })
}

fn thumbhash(picture: DynamicImage) -> Result<String, Rejected> {
    let small = shrink(picture, THUMBNAIL_SIDE)?.into_rgba8();
    let (width, height) = (small.width() as usize, small.height() as usize);
    Ok(STANDARD.encode(thumbhash::rgba_to_thumb_hash(width, height, &small)))
}
