//! Formats profiles for the reviewer's terminal.

use std::fmt::Write as _;

use chrono::DateTime;
use enmusubi_core::ReviewStatus;
use serde_json::Value;

use super::escape::{indented, one_line};
use super::{ReviewError, Reviews};
use crate::error::Error;
use crate::store;

impl Reviews {
    /// Lists one profile a line, pending ones first.
    pub async fn list(&self, status: Option<ReviewStatus>) -> Result<String, ReviewError> {
        let mut accounts = store::review::list_accounts(&self.database.reads).await?;
        accounts.retain(|account| status.is_none_or(|status| account.status == status.as_str()));
        accounts.sort_by_key(|account| account.status != ReviewStatus::Pending.as_str());
        if accounts.is_empty() {
            return Ok("No profiles.".to_owned());
        }
        let mut text = format!(
            "{:<11} {:<33} {:<20} NICKNAME",
            "STATUS", "USER ID", "REGISTERED"
        );
        for account in accounts {
            let registered = time(account.created_at_ms);
            let status = one_line(&account.status);
            let user_id = one_line(&account.line_user_id);
            let nickname = one_line(&account.nickname);
            // Writing into a string cannot fail.
            let _ = write!(
                text,
                "\n{status:<11} {user_id:<33} {registered:<20} {nickname}"
            );
        }
        Ok(text)
    }

    /// Shows everything that a reviewer needs to know of one profile.
    pub async fn show(&self, line_user_id: &str) -> Result<String, ReviewError> {
        let database = &self.database.reads;
        let unknown = || ReviewError::UnknownUser(line_user_id.to_owned());
        let member = store::member::find(database, line_user_id).await?;
        let member = member.ok_or_else(unknown)?;
        let account = member.account;
        let profile = serde_json::to_value(member.profile).map_err(Error::internal)?;
        let mut text = format!("status: {}", account.review.status);
        for (field, value) in profile.as_object().into_iter().flatten() {
            if !is_empty(value)
                && !["account", "password", "photoNameList"].contains(&field.as_str())
            {
                let _ = write!(text, "\n{field}: {}", plain(value));
            }
        }
        let origin = &self.public_origin;
        let photos = member
            .photos
            .into_iter()
            .map(|photo| ("photo", photo.file_id));
        // The avatar may be an upload that is none of the photos.
        let avatar = account.avatar.map(|name| ("avatar", name));
        for (label, name) in photos.chain(avatar) {
            let url = self.pictures.signed_url(&name);
            let _ = write!(text, "\n{label}: {origin}{}", one_line(&url));
        }
        if let Some(document) = store::document::find_of(database, account.id).await? {
            let path = format!("{}/{document}", self.storage_url);
            let _ = write!(text, "\ndocument: {}", one_line(&path));
            text.push_str("\nA stranger uploaded this file: open it in a viewer without scripts.");
        }
        for reason in member.reasons {
            let _ = write!(
                text,
                "\nreason: {} {} {}",
                one_line(&reason.path),
                one_line(&reason.code),
                one_line(&reason.note)
            );
        }
        Ok(text)
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// Returns a text with indented lines, and any other value as JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => indented(text),
        other => one_line(&other.to_string()),
    }
}

fn time(ms: i64) -> String {
    DateTime::from_timestamp_millis(ms)
        .map(|time| time.format("%Y-%m-%d %H:%M UTC").to_string())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::testing::{USER, World};

    #[tokio::test]
    async fn a_reviewer_sees_the_photos_and_the_chosen_avatar() {
        let world = World::open().await;
        let app = &world.app;
        let photo = world.register().await;
        let url_of = |text: &str, label: &str| {
            let line = text.lines().find(|line| line.starts_with(label));
            line.map(|line| line.split('?').next().unwrap_or_default().to_owned())
        };
        let text = app.reviews.show(USER).await.unwrap();
        let origin = app.config.public_base_url.origin().ascii_serialization();
        let fetch = format!("{origin}{}/file/fetch", app.config.api_path());
        assert_eq!(
            url_of(&text, "photo: "),
            Some(format!("photo: {fetch}/{photo}"))
        );
        assert_eq!(url_of(&text, "avatar: "), None);
        let other = world.upload_photo().await;
        app.accounts.choose_avatar(USER, &other).await.unwrap();
        let text = app.reviews.show(USER).await.unwrap();
        assert_eq!(
            url_of(&text, "avatar: "),
            Some(format!("avatar: {fetch}/{other}"))
        );
    }
}
