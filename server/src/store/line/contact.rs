//! The table that has, for each member, whether LINE reaches the member and the news that the member wants there.

use enmusubi_core::service::MessageTopic;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait as _, EntityTrait, QueryFilter as _};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, CanWrite, Transaction, statements};
use crate::store::line::tables::line_contact::{ActiveModel, Column, Entity, Model};

/// The contact of a member. The default is the contact of an account without a row.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Contact {
    /// True if LINE reaches the member; `None` if unknown.
    pub(crate) is_reachable: Option<bool>,
    /// The moment from which `is_reachable` is known.
    pub(crate) known_at_ms: Millis,
    pub(crate) choices: MessageChoices,
}

/// The topics about which a member wants messages in LINE. All topics by default.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each topic is a choice of its own"
)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct MessageChoices {
    /// Decisions of reviewers.
    pub(crate) reviews: bool,
    /// New matches.
    pub(crate) matches: bool,
    /// New notes.
    pub(crate) notes: bool,
    /// New introductions.
    pub(crate) introductions: bool,
}

impl Default for MessageChoices {
    fn default() -> Self {
        Self {
            reviews: true,
            matches: true,
            notes: true,
            introductions: true,
        }
    }
}

impl MessageChoices {
    /// Returns true if the member wants messages about this topic.
    pub(crate) const fn want(self, topic: MessageTopic) -> bool {
        match topic {
            MessageTopic::Review => self.reviews,
            MessageTopic::Match => self.matches,
            MessageTopic::Note => self.notes,
            MessageTopic::Introductions => self.introductions,
        }
    }
}

pub(crate) async fn find(connection: &impl CanRead, account_id: AccountId) -> Result<Contact> {
    let row = Entity::find_by_id(account_id).one(connection).await?;
    Ok(row.as_ref().map_or_else(Contact::default, contact_of))
}

/// Stores the choices, and replaces earlier ones.
pub(crate) async fn put_choices(
    connection: &impl CanWrite,
    account_id: AccountId,
    choices: MessageChoices,
) -> Result<()> {
    let columns = [
        Column::WantsReviews,
        Column::WantsMatches,
        Column::WantsNotes,
        Column::WantsIntroductions,
    ];
    statements::upsert(connection, new_row(account_id, choices), columns).await
}

/// Stores whether LINE reached the member at a moment, unless something newer is known. Events may arrive out of order.
pub(crate) async fn set_reachable(
    transaction: &Transaction,
    account_id: AccountId,
    is_reachable: bool,
    at_ms: Millis,
) -> Result<()> {
    Entity::insert(new_row(account_id, MessageChoices::default()))
        .on_conflict(
            OnConflict::column(Column::AccountId)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    Entity::update_many()
        .col_expr(Column::IsReachable, Expr::value(is_reachable))
        .col_expr(Column::KnownAtMs, Expr::value(at_ms))
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::KnownAtMs.lt(at_ms))
        .exec(transaction)
        .await?;
    Ok(())
}

fn new_row(account_id: AccountId, choices: MessageChoices) -> ActiveModel {
    ActiveModel {
        account_id: Set(account_id),
        is_reachable: Set(None),
        known_at_ms: Set(Millis(0)),
        wants_reviews: Set(choices.reviews),
        wants_matches: Set(choices.matches),
        wants_notes: Set(choices.notes),
        wants_introductions: Set(choices.introductions),
    }
}

const fn contact_of(row: &Model) -> Contact {
    Contact {
        is_reachable: row.is_reachable,
        known_at_ms: row.known_at_ms,
        choices: MessageChoices {
            reviews: row.wants_reviews,
            matches: row.wants_matches,
            notes: row.wants_notes,
            introductions: row.wants_introductions,
        },
    }
}
