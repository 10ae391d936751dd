//! The largest pictures that are accepted, in every shape and in every way that they are stored.

use enmusubi_tests::png::{chunk, split_header, with_header, with_size};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};

use crate::by_hand::{Jpeg, Zeros};

/// The number of pixels of kinds whose memory grows in proportion to their pixels: the largest
/// pictures of these kinds would take the test long.
const FEW_PIXELS: u32 = 3_000_000;

pub(crate) struct Shaped {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// The most bytes that decoding may take, besides the file and its copy.
    pub(crate) most: usize,
}

/// Returns a square of at most `n_pixels`, and flat, tall and line-shaped pictures whose longest
/// side has `side` pixels.
fn shapes(n_pixels: u32, side: u32) -> [(&'static str, u32, u32); 5] {
    let root = n_pixels.isqrt();
    [
        ("square", root, root),
        ("flat", side, FEW_PIXELS / side),
        ("tall", FEW_PIXELS / side, side),
        ("lying line", side, 1),
        ("standing line", 1, side),
    ]
}

fn n_pixels(width: u32, height: u32) -> usize {
    usize::try_from(width * height).unwrap()
}

pub(crate) fn pngs() -> impl Iterator<Item = Shaped> {
    use ExtendedColorType::{L8, L16, La8, La16, Rgb8, Rgb16, Rgba8, Rgba16};
    // Name, kind, pixels of the square.
    let kinds = [
        ("grey", L8, FEW_PIXELS),
        ("grey, alpha", La8, FEW_PIXELS),
        ("RGB", Rgb8, FEW_PIXELS),
        ("RGBA", Rgba8, 9_000_000),
        ("grey, 16 bits", L16, FEW_PIXELS),
        ("grey, alpha, 16 bits", La16, FEW_PIXELS),
        ("RGB, 16 bits", Rgb16, FEW_PIXELS),
        ("RGBA, 16 bits", Rgba16, 5_000_000),
    ];
    let plain = kinds.into_iter().flat_map(|(what, color, most_pixels)| {
        let n_bytes = u32::from(color.bits_per_pixel() / 8);
        shapes(most_pixels, 65_535).map(move |(shape, width, height)| Shaped {
            name: format!("PNG, {what}, {shape}"),
            bytes: png(width, height, color),
            // The resizer reduces the pixels in one direction and then in the other. Large pictures
            // need half of this.
            most: n_pixels(width, height) * n_bytes as usize * 3,
        })
    });
    let palettes = [("palette", 3), ("palette, alpha", 4)];
    let palettes = palettes.into_iter().flat_map(|(what, n_bytes)| {
        shapes(FEW_PIXELS, 65_535).map(move |(shape, width, height)| Shaped {
            name: format!("PNG, {what}, {shape}"),
            bytes: palette_png(width, height, n_bytes == 4),
            most: n_pixels(width, height) * n_bytes * 3,
        })
    });
    plain.chain(palettes)
}

pub(crate) fn png(width: u32, height: u32, color: ExtendedColorType) -> Vec<u8> {
    let n_bytes = usize::from(color.bits_per_pixel() / 8);
    let pixels = vec![0; n_pixels(width, height) * n_bytes];
    let mut bytes = Vec::new();
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::NoFilter)
        .write_image(&pixels, width, height, color)
        .unwrap();
    bytes
}

pub(crate) fn palette_png(width: u32, height: u32, has_alpha: bool) -> Vec<u8> {
    let grey = png(width, height, ExtendedColorType::L8);
    let (header, pixels) = split_header(&grey);
    let mut header = header.to_vec();
    // The colour type of a palette.
    header[9] = 3;
    let mut rest = chunk(*b"PLTE", &[200; 768]);
    if has_alpha {
        rest.extend(chunk(*b"tRNS", &[100; 256]));
    }
    rest.extend(pixels);
    with_header(&header, &rest)
}

/// The longest side of a JPEG.
const JPEG_SIDE: u32 = 65_500;

pub(crate) fn jpegs() -> impl Iterator<Item = Shaped> {
    let full = &[(1, 1); 4];
    let half: &[(u8, u8)] = &[(2, 2), (1, 1), (1, 1)];
    // Name, sampling, whether progressive, pixels of the square, bytes for each ten pixels.
    let kinds = [
        ("grey", &full[..1], false, FEW_PIXELS, 30),
        ("4:2:0", half, false, FEW_PIXELS, 70),
        ("4:4:4", &full[..3], false, FEW_PIXELS, 70),
        ("4:2:0, progressive", half, true, 50_000_000, 62),
        ("4:4:4, a scan each", &full[..3], false, FEW_PIXELS, 95),
        ("4:4:4, progressive", &full[..3], true, 34_000_000, 92),
        ("CMYK, progressive", full, true, FEW_PIXELS, 115),
    ];
    let kinds = kinds.into_iter();
    kinds.flat_map(|(what, factors, is_progressive, most_pixels, tenths)| {
        shapes(most_pixels, JPEG_SIDE).map(move |(shape, width, height)| {
            let side = |length: u32| u16::try_from(length).unwrap();
            let jpeg = Jpeg {
                width: side(width),
                height: side(height),
                factors,
                is_progressive,
                zeros: Zeros::Nothing,
            };
            let has_one_scan = !is_progressive && !what.contains("each");
            Shaped {
                name: format!("JPEG, {what}, {shape}"),
                bytes: if has_one_scan {
                    jpeg.in_one_scan()
                } else {
                    jpeg.in_a_scan_each()
                },
                // The decoder also takes memory for rows of 16 lines and for the lines next to
                // them.
                most: n_pixels(width, height) * tenths / 10 + 128 * usize::try_from(width).unwrap(),
            }
        })
    })
}

/// Small files of pictures beyond the accepted sizes: by a side, by pixels or by bytes.
pub(crate) fn too_large() -> Vec<(&'static str, Vec<u8>)> {
    let grey = png(8, 8, ExtendedColorType::L8);
    let deep = png(8, 8, ExtendedColorType::Rgba16);
    let jpeg = |factors, is_progressive, side| Jpeg {
        width: side,
        height: side,
        factors,
        is_progressive,
        zeros: Zeros::Nothing,
    };
    vec![
        ("PNG of 65,536 by 1", with_size(&grey, 65_536, 1)),
        ("PNG of 1 by 65,536", with_size(&grey, 1, 65_536)),
        (
            "PNG of 1 by 49,999,999",
            png(1, 49_999_999, ExtendedColorType::L8),
        ),
        (
            "PNG of 49,999,999 by 1",
            png(49_999_999, 1, ExtendedColorType::L8),
        ),
        ("PNG of 7,072 by 7,072", with_size(&grey, 7_072, 7_072)),
        (
            "PNG of 26 megapixels in 16 bits",
            with_size(&deep, 5_100, 5_100),
        ),
        (
            "JPEG of 7,072 by 7,072",
            jpeg(&[(1, 1)], false, 7_072).in_one_scan(),
        ),
        (
            "JPEG of 30 megapixels, CMYK, progressive",
            jpeg(&[(1, 1); 4], true, 5_500).in_a_scan_each(),
        ),
        (
            "JPEG of 35 megapixels, 4:4:4, progressive",
            jpeg(&[(1, 1); 3], true, 5_920).in_a_scan_each(),
        ),
    ]
}
