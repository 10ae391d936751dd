//! Gathers all rows of a person, with the values that the tables have.

use std::collections::HashMap;

use enmusubi_core::UserProfileCreate;
use enmusubi_core::place::Cell;
use enmusubi_core::review::Reason;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::account::idempotency::{self, StoredResponse};
use crate::store::account::member_setting::{self, MemberSetting};
use crate::store::account::preference::{self, Change};
use crate::store::account::session::{self, Session};
use crate::store::account::tables::{account, work_email, work_email_code, work_email_limit};
use crate::store::account::work_email::limit::{is_of_account, read};
use crate::store::connection::CanRead;
use crate::store::file::photo;
use crate::store::file::tables::{document, upload};
use crate::store::line::contact::{self, Contact};
use crate::store::line::message::{self, Message};
use crate::store::meeting::block::{self, Block};
use crate::store::meeting::conversation::note::{self, StoredNote};
use crate::store::meeting::conversation::{self, OwnMatch};
use crate::store::meeting::introduction::state::{self, MemberState};
use crate::store::meeting::introduction::{self, OwnIntroduction};
use crate::store::news::{self, Entry};
use crate::store::profile::age_check::{self, AgeCheck};
use crate::store::profile::profile_change::{self, StoredChange};
use crate::store::profile::tables::profile;
use crate::store::profile::{profile_of, stored_cell};
use crate::store::review::report;
use crate::store::review::review_case::{self, StoredAppeal};
use crate::store::review::tables::report as report_table;
use crate::store::review::{self, PastStep};

/// The rows of a person. Some columns are hashes, or data of other people: of reviewers, and of those whom the person
/// has blocked or reported. The export leaves these columns out. The type has no `Debug`, so that no log shows them.
pub(crate) struct PersonalData {
    pub(crate) account: account::Model,
    pub(crate) profile: UserProfileCreate,
    pub(crate) cell: Cell,
    /// The photos in the order of the profile.
    pub(crate) photos: Vec<String>,
    pub(crate) document: Option<String>,
    pub(crate) document_decided_at_ms: Option<Millis>,
    pub(crate) age_check: Option<AgeCheck>,
    pub(crate) files: Vec<upload::Model>,
    pub(crate) review: Vec<PastStep>,
    /// The texts of the appeals, the oldest first.
    pub(crate) appeals: Vec<StoredAppeal>,
    pub(crate) setting: MemberSetting,
    pub(crate) line_contact: Contact,
    /// The messages in LINE to the person, the oldest first.
    pub(crate) line_messages: Vec<Message>,
    /// The changes of preferences and places, the oldest first.
    pub(crate) preference_changes: Vec<Change>,
    /// The proposed changes, the oldest first.
    pub(crate) profile_changes: Vec<StoredChange>,
    /// The introductions, the oldest first.
    pub(crate) introductions: Vec<OwnIntroduction>,
    pub(crate) introduction_state: MemberState,
    /// The matches, also those that have ended.
    pub(crate) matches: Vec<OwnMatch>,
    /// The notes that the person has written, the oldest first.
    pub(crate) notes: Vec<StoredNote>,
    /// The newest first.
    pub(crate) news: Vec<Entry>,
    /// The reasons in the person's news, by the subject of the entry.
    pub(crate) reasons_of_news: HashMap<String, Vec<Reason>>,
    /// The people whom the person has blocked, the newest first.
    pub(crate) blocks: Vec<Block>,
    /// The reports by the person, the oldest first. Reports about the person belong to their reporters.
    pub(crate) reports: Vec<report_table::Model>,
    pub(crate) logins: Vec<Session>,
    pub(crate) responses: Vec<StoredResponse>,
    pub(crate) mailboxes: Vec<work_email::Model>,
    pub(crate) code: Option<work_email_code::Model>,
    pub(crate) counted: Vec<CountedActions>,
}

/// The moments of the actions of one kind, which have a limit.
#[derive(Debug)]
pub(crate) struct CountedActions {
    /// `account`, `share` or `tries`.
    pub(crate) what: String,
    pub(crate) at_ms: Vec<Millis>,
}

/// Returns the rows, or `None` if there is no such account.
pub(crate) async fn gather(
    connection: &impl CanRead,
    line_user_id: &str,
) -> Result<Option<PersonalData>> {
    let account = account::Entity::find()
        .filter(account::Column::LineUserId.eq(line_user_id))
        .one(connection)
        .await?;
    let Some(account) = account else {
        return Ok(None);
    };
    let row = profile::Entity::find_by_id(account.id)
        .one(connection)
        .await?;
    // The account may have been deleted between the two statements.
    let Some(row) = row else { return Ok(None) };
    let document = document::Entity::find()
        .filter(document::Column::AccountId.eq(account.id))
        .one(connection)
        .await?;
    let photos = photo::list_of(connection, account.id).await?;
    let news = news::list(connection, account.id, None).await?;
    Ok(Some(PersonalData {
        cell: stored_cell(&row),
        profile: profile_of(row, line_user_id)?,
        photos: photos.into_iter().map(|photo| photo.file_id).collect(),
        document_decided_at_ms: document.as_ref().and_then(|it| it.decided_at_ms),
        document: document.map(|it| it.file_id),
        age_check: age_check::find(connection, account.id).await?,
        files: list_files(connection, line_user_id).await?,
        review: review::list_steps(connection, account.id).await?,
        appeals: review_case::list_appeals(connection, account.id).await?,
        setting: member_setting::find(connection, account.id).await?,
        line_contact: contact::find(connection, account.id).await?,
        line_messages: message::list_of(connection, account.id).await?,
        preference_changes: preference::list_after(connection, account.id, Millis(i64::MIN))
            .await?,
        profile_changes: profile_change::list_of(connection, account.id).await?,
        introductions: introduction::list_all(connection, account.id).await?,
        introduction_state: state::find(connection, account.id).await?,
        matches: conversation::list_all(connection, account.id).await?,
        notes: note::list_of(connection, account.id).await?,
        reasons_of_news: review_case::list_reasons(connection, account.id, &news).await?,
        news,
        blocks: block::list_of(connection, account.id).await?,
        reports: report::list_of(connection, account.id).await?,
        logins: session::list_of(connection, line_user_id).await?,
        responses: idempotency::list_of(connection, line_user_id).await?,
        mailboxes: list_mailboxes(connection, line_user_id).await?,
        code: work_email_code::Entity::find_by_id(line_user_id)
            .one(connection)
            .await?,
        counted: list_counted(connection, line_user_id).await?,
        account,
    }))
}

async fn list_files(connection: &impl CanRead, line_user_id: &str) -> Result<Vec<upload::Model>> {
    Ok(upload::Entity::find()
        .filter(upload::Column::LineUserId.eq(line_user_id))
        .order_by_asc(upload::Column::CreatedAtMs)
        .order_by_asc(upload::Column::Name)
        .all(connection)
        .await?)
}

async fn list_mailboxes(
    connection: &impl CanRead,
    line_user_id: &str,
) -> Result<Vec<work_email::Model>> {
    Ok(work_email::Entity::find()
        .filter(work_email::Column::LineUserId.eq(line_user_id))
        .order_by_asc(work_email::Column::ExpiresAtMs)
        .all(connection)
        .await?)
}

async fn list_counted(
    connection: &impl CanRead,
    line_user_id: &str,
) -> Result<Vec<CountedActions>> {
    let rows = work_email_limit::Entity::find()
        .filter(is_of_account(line_user_id))
        .order_by_asc(work_email_limit::Column::Subject)
        .all(connection)
        .await?;
    let counted_of = |row: work_email_limit::Model| {
        let (what, _) = row.subject.split_once(':').unwrap_or_default();
        Ok(CountedActions {
            what: what.to_owned(),
            at_ms: read(&row.counted_at_ms)?,
        })
    };
    rows.into_iter().map(counted_of).collect()
}
