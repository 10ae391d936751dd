//! The table of everything that all clients share, in `docs/under-attack.md`: each row names a test that tries to take
//! more than the share of one.

use crate::files::{files_below, sources_below};

const PAGE: &str = "docs/under-attack.md";
const HEADING: &str = "## What all share";

#[test]
fn each_share_has_a_test_that_tries_to_exceed_it() {
    let tests: Vec<String> = ["server/", "tests/"]
        .iter()
        .flat_map(|folder| sources_below(folder, &[".rs"]))
        .flat_map(|file| tests_of(&file.text))
        .collect();
    assert!(tests.len() > 500, "{}", tests.len());
    let page = files_below(PAGE).pop().unwrap().text;
    let section = page.split(HEADING).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows: Vec<_> = section
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(1)
        .collect();
    assert!(rows.len() > 20, "{}", rows.len());
    for row in rows {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").collect();
        let [_, _, named] = cells.as_slice() else {
            panic!("{row} should have three cells");
        };
        let of_row: Vec<_> = named.split('`').skip(1).step_by(2).collect();
        assert!(!of_row.is_empty(), "{row} names no test");
        for name in of_row {
            assert!(
                tests.iter().any(|test| test == name),
                "no test is called {name}"
            );
        }
    }
}

/// Returns the names of the tests in a source.
fn tests_of(text: &str) -> Vec<String> {
    let tests = text.split("test]").skip(1);
    let names = tests.filter_map(|rest| {
        let (_, rest) = rest.split_once("fn ")?;
        rest.split_once('(').map(|(name, _)| name.to_owned())
    });
    names.collect()
}
