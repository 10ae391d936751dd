//! The names of stored files.

use enmusubi_image::Kind;
use object_store::path::Path;

/// Returns the path of the file with this name.
pub(crate) fn path_of(name: &str) -> Path {
    Path::from(name)
}

/// Returns true for a name that the server gives to files: 32 hexadecimal digits and the extension of
/// their kind.
pub(crate) fn is_stored_name(name: &str) -> bool {
    let kinds = [Kind::Jpeg, Kind::Png, Kind::Webp, Kind::Pdf];
    name.split_once('.').is_some_and(|(stem, extension)| {
        is_random_stem(stem) && kinds.iter().any(|kind| kind.extension() == extension)
    })
}

/// Returns true for 128 random bits as the server writes them in names of files.
pub(crate) fn is_random_stem(stem: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    stem.len() == 32 && stem.bytes().all(is_digit)
}
