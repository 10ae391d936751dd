//! JPEG files that no encoder writes, built byte by byte: very large pictures in a few bytes.

/// The meaning of the AC code `0`.
#[derive(Clone, Copy)]
pub(crate) enum Zeros {
    /// The end of a block: only its first coefficient is set.
    Nothing,
    /// A coefficient of -1. After the end of a scan, the decoder reads zeros, so a scan without a body fills the whole
    /// picture with coefficients: the most work for the least bytes.
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

    /// Returns a scan whose body is zero bits: two for each block.
    fn scan(&self, components: &[u8], coefficients: (u8, u8)) -> Vec<u8> {
        let factors =
            |of: fn(&(u8, u8)) -> u8| usize::from(self.factors.iter().map(of).max().unwrap());
        let units = |side: u16, factor: usize| usize::from(side).div_ceil(8 * factor);
        let n_units = units(self.width, factors(|(across, _)| *across))
            * units(self.height, factors(|(_, down)| *down));
        let of_component = |id: &u8| {
            let (across, down) = self.factors[usize::from(id - 1)];
            usize::from(across * down)
        };
        let n_blocks: usize = components.iter().map(of_component).sum::<usize>() * n_units;
        [
            header(components, coefficients),
            vec![0; n_blocks.div_ceil(4)],
        ]
        .concat()
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

/// Returns a scan with a body of one byte, after which the decoder reads zeros.
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
