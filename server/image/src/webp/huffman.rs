//! Reads the prefix codes of lossless WebP bit by bit, as far as skipping their symbols needs.

const MAX_LENGTH: usize = 15;
/// The order in which the lengths of the code for code lengths are stored.
const LENGTHS_ORDER: [usize; 19] = [
    17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
];
/// The longest code that the decoder looks up in a table. It builds trees for longer ones.
const TABLE_BITS: usize = 10;
/// Bytes of one entry in the decoder's table.
const ENTRY_BYTES: u64 = 4;
/// Bytes that the decoder reserves for each symbol in its trees: two nodes.
const TREE_BYTES: u64 = 2 * 16;
/// Bytes of a code with two symbols, which is also the heap's overhead of any code.
const LEAST_BYTES: u64 = 128;

/// Reads the bits of a file, the lowest bit of each byte first.
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bits<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(super) const fn position(&self) -> usize {
        self.at
    }

    fn next(&mut self) -> Option<u16> {
        let byte = self.bytes.get(self.at / 8)?;
        let bit = (byte >> (self.at % 8)) & 1;
        self.at += 1;
        Some(bit.into())
    }

    pub(super) fn is_set(&mut self) -> Option<bool> {
        Some(self.next()? == 1)
    }

    pub(super) fn read(&mut self, n_bits: u32) -> Option<u32> {
        let mut value = 0;
        for place in 0..n_bits {
            value |= u32::from(self.next()?) << place;
        }
        Some(value)
    }
}

/// A prefix code: the number of symbols of each length, and the symbols in the order of their codes.
pub(super) struct Code {
    n_of_length: [u16; MAX_LENGTH + 1],
    symbols: Vec<u16>,
}

impl Code {
    pub(super) fn read(bits: &mut Bits<'_>, n_symbols: u16) -> Option<Self> {
        if bits.is_set()? {
            return Self::read_simple(bits, n_symbols);
        }
        let mut lengths = [0; LENGTHS_ORDER.len()];
        let n_lengths = 4 + usize::try_from(bits.read(4)?).ok()?;
        for place in LENGTHS_ORDER.iter().take(n_lengths) {
            *lengths.get_mut(*place)? = u8::try_from(bits.read(3)?).ok()?;
        }
        let code = Self::of_lengths(&lengths)?;
        Self::of_lengths(&read_lengths(bits, &code, n_symbols)?)
    }

    /// Reads a code of one or two symbols.
    fn read_simple(bits: &mut Bits<'_>, n_symbols: u16) -> Option<Self> {
        let has_two = bits.is_set()?;
        let n_bits = if bits.is_set()? { 8 } else { 1 };
        let mut symbols = vec![u16::try_from(bits.read(n_bits)?).ok()?];
        let mut n_of_length = [0; MAX_LENGTH + 1];
        if has_two {
            symbols.push(u16::try_from(bits.read(8)?).ok()?);
            n_of_length[1] = 2;
        }
        symbols
            .iter()
            .all(|symbol| *symbol < n_symbols)
            .then_some(Self {
                n_of_length,
                symbols,
            })
    }

    /// Builds the code, or returns `None` unless the lengths are those of a complete code or of one symbol.
    fn of_lengths(lengths: &[u8]) -> Option<Self> {
        let mut used: Vec<(u8, u16)> = lengths
            .iter()
            .zip(0..)
            .filter(|(length, _)| **length > 0)
            .map(|(length, symbol)| (*length, symbol))
            .collect();
        used.sort_unstable();
        let mut n_of_length = [0; MAX_LENGTH + 1];
        let mut filled = 0_u32;
        if used.len() != 1 {
            for (length, _) in &used {
                *n_of_length.get_mut(usize::from(*length))? += 1;
                filled += 1 << (MAX_LENGTH - usize::from(*length));
            }
            (filled == 1 << MAX_LENGTH).then_some(())?;
        }
        let symbols = used.into_iter().map(|(_, symbol)| symbol).collect();
        Some(Self {
            n_of_length,
            symbols,
        })
    }

    pub(super) fn read_symbol(&self, bits: &mut Bits<'_>) -> Option<u16> {
        if let [symbol] = self.symbols[..] {
            return Some(symbol);
        }
        // The first code of the current length, the index of its symbol, and the bits so far.
        let (mut first, mut place, mut code) = (0, 0, 0);
        for n_symbols in &self.n_of_length[1..] {
            code |= bits.next()?;
            let nth = code - first;
            if nth < *n_symbols {
                return self.symbols.get(usize::from(place + nth)).copied();
            }
            place += n_symbols;
            first = (first + n_symbols) << 1;
            code <<= 1;
        }
        None
    }

    /// Returns the bytes that the decoder allocates for this code.
    pub(super) fn table_bytes(&self) -> u64 {
        let longest = self.n_of_length.iter().rposition(|n| *n > 0);
        let table_bits = longest.unwrap_or(0).min(TABLE_BITS);
        let n_in_trees: u64 = self.n_of_length[table_bits + 1..]
            .iter()
            .map(|n| u64::from(*n))
            .sum();
        LEAST_BYTES + (ENTRY_BYTES << table_bits) + TREE_BYTES * n_in_trees
    }
}

fn read_lengths(bits: &mut Bits<'_>, code: &Code, n_symbols: u16) -> Option<Vec<u8>> {
    let n_symbols = usize::from(n_symbols);
    let mut n_codes = n_symbols;
    if bits.is_set()? {
        let n_bits = 2 + 2 * bits.read(3)?;
        n_codes = 2 + usize::try_from(bits.read(n_bits)?).ok()?;
        (n_codes <= n_symbols).then_some(())?;
    }
    let mut lengths = Vec::with_capacity(n_symbols);
    let mut previous = 8;
    for _ in 0..n_codes {
        if lengths.len() == n_symbols {
            break;
        }
        let (length, n_bits, least) = match code.read_symbol(bits)? {
            16 => (previous, 2, 3),
            17 => (0, 3, 3),
            18 => (0, 7, 11),
            length => {
                let length = u8::try_from(length).ok()?;
                if length > 0 {
                    previous = length;
                }
                lengths.push(length);
                continue;
            }
        };
        let n_times = least + usize::try_from(bits.read(n_bits)?).ok()?;
        lengths.resize(lengths.len() + n_times, length);
        (lengths.len() <= n_symbols).then_some(())?;
    }
    lengths.resize(n_symbols, 0);
    Some(lengths)
}
