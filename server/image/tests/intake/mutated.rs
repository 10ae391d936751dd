//! Pictures with random changes, the same ones in each run: the decoder may refuse them, and must
//! neither panic nor take more memory than any picture may.
//!
//! `MUTATED_PICTURES` sets the number of pictures of each format, and `MUTATION_SEED` seeds the
//! random numbers.

use std::env;
use std::panic::catch_unwind;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use enmusubi_image::{Kind, Use, clean};
use enmusubi_tests::png::crc32;
use image::{ExtendedColorType, ImageFormat};
use jpeg_encoder::SamplingFactor;

use crate::corpus::{Scans, encoded, photo, printed, turned};
use crate::{MEASURING, MEMORY, MOST, shapes};

/// The number of pictures of each format, unless the environment sets another.
const FEW: usize = 300;
/// The signature of a PNG.
const SIGNATURE_LENGTH: usize = 8;

/// Numbers that look random: xorshift64*, by Marsaglia and Vigna.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        usize::try_from(high).unwrap() % end.max(1)
    }

    fn byte(&mut self) -> u8 {
        let common = [0, 1, 2, 0x7F, 0x80, 0xC2, 0xDA, 0xFF];
        match self.below(2) {
            0 => common[self.below(common.len())],
            _ => u8::try_from(self.below(256)).unwrap(),
        }
    }
}

#[derive(Default)]
struct Tally {
    n_accepted: usize,
    n_refused: usize,
    n_panics: usize,
    peak: usize,
    slowest: Duration,
}

#[test]
fn mutated_pictures_neither_panic_nor_take_more_than_a_picture_may() {
    let _measuring = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    let number = |name| env::var(name).ok().map(|it| it.parse::<u64>().unwrap());
    let n_pictures = number("MUTATED_PICTURES").map_or(FEW, |it| usize::try_from(it).unwrap());
    let seed = number("MUTATION_SEED").unwrap_or(1);
    println!("format   pictures  refused accepted   panics       peak    slowest");
    for (format, kind, originals) in originals() {
        let tally = mutate(kind, &originals, n_pictures, seed);
        let (peak_kib, slowest) = (tally.peak / 1024, tally.slowest);
        println!(
            "{format:8} {n_pictures:>8} {:>8} {:>8} {:>8} {peak_kib:>6} KiB {slowest:>10.1?}",
            tally.n_refused, tally.n_accepted, tally.n_panics,
        );
        assert_eq!(tally.n_panics, 0, "{format}");
        assert!(tally.peak < MOST, "{format}: {}", tally.peak);
        assert!(tally.n_refused > 0 && tally.n_accepted > 0, "{format}");
    }
}

fn mutate(kind: Kind, originals: &[Vec<u8>], n_pictures: usize, seed: u64) -> Tally {
    let mut tally = Tally::default();
    for nth in 0..n_pictures {
        // Each picture has its own seed, so that a failing one can be made again alone.
        let mut chance = Chance((seed << 32 | nth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let bytes = mutated(kind, originals, &mut chance);
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let started = Instant::now();
        let outcome = catch_unwind(|| clean(&bytes, kind, Use::Document).is_ok());
        let elapsed = started.elapsed();
        let peak = MEMORY.peak_usage() - before;
        match outcome {
            Ok(true) => tally.n_accepted += 1,
            Ok(false) => tally.n_refused += 1,
            Err(_) => {
                println!("{kind:?} number {nth} of seed {seed} panics");
                tally.n_panics += 1;
            }
        }
        tally.peak = tally.peak.max(peak);
        if elapsed > tally.slowest {
            tally.slowest = elapsed;
        }
    }
    tally
}

fn originals() -> [(&'static str, Kind, Vec<Vec<u8>>); 2] {
    use ExtendedColorType::{L8, La16, Rgba8, Rgba16};
    use SamplingFactor::{R_4_2_0, R_4_2_2, R_4_4_4};
    let picture = photo(96, 70);
    let jpegs = [
        (Scans::One, R_4_2_0),
        (Scans::One, R_4_4_4),
        (Scans::OneEach, R_4_4_4),
        (Scans::OneEach, R_4_2_2),
        (Scans::Progressive, R_4_2_0),
        (Scans::Progressive, R_4_4_4),
    ]
    .map(|(scans, sampling)| turned(&picture, scans, sampling));
    let large = turned(&photo(1_020, 1_000), Scans::Progressive, R_4_4_4);
    let jpegs = [&jpegs[..], &[printed(60, 50).0, large]].concat();
    let pngs = [L8, La16, Rgba8, Rgba16].map(|color| shapes::png(90, 60, color));
    let palettes = [false, true].map(|has_alpha| shapes::palette_png(90, 60, has_alpha));
    let pngs = [&pngs[..], &palettes, &[encoded(&picture, ImageFormat::Png)]].concat();
    [("JPEG", Kind::Jpeg, jpegs), ("PNG", Kind::Png, pngs)]
}

fn mutated(kind: Kind, originals: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = originals[chance.below(originals.len())].clone();
    for _ in 0..=chance.below(4) {
        // Headers are short, and a change in them has the largest effect.
        let end = [64, 700, bytes.len()][chance.below(3)].min(bytes.len());
        let at = chance.below(end);
        match chance.below(8) {
            0 | 1 => bytes[at] ^= 1 << chance.below(8),
            2 => bytes[at] = chance.byte(),
            3 => change_a_number(&mut bytes, at, chance),
            4 => bytes.truncate(at.max(bytes.len() / 4)),
            5 => splice(
                &mut bytes,
                &originals[chance.below(originals.len())],
                chance,
            ),
            6 => repeat_a_part(kind, &mut bytes, chance),
            _ => change_a_dimension(kind, &mut bytes, chance),
        }
        if bytes.len() < 32 {
            break;
        }
    }
    // With a wrong checksum the decoder stops at the first changed chunk.
    if kind == Kind::Png && chance.below(8) > 0 {
        fix_checksums(&mut bytes);
    }
    bytes
}

/// Changes two or four bytes, the usual sizes of a length field.
fn change_a_number(bytes: &mut [u8], at: usize, chance: &mut Chance) {
    let n_bytes = [2, 4][chance.below(2)];
    for byte in bytes.iter_mut().skip(at).take(n_bytes) {
        *byte = chance.byte();
    }
}

fn splice(bytes: &mut Vec<u8>, other: &[u8], chance: &mut Chance) {
    let at = chance.below(bytes.len());
    bytes.truncate(at);
    bytes.extend(&other[at.min(other.len())..]);
}

/// Repeats a segment or a chunk, or a few bytes if the file has none.
fn repeat_a_part(kind: Kind, bytes: &mut Vec<u8>, chance: &mut Chance) {
    let starts: Vec<usize> = match kind {
        Kind::Jpeg => (2..bytes.len())
            .filter(|at| bytes[*at] == 0xFF && bytes.get(at + 1).is_some_and(|it| *it >= 0xC0))
            .collect(),
        _ => png_chunks(bytes).map(|(start, _)| start).collect(),
    };
    if starts.len() < 2 {
        return;
    }
    let nth = chance.below(starts.len() - 1);
    let part = bytes[starts[nth]..starts[nth + 1]].repeat(1 + chance.below(70));
    let target = starts[chance.below(starts.len())];
    bytes.splice(target..target, part);
}

/// Changes the width or the height at its place in the format.
fn change_a_dimension(kind: Kind, bytes: &mut [u8], chance: &mut Chance) {
    let after = |mark: &[u8]| bytes.windows(mark.len()).position(|it| it == mark);
    let start = match kind {
        Kind::Jpeg => after(b"\xFF\xC0")
            .or_else(|| after(b"\xFF\xC2"))
            .map(|at| at + 5),
        _ => Some(18),
    };
    let Some(start) = start else { return };
    // A PNG has four bytes for each: change the lower two.
    let start = start + chance.below(2) * if kind == Kind::Png { 4 } else { 2 };
    // Mostly small values, because large pictures take long.
    let highest = [4, 4, 4, 256][chance.below(4)];
    for (place, byte) in bytes.iter_mut().skip(start).take(2).enumerate() {
        let is_high = place == 0;
        *byte = u8::try_from(chance.below(if is_high { highest } else { 256 })).unwrap();
    }
}

/// Finds where each chunk starts and how long its data are, as far as the chunks can be followed.
fn png_chunks(bytes: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let mut start = SIGNATURE_LENGTH;
    std::iter::from_fn(move || {
        let length = bytes.get(start..)?.first_chunk()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let chunk = (start, length);
        start = start.checked_add(length)?.checked_add(12)?;
        (start <= bytes.len()).then_some(chunk)
    })
}

fn fix_checksums(bytes: &mut [u8]) {
    let chunks: Vec<_> = png_chunks(bytes).collect();
    for (start, length) in chunks {
        let end = start + 8 + length;
        let checksum = crc32(&bytes[start + 4..end]).to_be_bytes();
        bytes[end..end + 4].copy_from_slice(&checksum);
    }
}
