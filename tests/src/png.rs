//! Parts of PNG files, for tests that make or change pictures.

const SIGNATURE_LENGTH: usize = 8;
/// The signature and the header chunk.
const HEAD_LENGTH: usize = 33;

/// Returns a chunk: the length of its data, its kind, the data and their checksum.
///
/// # Panics
/// Panics if the data have 4 GiB.
pub fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap_or_else(|error| panic!("a huge chunk: {error}"));
    let checked = [&kind, data].concat();
    let checksum = crc32(&checked).to_be_bytes();
    [&length.to_be_bytes()[..], &checked, &checksum].concat()
}

/// Splits a file behind its header chunk. Returns the 13 bytes of the header's data, and the rest.
pub fn split_header(png: &[u8]) -> (&[u8], &[u8]) {
    let (head, rest) = png.split_at(HEAD_LENGTH);
    (&head[SIGNATURE_LENGTH + 8..HEAD_LENGTH - 4], rest)
}

/// Returns a file that begins with this header's data.
pub fn with_header(header: &[u8], rest: &[u8]) -> Vec<u8> {
    [b"\x89PNG\r\n\x1A\n", &chunk(*b"IHDR", header)[..], rest].concat()
}

/// Returns the file with another size in its header. Its pixels stay.
pub fn with_size(png: &[u8], width: u32, height: u32) -> Vec<u8> {
    let (header, rest) = split_header(png);
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    with_header(&[&size, &header[8..]].concat(), rest)
}

/// Returns the checksum of a chunk's kind and data.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            }
        })
    })
}
