//! The allowed imports between folders.

use crate::files::{File, check_none, lines_with, sources_below};

const WEB: [&str; 2] = [".ts", ".tsx"];

fn outside(mut files: Vec<File>, folders: &[&str]) -> Vec<File> {
    files.retain(|file| !folders.iter().any(|folder| file.path.starts_with(folder)));
    files
}

/// Returns the sources of the web app, without its tests.
fn web() -> Vec<File> {
    let mut files = sources_below("web/src/", &WEB);
    files.retain(|file| !file.path.contains(".test."));
    files
}

#[test]
fn core_does_no_io_and_reads_no_clock() {
    let words = [
        "std::fs",
        "std::net",
        "std::env",
        "std::process",
        "std::io",
        "std::thread",
        "SystemTime",
        "Instant::now",
        "Utc::now",
        "Local::now",
        "async fn",
        "tokio",
        "rand::",
        "println!",
        "eprintln!",
        "wasm_bindgen",
        "js_sys",
    ];
    let mut sources = sources_below("core/src/", &[".rs"]);
    sources.extend(sources_below("core/lenient-json/src/", &[".rs"]));
    check_none("core is pure", &lines_with(&sources, &words));
}

#[test]
fn wasm_has_no_rule_of_its_own() {
    let mut found = lines_with(
        &sources_below("wasm/src/", &[".rs"]),
        &["FieldErrorCode::", "limits::"],
    );
    // The list of all codes is not a rule.
    found.retain(|line| !line.contains("FieldErrorCode::WORDS"));
    check_none("rules belong to core", &found);
}

#[test]
fn only_the_store_imports_sea_orm() {
    let others = outside(
        sources_below("server/src/", &[".rs"]),
        &["server/src/store/"],
    );
    check_none(
        "SeaORM stays in the store",
        &lines_with(&others, &["sea_orm"]),
    );
}

#[test]
fn no_row_is_an_answer() {
    // The row of the audit log is exported as it was hashed, an id is a number in answers, the counts of reports are the
    // answer itself, the kind of a token is a word, and a column of a profile holds a list as JSON.
    let reasons = [
        "server/src/store/account/session.rs",
        "server/src/store/audit/chain.rs",
        "server/src/store/connection/ids.rs",
        "server/src/store/profile/mod.rs",
        "server/src/store/review/report.rs",
    ];
    let store = sources_below("server/src/store/", &[".rs"]);
    let found = lines_with(&store, &["Serialize"]);
    let mut files: Vec<&str> = found
        .iter()
        .filter(|line| !line.contains("use serde") && !line.contains("&impl Serialize"))
        .filter_map(|line| line.split(':').next())
        .collect();
    files.sort_unstable();
    assert_eq!(
        files, reasons,
        "a new column of a row would be in an answer"
    );
}

#[test]
fn adapters_have_errors_of_their_own() {
    let mut adapters = sources_below("server/src/adapters/", &[".rs"]);
    // One file of each adapter maps its errors, and tests look at the codes.
    adapters.retain(|file| !file.path.ends_with("/error.rs") && !file.path.ends_with("/tests.rs"));
    check_none(
        "adapters import no feature, no HTTP and no error of the API",
        &lines_with(
            &adapters,
            &["crate::error", "crate::features", "crate::http"],
        ),
    );
}

#[test]
fn migrations_import_no_current_code() {
    let migrations = sources_below("server/migration/src/", &[".rs"]);
    check_none(
        "migrations do not change",
        &lines_with(
            &migrations,
            &["enmusubi_core", "enmusubi_server", "entity::"],
        ),
    );
}

#[test]
fn only_the_api_speaks_http() {
    let mut others = outside(
        sources_below("server/src/", &[".rs"]),
        &["server/src/http/"],
    );
    // Tests may act as LINE's servers.
    others.retain(|file| !file.path.ends_with("/tests.rs") && !file.path.ends_with("/testing.rs"));
    check_none(
        "use cases do not import poem",
        &lines_with(&others, &["poem::", "StatusCode"]),
    );
}

#[test]
fn the_server_has_no_rules_of_its_own() {
    let server = sources_below("server/src/", &[".rs"]);
    check_none(
        "rules belong to core",
        &lines_with(
            &server,
            &["#[oai(validator", "#[validate(", "use validator"],
        ),
    );
}

#[test]
fn only_the_facade_imports_the_wasm_package() {
    let others = outside(web(), &["web/src/core/"]);
    let mut found = lines_with(&others, &["enmusubi-wasm"]);
    // The façade passes on types of the package, and they do not exist at run time.
    found.retain(|line| !line.contains("import type "));
    check_none("only web/src/core imports the core", &found);
}

#[test]
fn only_the_liff_room_imports_the_sdk() {
    let others = outside(web(), &["web/src/liff/"]);
    check_none(
        "only web/src/liff imports LINE's SDK",
        &lines_with(&others, &["@line/liff"]),
    );
}

#[test]
fn only_the_storage_room_uses_the_storage_of_the_browser() {
    let others = outside(web(), &["web/src/storage/"]);
    let words = ["localStorage", "sessionStorage", "indexedDB", "idb"];
    check_none(
        "only web/src/storage uses the browser's storage",
        &lines_with(&others, &words),
    );
}
