//! The picture that a member chooses to stand for them.

use super::{not_registered, refuse_barred};
use crate::app::App;
use crate::error::{Error, Result};
use crate::features::photo;
use crate::store;

/// Makes a photo of the member's profile, or an upload of theirs, their avatar; the same choice
/// again changes nothing. E008 when the profile is rejected or suspended, E003 when there is no such
/// picture.
pub(crate) async fn choose(app: &App, line_user_id: &str, name: &str) -> Result<()> {
    let now_ms = app.clock.now_ms();
    let transaction = store::begin(&app.database).await?;
    let account = store::account::find_locked(&transaction, line_user_id)
        .await?
        .ok_or_else(not_registered)?;
    refuse_barred(account.review.status)?;
    if account.avatar.as_deref() == Some(name) {
        return Ok(());
    }
    // What was uploaded as a document is for reviewers, and what is too old is about to be swept.
    let stored_from_ms = now_ms - photo::UNTAKEN_KEPT_MS;
    // Not every database can look for every text: PostgreSQL's knows no null character.
    let is_plain = name.bytes().all(|byte| byte.is_ascii_graphic());
    let is_there = is_plain
        && (store::photo::is_of(&transaction, account.id, name).await?
            || store::upload::attach_photo(
                &transaction,
                line_user_id,
                name,
                stored_from_ms,
                now_ms,
            )
            .await?);
    if !is_there {
        return Err(Error::not_found("There is no such upload."));
    }
    store::account::set_avatar(&transaction, account.id, name).await?;
    if let Some(replaced) = account.avatar {
        // The sweep deletes it, unless it is something else's as well.
        store::upload::release(&transaction, &replaced).await?;
    }
    transaction.commit().await
}
