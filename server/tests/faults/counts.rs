//! The length of a run, its random numbers, and the table of its counts.

use std::io::Write as _;

use enmusubi_tests::DatabaseKind;

/// Returns a number from the environment, or the value that is enough for a test.
pub(crate) fn setting(name: &str, usual: u64) -> u64 {
    let value = std::env::var(name).ok().filter(|value| !value.is_empty());
    value.map_or(usual, |text| text.parse().unwrap())
}

/// Numbers that look random and that the same seed gives again.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// Seeds the numbers with `SEED`. Generators with different names give different numbers.
    pub(crate) fn new(name: &str) -> Self {
        let seed = setting("SEED", 1);
        let mixed = name.bytes().fold(seed, |sum, byte| {
            sum.wrapping_mul(1_099_511_628_211) ^ u64::from(byte)
        });
        Self(mixed)
    }

    /// Returns a number below `bound`.
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        // The multiplier and the increment of Knuth's MMIX.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Prints a line of the table, and adds it to the file that `COUNTS` names.
pub(crate) fn report(what: &str, counts: &[(u64, &str)]) {
    let words = counts.iter().map(|(n, name)| format!("{n} {name}"));
    let line = format!(
        "{what:<32} {:<10}  {}",
        DatabaseKind::of_this_run().name(),
        words.collect::<Vec<_>>().join(", ")
    );
    println!("{line}");
    if let Some(file) = std::env::var_os("COUNTS") {
        let mut options = std::fs::OpenOptions::new();
        let mut file = options.create(true).append(true).open(file).unwrap();
        writeln!(file, "{line}").unwrap();
    }
}
