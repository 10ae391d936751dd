//! The stored file holds none of the metadata of the upload.

use enmusubi_image::Kind;
use enmusubi_tests::png;
use image::ImageFormat;

use super::{encoded, picture};

const CANARY: &[u8] = b"CANARY-25.0330N-121.5654E";

/// Returns the data of one place for metadata, with the canary after `prefix`.
fn with(prefix: &[u8]) -> Vec<u8> {
    [prefix, CANARY].concat()
}

/// Returns EXIF data with the orientation 6 (a quarter turn to the right), and the canary as a place name.
fn exif() -> Vec<u8> {
    let mut tiff = b"MM\0\x2A\0\0\0\x08\0\x02".to_vec();
    tiff.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]);
    let length = u8::try_from(CANARY.len()).unwrap();
    tiff.extend([0x01, 0x0E, 0, 2, 0, 0, 0, length, 0, 0, 0, 38]);
    tiff.extend([0, 0, 0, 0]);
    with(&tiff)
}

fn jpeg() -> Vec<u8> {
    let plain = encoded(&picture(40, 20), ImageFormat::Jpeg);
    let mut bytes = plain[..2].to_vec();
    let exif = [b"Exif\0\0".to_vec(), exif()].concat();
    for (mark, segment) in [
        (0xE0, with(b"JFXX\0\x10")),
        (0xE1, exif),
        (0xE1, with(b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>")),
        (0xE2, with(b"ICC_PROFILE\0\x01\x01")),
        (0xED, with(b"Photoshop 3.0\08BIM\x04\x04\0\0\0\0\0\x19")),
        (0xEF, with(b"Maker")),
        (0xFE, with(b"<script>")),
    ] {
        let length = u16::try_from(segment.len() + 2).unwrap();
        bytes.extend([0xFF, mark]);
        bytes.extend(length.to_be_bytes());
        bytes.extend(segment);
    }
    bytes.extend(&plain[2..]);
    bytes.extend(with(b"PK\x03\x04"));
    bytes
}

fn png() -> Vec<u8> {
    let plain = encoded(&picture(40, 20), ImageFormat::Png);
    // The new chunks follow the signature and the header chunk.
    let mut bytes = plain[..33].to_vec();
    for (kind, data) in [
        (b"eXIf", exif()),
        (b"tEXt", with(b"Comment\0")),
        (b"zTXt", with(b"Comment\0\0")),
        (b"iTXt", with(b"XML:com.adobe.xmp\0\0\0\0\0")),
        (b"iCCP", with(b"profile\0\0")),
        (b"prVt", with(b"")),
    ] {
        bytes.extend(png::chunk(*kind, &data));
    }
    bytes.extend(&plain[33..]);
    bytes.extend(with(b"%PDF-1.7"));
    bytes
}

#[test]
fn only_upright_pixels_are_stored() {
    for (kind, bytes) in [(Kind::Jpeg, jpeg()), (Kind::Png, png())] {
        assert!(n_canaries(&bytes) >= 3, "{kind:?}");
        let cleaned = super::cleaned(&bytes, kind).unwrap();
        assert_eq!(n_canaries(&cleaned.bytes), 0, "{kind:?}");
        for trace in [
            &b"Exif"[..],
            b"eXIf",
            b"EXIF",
            b"XMP",
            b"ICC",
            b"iCC",
            b"tEXt",
            b"JFXX",
        ] {
            let found = cleaned.bytes.windows(trace.len()).any(|it| it == trace);
            assert!(!found, "{kind:?} {}", String::from_utf8_lossy(trace));
        }
        assert_eq!((cleaned.width, cleaned.height), (20, 40), "{kind:?}");
        // After a turn to the right, the left half is on top.
        let shown = image::load_from_memory(&cleaned.bytes).unwrap().to_rgb8();
        assert!(shown.get_pixel(10, 5)[0] > 150, "{kind:?}");
        assert!(shown.get_pixel(10, 35)[2] > 150, "{kind:?}");
    }
}

fn n_canaries(bytes: &[u8]) -> usize {
    bytes
        .windows(CANARY.len())
        .filter(|it| *it == CANARY)
        .count()
}
