//! Values that are a word of a list, a boolean, a date, a name or a link.

use std::fmt::Write as _;

use chrono::{Datelike, Days, NaiveDate};
use fastrand::Rng;

use crate::choice::{one_in, pick};
use crate::{numbers, texts};

/// Writes one of the words.
pub(crate) fn word(rng: &mut Rng, words: &[&str], out: &mut String) {
    let word = pick(rng, words);
    texts::padded(rng, word, out);
}

/// Writes a text that is nearly one of the words.
pub(crate) fn hostile_word(rng: &mut Rng, words: &[&str], out: &mut String) {
    let word = pick(rng, words);
    match rng.u32(..5) {
        0 => texts::quoted(&word.to_lowercase(), out),
        1 => texts::quoted(&[word, pick(rng, words)].concat(), out),
        2 => {
            let _ = write!(out, "[\"{word}\"]");
        }
        _ => texts::misspelt(rng, word, out),
    }
}

/// Writes a boolean.
pub(crate) fn flag(rng: &mut Rng, out: &mut String) {
    let flags = [
        "true",
        "false",
        "true",
        "false",
        r#""true""#,
        r#""false ""#,
        "\"\u{3000}true\"",
    ];
    out.push_str(pick(rng, &flags));
}

/// Writes a value that is nearly a boolean.
pub(crate) fn hostile_flag(rng: &mut Rng, out: &mut String) {
    let flags = [
        "0",
        "1",
        r#""1""#,
        r#""TRUE""#,
        r#""yes""#,
        r#""tr ue""#,
        "[true]",
        "{}",
        r#""""#,
        r#""true\u0000""#,
        r#""ｔrue""#,
        "0.0",
        r#""\ud800""#,
    ];
    out.push_str(pick(rng, &flags));
}

/// Writes the birthday of a person between 18 and 99.
pub(crate) fn birthday(rng: &mut Rng, today: NaiveDate, out: &mut String) {
    let date = match rng.u32(..8) {
        0 => years_before(today, 18),
        1 => years_before(today, 99),
        2 => after(years_before(today, 100), 1),
        3 => leap_day(pick(rng, &[1940, 1988, 1996, 2000])),
        _ => after(years_before(today, 98), rng.u64(..28_000)),
    };
    texts::padded(rng, &date.to_string(), out);
}

/// Writes the birthday of a person a day too young or too old, a date that does not exist, or
/// another value.
pub(crate) fn hostile_birthday(rng: &mut Rng, today: NaiveDate, out: &mut String) {
    const TEXTS: [&str; 26] = [
        "2007-02-29",
        "1900-02-29",
        "2100-02-29",
        "1990-02-30",
        "1990-13-01",
        "1990-00-10",
        "1990-04-31",
        "1990-01-00",
        "0000-01-01",
        "0000-02-29",
        "9999-12-31",
        "1990/05/17",
        "1990-5-17",
        "19900517",
        "+1990-05-1",
        "-990-05-17",
        "1990-05-17T00:00:00Z",
        "17-05-1990",
        "1990-05-1 ",
        "1990‐05‐17",
        "1990-W20-4",
        "now",
        "1990-05-17\u{0}",
        "199O-05-17",
        "1990--5-17",
        "10000-1-01",
    ];
    let date = match rng.u32(..8) {
        0 => after(years_before(today, 18), rng.u64(1..4)),
        1 => years_before(today, 100),
        2 => years_before(today, 100) - Days::new(rng.u64(..4)),
        3 => after(today, rng.u64(..400)),
        4 => leap_day(pick(rng, &[1924, 1928, 2004, 2008, 2012])),
        5 => {
            let date = years_before(today, 30).to_string();
            return texts::quoted(&numbers::full_width(&date), out);
        }
        _ => return texts::quoted(pick(rng, &TEXTS), out),
    };
    texts::padded(rng, &date.to_string(), out);
}

/// Returns 29 February of a leap year.
pub(crate) fn leap_day(year: i32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, 2, 29).unwrap_or_default()
}

/// Returns the date some years before; for 29 February, the day before it in years without one.
fn years_before(date: NaiveDate, n_years: i32) -> NaiveDate {
    let year = date.year() - n_years;
    let same = date.with_year(year);
    same.unwrap_or_else(|| NaiveDate::from_ymd_opt(year, 2, 28).unwrap_or_default())
}

fn after(date: NaiveDate, n_days: u64) -> NaiveDate {
    date + Days::new(n_days)
}

/// Returns lower-case hexadecimal digits, sometimes the same ones as before.
pub(crate) fn hexadecimal(rng: &mut Rng, n_digits: usize) -> String {
    if one_in(rng, 40) {
        return "0".repeat(n_digits);
    }
    let mut digits = format!("{:032x}", rng.u128(..));
    digits.truncate(n_digits);
    digits
}

/// Returns a LINE user id.
pub(crate) fn account(rng: &mut Rng) -> String {
    format!("U{}", hexadecimal(rng, 32))
}

/// Returns the name of an upload.
pub(crate) fn upload_name(rng: &mut Rng, extensions: &[&str]) -> String {
    format!("{}.{}", hexadecimal(rng, 32), pick(rng, extensions))
}

/// Writes a text that is nearly the name of an upload.
pub(crate) fn hostile_upload_name(rng: &mut Rng, out: &mut String) {
    let stem = hexadecimal(rng, 32);
    let name = match rng.u32(..8) {
        0 => format!("{}.jpg", stem.to_uppercase()),
        1 => format!(
            "{stem}.{}",
            pick(
                rng,
                &["gif", "jpeg", "JPG", "svg", "pdf", "jpg.exe", "", " png"]
            )
        ),
        2 => format!("{}.png", &stem[1..]),
        3 => format!("{stem}0.webp"),
        4 => format!("../{stem}.jpg"),
        5 => stem,
        6 => format!("{}é.jpg", &stem[1..]),
        _ => return texts::misspelt(rng, &format!("{stem}.jpg"), out),
    };
    texts::quoted(&name, out);
}

/// Writes a link to a public page.
pub(crate) fn link(rng: &mut Rng, out: &mut String) {
    const LINKS: [&str; 10] = [
        "https://www.example.com/in/someone",
        "HTTPS://Example.COM/a?b=c#d",
        "https://a.b?x@y:1",
        "https://xn--fsq.xn--0zwm56d/路徑",
        "https://some_one.example.com/",
        "https://a.b",
        "https://1.2.3.4a/%20",
        "https://example.com/😀",
        "https://0x.com#",
        "https://a-b.c-d/\"'<>",
    ];
    if one_in(rng, 12) {
        let label = "a".repeat(63);
        let link = format!(
            "https://{label}.{label}.{label}.{}/",
            "b".repeat(rng.usize(50..=61))
        );
        return texts::quoted(&link, out);
    }
    let link = pick(rng, &LINKS);
    texts::padded(rng, link, out);
}

/// Writes a text that is nearly a link to a public page.
pub(crate) fn hostile_link(rng: &mut Rng, out: &mut String) {
    const LINKS: [&str; 30] = [
        "http://example.com",
        "https:/example.com",
        "https://",
        "https://localhost",
        "https://example.com.",
        "https://example..com",
        "https://.com",
        "https://127.0.0.1",
        "https://1.0x7f",
        "https://a.0X7F",
        "https://a.0x",
        "https://example.com:443",
        "https://example.com:",
        "//example.com",
        "https://user@example.com",
        "https://exa%6dple.com",
        "https://例え.jp",
        "https://example.com\\@evil.io",
        "https://a b.com",
        "https://a.com/a b",
        "javascript:alert(1)",
        "https://[::1]",
        "https://-a.com",
        "https://a-.com",
        "https://a.b\u{202E}",
        "https://a.b/\u{3000}x",
        "https://a.b/\u{85}",
        "ｈttps://example.com",
        "data:,x",
        "https:example.com",
    ];
    match rng.u32(..6) {
        0 => {
            let _ = write!(
                out,
                "\"https://example.com/{}\"",
                "a".repeat(rng.usize(478..490))
            );
        }
        1 => {
            let _ = write!(out, "\"https://{}.com\"", "a".repeat(rng.usize(62..66)));
        }
        2 => {
            let labels = "ab.".repeat(rng.usize(80..86));
            let _ = write!(out, "\"https://{labels}{}\"", "c".repeat(rng.usize(1..8)));
        }
        3 => texts::misspelt(rng, "https://example.com", out),
        _ => texts::quoted(pick(rng, &LINKS), out),
    }
}
