//! Computes the memory that the decoder needs for a WebP, before the decoder runs.
//!
//! The decoder (image-webp) trusts the file: it reserves the length that a chunk claims, decodes a frame
//! of 16,383 by 16,383 pixels before it compares it with a canvas of one pixel, and builds as many
//! Huffman tables as a lossless picture claims, hundreds of bytes for each byte of the file.

mod huffman;
mod lossless;

use super::Rejected;

/// Bytes that the decoder needs for each pixel of a lossy picture, its result included, according to its
/// source: 1.5 of samples and 3 or 4 of pixels.
const LOSSY_BYTES: u64 = 6;
/// The same for a lossless picture: 4 of pixels, 3 more if they have no alpha, up to 1 of transforms.
const LOSSLESS_BYTES: u64 = 8;
/// The same for a lossy picture with alpha, which is a lossless picture of its own.
const LOSSY_WITH_ALPHA_BYTES: u64 = 12;
/// The same for the first frame of an animation, with the canvas and the frame beside the result.
const ANIMATED_BYTES: u64 = 16;

const RIFF_HEADER_LENGTH: usize = 12;
const CHUNK_HEADER_LENGTH: usize = 8;
/// Bytes of position, size and duration before the chunks of an animation's frame.
const ANMF_HEADER_LENGTH: usize = 16;
const ANIMATION_FLAG: u8 = 0x02;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    width: u32,
    height: u32,
}

impl Size {
    fn n_pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// Returns the bytes that decoding takes at its peak.
pub(super) fn working_bytes(bytes: &[u8]) -> Result<u64, Rejected> {
    reckon(bytes).ok_or(Rejected::Unreadable)
}

fn reckon(bytes: &[u8]) -> Option<u64> {
    let riff_length = u32_at(bytes, 4)?;
    let first = Chunk::at(bytes, RIFF_HEADER_LENGTH)?;
    let payload = first.payload?;
    match &first.kind {
        b"VP8 " => Some(lossy_size(payload)?.n_pixels() * LOSSY_BYTES),
        b"VP8L" => {
            let size = lossless::size(payload)?;
            let tables = lossless::table_bytes(payload)?;
            Some(tables.saturating_add(size.n_pixels() * LOSSLESS_BYTES))
        }
        b"VP8X" => {
            let [flags, _, _, _, dimensions @ ..] = payload.first_chunk::<10>()?;
            let canvas = size_less_one(dimensions)?;
            // The decoder reads to here, a little beyond the end that the header claims.
            let riff_length = usize::try_from(riff_length).ok()?;
            let end = first
                .end
                .checked_add(riff_length.saturating_sub(RIFF_HEADER_LENGTH))?;
            let chunks = chunks(bytes, first.end, end)?;
            if flags & ANIMATION_FLAG != 0 {
                let frame = chunks.iter().find(|it| &it.kind == b"ANMF")?.payload?;
                let (header, _) = frame.split_at_checked(ANMF_HEADER_LENGTH)?;
                let size = size_less_one(header.get(6..12)?)?;
                // After an alpha chunk the decoder reads lossy pixels from the next chunk, whatever
                // its kind.
                let first = Chunk::at(frame, ANMF_HEADER_LENGTH)?;
                if &first.kind == b"ALPH" && &Chunk::at(frame, first.end)?.kind != b"VP8 " {
                    return None;
                }
                let parts = self::chunks(frame, ANMF_HEADER_LENGTH, frame.len())?;
                let tables = table_bytes(&parts, size, canvas)?;
                return Some(tables.saturating_add(canvas.n_pixels() * ANIMATED_BYTES));
            }
            // Without the animation flag, the decoder would search frames for parts of the picture.
            if chunks.iter().any(|it| &it.kind == b"ANMF") {
                return None;
            }
            let tables = table_bytes(&chunks, canvas, canvas)?;
            let has = |kind| chunks.iter().any(|it| &it.kind == kind);
            let per_pixel = match (has(b"VP8L"), has(b"ALPH")) {
                (true, _) => LOSSLESS_BYTES,
                (false, true) => LOSSY_WITH_ALPHA_BYTES,
                (false, false) => LOSSY_BYTES,
            };
            Some(tables.saturating_add(canvas.n_pixels() * per_pixel))
        }
        _ => None,
    }
}

/// Returns the bytes of the tables of the largest part, or `None` if a part has the wrong size.
fn table_bytes(parts: &[Chunk], size: Size, canvas: Size) -> Option<u64> {
    let is_within = size.width <= canvas.width && size.height <= canvas.height;
    let mut most = is_within.then_some(0)?;
    for part in parts {
        let payload = part.payload?;
        let bytes = match &part.kind {
            b"VP8 " => (lossy_size(payload)? == size).then_some(0)?,
            b"VP8L" => {
                (lossless::size(payload)? == size).then_some(())?;
                lossless::table_bytes(payload)?
            }
            b"ALPH" => lossless::table_bytes_of_alpha(payload, size)?,
            _ => 0,
        };
        most = most.max(bytes);
    }
    Some(most)
}

struct Chunk<'a> {
    kind: [u8; 4],
    /// `None` if the file ends before the chunk does.
    payload: Option<&'a [u8]>,
    end: usize,
}

impl<'a> Chunk<'a> {
    fn at(bytes: &'a [u8], start: usize) -> Option<Self> {
        let kind = *bytes.get(start..)?.first_chunk::<4>()?;
        let length = usize::try_from(u32_at(bytes, start.checked_add(4)?)?).ok()?;
        let start = start + CHUNK_HEADER_LENGTH;
        let end = start.checked_add(length)?;
        Some(Self {
            kind,
            payload: bytes.get(start..end),
            end: end.checked_add(length & 1)?,
        })
    }

    /// Returns true if the chunk holds pixels. RFC 9649, 2.6 and 2.7, allows each kind once in a picture or
    /// a frame, and libwebp refuses a second one.
    fn has_pixels(&self) -> bool {
        [b"VP8 ", b"VP8L", b"ALPH"].contains(&&self.kind)
    }

    /// Returns true if the decoder reads chunks of this kind.
    fn is_known(&self) -> bool {
        let known = [
            b"VP8 ", b"VP8L", b"VP8X", b"ANIM", b"ANMF", b"ALPH", b"ICCP", b"EXIF", b"XMP ",
        ];
        known.contains(&&self.kind)
    }
}

/// Returns the chunks that the decoder reads, which are the first of each kind. Returns `None` if pixels
/// come twice, or if a chunk goes beyond the end of the file, because the decoder would reserve its length.
fn chunks(bytes: &[u8], mut start: usize, end: usize) -> Option<Vec<Chunk<'_>>> {
    let mut found: Vec<Chunk<'_>> = Vec::new();
    while start < end
        && let Some(chunk) = Chunk::at(bytes, start)
    {
        start = chunk.end;
        if !chunk.is_known() {
            continue;
        }
        chunk.payload?;
        if found.iter().all(|it| it.kind != chunk.kind) {
            found.push(chunk);
        } else if chunk.has_pixels() {
            return None;
        }
    }
    Some(found)
}

/// Reads the size from the header of a VP8 key frame.
fn lossy_size(payload: &[u8]) -> Option<Size> {
    let [_, _, _, 0x9D, 0x01, 0x2A, a, b, c, d] = payload.first_chunk::<10>()? else {
        return None;
    };
    let side = |low: &u8, high: &u8| u32::from(u16::from_le_bytes([*low, *high]) & 0x3FFF);
    Some(Size {
        width: side(a, b),
        height: side(c, d),
    })
}

/// Reads width and height. Three bytes hold each of them, less one.
fn size_less_one(bytes: &[u8]) -> Option<Size> {
    let side = |bytes: &[u8]| {
        let [low, middle, high] = bytes.first_chunk::<3>()?;
        Some(u32::from_le_bytes([*low, *middle, *high, 0]) + 1)
    };
    Some(Size {
        width: side(bytes)?,
        height: side(bytes.get(3..)?)?,
    })
}

fn u32_at(bytes: &[u8], start: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(start..)?.first_chunk()?))
}
