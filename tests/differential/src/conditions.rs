//! Matching conditions.

use enmusubi_core::{ConditionType, Education};
use fastrand::Rng;

use crate::choice::{one_in, pick, several};
use crate::lists::list;
use crate::{hostile, numbers, texts, words};

/// Writes conditions of different types, and rows that are switched off.
pub(crate) fn conditions(rng: &mut Rng, out: &mut String) {
    let how_many = if one_in(rng, 12) { 9..=9 } else { 0..=4 };
    let mut rows: Vec<Option<ConditionType>> = several(rng, ConditionType::ALL, how_many)
        .into_iter()
        .map(Some)
        .collect();
    if one_in(rng, 4) {
        rows.insert(rng.usize(..=rows.len()), None);
    }
    list(rng, &rows, out, |rng, row, out| match row {
        Some(condition_type) => fitting_row(rng, *condition_type, out),
        None => switched_off(rng, out),
    });
}

/// Writes rows, also two of one type, with any values in their parts.
pub(crate) fn hostile_conditions(rng: &mut Rng, out: &mut String) {
    let n_rows = pick(rng, &[1, 1, 2, 3, 9, 10, 11]);
    list(rng, &vec![(); n_rows], out, |rng, (), out| {
        let condition_type = pick(rng, ConditionType::ALL);
        match rng.u32(..8) {
            0 => switched_off(rng, out),
            1 => hostile::value(rng, out),
            2 => fitting_row(rng, condition_type, out),
            3 => reversed_row(rng, out),
            _ => hostile_row(rng, condition_type, out),
        }
    });
}

fn fitting_row(rng: &mut Rng, condition_type: ConditionType, out: &mut String) {
    let mut row = Row::of(rng, condition_type);
    if let Some((smallest, largest)) = bounds(condition_type) {
        let from = rng.i32(smallest..=largest);
        let to = if one_in(rng, 3) {
            from
        } else {
            rng.i32(from..=largest)
        };
        row.bound(rng, "from", from);
        row.bound(rng, "to", to);
    } else if condition_type == ConditionType::Education {
        row.part("value", |out| words::word(rng, Education::WORDS, out));
    } else {
        row.part("value", |out| words::flag(rng, out));
    }
    row.finish(rng, out);
}

fn reversed_row(rng: &mut Rng, out: &mut String) {
    let condition_type = pick(rng, &ConditionType::ALL[..3]);
    let mut row = Row::of(rng, condition_type);
    if let Some((smallest, largest)) = bounds(condition_type) {
        let to = rng.i32(smallest..largest);
        let from = pick(rng, &[to + 1, largest]);
        row.bound(rng, "from", from);
        row.bound(rng, "to", to);
    }
    row.finish(rng, out);
}

fn hostile_row(rng: &mut Rng, condition_type: ConditionType, out: &mut String) {
    let mut row = Row::of(rng, condition_type);
    let (smallest, largest) = bounds(condition_type).unwrap_or((18, 99));
    match rng.u32(..8) {
        0 => row.part("type", |out| {
            words::hostile_word(rng, ConditionType::WORDS, out);
        }),
        1 => row.part("selected", |out| words::hostile_flag(rng, out)),
        2 => row.parts.clear(),
        3 => row.part("value", |out| {
            words::hostile_word(rng, Education::WORDS, out);
        }),
        _ => {}
    }
    for bound in ["from", "to"] {
        match rng.u32(..4) {
            0 => row.part(bound, |out| numbers::hostile(rng, smallest, largest, out)),
            1 => row.part(bound, |out| hostile::value(rng, out)),
            2 => {
                let number = pick(rng, &[smallest, largest, smallest + 1, largest + 1]);
                row.bound(rng, bound, number);
            }
            _ => {}
        }
    }
    match rng.u32(..4) {
        0 => row.part("value", |out| words::flag(rng, out)),
        1 => row.part("value", |out| hostile::value(rng, out)),
        2 => row.part("value", |out| words::word(rng, Education::WORDS, out)),
        _ => {}
    }
    row.finish(rng, out);
}

/// Writes a row that is switched off, whose other parts the core ignores.
fn switched_off(rng: &mut Rng, out: &mut String) {
    let condition_type = pick(rng, ConditionType::ALL);
    let mut row = Row::of(rng, condition_type);
    row.part("from", |out| hostile::value(rng, out));
    row.part("selected", |out| {
        out.push_str(pick(rng, &["false", "\"false\"", "\" false\""]));
    });
    // A nested value would count towards the allowed depth even here.
    row.parts.retain(|part| part.len() < 60);
    row.part("selected", |out| out.push_str("false"));
    row.finish(rng, out);
}

/// The parts of a row, in any order.
struct Row {
    parts: Vec<String>,
}

impl Row {
    fn of(rng: &mut Rng, condition_type: ConditionType) -> Self {
        let mut row = Self { parts: Vec::new() };
        row.part("type", |out| {
            texts::padded(rng, condition_type.as_str(), out);
        });
        if one_in(rng, 2) {
            row.part("selected", |out| {
                out.push_str(pick(rng, &["true", "\"true\"", "null", "\"\""]));
            });
        }
        row
    }

    fn part(&mut self, name: &str, write: impl FnOnce(&mut String)) {
        let mut part = format!("\"{name}\":");
        write(&mut part);
        self.parts.push(part);
    }

    /// Adds a bound, which may be open.
    fn bound(&mut self, rng: &mut Rng, name: &str, bound: i32) {
        match rng.u32(..6) {
            0 => {}
            1 => self.part(name, |out| {
                out.push_str(pick(rng, &["0", "null", "\"\"", "\"0\"", "0.0"]));
            }),
            _ => self.part(name, |out| numbers::whole(rng, bound, out)),
        }
    }

    /// Writes the row, sometimes with its first part at the end.
    fn finish(mut self, rng: &mut Rng, out: &mut String) {
        if one_in(rng, 3) {
            self.part("weight", |out| out.push('1'));
        }
        if one_in(rng, 4) && !self.parts.is_empty() {
            self.parts.rotate_left(1);
        }
        out.push('{');
        out.push_str(&self.parts.join(pick(rng, &[",", ", ", "\n,"])));
        out.push('}');
    }
}

/// Returns the range of the bounds of a type.
const fn bounds(condition_type: ConditionType) -> Option<(i32, i32)> {
    match condition_type {
        ConditionType::Height => Some((120, 230)),
        ConditionType::Age => Some((18, 99)),
        ConditionType::Income => Some((1, 100_000)),
        _ => None,
    }
}
