//! What a registered user sees of themselves, the status and the whole profile, and chooses.

mod avatar;

pub(crate) use avatar::choose as choose_avatar;

use enmusubi_core::{ErrorCode, Field, ReviewStatus, UserProfileCreate};

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::review::asked_by;
use crate::store::member::StoredMember;
use crate::store::photo::StoredPhoto;
use crate::store::review::Reason;

/// A user's own profile with everything around it.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) review_status: ReviewStatus,
    pub(crate) profile: UserProfileCreate,
    pub(crate) photos: Vec<StoredPhoto>,
    /// The name of the chosen picture.
    pub(crate) avatar: Option<String>,
    pub(crate) reasons: Vec<Reason>,
    /// What may be sent again, while something is needed.
    pub(crate) asked_fields: Option<Vec<Field>>,
}

/// Where the user's profile stands; E003 when there is none.
pub(crate) async fn get_review_status(app: &App, line_user_id: &str) -> Result<ReviewStatus> {
    let account = app.lookups.account(line_user_id).await?;
    Ok(account.ok_or_else(not_registered)?.review.status)
}

/// Everything a user may know of their own profile; E003 when there is none.
pub(crate) async fn get(app: &App, line_user_id: &str) -> Result<Member> {
    let member = app.lookups.member(line_user_id).await?;
    let StoredMember {
        account,
        profile,
        photos,
        reasons,
    } = member.ok_or_else(not_registered)?;
    let review_status = account.review.status;
    let is_asked = review_status == ReviewStatus::NeedsInfo;
    Ok(Member {
        review_status,
        profile,
        photos,
        avatar: account.avatar,
        asked_fields: is_asked.then(|| asked_by(&reasons)),
        reasons,
    })
}

/// E008 for an account that is rejected or suspended: it may see where it stands, and export and
/// delete what is held of it, and no more. Whoever has none yet may prepare one.
pub(crate) async fn require_not_barred(app: &App, line_user_id: &str) -> Result<()> {
    match app.lookups.account(line_user_id).await? {
        Some(account) => refuse_barred(account.review.status),
        None => Ok(()),
    }
}

fn refuse_barred(status: ReviewStatus) -> Result<()> {
    match status {
        ReviewStatus::Rejected | ReviewStatus::Suspended => Err(Error::from(ErrorCode::Forbidden)),
        _ => Ok(()),
    }
}

pub(crate) fn not_registered() -> Error {
    Error::not_found("There is no such account.")
}
