//! The corpus of `fuzz`, without the fuzzing engine: each run of the tests checks its inputs again.

use std::fs;
use std::path::Path;

#[path = "../../fuzz/properties/deep_link.rs"]
mod deep_link;
#[path = "../../fuzz/properties/draft.rs"]
mod draft;
#[path = "../../fuzz/properties/json.rs"]
mod json;
#[path = "../../fuzz/properties/payload.rs"]
mod payload;
#[path = "../../fuzz/properties/world.rs"]
mod world;

/// Reads the files of these targets.
fn corpus(targets: &[&str]) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let files = targets
        .iter()
        .flat_map(|target| fs::read_dir(folder.join(target)).unwrap());
    files
        .map(|file| fs::read(file.unwrap().path()).unwrap())
        .collect()
}

#[test]
fn the_corpus_of_drafts_passes() {
    let drafts = corpus(&["draft", "payload"]);
    assert!(drafts.len() >= 100, "only {} files", drafts.len());
    for bytes in drafts {
        draft::check(&bytes);
    }
}

#[test]
fn the_corpus_of_payloads_passes() {
    let payloads = corpus(&["payload"]);
    let n_accepted = payloads
        .iter()
        .filter(|bytes| payload::check(bytes))
        .count();
    assert!(n_accepted >= 25, "only {n_accepted} payloads are accepted");
}

#[test]
fn the_corpus_of_json_is_read_as_serde_json_reads_it() {
    let texts = corpus(&["json", "draft", "payload"]);
    assert!(texts.len() >= 150, "only {} files", texts.len());
    for bytes in texts {
        json::check(&bytes);
    }
}

#[test]
fn the_corpus_of_deep_links_passes() {
    let addresses = corpus(&["deep_link"]);
    assert!(addresses.len() >= 20, "only {} files", addresses.len());
    for bytes in addresses {
        deep_link::check(&bytes);
    }
}
