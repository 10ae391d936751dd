//! The pictures that viewers fetch: signed URLs, stored files, and variants in other sizes and formats.

use std::net::IpAddr;
use std::sync::Arc;

use aws_lc_rs::digest;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use enmusubi_image::{Kind, ModifierError, Modifiers, render};
use object_store::{ObjectStore, ObjectStoreExt as _};

use super::cache::Key;
use super::{Client, Decoders, PictureCache};
use crate::adapters::storage::{self, FileStream};
use crate::clock::Clock;
use crate::error::{BrokenRule, Error, Result};
use crate::features::signed_url::{Signature, UrlPurpose, UrlSigner};
use crate::store::{self, Database};

/// The version of the encoders' settings. Increase it when they change, so that a browser that
/// asks with the old tag gets the new picture.
const RECIPE: &str = "1";
/// The longest lifetime of a URL, in seconds.
const LIFETIME_S: i64 = 15 * 60;
/// The seconds after which the URL of a picture changes. Until then, a device that has the picture does not fetch it
/// again. A URL may have this many seconds less than its full lifetime left.
const WINDOW_S: i64 = 5 * 60;

/// Signs URLs of pictures, and serves the pictures at these URLs.
#[derive(Debug, Clone)]
pub struct Pictures {
    pub(crate) database: Database,
    pub(crate) storage: Arc<dyn ObjectStore>,
    pub(crate) clock: Clock,
    pub(crate) url_signer: UrlSigner,
    /// The path of the API, below which pictures have their URLs.
    pub(crate) api_path: String,
    pub(crate) decoders: Arc<Decoders>,
    pub(crate) cache: Arc<PictureCache>,
}

/// A picture of the image proxy that the caller may see. The server may not have rendered it yet.
#[derive(Debug, Clone)]
pub(crate) struct Variant {
    file_id: String,
    stored_as: Kind,
    modifiers: Modifiers,
}

impl Pictures {
    /// Returns a path at which a client can fetch the file for some minutes.
    pub fn signed_url(&self, file_id: &str) -> String {
        let latest_s = self.clock.now_s() + LIFETIME_S;
        let expires_at_s = latest_s - latest_s.rem_euclid(WINDOW_S);
        let signature = self
            .url_signer
            .sign(UrlPurpose::Picture, file_id, expires_at_s);
        let Signature { expires_at_s, mac } = signature;
        let api_path = &self.api_path;
        format!("{api_path}/file/fetch/{file_id}?exp={expires_at_s}&sig={mac}")
    }

    /// Returns the file and its media type. A wrong or expired signature and a missing file give the
    /// same E003, so that the caller cannot tell them apart.
    pub(crate) async fn fetch(
        &self,
        file_id: &str,
        signature: &Signature,
    ) -> Result<(String, FileStream)> {
        self.verify(file_id, signature)?;
        self.find_file(file_id).await
    }

    /// Returns a stored file and its media type, for a caller who may see it without a signed URL. Returns E003 for a
    /// missing file.
    pub(crate) async fn find_file(&self, file_id: &str) -> Result<(String, FileStream)> {
        let media_type = self.media_type_of(file_id).await?;
        Ok((media_type, self.open(file_id).await?))
    }

    /// Returns the variant that a URL of the image proxy names. Returns E003 where
    /// [`fetch`](Self::fetch) does, E002 for modifiers that the proxy does not offer, and E007 for a
    /// file that is no picture.
    pub(crate) async fn find_variant(
        &self,
        modifiers: &str,
        file_id: &str,
        signature: &Signature,
    ) -> Result<Variant> {
        self.verify(file_id, signature)?;
        let modifiers = Modifiers::parse(modifiers).map_err(refused)?;
        // Ask the table for every request, even if the variant is cached: a deleted photo must not be
        // shown any more.
        let media_type = self.media_type_of(file_id).await?;
        let stored_as = Kind::of_media_type(&media_type).ok_or_else(|| {
            Error::unsupported_type("Only pictures have other sizes and formats.")
        })?;
        Ok(Variant {
            file_id: file_id.to_owned(),
            stored_as,
            modifiers: modifiers.for_picture(stored_as),
        })
    }

    /// Opens the stored file if the variant has no modifiers.
    pub(crate) async fn open_unchanged(&self, variant: &Variant) -> Result<Option<FileStream>> {
        if variant.modifiers == Modifiers::NONE {
            self.open(&variant.file_id).await.map(Some)
        } else {
            Ok(None)
        }
    }

    /// Returns the variant if this costs no decode: it is in the cache, or the server renders it
    /// already for another caller.
    pub(crate) async fn find_made_variant(&self, variant: &Variant) -> Result<Option<Bytes>> {
        let key = variant.key();
        if let Some(bytes) = self.cache.find(&key).await {
            return Ok(Some(bytes));
        }
        match self.cache.join(&key).await {
            Some(made) => self.unless_deleted(variant, made?).await.map(Some),
            None => Ok(None),
        }
    }

    /// Renders the variant for a client at this address, and stores it in the cache. Returns E005 if
    /// too many variants wait for this client, and E503 if too many wait for all clients.
    pub(crate) async fn make_variant(&self, variant: &Variant, address: IpAddr) -> Result<Bytes> {
        let (storage, decoders) = (self.storage.clone(), self.decoders.clone());
        let Variant {
            file_id,
            stored_as,
            modifiers,
        } = variant.clone();
        let start = async move {
            let permit = decoders.acquire(Client::Viewer(address)).await?;
            Ok(async move {
                // Read the file only after the wait, so that waiting work holds no file in memory.
                let bytes = read(storage.as_ref(), &file_id).await?;
                let made = permit
                    .run(move || render(&bytes, stored_as, &modifiers))
                    .await?;
                // The server wrote this file itself, so the client is not to blame.
                made.map_err(|why| Error::internal(format!("a stored picture is {why:?}")))
            })
        };
        let bytes = self.cache.make_once(variant.key(), start).await?;
        self.unless_deleted(variant, bytes).await
    }

    /// Returns the bytes, unless the photo was deleted during the rendering. In that case, deletes its variants from
    /// the cache, because the deletion came before they were there.
    async fn unless_deleted(&self, variant: &Variant, bytes: Bytes) -> Result<Bytes> {
        if let Err(error) = self.media_type_of(&variant.file_id).await {
            let deleted = std::slice::from_ref(&variant.file_id);
            self.cache.delete_all_of(deleted).await;
            return Err(error);
        }
        Ok(bytes)
    }

    /// Returns the number of variants in the cache.
    pub async fn n_cached(&self) -> u64 {
        self.cache.len().await
    }

    fn verify(&self, file_id: &str, signature: &Signature) -> Result<()> {
        if self
            .url_signer
            .is_valid(signature, UrlPurpose::Picture, file_id)
        {
            Ok(())
        } else {
            Err(no_such_file())
        }
    }

    async fn media_type_of(&self, file_id: &str) -> Result<String> {
        let media_type =
            store::file::upload::find_media_type(&self.database.reads, file_id).await?;
        media_type.ok_or_else(no_such_file)
    }

    /// Opens the stored file, which the server reads while it sends it.
    async fn open(&self, file_id: &str) -> Result<FileStream> {
        let found = storage::stream(self.storage.as_ref(), file_id).await?;
        found.ok_or_else(no_such_file)
    }
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

    /// Returns an entity tag for the variant's bytes. A stored file never changes, so its id, the
    /// modifiers and the version of the encoders' settings identify them.
    pub(crate) fn tag(&self) -> String {
        let name = format!("{RECIPE}\n{}\n{}", self.file_id, self.modifiers);
        let digest = digest::digest(&digest::SHA256, name.as_bytes());
        URL_SAFE_NO_PAD.encode(digest)
    }

    pub(crate) fn media_type(&self) -> &'static str {
        self.modifiers.format.unwrap_or(self.stored_as).media_type()
    }
}

/// Reads the whole stored file, for a decoder.
async fn read(storage: &dyn ObjectStore, file_id: &str) -> Result<Bytes> {
    match storage.get(&storage::path_of(file_id)).await {
        Ok(found) => Ok(found.bytes().await?),
        Err(object_store::Error::NotFound { .. }) => Err(no_such_file()),
        Err(error) => Err(error.into()),
    }
}

fn refused(error: ModifierError) -> Error {
    let cause = error.cause;
    let mut error = Error::fields([BrokenRule::from(error)]);
    error.cause = cause;
    error
}

pub(crate) fn no_such_file() -> Error {
    Error::not_found("There is no such file.")
}
