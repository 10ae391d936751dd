//! Files made to cost a server more than they cost the sender: the server refuses each of them, or
//! makes it harmless, in little time and memory.
//!
//! This suite is a separate program, because it measures the memory of the whole process. Every test here holds
//! `MEASURING`; a test that measures nothing belongs in the tests of pictures beside this folder.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and prints what it measured"
)]

mod by_hand;
mod corpus;
mod mutated;
mod shapes;

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use enmusubi_image::{Clean, Kind, Modifiers, Rejected, Use, clean, render};
use jpeg_encoder::SamplingFactor;
use peak_alloc::PeakAlloc;

use self::by_hand::{Jpeg, Zeros};
use self::corpus::{Scans, photo};
use self::shapes::Shaped;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Each test holds this lock, because the memory of another test at the same time would be counted
/// too.
static MEASURING: Mutex<()> = Mutex::new(());

const MIB: usize = 1024 * 1024;
/// The most bytes for any picture. Two uploads are decoded at a time, beside a smaller stored
/// picture, and the server must stay below 1 GB.
const MOST: usize = 350_000_000;
/// The limit on a busy machine. The usual time is a hundredth of this limit.
const LONGEST: Duration = Duration::from_secs(2);

/// Returns the result of the upload as a photo and the peak of the memory meanwhile.
fn measured(name: &str, bytes: &[u8]) -> (Option<Result<Clean, Rejected>>, usize) {
    measured_as(Use::Photo, name, bytes)
}

fn measured_as(purpose: Use, name: &str, bytes: &[u8]) -> (Option<Result<Clean, Rejected>>, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let started = Instant::now();
    let result = Kind::of(bytes).map(|kind| clean(bytes, kind, purpose));
    let elapsed = started.elapsed();
    let peak = MEMORY.peak_usage() - before;
    let (n_bytes, peak_kib) = (bytes.len(), peak / 1024);
    println!("{name:44} {n_bytes:>9} B {elapsed:>10.1?} {peak_kib:>7} KiB");
    let is_refused = !matches!(result, Some(Ok(_)));
    assert!(!is_refused || elapsed < LONGEST, "{name}: {elapsed:?}");
    (result, peak)
}

#[test]
fn an_upload_stays_within_its_bounds() {
    let _measuring = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    hostile_files_are_refused();
    the_second_format_of_a_polyglot_is_removed();
    compressed_metadata_is_not_unpacked();
    a_photo_takes_less_than_three_times_its_pixels();
    a_picture_for_printers_takes_less_than_three_times_its_four_colours();
}

#[test]
fn the_largest_picture_of_every_shape_stays_within_its_memory() {
    let _measuring = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    for Shaped { name, bytes, most } in shapes::pngs().chain(shapes::jpegs()) {
        let (result, peak) = measured(&name, &bytes);
        assert!(peak < most + 2 * bytes.len() + 8 * MIB, "{name}: {peak}");
        assert!(peak < MOST, "{name}: {peak}");
        let made = result
            .unwrap()
            .unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert!(made.width.max(made.height) <= 2048, "{name}");
        // The stored picture of a document has up to four times the pixels.
        let (result, peak) = measured_as(Use::Document, &name, &bytes);
        assert!(peak < MOST, "{name}: {peak}");
        assert!(result.unwrap().is_ok(), "{name}");
        if name.contains("line") {
            variants_of_a_line_are_cheap(&name, &made.bytes);
        }
    }
}

fn variants_of_a_line_are_cheap(name: &str, bytes: &[u8]) {
    let kind = Kind::of(bytes).unwrap();
    for fit in ["inside", "outside", "fill", "contain", "cover"] {
        for modifiers in [
            "f_webp,s_360",
            "f_jpeg,s_24x1080",
            "f_png,s_1080x24,blur_10",
        ] {
            let modifiers = Modifiers::parse(&format!("{modifiers},fit_{fit}")).unwrap();
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            let started = Instant::now();
            render(bytes, kind, &modifiers)
                .unwrap_or_else(|why| panic!("{name}, {modifiers}: {why:?}"));
            let peak = MEMORY.peak_usage() - before;
            assert!(peak < 16 * MIB, "{name}, {modifiers}: {peak}");
            assert!(started.elapsed() < LONGEST, "{name}, {modifiers}");
        }
    }
}

#[test]
fn a_picture_that_would_take_more_is_refused_at_its_header() {
    let _measuring = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    for (name, bytes) in shapes::too_large() {
        let (result, peak) = measured(name, &bytes);
        assert_eq!(result.unwrap().unwrap_err(), Rejected::TooLarge, "{name}");
        assert!(peak < 2 * bytes.len() + 16 * MIB, "{name}: {peak}");
    }
}

#[test]
fn too_many_scans_are_refused() {
    let _measuring = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    // A JPEG may have 600 million samples in all its scans, the first scan included.
    for (side, n_scans, is_accepted) in [
        (7_064, 11, true),
        (7_064, 12, false),
        (3_000, 62, true),
        (3_000, 64, false),
    ] {
        let jpeg = Jpeg {
            width: side,
            height: side,
            factors: &[(1, 1)],
            is_progressive: true,
            zeros: Zeros::Coefficients,
        };
        let name = format!("JPEG of {n_scans} empty scans, {side} by {side}");
        let (result, _) = measured(&name, &jpeg.in_empty_scans(n_scans));
        assert_eq!(result.unwrap().is_ok(), is_accepted, "{name}");
    }
}

fn hostile_files_are_refused() {
    for (name, bytes, expected) in corpus::refused() {
        let (result, peak) = measured(name, &bytes);
        let why = result.map(|it| it.map(|_| ()));
        assert_eq!(why, expected.map(Err), "{name}");
        // The decoder works on a copy of the file.
        assert!(peak < 2 * bytes.len() + 16 * MIB, "{name}: {peak}");
    }
}

fn the_second_format_of_a_polyglot_is_removed() {
    for (name, bytes, trace) in corpus::polyglots() {
        assert!(bytes.windows(trace.len()).any(|it| it == trace), "{name}");
        let (result, _) = measured(name, &bytes);
        let cleaned = result.unwrap().unwrap().bytes;
        assert!(
            !cleaned.windows(trace.len()).any(|it| it == trace),
            "{name}"
        );
    }
}

fn compressed_metadata_is_not_unpacked() {
    for (name, bytes) in corpus::bombs() {
        let (result, peak) = measured(name, &bytes);
        assert!(result.unwrap().is_ok(), "{name}");
        assert!(peak < 2 * bytes.len() + 16 * MIB, "{name}: {peak}");
    }
}

fn a_photo_takes_less_than_three_times_its_pixels() {
    use SamplingFactor::{R_4_2_0, R_4_2_2, R_4_4_4};
    // The small photo is not shrunk while it is decoded. Making large ones takes most of the test's
    // time.
    let [small, large] = [photo(2048, 1536), photo(4032, 3024)];
    for (what, photo, scans, sampling) in [
        ("12 MP, 4:2:0", &large, Scans::One, R_4_2_0),
        ("12 MP, 4:4:4, a scan each", &large, Scans::OneEach, R_4_4_4),
        (
            "12 MP, 4:4:4, progressive",
            &large,
            Scans::Progressive,
            R_4_4_4,
        ),
        ("3 MP, 4:4:4", &small, Scans::One, R_4_4_4),
        ("3 MP, 4:4:4, a scan each", &small, Scans::OneEach, R_4_4_4),
        ("3 MP, 4:2:2, a scan each", &small, Scans::OneEach, R_4_2_2),
        (
            "3 MP, 4:4:4, progressive",
            &small,
            Scans::Progressive,
            R_4_4_4,
        ),
        (
            "3 MP, 4:2:2, progressive",
            &small,
            Scans::Progressive,
            R_4_2_2,
        ),
        (
            "3 MP, 4:2:0, progressive",
            &small,
            Scans::Progressive,
            R_4_2_0,
        ),
    ] {
        let bytes = corpus::turned(photo, scans, sampling);
        let (result, peak) = measured(what, &bytes);
        let made = result.unwrap().unwrap();
        assert_eq!(made.height, 2048, "{what}: turned upright");
        println!("{:44} {}% of its pixels", "", 100 * peak / photo.len());
        // The upload itself was there before; the decoder and the picture made of it come on top.
        assert!(peak < 3 * photo.len() + 2 * bytes.len(), "{what}: {peak}");
    }
}

/// The decoder mixes up the blocks of a picture whose colours have fewer lines, if each component has a scan. Such a file
/// is refused, and not stored with a wrong picture.
#[test]
fn a_scan_each_gives_the_picture_of_one_scan_or_none() {
    use SamplingFactor::{F_1_2, R_4_2_0, R_4_2_2, R_4_4_4};
    let _measuring = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    for (width, height) in [(256, 192), (60, 40), (16, 16), (100, 100)] {
        let picture = photo(width, height);
        for sampling in [R_4_4_4, R_4_2_2, R_4_2_0, F_1_2] {
            let [one, each] = [Scans::One, Scans::OneEach].map(|scans| {
                let bytes = corpus::turned(&picture, scans, sampling);
                clean(&bytes, Kind::Jpeg, Use::Document).map(|made| made.bytes)
            });
            let is_refused = each == Err(Rejected::Unreadable);
            let has_all_lines = [R_4_4_4, R_4_2_2].contains(&sampling);
            let name = format!("{width} by {height}, {sampling:?}");
            assert!(each == one || (is_refused && !has_all_lines), "{name}");
            assert!(one.is_ok(), "{name}");
        }
    }
}

fn a_picture_for_printers_takes_less_than_three_times_its_four_colours() {
    let (bytes, n_samples) = corpus::printed(2048, 1536);
    let (result, peak) = measured("3 MP, CMYK, progressive", &bytes);
    assert!(result.unwrap().is_ok());
    println!("{:44} {}% of its samples", "", 100 * peak / n_samples);
    assert!(peak < 3 * n_samples, "{peak}");
}
