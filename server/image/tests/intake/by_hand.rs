//! JPEG and WebP files that no encoder writes, built byte by byte: very large pictures in a few bytes.

/// The meaning of the AC code `0`.
#[derive(Clone, Copy)]
pub(crate) enum Zeros {
    /// The end of a block: only its first coefficient is set.
    Nothing,
    /// A coefficient of -1. Behind the last byte of a scan the decoder reads zeros, so that a scan
    /// without a body fills the whole picture with coefficients: the most work for the least bytes.
    Coefficients,
}

pub(crate) struct Jpeg<'a> {
    pub(crate) width: u16,
    pub(crate) height: u16,
    /// Sampling factors of each component, across and down.
    pub(crate) factors: &'a [(u8, u8)],
    pub(crate) is_progressive: bool,
    pub(crate) zeros: Zeros,
}

impl Jpeg<'_> {
    /// Returns a file with one scan of all components.
    pub(crate) fn in_one_scan(&self) -> Vec<u8> {
        let components: Vec<u8> = (1..=self.n_components()).collect();
        let scan = self.scan(&components, (0, 63));
        self.file(&[scan])
    }

    /// Returns a file with a scan for each component.
    pub(crate) fn in_a_scan_each(&self) -> Vec<u8> {
        let scans: Vec<_> = (1..=self.n_components())
            .map(|component| {
                if self.is_progressive {
                    short_scan(component, (0, 0))
                } else {
                    self.scan(&[component], (0, 63))
                }
            })
            .collect();
        self.file(&scans)
    }

    /// A file with one scan for the first coefficients of the first component, and `n_scans` scans
    /// for all its other coefficients. Each scan has a body of one byte.
    pub(crate) fn in_empty_scans(&self, n_scans: usize) -> Vec<u8> {
        let first = short_scan(1, (0, 0));
        self.file(&[vec![first], vec![short_scan(1, (1, 63)); n_scans]].concat())
    }

    fn n_components(&self) -> u8 {
        u8::try_from(self.factors.len()).unwrap()
    }

    /// Returns a scan whose body is zero bits: two for each block, and some more.
    fn scan(&self, components: &[u8], coefficients: (u8, u8)) -> Vec<u8> {
        let blocks = |side: u16| usize::from(side).div_ceil(32) * 4;
        let n_blocks = blocks(self.width) * blocks(self.height) * components.len();
        [header(components, coefficients), vec![0; n_blocks / 4 + 1]].concat()
    }

    fn file(&self, scans: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = b"\xFF\xD8\xFF\xDB\0\x43\0".to_vec();
        bytes.extend([1; 64]);
        bytes.extend([0xFF, if self.is_progressive { 0xC2 } else { 0xC0 }]);
        bytes.extend([0, 8 + 3 * self.n_components(), 8]);
        bytes.extend(self.height.to_be_bytes());
        bytes.extend(self.width.to_be_bytes());
        bytes.push(self.n_components());
        for (id, (across, down)) in (1..).zip(self.factors) {
            bytes.extend([id, across << 4 | down, 0]);
        }
        let zeros = match self.zeros {
            Zeros::Nothing => 0x00,
            Zeros::Coefficients => 0x01,
        };
        // Each table has a code of one bit and a code of two: the DC table first, then the AC table.
        for (table, symbols) in [(0x00, [0, 1]), (0x10, [zeros, 0x11])] {
            bytes.extend([0xFF, 0xC4, 0, 21, table, 1, 1]);
            bytes.extend([0; 14]);
            bytes.extend(symbols);
        }
        bytes.extend(scans.concat());
        bytes.extend([0xFF, 0xD9]);
        bytes
    }
}

/// Returns a scan with a body of one byte, behind which the decoder reads zeros.
fn short_scan(component: u8, coefficients: (u8, u8)) -> Vec<u8> {
    [header(&[component], coefficients), vec![0]].concat()
}

fn header(components: &[u8], (start, end): (u8, u8)) -> Vec<u8> {
    let n_components = u8::try_from(components.len()).unwrap();
    let mut bytes = vec![0xFF, 0xDA, 0, 6 + 2 * n_components, n_components];
    bytes.extend(components.iter().flat_map(|id| [*id, 0]));
    bytes.extend([start, end, 0]);
    bytes
}

/// A lossless WebP of one pixel that asks for 65,536 groups of five tables of 1,024 entries.
pub(crate) fn webp_of_tables() -> Vec<u8> {
    let mut bits = Bits::default();
    bits.push(0x2F, 8);
    // Width and height less one, alpha, version; no transform, no colour cache, several groups,
    // one for each block of 4 by 4.
    for (value, n_bits) in [(0, 28), (0, 1), (0, 3), (0, 1), (0, 1), (1, 1), (0, 3)] {
        bits.push(value, n_bits);
    }
    // A picture of the groups' numbers, without a cache: its only pixel is 65,535.
    bits.push(0, 1);
    for symbol in [255, 255, 0, 0, 0] {
        // A simple code, of one symbol, of eight bits.
        bits.push(0b101, 3);
        bits.push(symbol, 8);
    }
    for _ in 0..65_536 * 5 {
        bits.push_deep_code();
    }
    riff(&chunk(b"VP8L", &bits.bytes))
}

/// A WebP of 7,000 by 7,000 pixels with `n_times` blocks of lossless pixels, of 26 bytes each. The
/// 9 million pixels of its two transforms and of its group numbers take no bits.
pub(crate) fn webp_of_free_blocks(n_times: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.push(0x2F, 8);
    bits.push(6_999, 14);
    bits.push(6_999, 14);
    bits.push(0, 4);
    for start in [0b001, 0b011] {
        // A transform with a value for each block of 4 by 4.
        bits.push(start, 3);
        bits.push_free_blocks();
    }
    // No further transform, no colour cache, several groups.
    bits.push(0b100, 3);
    bits.push_free_blocks();
    bits.push_free_group();
    let header = b"\0\0\0\0\x57\x1B\0\x57\x1B\0";
    let pixels = chunk(b"VP8L", &bits.bytes).repeat(n_times);
    riff(&[chunk(b"VP8X", header), pixels].concat())
}

/// An animation whose frame of one pixel has, beside its alpha, lossy pixels in a chunk of an unknown
/// kind: 16,383 by 16,383 of them.
pub(crate) fn webp_of_hidden_pixels() -> Vec<u8> {
    let size = b"\0\0\0\0\0\0";
    let hidden = b"\x10\0\0\x9D\x01\x2A\xFF\x3F\xFF\x3F";
    let pixels = [&hidden[..], &[0; 64]].concat();
    // Uncompressed alpha: a byte for the method, and a byte for the pixel.
    let frame = [chunk(b"ALPH", &[0, 0]), chunk(b"NONE", &pixels)].concat();
    let frame = [b"\0\0\0\0\0\0", &size[..], &[0; 4], &frame].concat();
    let chunks = [
        chunk(b"VP8X", &[b"\x02\0\0\0", &size[..]].concat()),
        chunk(b"ANIM", size),
        chunk(b"ANMF", &frame),
    ];
    riff(&chunks.concat())
}

fn riff(chunks: &[u8]) -> Vec<u8> {
    chunk(b"RIFF", &[b"WEBP", chunks].concat())
}

fn chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_le_bytes();
    [kind, &length, data, &vec![0; data.len() % 2]].concat()
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    n_bits: usize,
}

impl Bits {
    fn push(&mut self, value: u32, n_bits: usize) {
        for place in 0..n_bits {
            if self.n_bits.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let bit = u8::try_from(value >> place & 1).unwrap();
            *self.bytes.last_mut().unwrap() |= bit << (self.n_bits % 8);
            self.n_bits += 1;
        }
    }

    /// Pushes a picture with a pixel for each block of 4 by 4, none of which takes a bit.
    fn push_free_blocks(&mut self) {
        // The length of a block, and no colour cache.
        self.push(0, 4);
        self.push_free_group();
    }

    /// Pushes five simple codes, each of one symbol of one bit.
    fn push_free_group(&mut self) {
        for _ in 0..5 {
            self.push(0b0001, 4);
        }
    }

    /// Pushes a code whose symbols have 1, 2, 3 … 9, 10 and 10 bits.
    fn push_deep_code(&mut self) {
        // Not simple; 19 lengths of the code for lengths follow, in the format's own order. Sixteen
        // of them get codes of four bits: 0 to 13, 17 and 18.
        self.push(0, 1);
        self.push(15, 4);
        for length in [
            17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        ] {
            self.push(if matches!(length, 14..=16) { 0 } else { 4 }, 3);
        }
        // The number of lengths, eleven, is stored as 2 + 9, and the 9 takes 2 + 2 bits.
        self.push(1, 1);
        self.push(1, 3);
        self.push(9, 4);
        for length in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10_u32] {
            // Codes go from the highest bit on.
            self.push(length.reverse_bits() >> 28, 4);
        }
    }
}
