//! The statements that select introductions: the rows that a member can see, and their columns.

use enmusubi_core::review::ReviewStatus;
use sea_orm::sea_query::{Expr, ExprTrait as _, Query, SelectStatement};
use sea_orm::{ColumnTrait as _, Condition, FromQueryResult as _};

use super::OwnIntroduction;
use crate::clock::Millis;
use crate::error::Result;
use crate::store::account::tables::{account, member_setting};
use crate::store::connection::CanRead;
use crate::store::meeting::tables::{introduction, introduction_side as side};

pub(super) fn sides() -> SelectStatement {
    Query::select().from(side::Entity).take()
}

/// Selects the sides whose member can see the other member and may still answer. The caller adds the join of [`own`].
pub(super) fn open(now_ms: Millis) -> SelectStatement {
    let mut query = with_other(sides());
    query
        .and_where(side::Column::ExpiresAtMs.gt(now_ms))
        .and_where(introduction::Column::MatchedAtMs.is_null())
        .cond_where(is_shown(now_ms));
    query
}

/// Selects the sides of matches that neither member has left, and whose other member is approved. A pause does not hide
/// members from their matches. The caller adds the join of [`own`].
pub(super) fn matched() -> SelectStatement {
    let mut query = with_other(sides());
    query
        .and_where(introduction::Column::MatchedAtMs.is_not_null())
        .and_where(side::Column::EndedAtMs.is_null())
        .and_where(account::Column::ReviewStatus.eq(ReviewStatus::Approved));
    query
}

/// Adds the account and the settings of the other member.
pub(super) fn with_other(mut query: SelectStatement) -> SelectStatement {
    let other_id = (side::Entity, side::Column::OtherId);
    let account_id = Expr::col((account::Entity, account::Column::Id));
    let of_setting = (member_setting::Entity, member_setting::Column::AccountId);
    query
        .inner_join(account::Entity, account_id.equals(other_id))
        .left_join(
            member_setting::Entity,
            Expr::col(of_setting).equals(other_id),
        );
    query
}

/// Returns the condition that the introduction was not ended, and that the other member is approved and has not
/// paused.
pub(super) fn is_shown(now_ms: Millis) -> Condition {
    let paused_until_ms = member_setting::Column::PausedUntilMs;
    let is_not_paused = paused_until_ms.is_null().or(paused_until_ms.lte(now_ms));
    Condition::all()
        .add(side::Column::EndedAtMs.is_null())
        .add(account::Column::ReviewStatus.eq(ReviewStatus::Approved))
        .add(is_not_paused)
}

/// Adds the columns of [`OwnIntroduction`].
pub(super) fn own(mut query: SelectStatement) -> SelectStatement {
    use introduction::Column as Introduction;
    query
        .columns(
            [
                Introduction::Id,
                Introduction::PublicId,
                Introduction::CreatedAtMs,
                Introduction::MatchedAtMs,
                Introduction::DistanceBand,
            ]
            .map(|column| (introduction::Entity, column)),
        )
        .columns(
            [
                side::Column::AccountId,
                side::Column::OtherId,
                side::Column::Day,
                side::Column::ExpiresAtMs,
                side::Column::Conditions,
                side::Column::Answer,
                side::Column::AnsweredAtMs,
                side::Column::Note,
            ]
            .map(|column| (side::Entity, column)),
        )
        .inner_join(
            introduction::Entity,
            Expr::col((introduction::Entity, Introduction::Id))
                .equals((side::Entity, side::Column::IntroductionId)),
        );
    query
}

pub(super) async fn read(
    connection: &impl CanRead,
    query: &SelectStatement,
) -> Result<Vec<OwnIntroduction>> {
    let rows = connection.query_all(query).await?;
    rows.iter()
        .map(|row| Ok(OwnIntroduction::from_query_result(row, "")?))
        .collect()
}
