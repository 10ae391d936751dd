//! Checks a JPEG before the decoder reads it.
//!
//! The decoder (zune-jpeg) paints the missing part of a cut file grey, and it visits the whole picture
//! once for each scan, of which a file can hold thousands. This module walks over the segments, refuses
//! a cut file, and counts the decoder's work. The walk must see the same scans as the decoder, which
//! skips stuffing before the first scan, bytes between segments, and segments with reserved markers.
//! Each of these could hide scans from the walk, so it refuses every file that does not follow ITU-T
//! T.81, annex B.

mod frame;

use self::frame::Frame;
use super::Rejected;

/// Encoders write about ten scans. A scan can be a few bytes long and still cost milliseconds.
const MAX_SCANS: usize = 64;
/// Encoders write about ten segments, and one for each 64 KiB of metadata. The decoder reads all parts
/// of a split XMP packet again for each further part.
const MAX_SEGMENTS: usize = 1_000;
/// Samples that the decoder may visit, summed over all scans. A usual progressive picture of
/// 50 megapixels in 4:2:0 needs 400 million. The slowest scans cost 3.4 ns a sample, which is two seconds
/// in all: in them each byte of the file fills a whole picture with coefficients.
const MAX_VISITED_SAMPLES: u64 = 600_000_000;

/// The work and memory that the decoder needs for a JPEG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DecodeCost {
    /// Samples that one decoding visits, summed over all scans.
    n_visited: u64,
    /// The decoder keeps the coefficients of the whole picture until it has read the last scan. 0 if
    /// the file has one scan, because the decoder then turns coefficients into pixels as it reads.
    coefficient_bytes: u64,
}

impl DecodeCost {
    /// Walks over the file up to its end marker, beyond which the decoder does not read.
    pub(super) fn of(bytes: &[u8]) -> Result<Self, Rejected> {
        walk(bytes).ok_or(Rejected::Unreadable)
    }

    /// Refuses a picture on which the decoder would work too long.
    pub(super) fn require_little_work(&self) -> Result<(), Rejected> {
        if self.n_visited > MAX_VISITED_SAMPLES {
            return Err(Rejected::TooLarge);
        }
        Ok(())
    }

    pub(super) const fn coefficient_bytes(&self) -> u64 {
        self.coefficient_bytes
    }
}

fn walk(bytes: &[u8]) -> Option<DecodeCost> {
    let mut rest = bytes.strip_prefix(&[0xFF, 0xD8])?;
    let mut frame: Option<Frame> = None;
    let (mut n_scans, mut n_segments, mut n_visited) = (0, 0, 0_u64);
    let mut has_partial_scan = false;
    // True between the header of a scan and the next marker that does not belong to the scan.
    let mut is_in_scan = false;
    loop {
        match rest {
            [0xFF, 0xD9, ..] => {
                let frame = frame.filter(|_| n_scans > 0)?;
                let keeps_coefficients = frame.is_progressive || has_partial_scan;
                return Some(DecodeCost {
                    n_visited,
                    coefficient_bytes: if keeps_coefficients {
                        frame.coefficient_bytes()
                    } else {
                        0
                    },
                });
            }
            // A stuffed byte or a restart marker belongs to the scan.
            [0xFF, 0x00 | 0xD0..=0xD7, after @ ..] if is_in_scan => rest = after,
            // Any number of fill bytes may come before a marker.
            [0xFF, 0xFF, ..] => rest = rest.get(1..)?,
            [0xFF, marker, high, low, after @ ..] => {
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                let segment = after.get(..length.checked_sub(2)?)?;
                n_segments += 1;
                match marker {
                    0xC0..=0xC2 if frame.is_none() => {
                        frame = Some(Frame::parse(segment, *marker == 0xC2)?);
                    }
                    0xDA => {
                        let frame = frame.as_ref()?;
                        let n_components = usize::from(*segment.first()?);
                        n_visited = n_visited.saturating_add(frame.n_samples_of_scan(segment)?);
                        has_partial_scan |= n_components < frame.n_components();
                        n_scans += 1;
                    }
                    // The decoder reads one byte too many from an APP0 segment of this length.
                    0xE0 if segment.len() == 4 => return None,
                    // Tables, the restart interval, application data and comments cost little.
                    0xC4 | 0xDB | 0xDD | 0xE0..=0xEF | 0xFE => {}
                    _ => return None,
                }
                if n_scans > MAX_SCANS || n_segments > MAX_SEGMENTS {
                    return None;
                }
                is_in_scan = *marker == 0xDA;
                rest = after.get(segment.len()..)?;
            }
            [byte, ..] if is_in_scan && *byte != 0xFF => {
                let next = rest.iter().position(|byte| *byte == 0xFF)?;
                rest = rest.get(next..)?;
            }
            _ => return None,
        }
    }
}
