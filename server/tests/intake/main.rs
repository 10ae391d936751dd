//! Files made to cost a server more than they cost whoever sends them: each is refused, or made
//! harmless, in little time and memory.
//!
//! A program of its own, since it counts all memory that is taken.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and tells what it measured"
)]

mod corpus;

use std::time::{Duration, Instant};

use enmusubi_server::image::{Clean, Kind, Rejected, clean};
use jpeg_encoder::SamplingFactor;
use peak_alloc::PeakAlloc;

use self::corpus::{Scans, photo};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MIB: usize = 1024 * 1024;
/// On a busy machine; a hundredth of it is the rule.
const LONGEST: Duration = Duration::from_secs(2);

/// What the upload came to, and the most memory it took meanwhile.
fn measured(name: &str, bytes: &[u8]) -> (Option<Result<Clean, Rejected>>, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let started = Instant::now();
    let result = Kind::of(bytes).map(|kind| clean(bytes, kind));
    let elapsed = started.elapsed();
    let peak = MEMORY.peak_usage() - before;
    let (n_bytes, peak_kib) = (bytes.len(), peak / 1024);
    println!("{name:44} {n_bytes:>9} B {elapsed:>10.1?} {peak_kib:>7} KiB");
    let is_refused = !matches!(result, Some(Ok(_)));
    assert!(!is_refused || elapsed < LONGEST, "{name}: {elapsed:?}");
    (result, peak)
}

/// One test: what another did at the same time would be counted too.
#[test]
fn what_an_upload_may_cost_has_a_bound() {
    hostile_files_are_refused();
    polyglots_lose_their_other_half();
    bombs_beside_the_pixels_are_not_unpacked();
    a_photo_takes_less_than_three_times_its_pixels();
    a_picture_for_printers_takes_less_than_three_times_its_four_colours();
}

fn hostile_files_are_refused() {
    for (name, bytes, expected) in corpus::refused() {
        let (result, peak) = measured(name, &bytes);
        let why = result.map(|it| it.map(|_| ()));
        assert_eq!(why, expected.map(Err), "{name}");
        // The decoder has a copy of the file.
        assert!(peak < 2 * bytes.len() + 16 * MIB, "{name}: {peak}");
    }
}

fn polyglots_lose_their_other_half() {
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

fn bombs_beside_the_pixels_are_not_unpacked() {
    for (name, bytes) in corpus::bombs() {
        let (result, peak) = measured(name, &bytes);
        assert!(result.unwrap().is_ok(), "{name}");
        assert!(peak < 2 * bytes.len() + 16 * MIB, "{name}: {peak}");
    }
}

fn a_photo_takes_less_than_three_times_its_pixels() {
    use SamplingFactor::{R_4_2_0, R_4_2_2, R_4_4_4};
    // Of the small one nothing is made smaller on the way; making large ones takes the test longest.
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
        assert!(peak < 3 * photo.len(), "{what}: {peak}");
    }
}

fn a_picture_for_printers_takes_less_than_three_times_its_four_colours() {
    let (bytes, n_samples) = corpus::printed(2048, 1536);
    let (result, peak) = measured("3 MP, CMYK, progressive", &bytes);
    assert!(result.unwrap().is_ok());
    println!("{:44} {}% of its samples", "", 100 * peak / n_samples);
    assert!(peak < 3 * n_samples, "{peak}");
}
