//! Pixels out of files within limits, and files out of pixels.

use std::borrow::Cow;
use std::io::Cursor;

use fast_image_resize::{ResizeOptions, Resizer};
use image::codecs::png::PngEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use jpeg_encoder::{ColorType, SamplingFactor};

use super::{Kind, jpeg, png};

/// Pixels beyond which a picture is not decoded.
const MAX_PIXELS: u64 = 50_000_000;
/// Pixels up to which it matters little how much memory each of them takes.
const FEW_PIXELS: u64 = 1_000_000;
/// Decoded bytes: 50 megapixels of four 16-bit channels.
const MAX_DECODED_BYTES: u64 = MAX_PIXELS * 8;

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejected {
    /// More pixels than are decoded.
    TooLarge,
    /// Broken, cut off, or not a picture.
    Unreadable,
}

/// The pixels, eight bits a channel, with or without alpha, and how they are to be turned.
pub(super) fn decode(bytes: &[u8], kind: Kind) -> Result<(DynamicImage, Orientation), Rejected> {
    decode_within(bytes, kind, u32::MAX)
}

/// [`decode`], and the longest side made at most `side` pixels: what is made smaller first is turned
/// sooner, and in less memory.
pub(super) fn decode_within(
    bytes: &[u8],
    kind: Kind,
    side: u32,
) -> Result<(DynamicImage, Orientation), Rejected> {
    let (format, bytes) = match kind {
        Kind::Jpeg if jpeg::is_whole(bytes) => (ImageFormat::Jpeg, Cow::Borrowed(bytes)),
        Kind::Png => (ImageFormat::Png, png::without_prose(bytes)),
        Kind::Webp => (ImageFormat::WebP, Cow::Borrowed(bytes)),
        Kind::Jpeg | Kind::Pdf => return Err(Rejected::Unreadable),
    };
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(&*bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| match error {
        image::ImageError::Limits(_) => Rejected::TooLarge,
        _ => Rejected::Unreadable,
    })?;
    let (width, height) = decoder.dimensions();
    let n_pixels = u64::from(width) * u64::from(height);
    if n_pixels > MAX_PIXELS {
        return Err(Rejected::TooLarge);
    }
    let orientation = decoder.orientation().map_err(unreadable)?;
    if kind == Kind::Jpeg
        && n_pixels > FEW_PIXELS
        && let Some(components) = jpeg::planes::find_full_size(&bytes)
    {
        // It has a copy of the file.
        drop(decoder);
        let picture = jpeg::planes::decode_within(&bytes, &components, side)?;
        return Ok((picture, orientation));
    }
    let picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    let has_alpha = picture.color().has_alpha() && kind != Kind::Jpeg;
    let picture = if has_alpha {
        picture.into_rgba8().into()
    } else {
        picture.into_rgb8().into()
    };
    Ok((shrink(picture, side)?, orientation))
}

/// The picture with its longest side at most `side`; a smaller one stays as it is.
pub(super) fn shrink(picture: DynamicImage, side: u32) -> Result<DynamicImage, Rejected> {
    let wanted = size_within(&picture, side);
    if wanted == (picture.width(), picture.height()) {
        return Ok(picture);
    }
    resize(&picture, None, wanted)
}

/// How large that makes it: its width and its height.
pub(super) fn size_within(picture: &DynamicImage, side: u32) -> (u32, u32) {
    let longest = picture.width().max(picture.height()).max(1);
    let scaled = |length: u32| {
        let length = u64::from(length) * u64::from(side.min(longest)) / u64::from(longest);
        u32::try_from(length.max(1)).unwrap_or(side)
    };
    (scaled(picture.width()), scaled(picture.height()))
}

/// The picture, or a part of it (left, top, width, height), in another size.
pub(super) fn resize(
    picture: &DynamicImage,
    crop: Option<[f64; 4]>,
    (width, height): (u32, u32),
) -> Result<DynamicImage, Rejected> {
    let mut made = DynamicImage::new(width, height, picture.color());
    let options = match crop {
        Some([left, top, width, height]) => ResizeOptions::new().crop(left, top, width, height),
        None => ResizeOptions::new(),
    };
    Resizer::new()
        .resize(picture, &mut made, &options)
        .map_err(|_| Rejected::Unreadable)?;
    Ok(made)
}

/// A file of this kind, with nothing in it but the pixels.
pub(super) fn encode(picture: &DynamicImage, kind: Kind, quality: u8) -> Result<Vec<u8>, Rejected> {
    let mut bytes = Vec::new();
    match kind {
        Kind::Jpeg => encode_jpeg(picture, quality, &mut bytes)?,
        Kind::Png => picture
            .write_with_encoder(PngEncoder::new(&mut bytes))
            .map_err(unreadable)?,
        Kind::Webp => bytes = encode_webp(picture, quality)?,
        Kind::Pdf => return Err(Rejected::Unreadable),
    }
    Ok(bytes)
}

fn encode_jpeg(picture: &DynamicImage, quality: u8, bytes: &mut Vec<u8>) -> Result<(), Rejected> {
    let pixels = opaque(picture);
    let side = |length: u32| u16::try_from(length).map_err(|_| Rejected::TooLarge);
    let mut encoder = jpeg_encoder::Encoder::new(bytes, quality);
    // Half the colours, as cameras and sharp have it, whatever the quality.
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder
        .encode(
            pixels.as_bytes(),
            side(pixels.width())?,
            side(pixels.height())?,
            ColorType::Rgb,
        )
        .map_err(|_| Rejected::Unreadable)
}

fn encode_webp(picture: &DynamicImage, quality: u8) -> Result<Vec<u8>, Rejected> {
    let (width, height) = (picture.width(), picture.height());
    let encoder = if picture.color().has_alpha() {
        webpx::Encoder::new_rgba(picture.as_bytes(), width, height)
    } else {
        webpx::Encoder::new_rgb(picture.as_bytes(), width, height)
    };
    encoder
        .quality(f32::from(quality))
        .encode(webpx::Unstoppable)
        .map_err(|_| Rejected::Unreadable)
}

fn opaque(picture: &DynamicImage) -> Cow<'_, DynamicImage> {
    if picture.color().has_alpha() {
        Cow::Owned(picture.to_rgb8().into())
    } else {
        Cow::Borrowed(picture)
    }
}

pub(super) fn unreadable(_: image::ImageError) -> Rejected {
    Rejected::Unreadable
}
