//! Removes the texts and colour profiles of a PNG before the decoder sees it, because a few kilobytes of
//! them can unpack to hundreds of megabytes.

use std::borrow::Cow;

const SIGNATURE_LENGTH: usize = 8;
/// Bytes of a chunk's length, type and checksum together.
const FRAME_LENGTH: usize = 12;
/// The types of the chunks with colour profiles and texts.
const PROSE: [&[u8; 4]; 4] = [b"iCCP", b"iTXt", b"tEXt", b"zTXt"];

/// Returns the picture without profiles and texts. From the first broken chunk on it copies the bytes
/// unchanged, and the decoder refuses them.
pub(super) fn without_prose(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some((signature, mut rest)) = bytes.split_at_checked(SIGNATURE_LENGTH) else {
        return Cow::Borrowed(bytes);
    };
    let mut kept = Cow::Borrowed(bytes);
    // The number of bytes before the current chunk.
    let mut n_kept = signature.len();
    while let Some((kind, chunk, after)) = next_chunk(rest) {
        if PROSE.contains(&kind) {
            if let Cow::Borrowed(_) = kept {
                kept = Cow::Owned(bytes.get(..n_kept).unwrap_or_default().to_vec());
            }
        } else {
            n_kept += chunk.len();
            if let Cow::Owned(kept) = &mut kept {
                kept.extend_from_slice(chunk);
            }
        }
        rest = after;
    }
    if let Cow::Owned(kept) = &mut kept {
        kept.extend_from_slice(rest);
    }
    kept
}

/// Returns the type, the chunk with its length and checksum, and the bytes after it.
fn next_chunk(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let kind = rest.first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let (chunk, after) = bytes.split_at_checked(length.checked_add(FRAME_LENGTH)?)?;
    Some((kind, chunk, after))
}
