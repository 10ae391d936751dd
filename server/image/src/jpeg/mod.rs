//! Decodes a JPEG that may be broken, within limits of work and memory.
//!
//! The decoder (zune-jpeg) takes almost every file that browsers show: with bytes between its segments, with segments
//! of unknown kinds, without its end mark. It visits the whole picture once for each scan, of which a file can hold
//! thousands, and it paints grey what a cut file lacks. So this module counts every place of the file at which the
//! decoder could find a scan, and asks after the decoding where the decoder has stopped.

mod cost;

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::metadata::Orientation;
use image::{DynamicImage, GrayImage, RgbImage};
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use self::cost::{Cost, Shape};
use super::Rejected;
use super::codec::{Decoded, require_room};

/// The longest side in pixels, as in libjpeg. The decoder adds to the sides in 16 bits.
const MAX_SIDE: usize = 65_500;
const END_MARK: [u8; 2] = [0xFF, 0xD9];
/// Bytes in place of the missing rest of a file, more of them than a block of a picture takes. No prefix code gives the
/// bits 1010… the meaning of the zeros that decoders read in place of missing bits.
const REST: [u8; 4096] = [0xAA; 4096];
/// The beginning of a part of an XMP packet.
const XMP_PART: &[u8] = b"http://ns.adobe.com/xmp/extension/\0";

/// Decodes the file. Refuses one that is damaged before its last line or ends in the middle, and one that costs too
/// much. A file that is cut and has an end mark is accepted, with a grey part.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, Rejected> {
    // A transfer that failed can leave zeros.
    let bytes = without_zeros(bytes);
    let bytes = without_xmp_parts(bytes);
    // The decoder panics at some broken files, such as those whose first component is smaller than another component.
    catch_unwind(AssertUnwindSafe(|| decode_within_limits(&bytes)))
        .unwrap_or(Err(Rejected::Unreadable))
}

fn decode_within_limits(bytes: &[u8]) -> Result<Decoded, Rejected> {
    let mut file = Cursor::new(bytes);
    let (mut decoder, header) = opened(&mut file)?;
    let Header {
        shape,
        colours,
        cost,
    } = &header;
    let [width, height] =
        [shape.width, shape.height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let n_decoded = (shape.width * shape.height * colours.num_components()) as u64;
    require_room(
        (width, height),
        n_decoded,
        n_decoded.saturating_add(cost.coefficient_bytes),
    )?;
    let exif = decoder.exif();
    let orientation = exif.and_then(|exif| Orientation::from_exif_chunk(exif));
    let profile = decoder.icc_profile();
    let mut pixels = pixels(&mut decoder)?;
    drop(decoder);
    if !has_ended(bytes, &file)? {
        pixels = pixels_whatever_follows(bytes, pixels, cost)?;
    }
    let picture = if *colours == ColorSpace::Luma {
        GrayImage::from_raw(width, height, pixels).map(DynamicImage::from)
    } else {
        RgbImage::from_raw(width, height, pixels).map(DynamicImage::from)
    };
    Ok(Decoded {
        picture: picture.ok_or(Rejected::Unreadable)?,
        orientation: orientation.unwrap_or(Orientation::NoTransforms),
        profile,
    })
}

fn without_zeros(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().rposition(|byte| *byte != 0);
    bytes.get(..=length.unwrap_or(0)).unwrap_or(bytes)
}

/// Returns the file without the marks of XMP parts. The decoder goes through all parts again at each further segment.
fn without_xmp_parts(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut kept = Cow::Borrowed(bytes);
    let places = bytes.windows(XMP_PART.len()).enumerate();
    for (at, _) in places.filter(|(_, window)| *window == XMP_PART) {
        if let Some(first) = kept.to_mut().get_mut(at) {
            *first = b'-';
        }
    }
    kept
}

type Decoder<'a, 'b> = JpegDecoder<&'a mut Cursor<&'b [u8]>>;

struct Header {
    shape: Shape,
    /// Luma or RGB.
    colours: ColorSpace,
    cost: Cost,
}

/// Returns a decoder that has read everything before the first scan.
fn opened<'a, 'b>(file: &'a mut Cursor<&'b [u8]>) -> Result<(Decoder<'a, 'b>, Header), Rejected> {
    let bytes = *file.get_ref();
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(file, options);
    decoder.decode_headers().map_err(unreadable)?;
    let info = decoder.info().ok_or(Rejected::Unreadable)?;
    let shape = Shape {
        width: info.width.into(),
        height: info.height.into(),
        n_components: info.components.into(),
    };
    if shape.width.max(shape.height) > MAX_SIDE {
        return Err(Rejected::TooLarge);
    }
    let stored = decoder.input_colorspace().ok_or(Rejected::Unreadable)?;
    // A segment about the colours can contradict the frame.
    if stored.num_components() != shape.n_components {
        return Err(Rejected::Unreadable);
    }
    let colours = if stored == ColorSpace::Luma {
        ColorSpace::Luma
    } else {
        ColorSpace::RGB
    };
    decoder.set_options(decoder.options().jpeg_set_out_colorspace(colours));
    let cost = cost::of(bytes, &shape)?;
    Ok((
        decoder,
        Header {
            shape,
            colours,
            cost,
        },
    ))
}

fn pixels(decoder: &mut Decoder<'_, '_>) -> Result<Vec<u8>, Rejected> {
    let length = decoder.output_buffer_size().ok_or(Rejected::Unreadable)?;
    let mut pixels = vec![0; length];
    decoder.decode_into(&mut pixels).map_err(unreadable)?;
    Ok(pixels)
}

/// Returns true if the decoder stopped at an end mark, and false if it ran out of bytes. Refuses the file if the
/// decoder gave up in the middle.
fn has_ended(bytes: &[u8], file: &Cursor<&[u8]>) -> Result<bool, Rejected> {
    let end = usize::try_from(file.position()).unwrap_or(usize::MAX);
    let read = bytes.get(..end).ok_or(Rejected::Unreadable)?;
    let has_ended = read.ends_with(&END_MARK);
    if has_ended || end == bytes.len() {
        Ok(has_ended)
    } else {
        Err(Rejected::Unreadable)
    }
}

/// Returns the pixels of a file without an end mark. Refuses the file if the bytes after it would change its picture,
/// because then bytes are missing.
fn pixels_whatever_follows(
    bytes: &[u8],
    pixels: Vec<u8>,
    cost: &Cost,
) -> Result<Vec<u8>, Rejected> {
    cost.require_time_for_another()?;
    let digest = digest(&pixels);
    // Two pictures at a time would take more memory than any picture may.
    drop(pixels);
    // A last byte of 255 would begin a mark with the next byte.
    let stuffing: &[u8] = if bytes.ends_with(&[0xFF]) { &[0] } else { &[] };
    let followed = [bytes, stuffing, &REST, &END_MARK].concat();
    let mut file = Cursor::new(&*followed);
    let (mut decoder, _) = opened(&mut file)?;
    let pixels = self::pixels(&mut decoder)?;
    if digest == self::digest(&pixels) {
        Ok(pixels)
    } else {
        Err(Rejected::Unreadable)
    }
}

fn digest(pixels: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    pixels.hash(&mut hasher);
    hasher.finish()
}

fn unreadable(_: zune_jpeg::errors::DecodeErrors) -> Rejected {
    Rejected::Unreadable
}
