//! Photos in other sizes and formats, for whoever may see the photo itself.

use std::net::IpAddr;

use aws_lc_rs::digest;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;

use super::Client;
use super::cache::{Key, RECIPE};
use super::signed_url::{media_type_of, open, read, verify};
use crate::adapters::storage::FileStream;
use crate::app::App;
use crate::error::{BrokenRule, Error, Result};
use crate::features::signature::Signature;
use enmusubi_image::{Kind, ModifierError, Modifiers, render};

/// A picture that may be shown, and may not be made yet.
#[derive(Debug, Clone)]
pub(crate) struct Variant {
    file_id: String,
    stored_as: Kind,
    modifiers: Modifiers,
}

/// What a URL of the image proxy leads to: E003 as for the photo itself, E002 for modifiers that are
/// not offered, E007 for what is no picture.
pub(crate) async fn find_variant(
    app: &App,
    modifiers: &str,
    file_id: &str,
    signature: &Signature,
) -> Result<Variant> {
    verify(app, file_id, signature)?;
    let modifiers = Modifiers::parse(modifiers).map_err(refused)?;
    // Asked for every time, whatever is kept: what was deleted is shown to nobody any more.
    let media_type = media_type_of(app, file_id).await?;
    let stored_as = Kind::of_media_type(&media_type).filter(|kind| *kind != Kind::Pdf);
    let stored_as = stored_as
        .ok_or_else(|| Error::unsupported_type("Only pictures have other sizes and formats."))?;
    Ok(Variant {
        file_id: file_id.to_owned(),
        stored_as,
        modifiers: modifiers.for_picture(stored_as),
    })
}

/// The stored file, where the client asks for no change of it.
pub(crate) async fn open_unchanged(app: &App, variant: &Variant) -> Result<Option<FileStream>> {
    if variant.modifiers == Modifiers::NONE {
        open(app, &variant.file_id).await.map(Some)
    } else {
        Ok(None)
    }
}

/// The variant's bytes where that costs no decode: they are kept, or another caller is having them
/// made.
pub(crate) async fn find_made_variant(app: &App, variant: &Variant) -> Result<Option<Bytes>> {
    let key = variant.key();
    if let Some(bytes) = app.pictures.find(&key).await {
        return Ok(Some(bytes));
    }
    match app.pictures.join(&key).await {
        Some(made) => unless_deleted(app, variant, made?).await.map(Some),
        None => Ok(None),
    }
}

/// Makes the variant and keeps it, for a client at this address: E005 where too many variants wait
/// for the client, E503 where too many wait for all.
pub(crate) async fn make_variant(app: &App, variant: &Variant, address: IpAddr) -> Result<Bytes> {
    let (storage, decoders) = (app.storage.clone(), app.decoders.clone());
    let Variant {
        file_id,
        stored_as,
        modifiers,
    } = variant.clone();
    let start = async move {
        let permit = decoders.acquire(Client::Viewer(address)).await?;
        Ok(async move {
            // Read with the permit and not before: what waits should hold no file.
            let bytes = read(storage.as_ref(), &file_id).await?;
            let made = permit
                .run(move || render(&bytes, stored_as, &modifiers))
                .await?;
            // A file of ours that we cannot read.
            made.map_err(|why| Error::internal(format!("a stored picture is {why:?}")))
        })
    };
    let bytes = app.pictures.make_once(variant.key(), start).await?;
    unless_deleted(app, variant, bytes).await
}

/// Returns the bytes, unless the photo was deleted while they were made. Then deletes its variants
/// from the cache, because the deletion ran too early to do it.
async fn unless_deleted(app: &App, variant: &Variant, bytes: Bytes) -> Result<Bytes> {
    if let Err(error) = media_type_of(app, &variant.file_id).await {
        app.pictures.forget(&variant.file_id).await;
        return Err(error);
    }
    Ok(bytes)
}

impl Variant {
    pub(crate) fn file_id(&self) -> &str {
        &self.file_id
    }

    fn key(&self) -> Key {
        Key {
            file_id: self.file_id.clone(),
            modifiers: self.modifiers.to_string(),
        }
    }

    /// Names these very bytes: a stored file never changes, and what is made of it is told by how.
    pub(crate) fn tag(&self) -> String {
        let name = format!("{RECIPE}\n{}\n{}", self.file_id, self.modifiers);
        let digest = digest::digest(&digest::SHA256, name.as_bytes());
        URL_SAFE_NO_PAD.encode(digest)
    }

    pub(crate) fn media_type(&self) -> &'static str {
        self.modifiers.format.unwrap_or(self.stored_as).media_type()
    }
}

fn refused(error: ModifierError) -> Error {
    let cause = error.cause;
    let mut error = Error::fields([BrokenRule::from(error)]);
    error.cause = cause;
    error
}
