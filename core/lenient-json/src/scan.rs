//! Finds the end of plain text, eight bytes at a time.

/// Counts the bytes before the first quote, backslash or control character.
pub(super) fn plain_length(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        let special = special_bytes(u64::from_le_bytes(*chunk));
        if special != 0 {
            return bytes.len() - rest.len() + special.trailing_zeros() as usize / 8;
        }
        rest = after;
    }
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1F);
    let n_plain = rest.iter().position(is_special).unwrap_or(rest.len());
    bytes.len() - rest.len() + n_plain
}

/// Sets the top bit of the first special byte. The bits of later bytes may be wrong.
/// ("Determine if a word has a byte less than n", Bit Twiddling Hacks.)
const fn special_bytes(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    let quote = word ^ (ONES * b'"' as u64);
    let quote = quote.wrapping_sub(ONES) & !quote;
    let backslash = word ^ (ONES * b'\\' as u64);
    let backslash = backslash.wrapping_sub(ONES) & !backslash;
    (control | quote | backslash) & (ONES * 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_special_byte_is_found_beside_any_other_byte() {
        let is_special = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
        for (first, second) in (0..=u8::MAX).flat_map(|a| (0..=u8::MAX).map(move |b| (a, b))) {
            for at in [0, 3, 6, 7] {
                let mut bytes = [b'~'; 17];
                bytes[at] = first;
                bytes[at + 1] = second;
                let expected = bytes.iter().position(|byte| is_special(*byte));
                assert_eq!(plain_length(&bytes), expected.unwrap_or(17), "{bytes:?}");
            }
        }
    }
}
