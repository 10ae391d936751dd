//! Pictures whose colours are decoded one after the other, so that they fit into memory.
//!
//! A picture that comes in several scans is held as two bytes for each sample of each colour until the
//! last scan is read. Where every colour has a sample for every pixel, that is twice the pixels, which
//! are made beside it: three times, and a little more. (In most files two of the colours have a sample
//! for every second or fourth pixel.) One colour alone is a third of the pixels, and is made smaller
//! before the next is decoded.

use std::ops::Range;

use image::{DynamicImage, GrayImage, Rgb, RgbImage};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::Rejected;
use crate::codec::{resize, shrink, size_within};

/// In a frame's header: which colour this is, how many samples it has, its quantisation table.
const COMPONENT_LENGTH: usize = 3;
/// A sample for every pixel, across and down, where it is so for the other colours too.
const FULL_SIZE: u8 = 0x11;

/// Where the frame's header tells of the three colours; `None` where the picture is of another kind.
pub(crate) fn find_full_size(bytes: &[u8]) -> Option<Range<usize>> {
    let mut frame = None;
    let mut at = 2;
    loop {
        let (mark, segment) = segment_at(bytes, at)?;
        match (mark, segment) {
            // Start of frame, sequential or progressive: precision, height, width, the colours.
            (0xC0..=0xC2, [_, _, _, _, _, 3, components @ ..]) => {
                let is_full_size = components.len() == 3 * COMPONENT_LENGTH
                    && components
                        .chunks_exact(COMPONENT_LENGTH)
                        .all(|component| component.get(1) == Some(&FULL_SIZE));
                let start = at + 4 + 6;
                frame = is_full_size.then_some((mark, start..start + components.len()));
            }
            // The first scan: in a sequential picture of one scan it has all colours.
            (0xDA, [n_colours, ..]) => {
                let (mark, components) = frame?;
                let is_kept = mark == 0xC2 || *n_colours < 3;
                return (is_kept && is_luminance_first(bytes)).then_some(components);
            }
            _ => {}
        }
        at += 4 + segment.len();
        while bytes.get(at..at + 2) == Some(&[0xFF, 0xFF]) {
            at += 1;
        }
    }
}

/// The mark of the segment that starts here, and what is in it after its length.
fn segment_at(bytes: &[u8], at: usize) -> Option<(u8, &[u8])> {
    let [0xFF, mark, high, low, rest @ ..] = bytes.get(at..)? else {
        return None;
    };
    let length = usize::from(u16::from_be_bytes([*high, *low]));
    Some((*mark, rest.get(..length.checked_sub(2)?)?))
}

/// Whether the colours are luminance and two differences from it, as almost always, and not those of
/// a screen or a printer.
fn is_luminance_first(bytes: &[u8]) -> bool {
    let mut decoder = decoder(bytes);
    decoder.decode_headers().is_ok() && decoder.input_colorspace() == Some(ColorSpace::YCbCr)
}

/// The pixels of a picture in which `components` were found, its longest side at most `side`.
///
/// The differences have half the samples across and down, as in what is made of every JPEG.
pub(crate) fn decode_within(
    bytes: &[u8],
    components: &Range<usize>,
    side: u32,
) -> Result<DynamicImage, Rejected> {
    let mut bytes = bytes.to_vec();
    // Scans name the colour that they hold, whatever its place in the header.
    let mut next_plane = || {
        let order = bytes.get_mut(components.clone());
        order
            .ok_or(Rejected::Unreadable)?
            .rotate_left(COMPONENT_LENGTH);
        decode_first(&bytes).map(DynamicImage::from)
    };
    let mut next_difference = || {
        let plane = next_plane()?;
        let (width, height) = size_within(&plane, side);
        resize(&plane, None, (width.div_ceil(2), height.div_ceil(2)))
    };
    let (blue, red) = (next_difference()?, next_difference()?);
    let luminance = shrink(next_plane()?, side)?;
    let (width, height) = (luminance.width(), luminance.height());
    let whole = |plane| Ok(resize(&plane, None, (width, height))?.into_luma8());
    let (luminance, blue, red) = (luminance.into_luma8(), whole(blue)?, whole(red)?);
    let mut picture = RgbImage::new(width, height);
    let samples = luminance.iter().zip(blue.iter()).zip(red.iter());
    for (pixel, ((luminance, blue), red)) in picture.pixels_mut().zip(samples) {
        *pixel = Rgb(rgb_of(*luminance, *blue, *red));
    }
    Ok(picture.into())
}

fn decode_first(bytes: &[u8]) -> Result<GrayImage, Rejected> {
    let mut decoder = decoder(bytes);
    let samples = decoder.decode().map_err(|_| Rejected::Unreadable)?;
    let (width, height) = decoder.dimensions().ok_or(Rejected::Unreadable)?;
    let side = |length: usize| u32::try_from(length).map_err(|_| Rejected::TooLarge);
    GrayImage::from_raw(side(width)?, side(height)?, samples).ok_or(Rejected::Unreadable)
}

/// As lenient as for other pictures, but that it makes the samples of the first colour only.
fn decoder(bytes: &[u8]) -> JpegDecoder<ZCursor<&[u8]>> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX)
        .jpeg_set_out_colorspace(ColorSpace::Luma);
    JpegDecoder::new_with_options(ZCursor::new(bytes), options)
}

/// The conversion of JFIF (ITU-T T.871, 7), in 65,536ths.
fn rgb_of(luminance: u8, blue: u8, red: u8) -> [u8; 3] {
    let [luminance, blue, red] = [luminance, blue, red].map(i32::from);
    let (blue, red) = (blue - 128, red - 128);
    let differences = [91_881 * red, -22_554 * blue - 46_802 * red, 116_130 * blue];
    differences.map(|difference| {
        let value = luminance + ((difference + 32_768) >> 16);
        u8::try_from(value.clamp(0, 255)).unwrap_or(u8::MAX)
    })
}
