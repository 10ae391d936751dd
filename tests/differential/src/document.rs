//! A full and valid document, and the changes to it.

use chrono::NaiveDate;
use enmusubi_core::profile::field_rule;
use enmusubi_core::{Field, MAX_DOCUMENT_BYTES, VerifyMethod};
use fastrand::Rng;

use crate::choice::{one_in, pick};
use crate::field::{fit, misfit};
use crate::{hostile, numbers, texts, words};

/// Picks the date for counting ages, sometimes a leap day or a day next to it.
pub fn today(rng: &mut Rng) -> NaiveDate {
    let leap_day = words::leap_day(pick(rng, &[2024, 2028]));
    let usual = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default();
    let next_year = NaiveDate::from_ymd_opt(2027, 2, rng.u32(27..=28)).unwrap_or_default();
    let march = NaiveDate::from_ymd_opt(2027, 3, 1).unwrap_or_default();
    pick(
        rng,
        &[usual, usual, usual, usual, leap_day, next_year, march],
    )
}

/// Returns the document of a seed.
pub fn of_seed(seed: u64, today: NaiveDate) -> String {
    let mut text = String::new();
    write(&mut Rng::with_seed(seed), today, &mut text);
    text
}

/// Writes a document. About a third of the documents are accepted.
pub fn write(rng: &mut Rng, today: NaiveDate, out: &mut String) {
    out.clear();
    let mut members = Members::fitting(rng, today);
    let n_faults = match rng.u32(..100) {
        0..26 => 0,
        26..48 => 1,
        48..73 => rng.usize(2..=4),
        73..96 => rng.usize(5..=14),
        _ => 60,
    };
    for _ in 0..n_faults {
        members.spoil(rng, today);
    }
    members.finish(rng, out);
    if one_in(rng, 50) {
        break_apart(rng, out);
    }
}

/// The decisions that the fields of a document depend on.
struct Agreed {
    account: String,
    method: VerifyMethod,
    has_place: bool,
}

impl Agreed {
    /// Decides whether the document omits a field that it may or must omit.
    fn leaves_out(&self, rng: &mut Rng, field: Field) -> bool {
        let method = self.method;
        match field {
            Field::EmployerId => method != VerifyMethod::WorkEmail && one_in(rng, 2),
            Field::ReviewLink => method != VerifyMethod::Link && one_in(rng, 2),
            Field::VerifyTempFileName => method != VerifyMethod::Document,
            Field::Latitude | Field::Longitude => !self.has_place,
            Field::AgeProofFileName => false,
            _ => !field_rule(field).required && one_in(rng, 3),
        }
    }
}

/// The names and values of the members, as JSON.
struct Members(Vec<(String, String)>);

impl Members {
    fn fitting(rng: &mut Rng, today: NaiveDate) -> Self {
        let agreed = Agreed {
            account: words::account(rng),
            method: pick(rng, VerifyMethod::ALL),
            has_place: one_in(rng, 2),
        };
        let mut members = Vec::with_capacity(Field::COUNT + 4);
        for field in Field::ALL {
            let mut value = String::new();
            if agreed.leaves_out(rng, *field) {
                match rng.u32(..4) {
                    0 => value.push_str("null"),
                    1 => value.push_str(pick(
                        rng,
                        &["\"\"", "\" \"", "\"\u{3000}\\t\"", "\"\\u00a0\""],
                    )),
                    _ => continue,
                }
            } else if *field == Field::VerifyMethod {
                texts::padded(rng, agreed.method.as_str(), &mut value);
            } else {
                fit(rng, *field, &agreed.account, today, &mut value);
            }
            members.push((format!("\"{field}\""), value));
        }
        Self(members)
    }

    /// Changes or adds a member.
    fn spoil(&mut self, rng: &mut Rng, today: NaiveDate) {
        let field = pick(rng, Field::ALL);
        let mut value = String::new();
        match rng.u32(..20) {
            0 => {
                return self
                    .0
                    .retain(|(name, _)| name.trim_matches('"') != field.as_str());
            }
            1 => {
                let account = words::account(rng);
                fit(rng, field, &account, today, &mut value);
            }
            2..5 => hostile::value(rng, &mut value),
            5 => numbers::any(rng, &mut value),
            6 => {
                let mut name = String::new();
                hostile::key(rng, &mut name);
                hostile::value(rng, &mut value);
                return self.0.insert(rng.usize(..=self.0.len()), (name, value));
            }
            _ => misfit(rng, field, today, &mut value),
        }
        self.put(rng, field, value);
    }

    /// Puts the value in the field's place, or adds it a second time, before or after.
    fn put(&mut self, rng: &mut Rng, field: Field, value: String) {
        let mut name = String::new();
        texts::quoted(field.as_str(), &mut name);
        if one_in(rng, 40) {
            let first = field.as_str().as_bytes()[0];
            name = format!("\"\\u{:04x}{}\"", first, &field.as_str()[1..]);
        }
        let before = self.0.iter_mut().find(|(known, _)| *known == name);
        match (rng.u32(..6), before) {
            (0, _) => self.0.insert(0, (name, value)),
            (1, _) | (_, None) => self.0.push((name, value)),
            (_, Some((_, old))) => *old = value,
        }
    }

    fn finish(mut self, rng: &mut Rng, out: &mut String) {
        if one_in(rng, 20) {
            rng.shuffle(&mut self.0);
        }
        if one_in(rng, 3) {
            let mut member = (String::new(), String::new());
            hostile::key(rng, &mut member.0);
            texts::fitting(rng, 0..=9, true, &mut member.1);
            // Put this member first: if it has the name of a field, the field hides it.
            self.0.insert(0, member);
        }
        let (colon, comma) = pick(
            rng,
            &[(":", ","), (":", ","), (": ", ", "), ("\t:\r\n", " ,\n ")],
        );
        out.push('{');
        for (index, (name, value)) in self.0.iter().enumerate() {
            out.push_str(if index > 0 { comma } else { "" });
            out.push_str(name);
            out.push_str(colon);
            out.push_str(value);
        }
        out.push('}');
    }
}

/// Turns the text, mostly, into something that is no object, too large, or no JSON.
fn break_apart(rng: &mut Rng, out: &mut String) {
    let mut at = rng.usize(..=out.len());
    while !out.is_char_boundary(at) {
        at -= 1;
    }
    match rng.u32(..10) {
        0 => out.truncate(at),
        1 => out.insert_str(
            at,
            pick(
                rng,
                &[
                    "\"", "\\", ",", "}", "]", "{", "0", "\0", "\u{1}", "\u{FEFF}", "\\u12",
                ],
            ),
        ),
        2 => drop(out.drain(..at)),
        3 => out.push_str(pick(
            rng,
            &["{}", ",", "\u{FEFF}", "\u{A0}", "\0", " \n\t\r", "//"],
        )),
        4 => out.insert_str(
            0,
            pick(
                rng,
                &["\u{FEFF}", "\u{3000}", "[", " \n\t\r", "\0", "\"", "/**/"],
            ),
        ),
        5 => {
            out.clear();
            hostile::value(rng, out);
        }
        6 => *out = format!("[{out}]"),
        7 if one_in(rng, 10) => {
            // The largest allowed size, or a byte more.
            let n_missing = (MAX_DOCUMENT_BYTES + rng.usize(..2)).saturating_sub(out.len());
            out.push_str(&" ".repeat(n_missing));
        }
        8 => out.retain(|character| character != ':'),
        _ => {
            let removed = out[at..].chars().next().map_or(0, char::len_utf8);
            out.replace_range(at..at + removed, "");
        }
    }
}
