//! Exports everything that the server stores about a person, as one ZIP file.

mod archive;
mod data;
mod page;

pub(crate) use archive::Chunks;

use std::sync::Arc;

use chrono::NaiveDate;
use chrono_tz::Tz;
use enmusubi_core::language::Language;
use object_store::ObjectStore;

use self::archive::{ArchivedFile, MadeFile};
use self::page::PageClock;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::features::profile_text::Words;
use crate::features::session::{Session, TokenKind};
use crate::features::signed_url::{Signature, UrlPurpose, UrlSigner};
use crate::features::standing::not_registered;
use crate::store::{self, Database};

/// The lifetime of a link, in seconds: enough to change to another browser.
const LINK_LIFETIME_S: i64 = 5 * 60;

/// A ZIP file that the server writes while it sends it: `profile.html`,
/// `profile.json`, `photos/…`, `documents/…`.
pub(crate) struct Export {
    /// The date in the name of the ZIP file.
    pub(crate) made_on: NaiveDate,
    pub(crate) size_bytes: u64,
    /// The most bytes of the ZIP file in memory at a time.
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
    /// The time zone of the dates in the export.
    pub(crate) time_zone: Tz,
    /// The currency of the incomes in the export, as a code of ISO 4217.
    pub(crate) income_currency: String,
    pub(crate) url_signer: UrlSigner,
}

impl Exports {
    /// Returns everything that the tables and the file store hold of this user, with a page in this
    /// language. Returns E003 if there is no account, and E503 if the file store does not answer.
    pub(crate) async fn export(&self, line_user_id: &str, language: Language) -> Result<Export> {
        let person = store::person::gather(&self.database.reads, line_user_id)
            .await?
            .ok_or_else(not_registered)?;
        let clock = PageClock {
            now: self.clock.now(),
            today: self.clock.today(self.time_zone),
            time_zone: self.time_zone,
        };
        let files = data::name_files(&person);
        let words = Words::of(language).with_currency(&self.income_currency);
        let page = page::page_of(&person, &files, words, clock);
        let json = data::describe(&person, &files, clock.now)?;
        let json = serde_json::to_vec_pretty(&json).map_err(Error::internal)?;
        let made = [("profile.html", page.into_bytes()), ("profile.json", json)];
        let made = made.map(|(path, content)| MadeFile { path, content });
        let archived = files.into_iter().map(|named| ArchivedFile {
            name: named.file.name.clone(),
            path: named.path,
        });
        let plan = archive::plan(self.storage.as_ref(), made.into(), archived.collect()).await?;
        Ok(Export {
            made_on: clock.today,
            size_bytes: plan.size_bytes(),
            buffered_bytes: plan.buffered_bytes(),
            chunks: archive::write(self.storage.clone(), plan, clock.now),
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
        let session = store::account::session::find(&self.database.reads, session).await?;
        session
            .filter(|it| it.kind == TokenKind::Session && it.revoked_at_ms.is_none())
            .map(|session| session.line_user_id)
            .ok_or_else(no_such_export)
    }
}

pub(crate) fn no_such_export() -> Error {
    Error::not_found("There is no such export.")
}
