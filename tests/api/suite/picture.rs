//! Files to upload, made at run time.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};

/// Makes a small picture with many colours.
pub(crate) fn picture(format: ImageFormat) -> Vec<u8> {
    let image = RgbImage::from_fn(48, 32, |x, y| {
        Rgb([
            u8::try_from(x * 5).unwrap(),
            u8::try_from(y * 7).unwrap(),
            120,
        ])
    });
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

pub(crate) fn jpeg() -> Vec<u8> {
    picture(ImageFormat::Jpeg)
}

pub(crate) fn pdf() -> Vec<u8> {
    enmusubi_tests::pdf::document()
}

/// Returns the beginning of a Linux program.
pub(crate) fn executable() -> Vec<u8> {
    [b"\x7fELF\x02\x01\x01\x00".as_slice(), &[0; 512]].concat()
}
