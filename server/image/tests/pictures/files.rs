//! The files of `tests/files`, as people have them.

use std::path::Path;

use enmusubi_image::{Kind, Use, clean};
use serde_json::Value;

#[test]
fn a_picture_is_accepted_if_the_decoder_reads_it_to_its_last_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/files");
    let outcomes = std::fs::read(folder.join("outcomes.json")).unwrap();
    let outcomes: Value = serde_json::from_slice(&outcomes).unwrap();
    let refused = outcomes["serverRefuses"].as_array().unwrap();
    let mut n_accepted = 0;
    for file in ["pictures", "documents"]
        .into_iter()
        .flat_map(|part| std::fs::read_dir(folder.join(part)).unwrap())
    {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_of_the_formats = [".jpg", ".png"].iter().any(|ending| name.ends_with(ending));
        let is_expected = is_of_the_formats && !refused.iter().any(|it| it == name);
        let bytes = std::fs::read(&path).unwrap();
        let cleaned = Kind::of(&bytes).map(|kind| clean(&bytes, kind, Use::Photo));
        let is_accepted = matches!(cleaned, Some(Ok(_)));
        assert_eq!(is_accepted, is_expected, "{name}: {cleaned:?}");
        n_accepted += usize::from(is_accepted);
    }
    assert!(n_accepted > 30, "{n_accepted}");
}
