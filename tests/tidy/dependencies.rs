//! The dependencies of the form's WebAssembly, which must not include a crate of the server.

use std::process::Command;

use crate::files::root;

fn tree_of(package: &str) -> String {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "-p",
            package,
            "-e",
            "normal",
            "--prefix",
            "none",
        ])
        .args(["--target", "wasm32-unknown-unknown"])
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
    let tree = tree_of("enmusubi-wasm");
    assert!(
        tree.lines().any(|line| line.starts_with("enmusubi-core ")),
        "{tree}"
    );
    for crate_name in [
        "poem", "sea-orm", "sqlx", "tokio", "reqwest", "utoipa", "image", "rand",
    ] {
        let found = tree
            .lines()
            .find(|line| line.split(' ').next() == Some(crate_name));
        assert_eq!(found, None);
    }
}
