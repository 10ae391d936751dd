//! The committed OpenAPI document is the one that the code generates.

#[test]
fn the_committed_openapi_document_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/openapi.json");
    let committed = std::fs::read_to_string(path).unwrap();
    assert!(
        committed == enmusubi_server::http::openapi_json(),
        "run `enmusubi-server openapi > server/openapi.json`"
    );
}
