//! What is asked of a JPEG before it is decoded, and those that are decoded in a way of their own.
//!
//! Whether a JPEG is all there and in few enough parts: decoders paint what is missing of a cut file
//! grey, and go over the whole picture once for each of its scans.

pub(super) mod planes;

/// Encoders make about ten. Each is a few bytes of the file and may cost tens of milliseconds.
const MAX_SCANS: usize = 64;

/// Whether the file goes on to its end mark, in no more scans than a picture needs.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    n_scans(bytes).is_some_and(|n_scans| (1..=MAX_SCANS).contains(&n_scans))
}

/// None where there is no end mark. What follows it is not looked at, and neither are miniatures in
/// the metadata, which have an end mark too.
fn n_scans(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes.strip_prefix(&[0xFF, 0xD8])?;
    let mut n_scans = 0;
    loop {
        match rest {
            [0xFF, 0xD9, ..] => return Some(n_scans),
            // Pixels: a stuffed byte or a restart mark.
            [0xFF, 0x00 | 0xD0..=0xD7, after @ ..] if n_scans > 0 => rest = after,
            // Any number of fill bytes may come before a mark.
            [0xFF, 0xFF, ..] => rest = rest.get(1..)?,
            [0xFF, mark, high, low, ..] => {
                n_scans += usize::from(*mark == 0xDA);
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                rest = rest.get(2 + length..)?;
            }
            [byte, ..] if n_scans > 0 && *byte != 0xFF => {
                let next = rest.iter().position(|byte| *byte == 0xFF)?;
                rest = rest.get(next..)?;
            }
            _ => return None,
        }
    }
}
