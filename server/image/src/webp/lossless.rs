//! Reads the first part of a lossless WebP bit stream: transforms and prefix codes, up to the pixels.

use super::Size;
use super::huffman::{Bits, Code};

const SIGNATURE: u8 = 0x2F;
const HEADER_LENGTH: usize = 5;
/// The bits of the compression method in the first byte of an alpha chunk.
const COMPRESSION: u8 = 0x03;
/// The number of symbols in each of the five codes of a group: green and lengths, red, blue, alpha, and
/// distances.
const N_SYMBOLS: [u16; 5] = [256 + 24, 256, 256, 256, 40];
const N_LITERALS: u16 = 256;
const N_LENGTHS: u16 = 24;
/// Bytes of the five codes of a group in the decoder's list, 56 bytes each. When the list grows, the old
/// list and a new one of twice its size exist at the same time.
const GROUP_BYTES: u64 = 3 * 5 * 56;
/// libwebp writes 2,600 groups at most, mostly of less than 20 kB.
const MAX_TABLE_BYTES: u64 = 60_000_000;

/// Reads the size from the header.
pub(super) fn size(payload: &[u8]) -> Option<Size> {
    let [SIGNATURE, a, b, c, d] = payload.first_chunk::<HEADER_LENGTH>()? else {
        return None;
    };
    let bits = u32::from_le_bytes([*a, *b, *c, *d]);
    Some(Size {
        width: (bits & 0x3FFF) + 1,
        height: (bits >> 14 & 0x3FFF) + 1,
    })
}

/// Returns the bytes that the decoder needs for the prefix codes of the picture, or `u64::MAX` for more
/// codes than any picture needs.
pub(super) fn table_bytes(payload: &[u8]) -> Option<u64> {
    let size = size(payload)?;
    let mut bits = Bits::new(payload.get(HEADER_LENGTH..)?);
    read_main_codes(&mut bits, size)
}

/// Does the same for an alpha chunk, which has the size of the picture.
pub(super) fn table_bytes_of_alpha(payload: &[u8], size: Size) -> Option<u64> {
    let (first, rest) = payload.split_first()?;
    match first & COMPRESSION {
        0 => Some(0),
        1 => read_main_codes(&mut Bits::new(rest), size),
        _ => None,
    }
}

fn read_main_codes(bits: &mut Bits<'_>, size: Size) -> Option<u64> {
    let size = read_transforms(bits, size)?;
    let n_cached = read_cache_size(bits)?;
    let mut n_groups = 1;
    if bits.is_set()? {
        n_groups = 1 + u64::from(read_blocks(bits, size)?);
    }
    let mut n_bytes = 0;
    for _ in 0..n_groups {
        n_bytes += GROUP_BYTES;
        for n_symbols in with_cache(n_cached) {
            n_bytes += Code::read(bits, n_symbols)?.table_bytes();
        }
        if n_bytes > MAX_TABLE_BYTES {
            return Some(u64::MAX);
        }
    }
    Some(n_bytes)
}

/// Skips the transforms. Returns the size of the stored picture, before the decoder undoes the last
/// transform.
fn read_transforms(bits: &mut Bits<'_>, size: Size) -> Option<Size> {
    let mut size = size;
    let mut seen = [false; 4];
    while bits.is_set()? {
        let kind = usize::try_from(bits.read(2)?).ok()?;
        let seen = seen.get_mut(kind)?;
        if std::mem::replace(seen, true) {
            return None;
        }
        match kind {
            // The predictor and colour transforms store a value for each block.
            0 | 1 => {
                read_blocks(bits, size)?;
            }
            // The subtraction of green has no data.
            2 => {}
            // A palette. With up to 16 colours several pixels are stored as one.
            _ => {
                let n_colours = bits.read(8)? + 1;
                let palette = Size {
                    width: n_colours,
                    height: 1,
                };
                read_image(bits, palette)?;
                let shift = match n_colours {
                    0..=2 => 3,
                    3..=4 => 2,
                    5..=16 => 1,
                    _ => 0,
                };
                size.width = size.width.div_ceil(1 << shift);
            }
        }
    }
    Some(size)
}

/// Skips a picture of one pixel for each block, and returns the largest number in its red and green.
fn read_blocks(bits: &mut Bits<'_>, size: Size) -> Option<u16> {
    let block_length = 1 << (bits.read(3)? + 2);
    let blocks = Size {
        width: size.width.div_ceil(block_length),
        height: size.height.div_ceil(block_length),
    };
    read_image(bits, blocks)
}

/// Skips a picture within the stream, and returns the largest number in its red and green. A copy of
/// earlier pixels never adds a larger number.
///
/// This takes at most one step for each bit of the file: a file of 26 bytes can hold pictures of
/// millions of pixels that take no bits.
fn read_image(bits: &mut Bits<'_>, size: Size) -> Option<u16> {
    let n_cached = read_cache_size(bits)?;
    let codes = with_cache(n_cached).map(|n_symbols| Code::read(bits, n_symbols));
    let [
        Some(green),
        Some(red),
        Some(blue),
        Some(alpha),
        Some(distance),
    ] = codes
    else {
        return None;
    };
    let start = bits.position();
    let mut largest = 0;
    let mut n_left = size.n_pixels();
    while n_left > 0 {
        let symbol = green.read_symbol(bits)?;
        let mut n_read = 1;
        if symbol < N_LITERALS {
            let high = red.read_symbol(bits)?;
            blue.read_symbol(bits)?;
            alpha.read_symbol(bits)?;
            largest = largest.max(high << 8 | symbol);
        } else if symbol < N_LITERALS + N_LENGTHS {
            n_read = read_extra(bits, symbol - N_LITERALS)?;
            let prefix = distance.read_symbol(bits)?;
            read_extra(bits, prefix)?;
        } else if n_cached == 0 {
            return None;
        }
        n_left = n_left.checked_sub(n_read)?;
        if bits.position() == start {
            // Each code has a single symbol, so all further steps equal this one.
            return n_left.is_multiple_of(n_read).then_some(largest);
        }
    }
    Some(largest)
}

/// Reads the number that a prefix and the bits after it encode.
fn read_extra(bits: &mut Bits<'_>, prefix: u16) -> Option<u64> {
    if prefix < 4 {
        return Some(u64::from(prefix) + 1);
    }
    let n_bits = (u32::from(prefix) - 2) >> 1;
    let offset = (2 + u64::from(prefix & 1)) << n_bits;
    Some(offset + u64::from(bits.read(n_bits)?) + 1)
}

/// Reads the number of colours in the cache; 0 means that there is no cache.
fn read_cache_size(bits: &mut Bits<'_>) -> Option<u16> {
    if !bits.is_set()? {
        return Some(0);
    }
    let n_bits = bits.read(4)?;
    (1..=11).contains(&n_bits).then(|| 1 << n_bits)
}

/// Returns the numbers of symbols with the colours of the cache, which follow the lengths.
fn with_cache(n_cached: u16) -> [u16; 5] {
    let [green, others @ ..] = N_SYMBOLS;
    let [red, blue, alpha, distance] = others;
    [green + n_cached, red, blue, alpha, distance]
}
