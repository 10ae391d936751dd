//! The statements that select introductions: which of them a member can see, and what of them.

use enmusubi_core::ReviewStatus;
use sea_orm::sea_query::{Expr, ExprTrait as _, Query, SelectStatement};
use sea_orm::{ColumnTrait as _, Condition, FromQueryResult as _, JoinType};

use super::OwnIntroduction;
use crate::error::Result;
use crate::store::database::CanRead;
use crate::store::entity::{
    account, introduction, introduction_side as side, member_setting, profile,
};

pub(super) fn sides() -> SelectStatement {
    Query::select().from(side::Entity).take()
}

/// Selects the sides whose members can see the other and may still answer. It needs the columns of [`own`].
pub(super) fn open(now_ms: i64) -> SelectStatement {
    let mut query = with_other(sides());
    query
        .and_where(side::Column::ExpiresAtMs.gt(now_ms))
        .and_where(introduction::Column::MatchedAtMs.is_null())
        .cond_where(is_shown(now_ms));
    without_hidden(query)
}

/// Selects the sides of matches that neither has left, and whose other member is approved. A pause does not hide
/// members from their matches.
pub(super) fn matched() -> SelectStatement {
    let mut query = with_other(sides());
    query
        .and_where(introduction::Column::MatchedAtMs.is_not_null())
        .and_where(side::Column::EndedAtMs.is_null())
        .and_where(account::Column::ReviewStatus.eq(ReviewStatus::Approved.as_str()));
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
pub(super) fn is_shown(now_ms: i64) -> Condition {
    let paused_until_ms = member_setting::Column::PausedUntilMs;
    let is_not_paused = paused_until_ms.is_null().or(paused_until_ms.lte(now_ms));
    Condition::all()
        .add(side::Column::EndedAtMs.is_null())
        .add(account::Column::ReviewStatus.eq(ReviewStatus::Approved.as_str()))
        .add(is_not_paused)
}

/// Leaves out two members who may be colleagues if one of them hides from colleagues now, by the rule of
/// `may_be_colleagues` in core.
///
/// The statement has to do this. If it returned the row, a call about the introduction would take longer than one
/// about an introduction that ended in another way, and a member could find out that a colleague hides.
fn without_hidden(mut query: SelectStatement) -> SelectStatement {
    use member_setting::Column as Setting;
    use profile::Column as Profile;
    for (profile, of) in [
        (OWN_PROFILE, side::Column::AccountId),
        (OTHER_PROFILE, side::Column::OtherId),
    ] {
        let is_of = Expr::col((profile, Profile::AccountId)).equals((side::Entity, of));
        query.join_as(JoinType::InnerJoin, profile::Entity, profile, is_of);
    }
    let is_own = Expr::col((OWN_SETTING, Setting::AccountId))
        .equals((side::Entity, side::Column::AccountId));
    query.join_as(
        JoinType::LeftJoin,
        member_setting::Entity,
        OWN_SETTING,
        is_own,
    );
    let employer = |profile| Expr::col((profile, Profile::EmployerId));
    let shows = |hides: Expr| hides.if_null(false).eq(false);
    let neither_hides = Condition::all()
        .add(shows(Expr::col((OWN_SETTING, Setting::HideFromColleagues))))
        .add(shows(Expr::col((
            member_setting::Entity,
            Setting::HideFromColleagues,
        ))));
    let are_no_colleagues = Condition::all()
        .add(employer(OWN_PROFILE).ne(""))
        .add(employer(OTHER_PROFILE).ne(""))
        .add(employer(OWN_PROFILE).ne(employer(OTHER_PROFILE)));
    query.cond_where(Condition::any().add(neither_hides).add(are_no_colleagues));
    query
}

const OWN_PROFILE: &str = "own_profile";
const OTHER_PROFILE: &str = "other_profile";
const OWN_SETTING: &str = "own_setting";

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
