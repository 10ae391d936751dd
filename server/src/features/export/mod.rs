//! Exports everything that the server stores about a person, as one ZIP file.

mod archive;
mod data;

pub(crate) use archive::Chunks;

use std::sync::Arc;

use chrono::NaiveDate;
use chrono_tz::Tz;
use object_store::ObjectStore;

use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::features::account::not_registered;
use crate::features::session::{Session, TokenKind};
use crate::features::signed_url::{Signature, UrlPurpose, UrlSigner};
use crate::store::{self, Database};

/// The lifetime of a link, in seconds: enough to change to another browser.
const LINK_LIFETIME_S: i64 = 5 * 60;

/// A ZIP file that the server writes while it sends it: `profile.json`, `photos/…`, `documents/…`.
pub(crate) struct Export {
    /// The date in the name of the ZIP file.
    pub(crate) made_on: NaiveDate,
    pub(crate) size_bytes: u64,
    /// The largest number of its bytes in memory at a time.
    pub(crate) buffered_bytes: u64,
    pub(crate) chunks: Chunks,
}

/// The parameters of the address at which a browser without a session fetches an export. The link is
/// valid for some minutes, and no longer than the session that created it.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    /// The hash of the session token. It does not reveal the person.
    pub(crate) session: String,
    pub(crate) signature: Signature,
}

/// Exports the data of users, and signs links to exports.
#[derive(Debug)]
pub(crate) struct Exports {
    pub(crate) database: Database,
    pub(crate) storage: Arc<dyn ObjectStore>,
    pub(crate) clock: Clock,
    /// The time zone of the date in the name of the ZIP file.
    pub(crate) time_zone: Tz,
    pub(crate) url_signer: UrlSigner,
}

impl Exports {
    /// Returns everything that the tables and the file store hold of this user. Returns E003 if there
    /// is no account, and E503 if the file store does not answer.
    pub(crate) async fn export(&self, line_user_id: &str) -> Result<Export> {
        let person = store::person::gather(&self.database.reads, line_user_id)
            .await?
            .ok_or_else(not_registered)?;
        let (profile, files) = data::describe(&person, self.clock.now())?;
        let json = serde_json::to_vec_pretty(&profile).map_err(Error::internal)?;
        let made_on = self.clock.today(self.time_zone);
        let plan = archive::plan(self.storage.as_ref(), json, files).await?;
        Ok(Export {
            made_on,
            size_bytes: plan.size_bytes(),
            buffered_bytes: plan.buffered_bytes(),
            chunks: archive::write(self.storage.clone(), plan, self.clock.now()),
        })
    }

    /// Creates a link for the user of this session.
    pub(crate) fn sign_link(&self, session: &Session) -> Link {
        let expires_at_s = self.clock.now_s() + LINK_LIFETIME_S;
        let subject = &session.token_hash;
        Link {
            session: subject.clone(),
            signature: self
                .url_signer
                .sign(UrlPurpose::Export, subject, expires_at_s),
        }
    }

    /// Returns the LINE user id of the link's session. Returns the same E003 for a link that is forged
    /// or expired, and for one whose session was ended by a logout, a suspension or the deletion of
    /// the account.
    pub(crate) async fn authenticate_link(&self, link: &Link) -> Result<String> {
        let Link { session, signature } = link;
        if !self
            .url_signer
            .is_valid(signature, UrlPurpose::Export, session)
        {
            return Err(no_such_export());
        }
        let session = store::session::find(&self.database.reads, session).await?;
        session
            .filter(|it| it.kind == TokenKind::Session && it.revoked_at_ms.is_none())
            .map(|session| session.line_user_id)
            .ok_or_else(no_such_export)
    }
}

pub(crate) fn no_such_export() -> Error {
    Error::not_found("There is no such export.")
}
