//! URLs of pictures: made for a viewer who may see them, good for a quarter of an hour.

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use enmusubi_core::ErrorCode;
use object_store::{ObjectStore, ObjectStoreExt as _};
use secrecy::ExposeSecret as _;

use crate::app::App;
use crate::error::{Error, Result};
use crate::{storage, store};

/// How long a URL is good, in seconds.
const LIFETIME_S: i64 = 15 * 60;

/// The part of a URL that proves that we made it.
#[derive(Debug, Clone)]
pub(crate) struct Signature {
    /// Unix time in seconds after which the URL is of no use.
    pub(crate) expires_at_s: i64,
    /// Base64 (URL alphabet) of the HMAC.
    pub(crate) mac: String,
}

/// A file's bytes and what they are.
#[derive(Debug)]
pub(crate) struct Fetched {
    pub(crate) bytes: Bytes,
    pub(crate) media_type: String,
}

/// The path at which the file can be fetched from now on for a while.
pub fn signed_url(app: &App, file_id: &str) -> String {
    let expires_at_s = app.clock.now().timestamp() + LIFETIME_S;
    let mac = URL_SAFE_NO_PAD.encode(hmac::sign(&key(app), &message(file_id, expires_at_s)));
    format!(
        "{}/file/fetch/{file_id}?exp={expires_at_s}&sig={mac}",
        app.config.api_path()
    )
}

/// The file, if the signature is ours and still good; anything else is E003, told in the same way.
pub(crate) async fn fetch(app: &App, file_id: &str, signature: &Signature) -> Result<Fetched> {
    verify(app, file_id, signature)?;
    Ok(Fetched {
        media_type: media_type_of(app, file_id).await?,
        bytes: read(app.storage.as_ref(), file_id).await?,
    })
}

/// Whether the signature is ours and still good.
pub(super) fn verify(app: &App, file_id: &str, signature: &Signature) -> Result<()> {
    let is_ours = URL_SAFE_NO_PAD.decode(&signature.mac).is_ok_and(|mac| {
        hmac::verify(&key(app), &message(file_id, signature.expires_at_s), &mac).is_ok()
    });
    if is_ours && app.clock.now().timestamp() <= signature.expires_at_s {
        Ok(())
    } else {
        Err(no_such_file())
    }
}

pub(super) async fn media_type_of(app: &App, file_id: &str) -> Result<String> {
    let media_type = store::upload::find_media_type(&app.database.reads, file_id).await?;
    media_type.ok_or_else(no_such_file)
}

pub(super) async fn read(storage: &dyn ObjectStore, file_id: &str) -> Result<Bytes> {
    match storage.get(&storage::path_of(file_id)).await {
        Ok(found) => Ok(found.bytes().await?),
        Err(object_store::Error::NotFound { .. }) => Err(no_such_file()),
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn no_such_file() -> Error {
    Error::new(ErrorCode::E003, "There is no such file.")
}

fn key(app: &App) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, app.url_key.expose_secret())
}

/// What is signed. The first word keeps a signature of another purpose from being used here.
fn message(file_id: &str, expires_at_s: i64) -> Vec<u8> {
    format!("file-fetch\n{file_id}\n{expires_at_s}").into_bytes()
}
