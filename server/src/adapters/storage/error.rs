//! The failures of the file store.

use std::io;

use thiserror::Error as ThisError;

use crate::error::Error;

/// The reason why the server cannot use the file store.
#[derive(Debug, ThisError)]
pub enum StorageError {
    /// The server cannot create or open the folder.
    #[error("the folder of files cannot be used ({0})")]
    Folder(#[from] io::Error),
    /// The store fails or does not answer.
    #[error("the file store does not answer ({0})")]
    Store(#[from] object_store::Error),
    /// The store takes too long to delete a file.
    #[error("the file store does not answer in time")]
    Late,
}

impl StorageError {
    /// Returns true if the store did not answer or did not work, so that it would fail with other files too. For a bucket,
    /// the library then returns `Generic`, and another error if one file is wrong. For a folder, an error concerns one file;
    /// `Folder` means that another folder has its path.
    pub(crate) fn is_away(&self) -> bool {
        match self {
            Self::Folder(_) | Self::Late => true,
            Self::Store(error) => {
                matches!(error, object_store::Error::Generic { store, .. } if *store != LOCAL)
            }
        }
    }
}

/// The name of the library's folder in its errors.
const LOCAL: &str = "LocalFileSystem";

impl From<StorageError> for Error {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Folder(error) => Self::internal(error),
            StorageError::Store(error) => error.into(),
            StorageError::Late => Self::busy(),
        }
    }
}

impl From<object_store::Error> for Error {
    fn from(error: object_store::Error) -> Self {
        Self::unavailable(
            "The file store does not answer. Try again in a moment.",
            error,
        )
    }
}
