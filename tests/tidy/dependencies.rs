//! The dependencies of the form's WebAssembly and of the tests of core, which must not include a crate of the server.

use std::process::Command;

use crate::files::root;

fn tree_of(package: &str, options: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "-p", package, "--prefix", "none"])
        .args(options)
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_wasm_package_has_no_dependency_of_the_server() {
    let options = ["-e", "normal", "--target", "wasm32-unknown-unknown"];
    let tree = tree_of("enmusubi-wasm", &options);
    check_none_of(
        &tree,
        &[
            "poem", "sea-orm", "sqlx", "tokio", "reqwest", "utoipa", "image", "rand",
        ],
    );
}

#[test]
fn the_tests_of_core_have_no_dependency_of_the_server() {
    let tree = tree_of("enmusubi-conformance", &["-e", "normal,build,dev"]);
    check_none_of(
        &tree,
        &[
            "enmusubi-server",
            "enmusubi-tests",
            "poem",
            "sea-orm",
            "sqlx",
            "tokio",
            "reqwest",
            "utoipa",
        ],
    );
}

/// Fails if the tree has one of these crates, or lacks core.
fn check_none_of(tree: &str, crates: &[&str]) {
    let has = |name: &str| {
        tree.lines()
            .any(|line| line.split(' ').next() == Some(name))
    };
    assert!(has("enmusubi-core"), "{tree}");
    for name in crates {
        assert!(!has(name), "{name}");
    }
}
