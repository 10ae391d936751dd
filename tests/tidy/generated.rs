//! The committed generated files, which must equal the output of the current code.

use enmusubi_core::Field;
use enmusubi_core::profile::{Visibility, field_rule};

use crate::files::root;

#[test]
fn the_typescript_declarations_are_up_to_date() {
    let committed = std::fs::read_to_string(root().join("wasm/types.d.ts")).unwrap();
    assert!(
        committed == enmusubi_core::typescript::declarations(),
        "run `./just types`"
    );
}

#[test]
fn the_lists_are_up_to_date() {
    let committed = std::fs::read_to_string(root().join("wasm/lists.js")).unwrap();
    assert!(
        committed == enmusubi_core::typescript::lists(),
        "run `./just types`"
    );
}

#[test]
fn the_page_of_the_product_lists_the_answers_that_others_see() {
    let is_shown = |field: &&Field| field_rule(**field).visibility == Visibility::Shown;
    let shown = Field::ALL.iter().filter(is_shown);
    let names: Vec<String> = shown.map(|field| format!("`{field}`")).collect();
    let sentence = format!("has the answers that core shows: {}.", names.join(", "));
    let page = std::fs::read_to_string(root().join("docs/product.md")).unwrap();
    assert!(page.contains(&sentence), "docs/product.md: {sentence}");
}

#[test]
fn the_json_schema_is_up_to_date() {
    let path = root().join("core/schema/user-profile-create.schema.json");
    let committed = std::fs::read_to_string(path).unwrap();
    let schema = enmusubi_core::profile::json_schema();
    assert!(
        committed == serde_json::to_string_pretty(&schema).unwrap() + "\n",
        "run `./just types`"
    );
}
