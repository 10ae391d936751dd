//! Small files that cost a careless PDF reader gigabytes, minutes or its stack.

use enmusubi_pdf::Refused;
use enmusubi_tests::pdf::{Pdf, stream};

use crate::ordinary::packed;
use crate::{MIB, checked};

pub(crate) fn are_refused() {
    for (name, bytes) in all() {
        assert!(checked(name, &bytes).is_err(), "{name}");
    }
    for (name, bytes) in harmless() {
        assert!(checked(name, &bytes).is_ok(), "{name}");
    }
    let pages = "<< /Type /Page /Parent 2 0 R >>";
    let too_many = (0..50).fold(Pdf::new(), |pdf, _| pdf.object(pages));
    assert_eq!(
        checked("51 pages", &too_many.with_table()),
        Err(Refused::TooLarge)
    );
}

fn object(object: impl Into<Vec<u8>>) -> Vec<u8> {
    Pdf::new().object(object).with_table()
}

fn object_stream(n: usize, first: usize, content: &[u8]) -> Vec<u8> {
    let keys = format!("/Type /ObjStm /N {n} /First {first} /Filter /FlateDecode");
    stream(&keys, &packed(content))
}

/// Repeats `unit` many times within the first object.
fn repeated(unit: &str) -> Vec<u8> {
    let n = 4 * MIB / unit.len();
    object(["null ", &unit.repeat(n)].concat())
}

/// Returns files without any object.
fn harmless() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("many numbers", object("1 ".repeat(2 * MIB))),
        ("many words", repeated("obj ")),
        ("many lines", repeated("\nobj")),
    ]
}

fn all() -> Vec<(&'static str, Vec<u8>)> {
    let zeros = "0 ".repeat(MIB);
    let bomb = object_stream(1, 4, &[b"7 0 [".to_vec(), vec![b' '; 64 * MIB]].concat());
    let many_bombs = {
        let content = [b"7 0 (".to_vec(), vec![b' '; 2 * MIB], b")".to_vec()].concat();
        let one = object_stream(1, 4, &content);
        (0..100).fold(Pdf::new(), |pdf, _| pdf.object(one.clone()))
    };
    let same_place = {
        let (n, array) = (100_000, "0 ".repeat(MIB));
        let table = "7 0 ".repeat(n);
        object_stream(n, table.len(), format!("{table}[{array}]").as_bytes())
    };
    let nested_places = {
        let n = 100_000;
        let pairs: Vec<String> = (0..n).map(|it| format!("7 {it} ")).collect();
        let table = pairs.concat();
        let content = format!("{table}{}", "(".repeat(n));
        object_stream(n, table.len(), content.as_bytes())
    };
    vec![
        ("nested arrays", object("[".repeat(4 * MIB))),
        (
            "nested arrays, closed",
            object(["[".repeat(100_000), "]".repeat(100_000)].concat()),
        ),
        ("nested dictionaries", object("<< /A ".repeat(100_000))),
        ("nested strings", object("(".repeat(MIB))),
        ("a large array", object(format!("[{zeros}"))),
        (
            "many filters",
            object(format!("<< /Filter [{}", "/A ".repeat(MIB / 2))),
        ),
        (
            "a long name",
            object(format!("<< /{}", "A".repeat(4 * MIB))),
        ),
        (
            "many actions",
            object(format!("<< {}", "/OpenAction 9 0 R ".repeat(MIB / 10))),
        ),
        ("many objects", repeated("1 0 obj 5\n")),
        ("many numbers in comments", repeated("1 0 obj 5%")),
        ("many strings", repeated("1 0 obj(")),
        (
            "many dictionaries in comments",
            repeated("1 0 obj<</First 1>>%"),
        ),
        (
            "many object streams",
            repeated("1 0 obj<</First 9999999/N 1>>stream\n%"),
        ),
        ("many object streams with the same blanks", {
            let (begin, blanks) = ("1 0 obj%".repeat(2700), " ".repeat(14 * MIB));
            object(format!("null {begin}\n<</First 0/N 0>>stream{blanks}\nx"))
        }),
        ("many object streams with the same data", {
            let (begin, blanks) = ("1 0 obj%".repeat(2700), " ".repeat(14 * MIB));
            object(format!(
                "null {begin}\n<</First 0/N 0/Length {}>>stream\n{blanks}endstream",
                14 * MIB
            ))
        }),
        ("many empty object streams", {
            let empty = stream("/First 0 /N 0 /Filter /FlateDecode", &packed(b" "));
            let one = [b"1 0 obj", empty.as_slice()].concat();
            object([b"null ".to_vec(), one.repeat(100_000)].concat())
        }),
        ("many names", object(format!("[{}]", "/".repeat(14 * MIB)))),
        (
            "many keys",
            object(format!("<<{}>>", "/a/a".repeat(3 * MIB))),
        ),
        ("many trailers", repeated("trailer%")),
        ("many trailers with values", repeated("trailer<</A 5%")),
        ("many comments", repeated("%\nobj")),
        ("a large object stream", object(bomb)),
        ("many large object streams", many_bombs.with_table()),
        ("a large object stream, often", object(same_place)),
        ("an object stream, from many places", object(nested_places)),
        ("a table without an end", {
            let table = format!("<< /First {} /N 1 >>\nstream\n{zeros}", 2 * MIB);
            object(table)
        }),
        ("places in a circle", {
            let pages = "<< /Type /Pages /Kids [6 0 R 2 0 R] /Parent 6 0 R >>";
            let circle = Pdf::new().object(pages).with_table();
            let circle = String::from_utf8_lossy(&circle).into_owned();
            circle
                .replace("/Type /Page /", "/Type /Pages /")
                .into_bytes()
        }),
    ]
}
