//! Decodes an upload within limits, shrinks it, turns it upright and encodes it again. The new file has
//! no EXIF data, GPS position, thumbnail or comment, because only the pixels are copied.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::DynamicImage;

use super::codec::{Bound, decode_within, encode, shrink};
use super::{Kind, Rejected};

/// The longest side of a stored photo, in pixels. No page shows a larger one.
const PHOTO: Bound = Bound::Side(2048);
/// The pixels of a stored document: as many as the canvas of an iPhone holds, on which the page draws five pages below
/// each other.
const DOCUMENT: Bound = Bound::Pixels(4096 * 4096);
/// The longest side that the `thumbhash` crate accepts, in pixels.
const THUMBNAIL: Bound = Bound::Side(100);
/// The encoder quality of a stored picture. It is high because every variant is made from this file.
const QUALITY: u8 = 88;

/// A picture that this crate encoded.
#[derive(Debug)]
pub struct Clean {
    pub bytes: Vec<u8>,
    pub width: u32,
    pub height: u32,
    /// A miniature of about 25 bytes in base64, see <https://evanw.github.io/thumbhash/>.
    pub thumbhash: String,
}

/// The use of an uploaded picture, which decides how large the stored one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// At most 2,048 pixels a side.
    Photo,
    /// At most 4,096 × 4,096 pixels in any shape: the pages of a document are below each other, and have to stay
    /// legible.
    Document,
}

/// Makes a clean picture of the same kind. This takes up to a second of processor time.
pub fn clean(bytes: &[u8], kind: Kind, used_as: Use) -> Result<Clean, Rejected> {
    let bound = match used_as {
        Use::Photo => PHOTO,
        Use::Document => DOCUMENT,
    };
    let (mut picture, orientation) = decode_within(bytes, kind, bound)?;
    picture.apply_orientation(orientation);
    Ok(Clean {
        bytes: encode(&picture, kind, QUALITY)?,
        width: picture.width(),
        height: picture.height(),
        thumbhash: thumbhash(picture)?,
    })
}

fn thumbhash(picture: DynamicImage) -> Result<String, Rejected> {
    let small = shrink(picture, THUMBNAIL)?.into_rgba8();
    let (width, height) = (small.width() as usize, small.height() as usize);
    Ok(STANDARD.encode(thumbhash::rgba_to_thumb_hash(width, height, &small)))
}
