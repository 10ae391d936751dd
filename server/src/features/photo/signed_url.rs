//! URLs of pictures: made for a viewer who may see them, good for a quarter of an hour.

use bytes::Bytes;
use object_store::{ObjectStore, ObjectStoreExt as _};

use crate::adapters::storage::{self, FileStream};
use crate::app::App;
use crate::error::{Error, Result};
use crate::features::signature::{Signature, SignedFor};
use crate::store;

/// How long a URL is good at most, in seconds.
const LIFETIME_S: i64 = 15 * 60;
/// Within so many seconds a picture's URL stays the same, and a device that has the picture does not
/// fetch it again. As many less a URL may be good for.
const WINDOW_S: i64 = 5 * 60;

/// The path at which the file can be fetched from now on for a while.
pub fn signed_url(app: &App, file_id: &str) -> String {
    let latest_s = app.clock.now_s() + LIFETIME_S;
    let expires_at_s = latest_s - latest_s.rem_euclid(WINDOW_S);
    let Signature { expires_at_s, mac } =
        Signature::new(app, SignedFor::Picture, file_id, expires_at_s);
    format!(
        "{}/file/fetch/{file_id}?exp={expires_at_s}&sig={mac}",
        app.config.api_path()
    )
}

/// Returns the file and its media type. A wrong or expired signature and a missing file give the
/// same E003, so that the caller cannot tell them apart.
pub(crate) async fn fetch(
    app: &App,
    file_id: &str,
    signature: &Signature,
) -> Result<(String, FileStream)> {
    verify(app, file_id, signature)?;
    let media_type = media_type_of(app, file_id).await?;
    Ok((media_type, open(app, file_id).await?))
}

/// Whether the signature is ours and still good.
pub(super) fn verify(app: &App, file_id: &str, signature: &Signature) -> Result<()> {
    if signature.is_good(app, SignedFor::Picture, file_id) {
        Ok(())
    } else {
        Err(no_such_file())
    }
}

pub(super) async fn media_type_of(app: &App, file_id: &str) -> Result<String> {
    let media_type = store::upload::find_media_type(&app.database.reads, file_id).await?;
    media_type.ok_or_else(no_such_file)
}

/// The stored file, to be read while it is sent.
pub(super) async fn open(app: &App, file_id: &str) -> Result<FileStream> {
    let found = storage::stream(app.storage.as_ref(), file_id).await?;
    found.ok_or_else(no_such_file)
}

/// The stored file whole, for a decoder.
pub(super) async fn read(storage: &dyn ObjectStore, file_id: &str) -> Result<Bytes> {
    match storage.get(&storage::path_of(file_id)).await {
        Ok(found) => Ok(found.bytes().await?),
        Err(object_store::Error::NotFound { .. }) => Err(no_such_file()),
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn no_such_file() -> Error {
    Error::not_found("There is no such file.")
}
