//! What a resubmission is checked against, and must still find when it is saved.

use enmusubi_core::{ErrorCode, Field, ReviewAction, ReviewState, UserProfileCreate};

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::account::not_registered;
use crate::features::review::asked_by;
use crate::store;

/// A profile of which something is needed.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) line_user_id: String,
    pub(super) review: ReviewState,
    /// The step that asked.
    pub(super) step_id: i64,
    pub(super) asked: Vec<Field>,
    /// Standing in the middle of its cell.
    pub(super) profile: UserProfileCreate,
}

impl Seen {
    /// E003 when nobody is registered, E008 when nothing is needed.
    pub(super) async fn find(app: &App, line_user_id: &str) -> Result<Self> {
        let database = &app.database.reads;
        let account = store::account::find(database, line_user_id).await?;
        let account = account.ok_or_else(not_registered)?;
        if account.review.apply(ReviewAction::Resubmit).is_err() {
            return Err(Error::from(ErrorCode::Forbidden));
        }
        let step = store::review::find_latest_step(database, account.id).await?;
        let step = step.ok_or_else(|| Error::internal("something is needed that nobody asked"))?;
        let profile = store::profile::find_in_its_place(database, account.id, line_user_id).await?;
        let photos = store::photo::list_of(database, account.id).await?;
        Ok(Self {
            line_user_id: line_user_id.to_owned(),
            review: account.review,
            step_id: step.id,
            asked: asked_by(&step.reasons),
            profile: UserProfileCreate {
                photo_name_list: photos.into_iter().map(|photo| photo.file_id).collect(),
                ..profile.ok_or_else(|| Error::internal("an account without a profile"))?
            },
        })
    }
}
