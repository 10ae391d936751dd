//! Generated values for the fields of a form: valid, nearly valid, and as a hostile client might
//! send them.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// Chooses one of the strategies.
macro_rules! either {
    ($($weight:literal => $strategy:expr),+ $(,)?) => {
        prop_oneof![$($weight => $strategy),+].boxed()
    };
}
pub(super) use either;

/// Generates any JSON value, two levels deep.
pub(super) fn junk() -> BoxedStrategy<Value> {
    let leaf = either![
        2 => select(vec![
            json!(null), json!(""), json!(" \u{3000}"), json!(true), json!(0), json!(-1), json!(0.5),
            json!(1e300), json!(4_294_967_466_u64), json!(u64::MAX), json!("1e400"), json!("x"),
            json!("\0"), json!([]), json!({}), json!([[]]), json!([null]), json!({"picked": true}),
            json!({"picked": "true"}), json!({"picked": false}), json!({"type": "SMOKE", "value": true}),
        ]),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map("[a-z]{1,5}", inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
    .boxed()
}

const PIECES: [&str; 28] = [
    "a", "Z", "7", "小", "😀", " ", " ", "\u{3000}", "\n", "\r\n", "\r", "\t", "\0", "\u{1c}",
    "\u{7f}", "\u{85}", "\u{9f}", "\u{a0}", "\u{200b}", "\u{200e}", "\u{2028}", "\u{202a}",
    "\u{202e}", "\u{202f}", "\u{2066}", "\u{2069}", "\u{feff}", "e\u{301}",
];

/// Generates text of about these lengths, sometimes with unusual characters.
pub(super) fn text(min: usize, max: usize) -> BoxedStrategy<Value> {
    let lengths = vec![min.max(1) - 1, min, min + 1, 12, max - 1, max, max + 1];
    let plain = (
        select(lengths),
        select(vec!["a", "字", "😀", "a\n", "x\r\n"]),
        0..3_usize,
    );
    let plain = plain.prop_map(|(length, letter, n_spaces)| {
        let spaces = " ".repeat(n_spaces);
        // A line break becomes a single character: count letters and breaks alike.
        let n_letters = letter.replace("\r\n", "\n").chars().count();
        let text = letter.repeat(length.div_ceil(n_letters));
        Value::from(format!("{spaces}{text}{spaces}"))
    });
    let pieces = prop::collection::vec(select(PIECES.to_vec()), 0..24);
    either![
        5 => plain,
        3 => pieces.prop_map(|pieces| Value::from(pieces.concat())),
    ]
}

/// Generates a word of the list, or a similar text.
pub(super) fn word(words: &'static [&'static str]) -> BoxedStrategy<Value> {
    let right = select(words);
    either![
        8 => right.clone().prop_map(Value::from),
        1 => right.clone().prop_map(|word| Value::from(format!("\u{3000}{word}\r\n"))),
        1 => right.clone().prop_map(|word| Value::from(word.to_lowercase())),
        1 => right.clone().prop_map(|word| Value::from(format!("{word}\0"))),
        1 => right.prop_map(|word| json!([word])),
        1 => Just(json!("ANY")),
    ]
}

pub(super) fn flag() -> BoxedStrategy<Value> {
    either![
        6 => any::<bool>().prop_map(Value::from),
        2 => select(vec!["true", "false", " true\n", "\u{3000}false"]).prop_map(Value::from),
        1 => select(vec!["TRUE", "yes", "", " ", "tr\0ue", "1", "null"]).prop_map(Value::from),
    ]
}

/// Generates an integer around the bounds, in one of its many spellings.
pub(super) fn integer(min: i64, max: i64) -> BoxedStrategy<Value> {
    let near = vec![
        min - 1,
        min,
        min + 1,
        max - 1,
        max,
        max + 1,
        0,
        -min,
        1,
        i64::from(i32::MAX) + 1 + min,
    ];
    let number = prop_oneof![4 => min..=max, 3 => select(near)];
    (number, 0..16_u8)
        .prop_map(|(number, way)| match way {
            0 => Value::from(format!(" {number}\u{3000}")),
            1 => Value::from(wide(&number.to_string())),
            2 => Value::from(format!("{number}.0")),
            3 => Value::from(format!("{number}0e-1")),
            4 => Value::from(format!("{number}E+0")),
            5 => Value::from(format!("{number}.5")),
            6 => Value::from(format!("+{number}")),
            7 => Value::from(format!("00{number}")),
            8 => Value::from(spaced(&number.to_string())),
            9 => json!(as_float(number) + 0.5),
            10 => json!(as_float(number)),
            11 => Value::from(format!("{number}\0")),
            _ => Value::from(number),
        })
        .boxed()
}

#[expect(clippy::cast_precision_loss, reason = "small numbers, made for a test")]
fn as_float(number: i64) -> f64 {
    number as f64
}

fn wide(text: &str) -> String {
    text.chars()
        .map(|letter| match letter.to_digit(10) {
            Some(digit) => char::from_u32(0xff10 + digit).unwrap(),
            None => letter,
        })
        .collect()
}

fn spaced(text: &str) -> String {
    text.chars().flat_map(|letter| [letter, '\u{a0}']).collect()
}

/// Generates degrees around the bound.
pub(super) fn degrees(bound: f64) -> BoxedStrategy<Value> {
    let special = vec![
        bound,
        -bound,
        0.0,
        -0.0,
        bound + 1e-9,
        -bound - 1e-9,
        1e300,
        0.05,
        5e-324,
    ];
    either![
        4 => (-bound..=bound).prop_map(Value::from),
        2 => select(special).prop_map(Value::from),
        1 => (-100..100_i32).prop_map(|tenths| Value::from(format!("{tenths}.5"))),
        1 => (-90..90_i32).prop_map(Value::from),
        1 => select(vec![json!(null), json!(""), json!("north"), json!("1e400"), json!("12.5°")]),
    ]
}

/// Generates dates, some of which do not exist.
pub(super) fn day() -> BoxedStrategy<Value> {
    let around = (1920..2012_i32, 0..14_u32, 0..33_u32);
    let written = around
        .clone()
        .prop_map(|(year, month, day)| format!("{year}-{month:02}-{day:02}"));
    let adult = (1928..2008_i32, 1..13_u32, 1..29_u32)
        .prop_map(|(year, month, day)| format!("{year}-{month:02}-{day:02}"));
    let edges = select(vec![
        "2008-11-20",
        "2008-11-21",
        "2008-11-22",
        "1926-11-21",
        "1926-11-22",
        "1926-11-23",
        "2000-02-29",
        "2001-02-29",
        "1900-02-29",
        "0000-02-29",
        "0000-01-01",
        "0001-01-01",
        "9999-12-31",
        "2027-01-01",
        " 1990-05-17\n",
        "1990-5-17",
        "1990-05-17T00",
        "+990-05-17",
        "１９９０-05-17",
        "1990−05−17",
        "199O-05-17",
        "1990-05-1\0",
        "-990-05-17",
        "1990/05/17",
    ]);
    either![
        6 => adult.prop_map(Value::from),
        3 => written.prop_map(Value::from),
        3 => edges.prop_map(Value::from),
        1 => (around, select(vec!["{y}{m}{d}", "{d}-{m}-{y}", "{y}-{m}-{d}Z"])).prop_map(
            |((year, month, day), form)| {
                let form = form.replace("{y}", &year.to_string());
                Value::from(form.replace("{m}", &month.to_string()).replace("{d}", &day.to_string()))
            }
        ),
    ]
}

/// Generates names of uploads, and texts that are no such names.
pub(super) fn upload() -> BoxedStrategy<Value> {
    let stem = (
        select(vec!['0', '1', '9', 'a', 'f']),
        select(vec![32_usize, 32, 32, 32, 32, 31, 33]),
    );
    let stem = stem.prop_map(|(letter, length)| letter.to_string().repeat(length));
    let ending = select(vec![
        ".jpg", ".png", ".webp", ".jpg", ".pdf", ".gif", "", ".JPG", ".jpg.png",
    ]);
    either![
        8 => (stem, ending).prop_map(|(stem, ending)| Value::from(stem + ending)),
        1 => select(vec![
            json!(null), json!(""), json!("\u{3000}"), json!("../x.jpg"), json!(7), json!([]),
            json!("0000000000000000000000000000000g.jpg"),
            json!(" 22222222222222222222222222222222.png\n"),
            json!("22222222222222222222222222222222.\0png"),
        ]),
    ]
}

/// Generates links from valid and invalid parts.
pub(super) fn link() -> BoxedStrategy<Value> {
    let scheme = select(vec![
        "https://", "https://", "https://", "https://", "http://", "https:/", "//", "",
    ]);
    let user = select(vec!["", "", "", "", "", "", "me@", "me:x@"]);
    let host = select(vec![
        "example.com",
        "www.example.co.jp",
        "a.b",
        "xn--fsq.example",
        "1.example1",
        "123.example.com",
        "a-b.example.com",
        "localhost",
        "127.0.0.1",
        "10.1",
        "example.123",
        "[::1]",
        "例え.jp",
        "exa%6dple.com",
        ".example.com",
        "example..com",
        "example.com.",
        "exa mple.com",
        "",
        "EXAMPLE.com",
        "１.jp",
    ]);
    let port = select(vec!["", "", "", "", "", ":443", ":", ":x"]);
    let rest = select(vec![
        "",
        "/",
        "/a/b?c=d#e",
        "?q",
        "#f",
        "/a%20b",
        "/~me",
        "/x@y:1",
    ]);
    (scheme, user, host, port, rest)
        .prop_map(|(scheme, user, host, port, rest)| {
            Value::from([scheme, user, host, port, rest].concat())
        })
        .boxed()
}
