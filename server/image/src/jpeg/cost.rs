//! Counts the work and the memory that a JPEG takes, whatever the decoder skips.
//!
//! A walk from segment to segment would have to skip broken bytes exactly as the decoder does: otherwise a file could
//! show the walk one scan and the decoder thousands. So every place of the file at which a header fits counts.

use super::Rejected;

/// Encoders write about ten scans. A scan can be a few bytes long and still cost milliseconds.
const MAX_SCANS: usize = 64;
/// Samples that the decoder may visit, summed over all scans. A usual progressive picture of
/// 50 megapixels in 4:2:0 needs 400 million. The slowest scans cost 3.4 ns a sample, which is two seconds
/// in all: in them each byte of the file fills a whole picture with coefficients.
const MAX_VISITED_SAMPLES: u64 = 600_000_000;
/// The most headers of frames with the size of the picture. A file has one such header, and its metadata can have bytes
/// that only look like one.
const MAX_FRAMES: usize = 16;
/// The largest number of parts of a colour profile in ICC.1, annex B.
const MAX_PROFILE_PARTS: usize = 255;
const PROFILE_PART: &[u8] = b"ICC_PROFILE\0";

/// Bytes that one coefficient takes in the decoder's memory.
const COEFFICIENT_BYTES: u64 = 2;
/// The number of samples along one side of a block.
const BLOCK_SIDE: u64 = 8;

/// The picture as the decoder has read it from the header.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) n_components: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Cost {
    /// Samples that one decoding visits, summed over all scans.
    n_visited: u64,
    /// The decoder keeps the coefficients of the whole picture until it has read the last scan. 0 if one scan has
    /// them all, because the decoder then turns coefficients into pixels as it reads.
    pub(super) coefficient_bytes: u64,
}

impl Cost {
    /// Refuses a file that takes too long to be decoded twice.
    pub(super) fn require_time_for_another(self) -> Result<(), Rejected> {
        if self.n_visited.saturating_mul(2) > MAX_VISITED_SAMPLES {
            return Err(Rejected::TooLarge);
        }
        Ok(())
    }
}

/// Counts the work and the memory that a file of this shape costs. Refuses the file if the decoder would work too long.
pub(super) fn of(bytes: &[u8], shape: &Shape) -> Result<Cost, Rejected> {
    let frames: Vec<Frame> = headers(bytes)
        .filter_map(|(mark, header)| Frame::parse(mark, header, shape))
        .take(MAX_FRAMES + 1)
        .collect();
    let scans: Vec<Scan> = headers(bytes)
        .filter(|(mark, _)| *mark == 0xDA)
        .filter_map(|(_, header)| Scan::parse(header, &frames))
        .take(MAX_SCANS + 1)
        .collect();
    let n_visited: u64 = scans.iter().map(|scan| scan.n_samples).sum();
    let n_profile_parts = bytes
        .windows(PROFILE_PART.len())
        .filter(|window| *window == PROFILE_PART)
        .count();
    if frames.len() > MAX_FRAMES
        || scans.len() > MAX_SCANS
        || n_visited > MAX_VISITED_SAMPLES
        || n_profile_parts > MAX_PROFILE_PARTS
    {
        return Err(Rejected::TooLarge);
    }
    let keeps_coefficients =
        frames.iter().any(|it| it.is_progressive) || scans.iter().any(|scan| scan.is_partial);
    let n_samples = frames.iter().map(Frame::n_samples).max();
    let n_samples = n_samples.ok_or(Rejected::Unreadable)?;
    Ok(Cost {
        n_visited,
        coefficient_bytes: if keeps_coefficients {
            n_samples * COEFFICIENT_BYTES
        } else {
            0
        },
    })
}

/// Returns the mark and the content of everything that could be the header of a frame or of a scan. The decoder skips
/// any number of bytes 255 before a mark, and zeros after them.
fn headers(bytes: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let places = bytes.windows(4).enumerate();
    places.filter_map(|(at, window)| match window {
        [0xFF | 0x00, mark @ (0xC0..=0xC2 | 0xDA), high, low] => {
            let length = usize::from(u16::from_be_bytes([*high, *low]));
            let content = bytes.get(at + 4..)?.get(..length.checked_sub(2)?)?;
            Some((*mark, content))
        }
        _ => None,
    })
}

/// The size of the picture and the sampling of its components.
#[derive(Debug)]
struct Frame {
    width: u64,
    height: u64,
    is_progressive: bool,
    components: Vec<Component>,
}

#[derive(Debug)]
struct Component {
    id: u8,
    /// Sampling factors across and down.
    horizontal: u64,
    vertical: u64,
}

impl Component {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let [id, factors, _] = bytes else {
            return None;
        };
        let (horizontal, vertical) = (factors >> 4, factors & 0x0F);
        let is_valid = (1..=4).contains(&horizontal) && (1..=4).contains(&vertical);
        is_valid.then_some(Self {
            id: *id,
            horizontal: horizontal.into(),
            vertical: vertical.into(),
        })
    }

    const fn factor(&self) -> u64 {
        self.horizontal * self.vertical
    }
}

impl Frame {
    /// Returns `None` for the header of another picture, such as a miniature in the metadata.
    fn parse(mark: u8, header: &[u8], shape: &Shape) -> Option<Self> {
        let [_, top, bottom, left, right, _, components @ ..] = header else {
            return None;
        };
        let [width, height] = [[*left, *right], [*top, *bottom]].map(u16::from_be_bytes);
        let is_this = mark != 0xDA
            && [width, height].map(usize::from) == [shape.width, shape.height]
            && components.len() == shape.n_components * 3;
        if !is_this {
            return None;
        }
        let components: Option<Vec<Component>> =
            components.chunks(3).map(Component::parse).collect();
        Some(Self {
            width: width.into(),
            height: height.into(),
            is_progressive: mark == 0xC2,
            components: components?,
        })
    }

    fn n_samples(&self) -> u64 {
        let factors: u64 = self.components.iter().map(Component::factor).sum();
        self.n_units() * BLOCK_SIDE * BLOCK_SIDE * factors
    }

    /// Returns the number of minimum coded units. A unit has as many blocks of a component as the product
    /// of its two sampling factors.
    fn n_units(&self) -> u64 {
        let longest = |factor: fn(&Component) -> u64| {
            self.components.iter().map(factor).max().unwrap_or(1) * BLOCK_SIDE
        };
        self.width.div_ceil(longest(|it| it.horizontal))
            * self.height.div_ceil(longest(|it| it.vertical))
    }
}

#[derive(Debug)]
struct Scan {
    /// The number of samples that the decoder visits.
    n_samples: u64,
    /// True if the scan has some of the picture's components only.
    is_partial: bool,
}

impl Scan {
    /// Returns the scan with its cost in the most expensive of these frames, or `None` if the bytes are no header of a
    /// scan.
    fn parse(header: &[u8], frames: &[Frame]) -> Option<Self> {
        let [n_components, parameters @ ..] = header else {
            return None;
        };
        let n_components = usize::from(*n_components);
        // An id and the tables of each component, and three bytes for the part of the coefficients.
        if parameters.len() != n_components * 2 + 3 {
            return None;
        }
        let samples = frames.iter().filter_map(|frame| {
            let ids = parameters.chunks_exact(2).take(n_components);
            let factors: Option<u64> = ids
                .map(|part| {
                    let id = part.first();
                    let found = frame.components.iter().find(|it| Some(&it.id) == id);
                    found.map(Component::factor)
                })
                .sum();
            Some(frame.n_units() * BLOCK_SIDE * BLOCK_SIDE * factors?)
        });
        Some(Self {
            n_samples: samples.max()?,
            // All frames have the same number of components.
            is_partial: frames.iter().any(|it| n_components < it.components.len()),
        })
    }
}
