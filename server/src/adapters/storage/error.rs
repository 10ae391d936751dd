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
}

impl From<StorageError> for Error {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Folder(error) => Self::internal(error),
            StorageError::Store(error) => error.into(),
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
