//! Whether a JPEG is all there: decoders paint what is missing of a cut file grey.

/// Whether the file goes on to its end mark.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    pixels_of(bytes).is_some_and(|pixels| pixels.windows(2).any(|mark| mark == [0xFF, 0xD9]))
}

/// What follows the segments; a miniature in the metadata has an end mark too, which is not ours.
fn pixels_of(bytes: &[u8]) -> Option<&[u8]> {
    let mut rest = bytes.strip_prefix(&[0xFF, 0xD8])?;
    loop {
        match rest {
            // Any number of fill bytes may come before a mark.
            [0xFF, 0xFF, ..] => rest = rest.get(1..)?,
            [0xFF, 0xDA, scan @ ..] => return Some(scan),
            [0xFF, _, high, low, ..] => {
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                rest = rest.get(2 + length..)?;
            }
            _ => return None,
        }
    }
}
