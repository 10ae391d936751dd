//! Removes the texts and large colour profiles of a PNG before the decoder sees it, because a few hundred kilobytes
//! of them can unpack to hundreds of megabytes.

use std::borrow::Cow;

const SIGNATURE_LENGTH: usize = 8;
/// Bytes of a chunk's length, type and checksum together.
const FRAME_LENGTH: usize = 12;
/// The types of the chunks with texts.
const PROSE: [&[u8; 4]; 3] = [b"iTXt", b"tEXt", b"zTXt"];
const PROFILE: &[u8; 4] = b"iCCP";
const PIXELS: &[u8; 4] = b"IDAT";
/// The longest chunk with a colour profile, in bytes, which unpacks to 9 MB at most. The profile of sRGB takes 3,000
/// bytes, and profiles of phones take 500.
const MAX_PROFILE_CHUNK: usize = 8 * 1024;

/// Returns the picture without texts, and with one small profile before the pixels at most: the decoder refuses a
/// profile anywhere else. From the first broken chunk on it copies the bytes unchanged, and the decoder refuses them.
pub(super) fn without_prose(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some((signature, mut rest)) = bytes.split_at_checked(SIGNATURE_LENGTH) else {
        return Cow::Borrowed(bytes);
    };
    let mut kept = Cow::Borrowed(bytes);
    // The number of bytes before the current chunk.
    let mut n_kept = signature.len();
    let mut may_have_profile = true;
    while let Some((kind, chunk, after)) = next_chunk(rest) {
        let is_profile = kind == PROFILE;
        let is_removed = PROSE.contains(&kind)
            || is_profile && !(may_have_profile && chunk.len() <= MAX_PROFILE_CHUNK);
        may_have_profile &= !is_profile && kind != PIXELS;
        if is_removed {
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
