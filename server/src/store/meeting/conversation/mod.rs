//! The tables of matches. A match has one row for each of its two members; [`note`] has their notes.

pub(crate) mod note;

use enmusubi_core::review::ReviewStatus;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, Query, SelectStatement};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::account::tables::account;
use crate::store::connection::ids::{AccountId, IntroductionId};
use crate::store::connection::{CanRead, CanWrite, Transaction, padded, searchable, statements};
use crate::store::meeting::tables::match_side::{ActiveModel, Column, Entity};
use crate::store::meeting::tables::{introduction, introduction_side, meeting_answer};

/// A match as one of its members has it.
#[derive(Debug, Clone, FromQueryResult)]
pub(crate) struct OwnMatch {
    pub(crate) introduction_id: IntroductionId,
    pub(crate) public_id: String,
    pub(crate) account_id: AccountId,
    pub(crate) other_id: AccountId,
    pub(crate) matched_at_ms: Millis,
    /// The number of the latest note, or 0.
    pub(crate) last_number: i64,
    /// The number of the latest note that the member has read, or 0.
    pub(crate) read_number: i64,
    /// The link to the member's LINE contact, or empty.
    pub(crate) contact: String,
    pub(crate) contact_at_ms: Option<Millis>,
    pub(crate) has_told_if_met: bool,
    /// The note of the member's yes.
    pub(crate) yes_note: String,
    pub(crate) others_read_number: i64,
    pub(crate) others_contact: String,
    pub(crate) others_contact_at_ms: Option<Millis>,
    pub(crate) others_yes_note: String,
}

/// Stores the two sides of a new match.
pub(in crate::store) async fn insert_sides(
    transaction: &Transaction,
    introduction_id: IntroductionId,
    [one, other]: [AccountId; 2],
    now_ms: Millis,
) -> Result<()> {
    let rows = [(one, other), (other, one)].map(|(account_id, other_id)| ActiveModel {
        introduction_id: Set(introduction_id),
        account_id: Set(account_id),
        other_id: Set(other_id),
        matched_at_ms: Set(now_ms),
        last_number: Set(0),
        read_number: Set(0),
        contact: Set(String::new()),
        contact_at_ms: Set(None),
        has_told_if_met: Set(false),
        ended_at_ms: Set(None),
    });
    statements::insert_all(transaction, rows.into()).await
}

/// Returns the matches that a member can see: neither member has left, and the other member is approved.
pub(crate) async fn list(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Vec<OwnMatch>> {
    let mut query = visible();
    query.and_where(own(Column::AccountId).eq(account_id));
    read(connection, &query).await
}

/// Returns the matches that these members can see, as [`list`] does for one member.
pub(crate) async fn list_of(
    connection: &impl CanRead,
    account_ids: &[AccountId],
) -> Result<Vec<OwnMatch>> {
    let mut query = visible();
    query.and_where(own(Column::AccountId).is_in(padded(account_ids.to_vec())));
    read(connection, &query).await
}

/// Returns a match of a member, if the member can see it. Runs the same statement for an id that never existed.
pub(crate) async fn find(
    connection: &impl CanRead,
    account_id: AccountId,
    public_id: &str,
) -> Result<Option<OwnMatch>> {
    find_in(visible(), connection, account_id, public_id).await
}

/// Returns a match of a member, also if the member can no longer see it.
pub(crate) async fn find_recorded(
    connection: &impl CanRead,
    account_id: AccountId,
    public_id: &str,
) -> Result<Option<OwnMatch>> {
    find_in(matches(), connection, account_id, public_id).await
}

/// Returns all matches of a member, also those that have ended.
pub(crate) async fn list_all(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Vec<OwnMatch>> {
    let mut query = matches();
    query.and_where(own(Column::AccountId).eq(account_id));
    read(connection, &query).await
}

/// Records the latest note that a member has read, unless the member has read a later one.
pub(crate) async fn set_read(
    connection: &impl CanWrite,
    own: &OwnMatch,
    number: i64,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::ReadNumber, Expr::value(number))
        .filter(Column::IntroductionId.eq(own.introduction_id))
        .filter(Column::AccountId.eq(own.account_id))
        .filter(Column::ReadNumber.lt(number))
        .exec(connection)
        .await?;
    Ok(())
}

/// Stores the link to a member's LINE contact, or an empty text without one.
pub(crate) async fn set_contact(
    connection: &impl CanWrite,
    own: &OwnMatch,
    link: &str,
    now_ms: Millis,
) -> Result<()> {
    let offered_at_ms = Some(now_ms).filter(|_| !link.is_empty());
    Entity::update_many()
        .col_expr(Column::Contact, Expr::value(link))
        .col_expr(Column::ContactAtMs, Expr::value(offered_at_ms))
        .filter(Column::IntroductionId.eq(own.introduction_id))
        .filter(Column::AccountId.eq(own.account_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Counts a member's answer to the question whether the two met, without storing who gave it.
pub(crate) async fn count_meeting(
    transaction: &Transaction,
    own: &OwnMatch,
    answer: &str,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::HasToldIfMet, Expr::value(true))
        .filter(Column::IntroductionId.eq(own.introduction_id))
        .filter(Column::AccountId.eq(own.account_id))
        .exec(transaction)
        .await?;
    let n_members = meeting_answer::Column::NMembers;
    let first = meeting_answer::ActiveModel {
        answer: Set(answer.to_owned()),
        n_members: Set(1),
    };
    let one_more = OnConflict::column(meeting_answer::Column::Answer)
        .value(
            n_members,
            Expr::col((meeting_answer::Entity, n_members)).add(1),
        )
        .to_owned();
    meeting_answer::Entity::insert(first)
        .on_conflict(one_more)
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// Ends a match for both members, if there is one.
pub(in crate::store) async fn end(
    connection: &impl CanWrite,
    introduction_id: IntroductionId,
    now_ms: Millis,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::EndedAtMs, Expr::value(now_ms))
        .filter(Column::IntroductionId.eq(introduction_id))
        .exec(connection)
        .await?;
    Ok(())
}

const OWN: &str = "own_side";
const OTHER: &str = "other_side";
const OWN_ANSWER: &str = "own_answer";
const OTHER_ANSWER: &str = "other_answer";

fn own(column: Column) -> Expr {
    Expr::col((OWN, column))
}

/// Selects the matches of both sides with the columns of [`OwnMatch`].
fn matches() -> SelectStatement {
    let other = |column| Expr::col((OTHER, column));
    let of_pair = |alias, column| {
        Expr::col((alias, introduction_side::Column::IntroductionId))
            .equals((OWN, Column::IntroductionId))
            .and(Expr::col((alias, introduction_side::Column::AccountId)).equals((OWN, column)))
    };
    let yes_note = |alias| Expr::col((alias, introduction_side::Column::Note));
    Query::select()
        .columns(
            [
                Column::IntroductionId,
                Column::AccountId,
                Column::OtherId,
                Column::MatchedAtMs,
                Column::LastNumber,
                Column::ReadNumber,
                Column::Contact,
                Column::ContactAtMs,
                Column::HasToldIfMet,
            ]
            .map(|column| (OWN, column)),
        )
        .column((introduction::Entity, introduction::Column::PublicId))
        .expr_as(other(Column::ReadNumber), "others_read_number")
        .expr_as(other(Column::Contact), "others_contact")
        .expr_as(other(Column::ContactAtMs), "others_contact_at_ms")
        .expr_as(yes_note(OWN_ANSWER), "yes_note")
        .expr_as(yes_note(OTHER_ANSWER), "others_yes_note")
        .from_as(Entity, OWN)
        .inner_join(
            introduction::Entity,
            Expr::col((introduction::Entity, introduction::Column::Id))
                .equals((OWN, Column::IntroductionId)),
        )
        .join_as(
            JoinType::InnerJoin,
            Entity,
            OTHER,
            other(Column::IntroductionId)
                .equals((OWN, Column::IntroductionId))
                .and(other(Column::AccountId).equals((OWN, Column::OtherId))),
        )
        .join_as(
            JoinType::InnerJoin,
            introduction_side::Entity,
            OWN_ANSWER,
            of_pair(OWN_ANSWER, Column::AccountId),
        )
        .join_as(
            JoinType::InnerJoin,
            introduction_side::Entity,
            OTHER_ANSWER,
            of_pair(OTHER_ANSWER, Column::OtherId),
        )
        .take()
}

fn visible() -> SelectStatement {
    let mut query = matches();
    query
        .inner_join(
            account::Entity,
            Expr::col((account::Entity, account::Column::Id)).equals((OWN, Column::OtherId)),
        )
        .and_where(own(Column::EndedAtMs).is_null())
        .and_where(account::Column::ReviewStatus.eq(ReviewStatus::Approved));
    query
}

async fn find_in(
    mut query: SelectStatement,
    connection: &impl CanRead,
    account_id: AccountId,
    public_id: &str,
) -> Result<Option<OwnMatch>> {
    query
        .and_where(own(Column::AccountId).eq(account_id))
        .and_where(introduction::Column::PublicId.eq(searchable(public_id)));
    Ok(read(connection, &query).await?.pop())
}

async fn read(connection: &impl CanRead, query: &SelectStatement) -> Result<Vec<OwnMatch>> {
    let rows = connection.query_all(query).await?;
    rows.iter()
        .map(|row| Ok(OwnMatch::from_query_result(row, "")?))
        .collect()
}
