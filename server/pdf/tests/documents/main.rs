//! PDFs made to harm their reader, or to cost the server more than they cost the sender, are refused
//! in little time and memory. Ordinary ones are accepted.
//!
//! This suite is a separate program, because it measures the memory of the whole process.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and prints what it measured"
)]

mod costly;
mod forbidden;
mod mutated;
mod ordinary;

use std::time::{Duration, Instant};

use enmusubi_pdf::{Refused, check};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MIB: usize = 1024 * 1024;
/// The file itself is not counted: the server has it already.
const MOST_MEMORY: usize = 64 * MIB;
/// The limit for a debug build on a busy machine; a tenth of it is usual. Without its bound the check
/// would take hours for some of these files.
const LONGEST: Duration = Duration::from_secs(20);

/// Checks a file within the bounds of time and memory, and returns the result.
fn checked(name: &str, bytes: &[u8]) -> Result<(), Refused> {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let started = Instant::now();
    let verdict = check(bytes);
    let elapsed = started.elapsed();
    let peak = MEMORY.peak_usage() - before;
    assert!(elapsed < LONGEST, "{name}: {elapsed:?}");
    assert!(peak < MOST_MEMORY, "{name}: {peak} bytes");
    if elapsed > Duration::from_millis(20) || peak > MIB {
        let (n_bytes, peak_kib) = (bytes.len(), peak / 1024);
        println!("{name:44} {n_bytes:>9} B {elapsed:>10.1?} {peak_kib:>7} KiB");
    }
    verdict
}

/// The only test of this program, because the memory of a second one would be counted too.
#[test]
fn a_pdf_is_checked_within_its_bounds() {
    ordinary::are_accepted();
    forbidden::are_refused();
    costly::are_refused();
    mutated::never_panic();
}
