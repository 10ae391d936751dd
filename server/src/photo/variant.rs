//! Photos in other sizes and formats, for whoever may see the photo itself.

use aws_lc_rs::digest;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use enmusubi_core::ErrorCode;

use super::cache::{Key, RECIPE};
use super::signed_url::{media_type_of, read, verify};
use crate::app::App;
use crate::error::{BrokenRule, Error, Result};
use crate::image::{Kind, ModifierError, Modifiers, render};
use crate::signature::Signature;

/// A picture that may be shown, and may not be made yet.
#[derive(Debug)]
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
    let stored_as = stored_as.ok_or_else(|| {
        Error::new(
            ErrorCode::E007,
            "Only pictures have other sizes and formats.",
        )
    })?;
    Ok(Variant {
        file_id: file_id.to_owned(),
        stored_as,
        modifiers: modifiers.for_picture(stored_as),
    })
}

/// The picture's bytes: E503 where too many are being made.
pub(crate) async fn show_variant(app: &App, variant: Variant) -> Result<Bytes> {
    let Variant {
        file_id,
        stored_as,
        modifiers,
    } = variant;
    if modifiers == Modifiers::NONE {
        return read(app.storage.as_ref(), &file_id).await;
    }
    let key = Key {
        file_id: file_id.clone(),
        modifiers: modifiers.to_string(),
    };
    if let Some(bytes) = app.pictures.find(&key).await {
        return Ok(bytes);
    }
    let (storage, decoders, name) = (app.storage.clone(), app.decoders.clone(), file_id.clone());
    let make = async move {
        let bytes = read(storage.as_ref(), &name).await?;
        let made = decoders
            .run(move || render(&bytes, stored_as, &modifiers))
            .await?;
        // A file of ours that we cannot read.
        made.map_err(|why| Error::internal(format!("a stored picture is {why:?}")))
    };
    let bytes = app.pictures.make_once(key, make).await?;
    // Whoever deleted the photo meanwhile could not yet remove what was being made of it.
    if let Err(error) = media_type_of(app, &file_id).await {
        app.pictures.forget(&file_id).await;
        return Err(error);
    }
    Ok(bytes)
}

impl Variant {
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
