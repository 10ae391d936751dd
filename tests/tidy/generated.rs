//! The committed generated files, which must equal the output of the current code.

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
fn the_json_schema_is_up_to_date() {
    let path = root().join("core/schema/user-profile-create.schema.json");
    let committed = std::fs::read_to_string(path).unwrap();
    let schema = enmusubi_core::profile::json_schema();
    assert!(
        committed == serde_json::to_string_pretty(&schema).unwrap() + "\n",
        "run `./just types`"
    );
}
