//! The shape of source files.

use crate::files::{check_none, files_below, sources_below};

const GENERATED: [&str; 4] = [
    "wasm/types.d.ts",
    "web/src/api/schema.d.ts",
    "/generated/",
    "/vectors/",
];

fn longer_than(bound: usize, folder: &str, endings: &[&str]) -> Vec<String> {
    let mut files = sources_below(folder, endings);
    files.retain(|file| !GENERATED.iter().any(|made| file.path.contains(made)));
    let bound_of = |path: &str| {
        if path.contains(".test.") {
            bound.max(500)
        } else {
            bound
        }
    };
    files
        .iter()
        .map(|file| (&file.path, file.text.lines().count()))
        .filter(|(path, n_lines)| *n_lines > bound_of(path))
        .map(|(path, n_lines)| format!("{path}: {n_lines} lines"))
        .collect()
}

#[test]
fn no_source_file_is_too_long() {
    let mut found = longer_than(400, "core/", &[".rs"]);
    found.extend(longer_than(400, "wasm/", &[".rs"]));
    found.extend(longer_than(400, "server/", &[".rs"]));
    found.extend(longer_than(500, "tests/", &[".rs", ".ts"]));
    found.extend(longer_than(400, "web/src/", &[".ts", ".tsx"]));
    check_none("split files that are too long", &found);
}

#[test]
fn a_rust_file_opens_with_its_purpose() {
    let mut files = sources_below("", &[".rs"]);
    files.retain(|file| !file.text.starts_with("//! "));
    let paths: Vec<String> = files.into_iter().map(|file| file.path).collect();
    check_none("say in the first line what the file is for", &paths);
}

#[test]
fn no_file_has_unfinished_work() {
    // Written in halves, so that this file does not contain the words.
    let words = [
        ["TO", "DO"],
        ["FIX", "ME"],
        ["XX", "X:"],
        ["#[ign", "ore"],
        ["todo", "!("],
        ["unimple", "mented!("],
    ]
    .map(|halves| halves.concat());
    let mut files = sources_below("", &[".rs", ".ts", ".tsx", ".py", ".sh"]);
    files.retain(|file| words.iter().any(|word| file.text.contains(word)));
    let paths: Vec<String> = files.into_iter().map(|file| file.path).collect();
    check_none("finish the work or remove it", &paths);
}

#[test]
fn no_file_names_the_machine_it_was_written_on() {
    let places = [
        ["/wo", "rk/"],
        ["/ro", "ot/"],
        ["/Use", "rs/"],
        ["/tmp/br", "ief"],
        ["/tmp/targ", "et"],
    ]
    .map(|halves| halves.concat());
    let found: Vec<String> = files_below("")
        .into_iter()
        .filter(|file| places.iter().any(|place| file.text.contains(place)))
        .map(|file| file.path)
        .collect();
    check_none("name paths from the top of the repository", &found);
}
