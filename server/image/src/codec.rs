//! Decodes files within limits, and encodes pixels.

use std::borrow::Cow;
use std::io::Cursor;

use fast_image_resize::{MulDiv, ResizeOptions, Resizer};
use image::codecs::png::PngEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use jpeg_encoder::{ColorType, SamplingFactor};

use super::{Kind, colour, jpeg, png};

/// The largest picture that the server decodes, in pixels.
const MAX_PIXELS: u64 = 50_000_000;
/// The longest side in pixels. The resizer keeps weights for each pixel of a
/// side: a side of 50 million pixels took 3 GB.
const MAX_DECODED_SIDE: u32 = 65_535;
/// The limit of the decoded pixels, in bytes: four channels of 8 bits at 50 megapixels, or of 16 bits at
/// 25 megapixels. The resizer takes up to a third more while it works.
const MAX_DECODED_BYTES: u64 = MAX_PIXELS * 4;
/// The same limit for a PNG of a document. Its stored picture has four times the pixels of a photo, and the resizer
/// holds the decoded picture, the stored one and one between them at a time.
const MAX_DOCUMENT_BYTES: u64 = 100_000_000;
/// The limit of the decoded pixels and the decoder's other memory together, in bytes. The upload
/// and at most two copies of it add 15 MiB each. The server decodes at most two uploads at a time.
const MAX_WORKING_BYTES: u64 = 310_000_000;

/// The reason why a file gives no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejected {
    /// Decoding it would take too much memory or too long.
    TooLarge,
    /// The file is broken, cut off, or not a picture.
    Unreadable,
}

/// The largest size of a picture.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bound {
    None,
    /// The longest side, in pixels.
    Side(u32),
    /// Width times height.
    Pixels(u64),
}

/// A picture as its decoder returns it.
pub(super) struct Decoded {
    pub(super) picture: DynamicImage,
    pub(super) orientation: Orientation,
    /// The colour profile.
    pub(super) profile: Option<Vec<u8>>,
}

/// Returns the pixels of a stored file, in sRGB with eight bits a channel and with or without alpha.
pub(super) fn decode(bytes: &[u8], kind: Kind) -> Result<DynamicImage, Rejected> {
    decode_within(bytes, kind, Bound::None).map(|(picture, _)| picture)
}

/// Decodes an upload as [`decode`] does, shrinks the picture to the bound, and also returns its orientation. A smaller
/// picture takes less time and memory to turn.
pub(super) fn decode_within(
    bytes: &[u8],
    kind: Kind,
    bound: Bound,
) -> Result<(DynamicImage, Orientation), Rejected> {
    let Decoded {
        picture,
        orientation,
        profile,
    } = match kind {
        Kind::Jpeg => jpeg::decode(bytes)?,
        Kind::Png => {
            let most = match bound {
                Bound::Pixels(_) => MAX_DOCUMENT_BYTES,
                Bound::None | Bound::Side(_) => MAX_DECODED_BYTES,
            };
            decode_by_image(&png::without_prose(bytes), ImageFormat::Png, most)?
        }
        Kind::Webp => decode_by_image(bytes, ImageFormat::WebP, MAX_DECODED_BYTES)?,
    };
    let profile = profile.filter(|_| picture.color().has_color());
    // Shrink before the conversion, which holds both the grey or 16-bit pixels and the new ones.
    let picture = shrink(picture, bound)?;
    let picture = if picture.color().has_alpha() {
        picture.into_rgba8().into()
    } else {
        picture.into_rgb8().into()
    };
    Ok((colour::to_srgb(picture, profile), orientation))
}

fn decode_by_image(
    bytes: &[u8],
    format: ImageFormat,
    most_bytes: u64,
) -> Result<Decoded, Rejected> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(most_bytes);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| match error {
        image::ImageError::Limits(_) => Rejected::TooLarge,
        _ => Rejected::Unreadable,
    })?;
    let n_decoded = decoder.total_bytes();
    require_room(decoder.dimensions(), n_decoded, n_decoded)?;
    if n_decoded > most_bytes {
        return Err(Rejected::TooLarge);
    }
    Ok(Decoded {
        orientation: decoder.orientation().map_err(unreadable)?,
        profile: decoder.icc_profile().ok().flatten(),
        picture: DynamicImage::from_decoder(decoder).map_err(unreadable)?,
    })
}

/// Refuses a picture of this width and height whose pixels, or whose pixels and other memory, take too many bytes.
pub(super) fn require_room(
    (width, height): (u32, u32),
    n_decoded: u64,
    n_working: u64,
) -> Result<(), Rejected> {
    let n_pixels = u64::from(width) * u64::from(height);
    if n_pixels > MAX_PIXELS
        || width.max(height) > MAX_DECODED_SIDE
        || n_decoded > MAX_DECODED_BYTES
        || n_working > MAX_WORKING_BYTES
    {
        return Err(Rejected::TooLarge);
    }
    Ok(())
}

/// Shrinks a picture to its bound, and leaves a smaller picture unchanged.
pub(super) fn shrink(mut picture: DynamicImage, bound: Bound) -> Result<DynamicImage, Rejected> {
    let wanted = bound.size_of(picture.width(), picture.height());
    if wanted == (picture.width(), picture.height()) {
        return Ok(picture);
    }
    if !picture.color().has_alpha() {
        return resize(&picture, None, wanted);
    }
    // The resizer itself would multiply a copy of the whole picture by its alpha.
    let alpha = MulDiv::new();
    alpha
        .multiply_alpha_inplace(&mut picture)
        .map_err(|_| Rejected::Unreadable)?;
    let options = ResizeOptions::new().use_alpha(false);
    let mut made = resize_with(&picture, &options, wanted)?;
    alpha
        .divide_alpha_inplace(&mut made)
        .map_err(|_| Rejected::Unreadable)?;
    Ok(made)
}

impl Bound {
    /// Returns the width and the height after [`shrink`].
    fn size_of(self, width: u32, height: u32) -> (u32, u32) {
        let longest = width.max(height).max(1);
        let side = match self {
            Self::None => longest,
            Self::Side(side) => side.min(longest),
            Self::Pixels(most) => {
                let n_pixels = u64::from(width) * u64::from(height);
                let square = u64::from(longest).pow(2);
                // The product fits into 128 bits: each side has 32, and the bound has 64.
                let side =
                    (u128::from(square) * u128::from(most) / u128::from(n_pixels.max(1))).isqrt();
                u32::try_from(side).unwrap_or(longest).min(longest)
            }
        };
        let scaled = |length: u32| {
            let length = u64::from(length) * u64::from(side) / u64::from(longest);
            u32::try_from(length.max(1)).unwrap_or(side)
        };
        (scaled(width), scaled(height))
    }
}

/// Resizes the picture, or the part of it given by `crop` as left, top, width and height.
pub(super) fn resize(
    picture: &DynamicImage,
    crop: Option<[f64; 4]>,
    size: (u32, u32),
) -> Result<DynamicImage, Rejected> {
    let options = match crop {
        Some([left, top, width, height]) => ResizeOptions::new().crop(left, top, width, height),
        None => ResizeOptions::new(),
    };
    resize_with(picture, &options, size)
}

fn resize_with(
    picture: &DynamicImage,
    options: &ResizeOptions,
    (width, height): (u32, u32),
) -> Result<DynamicImage, Rejected> {
    let mut made = DynamicImage::new(width, height, picture.color());
    Resizer::new()
        .resize(picture, &mut made, options)
        .map_err(|_| Rejected::Unreadable)?;
    Ok(made)
}

/// Writes a file that has nothing but the pixels.
pub(super) fn encode(picture: &DynamicImage, kind: Kind, quality: u8) -> Result<Vec<u8>, Rejected> {
    let mut bytes = Vec::new();
    match kind {
        Kind::Jpeg => encode_jpeg(picture, quality, &mut bytes)?,
        Kind::Png => picture
            .write_with_encoder(PngEncoder::new(&mut bytes))
            .map_err(unreadable)?,
        Kind::Webp => bytes = encode_webp(picture, quality)?,
    }
    Ok(bytes)
}

fn encode_jpeg(picture: &DynamicImage, quality: u8, bytes: &mut Vec<u8>) -> Result<(), Rejected> {
    let pixels = opaque(picture);
    let side = |length: u32| u16::try_from(length).map_err(|_| Rejected::TooLarge);
    let mut encoder = jpeg_encoder::Encoder::new(bytes, quality);
    // 4:2:0 at every quality, as cameras and the sharp library write it.
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
