//! Ordinary files with a few bytes changed, moved or cut.

use std::panic::catch_unwind;

use crate::{checked, ordinary};

const N_MUTANTS: u64 = 2000;

/// Marsaglia's xorshift, which makes the same files in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }
}

pub(crate) fn never_panic() {
    let whole = ordinary::all();
    let mut n_accepted = 0;
    for n in 1..=N_MUTANTS {
        let mut random = Random(n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut bytes = whole[random.below(whole.len())].1.clone();
        for _ in 0..=random.below(6) {
            mutate(&mut bytes, &mut random);
        }
        let name = format!("mutant {n}");
        let verdict = catch_unwind(|| checked(&name, &bytes));
        n_accepted += u64::from(verdict.unwrap().is_ok());
    }
    println!("{n_accepted} of {N_MUTANTS} mutants are still whole");
    // Fails if too many mutants break at the first bytes, or too few break at all.
    assert!((N_MUTANTS / 20..N_MUTANTS * 19 / 20).contains(&n_accepted));
}

fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    let marks = b"()<>[]{}/%# \n\r\0\\0159R";
    if bytes.is_empty() {
        return;
    }
    let (at, other) = (random.below(bytes.len()), random.below(bytes.len()));
    match random.below(6) {
        0 => bytes[at] = u8::try_from(random.below(256)).unwrap(),
        1 => bytes[at] = marks[random.below(marks.len())],
        2 => bytes.insert(at, marks[random.below(marks.len())]),
        3 => drop(bytes.remove(at)),
        4 => {
            let part = bytes[at.min(other)..at.max(other)].to_vec();
            let at = random.below(bytes.len());
            bytes.splice(at..at, part);
        }
        _ if random.below(8) == 0 => bytes.truncate(at),
        _ => bytes.swap(at, other),
    }
}
