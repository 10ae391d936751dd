//! The addresses and folders that settings name, as this machine has them when the server starts.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::path::Path;

use super::{Config, ConfigError, Problems, StorageConfig, api_path};

impl Config {
    /// Refuses folders that a server could not use. Creates no folder: the code that opens a folder
    /// creates it.
    pub fn check_places(&self) -> Result<(), Problems> {
        let mut problems = Problems::default();
        problems.note(self.check_storage_folder());
        problems.note(self.check_web_root());
        problems.note(self.check_base_path());
        problems.note(self.check_apart());
        problems.or(())
    }

    /// [`Config::check_places`] for the folder of users' files alone.
    pub(crate) fn check_storage_folder(&self) -> Result<(), ConfigError> {
        match &self.storage {
            StorageConfig::Folder(folder) => check_folder("STORAGE_URL", folder),
            StorageConfig::Bucket(_) => Ok(()),
        }
    }

    /// Refuses a path in the public URL. The API would answer below it, but the page is built for the
    /// root of a host and would stay blank.
    fn check_base_path(&self) -> Result<(), ConfigError> {
        if self.base_path().is_empty() {
            return Ok(());
        }
        let problem = "but the page works only at the root of a host. Leave out the path, and give the \
                       app a host of its own";
        let url = &self.public_base_url;
        Err(ConfigError::refused("PUBLIC_BASE_URL", url, problem))
    }

    fn check_web_root(&self) -> Result<(), ConfigError> {
        let root = &self.web_root;
        let refused =
            |problem: &str| Err(ConfigError::refused("WEB_ROOT", root.display(), problem));
        let advice = "Build the web app with `./just build`, or name the folder that holds it";
        if !root.exists() {
            return refused(&format!("which does not exist. {advice}"));
        }
        if !root.is_dir() {
            return refused(&format!("which is no folder. {advice}"));
        }
        let index = root.join("index.html");
        // Opening a pipe would wait for ever.
        let opened = fs::metadata(&index).and_then(|found| {
            if found.is_file() {
                File::open(&index).map(drop)
            } else {
                Err(ErrorKind::NotFound.into())
            }
        });
        if let Err(error) = opened {
            return refused(&match error.kind() {
                ErrorKind::NotFound => format!("which has no index.html. {advice}"),
                _ => problem_of_index(&error),
            });
        }
        // The API would hide the web app's file of that name.
        if root
            .join(api_path::first_segment(&self.api_server_path))
            .exists()
        {
            let problem = "where the web app has a file or folder. Choose another, such as /api";
            let path = &self.api_server_path;
            return Err(ConfigError::refused("API_SERVER_PATH", path, problem));
        }
        Ok(())
    }
}

fn problem_of_index(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "whose index.html the server's user may not read. Change \
                                        the permissions, or name another folder"
            .to_owned(),
        _ => format!("whose index.html cannot be read ({error}). Name another folder"),
    }
}

/// Tries to write in the folder. If the folder is missing, tries its nearest parent that exists.
fn check_folder(name: &'static str, folder: &Path) -> Result<(), ConfigError> {
    let mut ancestors = folder.ancestors().map(|path| match path.to_str() {
        Some("") => Path::new("."),
        _ => path,
    });
    let existing = ancestors.find(|path| fs::symlink_metadata(path).is_ok());
    let written = match existing {
        // The file has no name and is gone when it is closed.
        Some(existing) if existing.is_dir() => tempfile::tempfile_in(existing).map(drop),
        _ => Err(ErrorKind::NotADirectory.into()),
    };
    match written {
        Err(error) if is_lasting(&error) => {
            let problem = problem_of_folder(&error);
            Err(ConfigError::refused(name, folder.display(), &problem))
        }
        // A disk that is full now may have room later.
        _ => Ok(()),
    }
}

fn is_lasting(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotADirectory
            | ErrorKind::AlreadyExists
            | ErrorKind::NotFound
            | ErrorKind::PermissionDenied
            | ErrorKind::ReadOnlyFilesystem
    )
}

/// Describes the problem as a clause that follows the value of a setting that names a folder or a
/// file.
pub(crate) fn problem_of_folder(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "which is no folder or lies below a file. Name a folder".to_owned()
        }
        ErrorKind::PermissionDenied => "where the server's user may not write. Change the owner \
                                        or the permissions, or name another place"
            .to_owned(),
        ErrorKind::ReadOnlyFilesystem => {
            "which is on a read-only disk. Name another place".to_owned()
        }
        _ => format!("which cannot be used ({error}). Name another place"),
    }
}

/// Returns the reason why the server cannot listen at the address that the setting names.
pub(crate) fn cannot_listen(
    name: &'static str,
    address: SocketAddr,
    error: &io::Error,
) -> ConfigError {
    let problem = match error.kind() {
        ErrorKind::AddrInUse => {
            "where another program listens already. Stop it or choose another port".to_owned()
        }
        ErrorKind::AddrNotAvailable => "which is no address of this machine. Choose 127.0.0.1, or \
                                        0.0.0.0 to listen on every network"
            .to_owned(),
        ErrorKind::PermissionDenied => "where the server's user may not listen. Choose a port of \
                                        1024 or more, or give the user that right"
            .to_owned(),
        _ => format!("where the server cannot listen ({error}). Choose another address"),
    };
    ConfigError::refused(name, address, &problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_written_is_refused_with_a_reason() {
        for (kind, problem) in [
            (ErrorKind::NotADirectory, "which is no folder"),
            (
                ErrorKind::PermissionDenied,
                "where the server's user may not",
            ),
            (ErrorKind::ReadOnlyFilesystem, "which is on a read-only"),
        ] {
            let error = io::Error::from(kind);
            assert!(is_lasting(&error), "{kind}");
            assert!(problem_of_folder(&error).starts_with(problem), "{kind}");
        }
        assert!(!is_lasting(&ErrorKind::StorageFull.into()));
    }

    #[test]
    fn an_index_that_cannot_be_read_is_refused_with_a_reason() {
        // The tests may run as a user who may read everything.
        assert_eq!(
            problem_of_index(&ErrorKind::PermissionDenied.into()),
            "whose index.html the server's user may not read. Change the permissions, or name \
             another folder"
        );
    }

    #[test]
    fn a_folder_that_is_missing_is_fine_and_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("a/b");
        assert_eq!(check_folder("STORAGE_URL", &missing), Ok(()));
        assert_eq!(
            check_folder("STORAGE_URL", Path::new("no-such-folder/a")),
            Ok(())
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_port_that_only_the_system_may_open_is_refused_with_a_reason() {
        let address = SocketAddr::from(([127, 0, 0, 1], 80));
        let error = cannot_listen("LISTEN", address, &ErrorKind::PermissionDenied.into());
        assert_eq!(
            error.to_string(),
            "LISTEN is 127.0.0.1:80, where the server's user may not listen. Choose a port of 1024 \
             or more, or give the user that right."
        );
    }
}
