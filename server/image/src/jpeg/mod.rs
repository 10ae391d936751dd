//! Checks a JPEG before the decoder reads it.
//!
//! The decoder paints the missing part of a cut file grey, and it goes over the whole picture once
//! for each scan. A file can hold thousands of scans, so this module walks over the file, refuses a
//! cut one, and counts the work. The walk must see the scans that the decoder will see. The decoder
//! (zune-jpeg) forgives much: it skips stuffing before the first scan, bytes between segments, and
//! segments with reserved markers. Each of these could hide scans from the walk, so it refuses every
//! file that is not laid out as ITU-T T.81, annex B, says.

mod frame;

use self::frame::Frame;
use super::Rejected;

/// Encoders write about ten scans. A scan can be a few bytes long and still cost milliseconds.
const MAX_SCANS: usize = 64;
/// Encoders write some ten segments, and one per 64 KiB of metadata. The decoder goes over all parts
/// of a split XMP packet again for each further part.
const MAX_SEGMENTS: usize = 1_000;
/// Samples that the decoder may visit, summed over all scans. A usual progressive picture of
/// 50 megapixels in 4:2:0 needs 400 million. The slowest scans, in which each byte of the file fills
/// a picture with coefficients, cost 3.4 ns a sample: two seconds in all.
const MAX_VISITED_SAMPLES: u64 = 600_000_000;

/// The work and memory that a JPEG will ask of the decoder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// Samples that one decoding visits, summed over all scans.
    n_visited: u64,
    /// The decoder keeps the coefficients of the whole picture until it has read the last scan. 0 if
    /// the file has one scan, because the decoder then turns coefficients into pixels as it reads.
    coefficient_bytes: u64,
}

impl Layout {
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

fn walk(bytes: &[u8]) -> Option<Layout> {
    let mut rest = bytes.strip_prefix(&[0xFF, 0xD8])?;
    let mut frame: Option<Frame> = None;
    let (mut n_scans, mut n_segments, mut n_visited) = (0, 0, 0_u64);
    let mut has_partial_scan = false;
    // Between a scan's header and the next marker that is not part of the scan.
    let mut is_in_scan = false;
    loop {
        match rest {
            [0xFF, 0xD9, ..] => {
                let frame = frame.filter(|_| n_scans > 0)?;
                let keeps_coefficients = frame.is_progressive || has_partial_scan;
                return Some(Layout {
                    n_visited,
                    coefficient_bytes: if keeps_coefficients {
                        frame.coefficient_bytes()
                    } else {
                        0
                    },
                });
            }
            // A stuffed byte or a restart marker.
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
                    // From an APP0 segment of this length the decoder reads one byte too many.
                    0xE0 if segment.len() == 4 => return None,
                    // Huffman and quantisation tables, restart interval, application data, comment.
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
