//! The files of this repository that people write.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A file with its path from the top of the repository.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Returns the top of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// Returns the path of every file below a folder (`""`: all of them) that is committed or is about to be.
pub(crate) fn paths_below(folder: &str) -> Vec<String> {
    let output = Command::new("git")
        .args([
            "ls-files",
            "--cached",
            "--others",
            "--exclude-standard",
            "-z",
            "--",
            ".",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let listed = String::from_utf8(output.stdout).unwrap();
    let paths = listed.split('\0').map(str::to_owned);
    paths
        .filter(|path| !path.is_empty() && path.starts_with(folder))
        .collect()
}

/// Returns every text file below a folder.
pub(crate) fn files_below(folder: &str) -> Vec<File> {
    let read = |path: String| {
        // A picture, or a file that was deleted and not yet committed.
        let text = std::fs::read_to_string(root().join(&path)).ok()?;
        Some(File { path, text })
    };
    paths_below(folder).into_iter().filter_map(read).collect()
}

/// Returns the files below a folder whose names end in one of these.
pub(crate) fn sources_below(folder: &str, endings: &[&str]) -> Vec<File> {
    let mut files = files_below(folder);
    files.retain(|file| endings.iter().any(|ending| file.path.ends_with(ending)));
    assert!(!files.is_empty(), "no files in {folder}");
    files
}

/// Returns the lines with one of `words`, except comments, as `path:line: text`.
pub(crate) fn lines_with(files: &[File], words: &[&str]) -> Vec<String> {
    let lines = files.iter().flat_map(|file| {
        file.text
            .lines()
            .enumerate()
            .map(move |(index, line)| (file, index + 1, line.trim()))
    });
    lines
        .filter(|(_, _, line)| !line.starts_with("//") && !line.starts_with('*'))
        .filter(|(_, _, line)| words.iter().any(|word| line.contains(word)))
        .map(|(file, number, line)| format!("{}:{number}: {line}", file.path))
        .collect()
}

/// Fails with a list of all findings.
#[track_caller]
pub(crate) fn check_none(rule: &str, found: &[String]) {
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}
