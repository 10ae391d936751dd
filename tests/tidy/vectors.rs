//! The vector files: a test runs each of them, and each case has its own name.

use std::collections::BTreeSet;

use enmusubi_conformance::{cases, topics};

use crate::files::files_below;

#[test]
fn every_file_of_vectors_is_run() {
    let folder = "tests/vectors/profile/";
    let written: BTreeSet<String> = files_below(folder)
        .into_iter()
        .map(|file| {
            file.path
                .trim_start_matches(folder)
                .trim_end_matches(".json")
                .to_owned()
        })
        .collect();
    let run: BTreeSet<String> = topics().iter().map(|topic| topic.name.to_owned()).collect();
    assert_eq!(written, run);
}

#[test]
fn no_two_vectors_have_the_same_name() {
    let mut names = BTreeSet::new();
    for case in topics().iter().flat_map(|topic| cases(topic.name)) {
        assert!(names.insert(case.name.clone()), "{}", case.name);
    }
}
