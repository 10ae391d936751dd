//! Reads the frame header of a JPEG: the size of the picture and the sampling of its components.

/// Bytes that one coefficient takes in the decoder's memory.
const COEFFICIENT_BYTES: u64 = 2;
/// The number of samples along one side of a block.
const BLOCK_SIDE: u64 = 8;

#[derive(Debug)]
pub(super) struct Frame {
    width: u64,
    height: u64,
    pub(super) is_progressive: bool,
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
    pub(super) fn parse(segment: &[u8], is_progressive: bool) -> Option<Self> {
        let [_, top, bottom, left, right, n_components, components @ ..] = segment else {
            return None;
        };
        let components: Option<Vec<Component>> =
            components.chunks(3).map(Component::parse).collect();
        let components = components?;
        (components.len() == usize::from(*n_components)).then_some(Self {
            width: u16::from_be_bytes([*left, *right]).into(),
            height: u16::from_be_bytes([*top, *bottom]).into(),
            is_progressive,
            components,
        })
    }

    pub(super) fn n_components(&self) -> usize {
        self.components.len()
    }

    /// Returns the number of samples that the decoder visits for a scan with this header.
    pub(super) fn n_samples_of_scan(&self, header: &[u8]) -> Option<u64> {
        let [n_components, parameters @ ..] = header else {
            return None;
        };
        let ids = parameters
            .chunks_exact(2)
            .map(|component| component.first());
        let factors = ids.take(usize::from(*n_components)).map(|id| {
            let found = self.components.iter().find(|it| Some(&it.id) == id);
            found.map(Component::factor)
        });
        let factors: Option<u64> = factors.sum();
        Some(self.n_units() * BLOCK_SIDE * BLOCK_SIDE * factors?)
    }

    /// Returns the bytes that the coefficients of the whole picture take in the decoder's memory.
    pub(super) fn coefficient_bytes(&self) -> u64 {
        let factors: u64 = self.components.iter().map(Component::factor).sum();
        self.n_units() * BLOCK_SIDE * BLOCK_SIDE * factors * COEFFICIENT_BYTES
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
