//! Decodes within limits, turns upright, shrinks, encodes anew. What was in the file beside the
//! pixels (EXIF, GPS, thumbnails, comments) is left behind.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fast_image_resize::{IntoImageView as _, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::{Kind, jpeg};

/// Pixels beyond which a picture is not decoded.
const MAX_PIXELS: u64 = 50_000_000;
/// Decoded bytes: 50 megapixels of four 16-bit channels.
const MAX_DECODED_BYTES: u64 = MAX_PIXELS * 8;
/// The longest side that is kept, in pixels; more is never shown.
const MAX_SIDE: u32 = 2048;
/// The longest side that `thumbhash` takes, in pixels.
const THUMBNAIL_SIDE: u32 = 100;
const JPEG_QUALITY: u8 = 88;
const WEBP_QUALITY: f32 = 85.0;

/// A picture that we made.
#[derive(Debug)]
pub(crate) struct Clean {
    pub(crate) bytes: Vec<u8>,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Base64; see <https://evanw.github.io/thumbhash/>.
    pub(crate) thumbhash: String,
}

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rejected {
    /// More pixels than are decoded.
    TooLarge,
    /// Broken, cut off, or not a picture.
    Unreadable,
}

/// Makes a clean picture of the same kind. Takes up to a second of processor time.
pub(crate) fn clean(bytes: &[u8], kind: Kind) -> Result<Clean, Rejected> {
    let picture = shrink(&decode(bytes, kind)?, MAX_SIDE)?;
    Ok(Clean {
        bytes: encode(&picture, kind)?,
        width: picture.width(),
        height: picture.height(),
        thumbhash: thumbhash(&picture)?,
    })
}

/// Upright pixels of eight bits a channel.
fn decode(bytes: &[u8], kind: Kind) -> Result<DynamicImage, Rejected> {
    let format = match kind {
        Kind::Jpeg => ImageFormat::Jpeg,
        Kind::Png => ImageFormat::Png,
        Kind::Webp => ImageFormat::WebP,
        Kind::Pdf => return Err(Rejected::Unreadable),
    };
    if kind == Kind::Jpeg && !jpeg::is_whole(bytes) {
        return Err(Rejected::Unreadable);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| match error {
        image::ImageError::Limits(_) => Rejected::TooLarge,
        _ => Rejected::Unreadable,
    })?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Rejected::TooLarge);
    }
    let orientation = decoder.orientation().map_err(unreadable)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    picture.apply_orientation(orientation);
    let has_alpha = picture.color().has_alpha() && kind != Kind::Jpeg;
    Ok(if has_alpha {
        picture.into_rgba8().into()
    } else {
        picture.into_rgb8().into()
    })
}

/// The picture with its longest side at most `side`; a smaller one stays as it is.
fn shrink(picture: &DynamicImage, side: u32) -> Result<DynamicImage, Rejected> {
    let longest = picture.width().max(picture.height());
    if longest <= side {
        return Ok(picture.clone());
    }
    let scaled = |length: u32| {
        let length = u64::from(length) * u64::from(side) / u64::from(longest);
        u32::try_from(length.max(1)).unwrap_or(side)
    };
    let (width, height) = (scaled(picture.width()), scaled(picture.height()));
    let mut small = DynamicImage::new(width, height, picture.color());
    debug_assert!(
        picture.pixel_type().is_some(),
        "pixels have eight bits a channel"
    );
    Resizer::new()
        .resize(picture, &mut small, &ResizeOptions::default())
        .map_err(|_| Rejected::Unreadable)?;
    Ok(small)
}

fn encode(picture: &DynamicImage, kind: Kind) -> Result<Vec<u8>, Rejected> {
    let mut bytes = Vec::new();
    match kind {
        Kind::Jpeg => picture
            .write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))
            .map_err(unreadable)?,
        Kind::Png => {
            picture
                .write_with_encoder(PngEncoder::new(&mut bytes))
                .map_err(unreadable)?;
        }
        Kind::Webp => {
            let pixels = picture.to_rgba8();
            bytes = webpx::Encoder::new_rgba(&pixels, pixels.width(), pixels.height())
                .quality(WEBP_QUALITY)
                .encode(webpx::Unstoppable)
                .map_err(|_| Rejected::Unreadable)?;
        }
        Kind::Pdf => return Err(Rejected::Unreadable),
    }
    Ok(bytes)
}

fn thumbhash(picture: &DynamicImage) -> Result<String, Rejected> {
    let small = shrink(picture, THUMBNAIL_SIDE)?.into_rgba8();
    let (width, height) = (small.width() as usize, small.height() as usize);
    Ok(STANDARD.encode(thumbhash::rgba_to_thumb_hash(width, height, &small)))
}

fn unreadable(_: image::ImageError) -> Rejected {
    Rejected::Unreadable
}
