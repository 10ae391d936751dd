//! JPEGs that a strict reader would refuse, and JPEGs that hide work from a strict reader.

use enmusubi_image::{Kind, Rejected};
use image::RgbImage;
use jpeg_encoder::{ColorType, Encoder};

use super::cleaned;

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
    cleaned(&parts.concat(), Kind::Jpeg).map(|_| ())
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
fn a_picture_is_accepted_with_everything_that_the_decoder_skips() {
    for harmless in [
        &b""[..],
        b"\xFF",
        b"\xFF\xFF\xFF",
        b"\xFF\xFE\0\x04ab",
        b"\xFF\xDD\0\x04\0\0",
        b"\xFF\xE5\0\x03a\xFF",
        b"\xFF\xE0\0\x06abcd",
        // A segment of unknown kind, and bytes between two segments.
        b"\xFF\xF0\0\x04ab",
        b"\xFF\xFE\0\x04ababcd",
        b"\0\0\0\0",
    ] {
        assert_eq!(with_inserted(harmless)[0], Ok(()), "{harmless:02X?}");
    }
    let whole = progressive();
    assert_eq!(outcome(&[&whole, b"\xFF\xDA trailing"]), Ok(()));
}

#[test]
fn a_picture_without_its_end_mark_is_accepted_and_a_cut_one_is_not() {
    for bytes in [progressive(), photo()] {
        let whole = bytes.len() - 2;
        assert_eq!(outcome(&[&bytes[..whole]]), Ok(()));
        // The last bytes have the last blocks of the last line.
        for n_cut in [40, 100, whole / 2] {
            let cut = outcome(&[&bytes[..whole - n_cut]]);
            assert_eq!(cut, Err(Rejected::Unreadable), "{n_cut} of {whole}");
        }
    }
}

/// Makes a picture of one scan with detail in each block.
fn photo() -> Vec<u8> {
    let picture = RgbImage::from_fn(120, 80, |x, y| {
        image::Rgb([x * 7 + y * 3, x * y, x + y * 5].map(|it| u8::try_from(it % 256).unwrap()))
    });
    let mut bytes = Vec::new();
    let encoder = Encoder::new(&mut bytes, 90);
    encoder.encode(&picture, 120, 80, ColorType::Rgb).unwrap();
    bytes
}

#[test]
fn a_picture_that_is_damaged_in_the_middle_is_refused() {
    let bytes = photo();
    let start = bytes.windows(2).position(|it| it == [0xFF, 0xDA]).unwrap();
    let (before, after) = bytes.split_at(usize::midpoint(start, bytes.len()));
    // The decoder gives up at a mark that no decoder knows.
    let broken = outcome(&[before, b"\xFF\x7F", after]);
    assert_eq!(broken, Err(Rejected::Unreadable));
}

/// The decoder skips other bytes than a walk from segment to segment would. Scans count wherever the decoder finds
/// them.
#[test]
fn no_place_of_a_file_hides_scans() {
    let whole = progressive();
    let (start, scan) = last_scan(&whole);
    let scans = scan.repeat(TOO_MANY);
    let rest = &start[2..];
    let stuffed = [b"\xFF\0\xFE\x10\0".to_vec(), vec![0; 0x1000]].concat();
    let short = b"\xFF\xE0\0\x06abcd\xFF\xC8\x7F\xFF".to_vec();
    for (name, hidden) in [
        ("at their place", vec![]),
        ("behind stuffing", stuffed),
        ("behind a short first segment", short),
        ("behind fill bytes", vec![0xFF; 9]),
    ] {
        let parts: [&[u8]; 5] = [b"\xFF\xD8", &hidden, rest, &scans, b"\xFF\xD9"];
        assert_eq!(outcome(&parts), Err(Rejected::TooLarge), "{name}");
    }
    for (name, at) in [("before", 2), ("behind", whole.len())] {
        let (first, second) = whole.split_at(at);
        let found = outcome(&[first, &comment(&scans), second]);
        assert_eq!(found, Err(Rejected::TooLarge), "{name} the picture");
    }
}

fn comment(content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    [b"\xFF\xFE".as_slice(), &length, content].concat()
}

#[test]
fn counting_takes_no_time_however_many_headers_a_file_seems_to_have() {
    let whole = progressive();
    // Headers of frames of 24 by 16 pixels with three components, and of scans of a component that no frame has.
    let frame = b"\xFF\xC0\0\x11\x08\0\x10\0\x18\x03\x01\x11\0\x02\x11\x01\x03\x11\x01";
    let scan = b"\xFF\xDA\0\x08\x01\x09\0\0\x3F\0";
    for (frames, scans) in [(1, 1_000_000), (500_000, 500_000)] {
        let started = std::time::Instant::now();
        let parts: [&[u8]; 3] = [&whole, &frame.repeat(frames), &scan.repeat(scans)];
        assert_eq!(outcome(&parts).is_ok(), frames == 1);
        assert!(started.elapsed() < std::time::Duration::from_secs(2));
    }
}

#[test]
fn a_decoy_of_a_frame_hides_no_coefficients() {
    // The picture has a scan for each of four components of 49 megapixels, so the decoder would keep 392 MB of
    // coefficients.
    let side = 7_000_u16.to_be_bytes();
    let header = [&[8][..], &side, &side, &[4]].concat();
    let frame = |factors: u8| {
        let components: Vec<u8> = (1..=4).flat_map(|id| [id, factors, 0]).collect();
        [b"\xFF\xC0\0\x14".as_slice(), &header, &components].concat()
    };
    let scans: Vec<u8> = (1..=4)
        .flat_map(|id| [0xFF, 0xDA, 0, 8, 1, id, 0, 0, 63, 0, 0])
        .collect();
    let parts: [&[u8]; 5] = [
        b"\xFF\xD8",
        &comment(&frame(0x44)),
        &frame(0x11),
        &scans,
        b"\xFF\xD9",
    ];
    assert_eq!(outcome(&parts), Err(Rejected::TooLarge));
}

#[test]
fn more_scans_than_a_picture_needs_are_refused() {
    let whole = progressive();
    let (start, scan) = last_scan(&whole);
    let n_scans = whole.windows(2).filter(|it| *it == [0xFF, 0xDA]).count();
    let with_scans = |n: usize| outcome(&[start, &scan.repeat(n), b"\xFF\xD9"]);
    assert_eq!(with_scans(64 - n_scans + 1), Ok(()));
    assert_eq!(with_scans(64 - n_scans + 2), Err(Rejected::TooLarge));
}

#[test]
fn a_miniature_in_the_metadata_does_not_count_as_the_picture() {
    let whole = progressive();
    let mut small = Vec::new();
    let picture = RgbImage::new(8, 8);
    let mut encoder = Encoder::new(&mut small, 90);
    encoder.set_progressive(true);
    encoder.encode(&picture, 8, 8, ColorType::Rgb).unwrap();
    let length = u16::try_from(small.len() + 2).unwrap().to_be_bytes();
    let segment = [b"\xFF\xE1".as_slice(), &length, &small].concat();
    assert_eq!(outcome(&[&whole[..2], &segment, &whole[2..]]), Ok(()));
}

#[test]
fn an_xmp_packet_in_many_parts_takes_no_time() {
    // The server hides the parts from the decoder, which would go through all of them again at each further segment.
    let mut part = b"\xFF\xE1\0\x4Dhttp://ns.adobe.com/xmp/extension/\0".to_vec();
    part.extend([b'a'; 32]);
    part.extend(b"\0\xFF\xFF\xFF\0\0\0\0");
    assert_eq!(with_inserted(&part)[0], Ok(()));
    for (parts, comments) in [(100_000, 0), (1_000, 2_000_000)] {
        let started = std::time::Instant::now();
        let metadata = [part.repeat(parts), b"\xFF\xFE\0\x02".repeat(comments)].concat();
        assert_eq!(with_inserted(&metadata)[0], Ok(()));
        assert!(started.elapsed() < std::time::Duration::from_secs(2));
    }
}

#[test]
fn a_file_with_zeros_behind_it_is_the_same_file() {
    let bytes = photo();
    let zeros = [0; 2_000];
    assert_eq!(outcome(&[&bytes, &zeros]), Ok(()));
    let cut = &bytes[..bytes.len() / 2];
    assert_eq!(outcome(&[cut, &zeros]), Err(Rejected::Unreadable));
}

#[test]
fn a_file_at_which_the_decoder_panics_is_refused() {
    let whole = progressive();
    let start = whole.windows(2).position(|it| it == [0xFF, 0xC2]).unwrap();
    // The factors of the three components.
    let mut small_first = whole.clone();
    for (component, factors) in [0x11, 0x22, 0x11].into_iter().enumerate() {
        small_first[start + 11 + 3 * component] = factors;
    }
    // The Adobe segment says that there are four components.
    let adobe = b"\xFF\xEE\0\x0EAdobe\0\x64\0\0\0\0\x02";
    for broken in [small_first, [&whole[..2], adobe, &whole[2..]].concat()] {
        assert_eq!(outcome(&[&broken]), Err(Rejected::Unreadable));
    }
}
