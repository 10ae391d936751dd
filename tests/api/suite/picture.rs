//! Files to upload, made at run time.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};

/// Makes a small picture with many colours.
pub(crate) fn picture(format: ImageFormat) -> Vec<u8> {
    picture_with(format, 120)
}

/// Makes a small picture with many colours, each with this much blue.
fn picture_with(format: ImageFormat, blue: u8) -> Vec<u8> {
    let image = RgbImage::from_fn(48, 32, |x, y| {
        Rgb([
            u8::try_from(x * 5).unwrap(),
            u8::try_from(y * 7).unwrap(),
            blue,
        ])
    });
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

pub(crate) fn jpeg() -> Vec<u8> {
    picture(ImageFormat::Jpeg)
}

/// Makes a picture of a document. Other numbers give other pictures.
pub(crate) fn document(n: u8) -> Vec<u8> {
    picture_with(ImageFormat::Png, 200 + n)
}

/// Returns the beginning of a PDF.
pub(crate) fn pdf() -> Vec<u8> {
    b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n".to_vec()
}

/// Returns the beginning of a Linux program.
pub(crate) fn executable() -> Vec<u8> {
    [b"\x7fELF\x02\x01\x01\x00".as_slice(), &[0; 512]].concat()
}
