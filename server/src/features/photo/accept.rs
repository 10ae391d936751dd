//! Takes an upload in: looks at it, makes it anonymous, stores it.

use aws_lc_rs::rand;
use object_store::ObjectStoreExt as _;

use super::Client;
use crate::adapters::storage;
use crate::app::App;
use crate::error::{Error, Result};
use crate::features::session::{self, Session};
use crate::store;
use crate::store::upload::{UnattachedLimits, Upload};
use enmusubi_image::{Clean, Kind, Rejected, clean};

/// The largest upload.
pub(crate) const MAX_UPLOAD_BYTES: usize = 15 * 1024 * 1024;
/// Bounds what an account has uploaded and not yet sent with a form. The server deletes the oldest
/// files beyond them.
const UNTAKEN: UnattachedLimits = UnattachedLimits {
    // Six photos and a document, changed a few times.
    files: 40,
    // A form has one. The page uploads it when the form is sent, and again only after a failure.
    documents: 5,
    // Photos are made smaller on the way in and take a few megabytes at most; documents up to 15.
    bytes: 100 * 1024 * 1024,
};

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A picture of a profile.
    Photo,
    /// Proof of an employment, for reviewers.
    Document,
}

impl Purpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Photo => "PHOTO",
            Self::Document => "DOCUMENT",
        }
    }
}

/// An upload that was stored.
#[derive(Debug)]
pub(crate) struct Accepted {
    pub(crate) name: String,
    /// In pixels; 0 for a PDF, like the height.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// A blurred miniature in base64; empty for a PDF.
    pub(crate) thumbhash: String,
}

/// Stores `bytes` for the user: E007 when they are no file we take, E006 when there is too much of
/// them.
pub(crate) async fn accept(
    app: &App,
    line_user_id: &str,
    purpose: Purpose,
    bytes: Vec<u8>,
) -> Result<Accepted> {
    if bytes.len() > MAX_UPLOAD_BYTES {
        return Err(Error::too_large("A file may have 15 MiB at most."));
    }
    let kind = Kind::of(&bytes).ok_or_else(|| refused(Rejected::Unreadable))?;
    if kind == Kind::Pdf && purpose == Purpose::Photo {
        return Err(refused(Rejected::Unreadable));
    }
    let uploader = Client::Uploader(line_user_id.to_owned());
    let permit = app.decoders.acquire(uploader).await?;
    let file = permit.run(move || cleaned(bytes, kind)).await??;
    let name = format!("{}.{}", random_name()?, kind.extension());
    let upload = Upload {
        name: name.clone(),
        line_user_id: line_user_id.to_owned(),
        purpose: purpose.as_str(),
        media_type: kind.media_type().to_owned(),
        width: i32::try_from(file.width).map_err(Error::internal)?,
        height: i32::try_from(file.height).map_err(Error::internal)?,
        thumbhash: file.thumbhash.clone(),
        size_bytes: i64::try_from(file.bytes.len()).map_err(Error::internal)?,
        created_at_ms: app.clock.now_ms(),
    };
    app.database.require_room()?;
    // The row first: a file without a row would never be swept.
    store::upload::insert(&app.database.writes, upload).await?;
    app.storage
        .put(&storage::path_of(&name), file.bytes.into())
        .await?;
    let surplus =
        store::upload::list_surplus(&app.database.reads, line_user_id, &name, UNTAKEN).await?;
    super::delete_untaken_soon(app, surplus);
    Ok(Accepted {
        name,
        width: file.width,
        height: file.height,
        thumbhash: file.thumbhash,
    })
}

/// E001A when the account was deleted while its file was on the way in; the file is then deleted too,
/// which the deletion may not have seen.
pub(crate) async fn require_kept(app: &App, name: &str, session: Option<&Session>) -> Result<()> {
    let database = &app.database;
    let is_kept = store::upload::find_media_type(&database.reads, name)
        .await?
        .is_some();
    let is_open = match session {
        Some(session) => store::session::find(&database.reads, &session.token_hash)
            .await?
            .is_some(),
        None => true,
    };
    if is_kept && is_open {
        return Ok(());
    }
    store::upload::orphan_unattached(&database.writes, name).await?;
    storage::delete(app.storage.as_ref(), name).await?;
    store::upload::delete_orphaned(&database.writes, name).await?;
    Err(session::unknown())
}

/// A file that may be stored: a picture made anew, or a PDF as it came.
fn cleaned(bytes: Vec<u8>, kind: Kind) -> Result<Clean> {
    if kind != Kind::Pdf {
        return clean(&bytes, kind).map_err(refused);
    }
    enmusubi_pdf::check(&bytes).map_err(|_| refused_pdf())?;
    Ok(Clean {
        bytes,
        width: 0,
        height: 0,
        thumbhash: String::new(),
    })
}

fn refused(why: Rejected) -> Error {
    match why {
        Rejected::TooLarge => Error::too_large(
            "A picture may have 50 megapixels and 65,535 pixels a side at most, and fewer with 16 bits \
             a channel or in many scans.",
        ),
        Rejected::Unreadable => {
            Error::unsupported_type("The file is not a whole JPEG, PNG or WebP picture.")
        }
    }
}

fn refused_pdf() -> Error {
    Error::unsupported_type(
        "The file is not a whole PDF of up to 50 pages without scripts, attachments or a password.",
    )
}

/// 128 random bits: a name tells nothing and cannot be guessed.
fn random_name() -> Result<String> {
    let mut bits = [0_u8; 16];
    rand::fill(&mut bits).map_err(Error::internal)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bits)))
}
