//! Refuses a `WEB_ROOT` from which the server would publish its database, its files or its secrets.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

use secrecy::ExposeSecret as _;

use super::load::FILE_NAME;
use super::{Config, ConfigError};
use crate::store;

/// The number of links in one path that Linux follows.
const MAX_LINKS: usize = 40;

impl Config {
    /// Refuses places that overlap although they must not. They need not exist yet.
    pub(super) fn check_apart(&self) -> Result<(), ConfigError> {
        let storage = self.storage.folder();
        // A folder that is WEB_ROOT itself is refused too: the server would publish the files in it.
        let any_file = |folder: &PathBuf| folder.join("any-file");
        let database = store::file_of(self.database_url.expose_secret());
        let file = Path::new(FILE_NAME);
        let file = fs::symlink_metadata(file).is_ok().then(|| file.to_owned());
        self.refuse_in_web_root("the database (DATABASE_URL)", database)?;
        self.refuse_in_web_root("users' files (STORAGE_URL)", storage.map(any_file))?;
        self.refuse_in_web_root(FILE_NAME, file)
    }

    fn refuse_in_web_root(&self, what: &str, path: Option<PathBuf>) -> Result<(), ConfigError> {
        let Ok(root) = self.web_root.canonicalize() else {
            return Ok(());
        };
        let is_in_root = |way: &PathBuf| *way != root && way.starts_with(&root);
        if !path.is_some_and(|path| ways_to(&path).iter().any(is_in_root)) {
            return Ok(());
        }
        let problem = format!(
            "which holds {what}, so that everybody could download it. Name a folder that holds the \
             web app alone"
        );
        let root = self.web_root.display();
        Err(ConfigError::refused("WEB_ROOT", root, &problem))
    }
}

/// Returns every name that leads to the path: its folders, the links among them, and the targets of
/// the links, because the server follows links when it serves the web app. The last name has no
/// links. Unlike `canonicalize`, this accepts a path that does not exist yet.
fn ways_to(path: &Path) -> Vec<PathBuf> {
    let mut ways = Vec::new();
    let mut end = PathBuf::from("/");
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut left = parts_of(&path);
    let mut n_links = 0;
    while let Some(part) = left.pop() {
        if part == ".." {
            ways.retain(|way| *way != end);
            end.pop();
            continue;
        }
        // An absolute part, which begins the target of a link, replaces the path.
        end.push(part);
        ways.push(end.clone());
        if let Some(target) = fs::read_link(&end).ok().filter(|_| n_links < MAX_LINKS) {
            n_links += 1;
            end.pop();
            left.extend(parts_of(&target));
        }
    }
    ways
}

/// Returns the parts of the path, the last one first.
fn parts_of(path: &Path) -> Vec<OsString> {
    let parts = path.components().rev();
    let parts = parts.filter(|part| *part != Component::CurDir);
    parts.map(|part| part.as_os_str().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::ops::config::Settings;

    /// Returns the sentence with which the server refuses places of a folder, with `[]` for that folder.
    fn refusal(around: &Path, web_root: &str, database: &str, storage: &str) -> Option<String> {
        let around = around.to_str().unwrap();
        let settings = Settings {
            mock_enable: Some(true),
            database_url: Some(format!("sqlite://{around}/{database}")),
            storage_url: Some(format!("file://{around}/{storage}")),
            web_root: Some(PathBuf::from(format!("{around}/{web_root}"))),
            ..Settings::default()
        };
        let refused = settings.check().unwrap().check_apart();
        refused.err().map(|it| it.to_string().replace(around, "[]"))
    }

    #[test]
    fn a_place_that_the_server_would_publish_is_refused_even_before_it_exists() {
        let folder = tempfile::tempdir().unwrap();
        let around = folder.path();
        fs::create_dir_all(around.join("site/assets")).unwrap();
        fs::create_dir_all(around.join("data")).unwrap();
        symlink("site", around.join("link")).unwrap();
        symlink("../data", around.join("site/out")).unwrap();
        symlink(around.join("site/new"), around.join("data/in")).unwrap();
        let database = Some("the database (DATABASE_URL)");
        let files = Some("users' files (STORAGE_URL)");
        for (web_root, database_file, storage, what) in [
            ("site", "data/a.db", "data/blobs", None),
            ("site", "site-data/a.db", "site/../blobs", None),
            ("site", "site/assets/../../data/a.db", "b", None),
            ("site", "site/a.db", "b", database),
            ("site", "site/new/a.db", "b", database),
            ("site", "data/../site/a.db", "b", database),
            ("site/../site", "site/a.db", "b", database),
            ("link", "site/a.db", "b", database),
            ("site", "link/a.db", "b", database),
            ("site", "site/out/a.db", "b", database),
            ("site", "data/in/a.db", "b", database),
            ("site", "a.db", "site", files),
            ("site", "a.db", "site/new/blobs", files),
            ("link", "a.db", "link", files),
            ("site", "a.db", "data/in", files),
        ] {
            let wanted = what.map(|what| {
                format!(
                    "WEB_ROOT is []/{web_root}, which holds {what}, so that everybody could \
                     download it. Name a folder that holds the web app alone."
                )
            });
            let refused = refusal(around, web_root, database_file, storage);
            assert_eq!(refused, wanted, "{database_file} {storage}");
        }
    }

    #[test]
    fn following_a_circle_of_links_ends() {
        let folder = tempfile::tempdir().unwrap();
        symlink("circle", folder.path().join("circle")).unwrap();
        assert!(ways_to(&folder.path().join("circle/a")).len() < 100);
    }
}
