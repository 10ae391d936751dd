//! Accepts uploads: checks a file, removes its metadata and stores it.

use std::sync::Arc;

use aws_lc_rs::rand;
use enmusubi_image::{Clean, Kind, Rejected, Use, clean};
use object_store::{ObjectStore, ObjectStoreExt as _};

use super::{Client, Decoders, EvidenceKey, FileCleanup};
use crate::adapters::storage;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::features::session::{self, Session};
use crate::store::file::upload::{Purpose, UnattachedLimits, Upload};
use crate::store::{self, Database};

/// The size of the largest upload.
pub(crate) const MAX_UPLOAD_BYTES: usize = 15 * 1024 * 1024;
/// The limits on an account's uploads that no profile uses. The server deletes the oldest files beyond
/// them.
const UNATTACHED: UnattachedLimits = UnattachedLimits {
    // Six photos and a document, changed a few times.
    files: 40,
    // A form has one document, or two where it proves the age. The page uploads them when the user sends the form,
    // and again only after a failure.
    documents: 5,
    // The server shrinks photos to a few megabytes at most. A document may have 15 MiB.
    bytes: 100 * 1024 * 1024,
};

/// A stored upload.
#[derive(Debug)]
pub(crate) struct StoredUpload {
    pub(crate) name: String,
    /// The width in pixels.
    pub(crate) width: u32,
    /// The height in pixels.
    pub(crate) height: u32,
    /// A blurred miniature in base64.
    pub(crate) thumbhash: String,
}

/// Accepts uploads of LINE users.
#[derive(Debug, Clone)]
pub(crate) struct Uploads {
    pub(crate) database: Database,
    pub(crate) storage: Arc<dyn ObjectStore>,
    pub(crate) clock: Clock,
    pub(crate) decoders: Arc<Decoders>,
    pub(crate) evidence_key: EvidenceKey,
    pub(crate) file_cleanup: FileCleanup,
}

impl Uploads {
    /// Stores `bytes` for the user. Returns E007 if they are no picture that the server accepts, and E006
    /// if the file or the picture is too large.
    pub(crate) async fn accept(
        &self,
        line_user_id: &str,
        purpose: Purpose,
        bytes: Vec<u8>,
    ) -> Result<StoredUpload> {
        if bytes.len() > MAX_UPLOAD_BYTES {
            return Err(too_many_bytes());
        }
        let kind = Kind::of(&bytes).ok_or_else(|| refused(Rejected::Unreadable))?;
        let uploader = Client::Uploader(line_user_id.to_owned());
        let permit = self.decoders.acquire(uploader).await?;
        let evidence_key = (purpose == Purpose::Document).then(|| self.evidence_key.clone());
        let used_as = match purpose {
            Purpose::Photo => Use::Photo,
            Purpose::Document => Use::Document,
        };
        let cleaning = move || {
            let file = cleaned(&bytes, kind, used_as)?;
            let evidence_hash = evidence_key.map(|key| key.hash(&file.bytes));
            Ok::<_, Error>((file, evidence_hash))
        };
        let (file, evidence_hash) = permit.run(cleaning).await??;
        let name = random_name(kind)?;
        let upload = Upload {
            name: name.clone(),
            line_user_id: line_user_id.to_owned(),
            purpose,
            media_type: kind.media_type().to_owned(),
            width: i32::try_from(file.width).map_err(Error::internal)?,
            height: i32::try_from(file.height).map_err(Error::internal)?,
            thumbhash: file.thumbhash.clone(),
            size_bytes: i64::try_from(file.bytes.len()).map_err(Error::internal)?,
            evidence_hash,
            created_at_ms: self.clock.now_ms(),
        };
        self.database.require_room()?;
        // Insert the row first: the cleanup would never find a file without a row.
        store::file::upload::insert(&self.database.writes, upload).await?;
        self.storage
            .put(&storage::path_of(&name), file.bytes.into())
            .await?;
        let reads = &self.database.reads;
        let surplus =
            store::file::upload::list_surplus(reads, line_user_id, &name, UNATTACHED).await?;
        self.file_cleanup.delete_unattached_soon(surplus);
        Ok(StoredUpload {
            name,
            width: file.width,
            height: file.height,
            thumbhash: file.thumbhash,
        })
    }

    /// Confirms that the account was not deleted during the upload. If it was, deletes the file, which the deletion may
    /// not have seen, and returns E001A.
    pub(crate) async fn confirm_owner(&self, name: &str, session: Option<&Session>) -> Result<()> {
        let database = &self.database;
        let media_type = store::file::upload::find_media_type(&database.reads, name).await?;
        let is_open = match session {
            Some(session) => store::account::session::find(&database.reads, &session.token_hash)
                .await?
                .is_some(),
            None => true,
        };
        if media_type.is_some() && is_open {
            return Ok(());
        }
        store::file::upload::orphan_unattached(&database.writes, name).await?;
        storage::delete(self.storage.as_ref(), name).await?;
        store::file::upload::delete_orphaned(&database.writes, name).await?;
        Err(session::unknown())
    }
}

fn cleaned(bytes: &[u8], kind: Kind, used_as: Use) -> Result<Clean> {
    let file = clean(bytes, kind, used_as).map_err(refused)?;
    // The server's encoder can make a larger file of noise than the client's.
    if file.bytes.len() > MAX_UPLOAD_BYTES {
        return Err(too_many_bytes());
    }
    Ok(file)
}

fn too_many_bytes() -> Error {
    Error::too_large("A file may have 15 MiB at most.")
}

fn refused(reason: Rejected) -> Error {
    match reason {
        Rejected::TooLarge => Error::too_large(
            "A picture may have 50 megapixels and 65,500 pixels a side at most, and fewer with 16 bits \
             a channel or in many scans.",
        ),
        Rejected::Unreadable => {
            Error::unsupported_type("The file is not a whole JPEG or PNG picture.")
        }
    }
}

/// Makes a name of 128 random bits, which reveals nothing and cannot be guessed. Core decides what such a
/// name looks like, because a form names its uploads.
fn random_name(kind: Kind) -> Result<String> {
    let mut bits = [0_u8; 16];
    rand::fill(&mut bits).map_err(Error::internal)?;
    let stem = u128::from_be_bytes(bits);
    Ok(format!("{stem:032x}.{}", kind.extension()))
}

#[cfg(test)]
mod tests {
    use enmusubi_core::profile::is_upload_name;

    use super::*;

    #[test]
    fn every_new_name_is_one_that_core_accepts() {
        for kind in [Kind::Jpeg, Kind::Png] {
            let name = random_name(kind).unwrap();
            assert!(is_upload_name(&name), "{name}");
        }
    }
}
