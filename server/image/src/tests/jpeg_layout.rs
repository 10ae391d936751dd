//! JPEGs that the decoder would read differently from the walk over their segments.

use image::RgbImage;
use jpeg_encoder::{ColorType, Encoder};

use crate::{Kind, Rejected, clean};

/// More scans than any picture may have.
const TOO_MANY: usize = 70;

fn progressive() -> Vec<u8> {
    let picture = RgbImage::new(24, 16);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 90);
    encoder.set_progressive(true);
    encoder.encode(&picture, 24, 16, ColorType::Rgb).unwrap();
    bytes
}

/// Splits the file before its last scan.
fn last_scan(bytes: &[u8]) -> (&[u8], &[u8]) {
    let (bytes, _) = bytes.split_at(bytes.len() - 2);
    let start = bytes.windows(2).rposition(|it| it == [0xFF, 0xDA]).unwrap();
    bytes.split_at(start)
}

fn outcome(parts: &[&[u8]]) -> Result<(), Rejected> {
    clean(&parts.concat(), Kind::Jpeg).map(|_| ())
}

/// Checks the file with `insert` after the start marker, and with `insert` after the first scan.
fn with_inserted(insert: &[u8]) -> [Result<(), Rejected>; 2] {
    let whole = progressive();
    let scans: Vec<usize> = (0..whole.len())
        .filter(|at| whole[*at..].starts_with(&[0xFF, 0xDA]))
        .collect();
    [2, scans[1]].map(|at| outcome(&[&whole[..at], insert, &whole[at..]]))
}

#[test]
fn an_ordinary_picture_with_fill_bytes_comments_and_restart_intervals_is_accepted() {
    for honest in [
        &b""[..],
        b"\xFF",
        b"\xFF\xFF\xFF",
        b"\xFF\xFE\0\x04ab",
        b"\xFF\xDD\0\x04\0\0",
        b"\xFF\xE5\0\x03a\xFF",
    ] {
        assert_eq!(with_inserted(honest)[0], Ok(()), "{honest:02X?}");
    }
    let whole = progressive();
    assert_eq!(outcome(&[&whole, b"\xFF\xDA trailing"]), Ok(()));
}

#[test]
fn stuffing_before_the_first_scan_hides_no_scans() {
    let whole = progressive();
    let (start, scan) = last_scan(&whole);
    // The decoder reads stuffing and a comment of 0x1000 bytes; the walk reads a segment of 0xFE10 bytes.
    let hidden = [&start[2..], &scan.repeat(TOO_MANY)].concat();
    let mut bytes = b"\xFF\xD8\xFF\0\xFE\x10\0".to_vec();
    bytes.resize(5 + 0x1000, 0);
    bytes.extend(hidden);
    // The walk and the decoder agree again from here on.
    let end = 4 + 0xFE10;
    let n_left = u16::try_from(end - bytes.len() - 2).unwrap();
    bytes.extend([0xFF, 0xFE]);
    bytes.extend(n_left.to_be_bytes());
    bytes.resize(end, 0);
    assert_eq!(
        outcome(&[&bytes, scan, b"\xFF\xD9"]),
        Err(Rejected::Unreadable)
    );
    for stuffing in [&b"\xFF\0"[..], b"\xFF\xFF\0", b"\xFF\0\xFE\0\x04ab"] {
        assert_eq!(with_inserted(stuffing)[0], Err(Rejected::Unreadable));
    }
}

#[test]
fn a_short_first_segment_hides_no_scans() {
    let whole = progressive();
    let (start, scan) = last_scan(&whole);
    // The decoder reads seven bytes from an APP0 segment of six, and then searches the next segment
    // for a marker.
    let hidden = [&start[2..], &scan.repeat(TOO_MANY)].concat();
    let length = u16::try_from(hidden.len() + 2).unwrap().to_be_bytes();
    let bytes = [
        b"\xFF\xD8\xFF\xE0\0\x06abcd\xFF\xC8".as_slice(),
        &length,
        &hidden,
    ]
    .concat();
    assert_eq!(outcome(&[&bytes, &whole[2..]]), Err(Rejected::Unreadable));
    assert_eq!(
        with_inserted(b"\xFF\xE0\0\x06abcd")[0],
        Err(Rejected::Unreadable)
    );
}

#[test]
fn a_marker_that_does_not_belong_there_is_refused() {
    let refused = [Err(Rejected::Unreadable); 2];
    let markers = [0x01, 0x02, 0xBF]
        .into_iter()
        .chain([0xC3, 0xC5, 0xC8, 0xC9, 0xCC, 0xCF])
        .chain([0xD8, 0xDC, 0xDE, 0xDF, 0xF0, 0xFD]);
    for marker in markers {
        let insert = [0xFF, marker, 0, 4, 0, 0];
        assert_eq!(with_inserted(&insert), refused, "{marker:02X}");
    }
    for restart in 0xD0..=0xD7 {
        let insert = [0xFF, restart, 0, 4, 0, 0];
        assert_eq!(with_inserted(&insert)[0], refused[0], "{restart:02X}");
    }
    // Bytes or a restart marker between segments, a second frame, a length that is too short.
    for insert in [
        &b"\xFF\xFE\0\x04ababcd"[..],
        b"\xFF\xFE\0\x04ab\xFF\xD0",
        b"\xFF\xFE\0\x04ab\xFF\0",
        b"\xFF\xC2\0\x11\x08\0\x10\0\x18\x03\x01\x11\0\x02\x11\x01\x03\x11\x01",
        b"\xFF\xFE\0\x01",
        b"\xFF\xFE\0\0",
    ] {
        assert_eq!(with_inserted(insert), refused, "{insert:02X?}");
    }
}

#[test]
fn more_scans_or_segments_than_a_picture_needs_are_refused() {
    let whole = progressive();
    let (start, scan) = last_scan(&whole);
    let n_scans = whole.windows(2).filter(|it| *it == [0xFF, 0xDA]).count();
    let with_scans = |n: usize| outcome(&[start, &scan.repeat(n), b"\xFF\xD9"]);
    assert_eq!(with_scans(64 - n_scans + 1), Ok(()));
    assert_eq!(with_scans(64 - n_scans + 2), Err(Rejected::Unreadable));
    let comments = |n| b"\xFF\xFE\0\x02".repeat(n);
    assert_eq!(with_inserted(&comments(900))[0], Ok(()));
    assert_eq!(
        with_inserted(&comments(1_000))[0],
        Err(Rejected::Unreadable)
    );
}

#[test]
fn an_xmp_packet_in_many_parts_is_refused_quickly() {
    // The decoder would read all parts again for each further one.
    let mut part = b"\xFF\xE1\0\x4Dhttp://ns.adobe.com/xmp/extension/\0".to_vec();
    part.extend([b'a'; 32]);
    part.extend(b"\0\xFF\xFF\xFF\0\0\0\0");
    assert_eq!(with_inserted(&part)[0], Ok(()));
    let started = std::time::Instant::now();
    let outcome = with_inserted(&part.repeat(100_000))[0];
    assert_eq!(outcome, Err(Rejected::Unreadable));
    assert!(started.elapsed() < std::time::Duration::from_secs(2));
}
