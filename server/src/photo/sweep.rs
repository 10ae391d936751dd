//! Deletes files that nobody needs any more.

use crate::app::App;
use crate::error::Result;
use crate::{storage, store};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// A form is long, but not longer than this.
pub(crate) const UNTAKEN_KEPT_MS: i64 = DAY_MS;
/// Time for an appeal, and no more.
const DOCUMENT_KEPT_MS: i64 = 30 * DAY_MS;

/// Deletes uploads that no profile took within a day, and documents decided about a month ago.
pub async fn sweep(app: &App) -> Result<()> {
    let now_ms = app.clock.now_ms();
    let database = &app.database;
    for name in store::upload::list_untaken_before(database, now_ms - UNTAKEN_KEPT_MS).await? {
        delete_untaken(app, &name).await?;
    }
    for name in store::document::release_decided_before(database, now_ms - DOCUMENT_KEPT_MS).await?
    {
        storage::delete(app.storage.as_ref(), &name).await?;
    }
    Ok(())
}

/// Deletes an upload unless a profile took it meanwhile. Its row stays when the file store does not
/// answer, so that the file is not forgotten.
pub(crate) async fn delete_untaken(app: &App, name: &str) -> Result<()> {
    let transaction = store::begin(&app.database).await?;
    if store::upload::delete_untaken(&transaction, name).await? {
        storage::delete(app.storage.as_ref(), name).await?;
    }
    Ok(transaction.commit().await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use object_store::ObjectStoreExt as _;

    use crate::photo::{Purpose, accept};
    use crate::store::upload::list_names_of;
    use crate::testing::World;

    const USER: &str = "U0123456789abcdef0123456789abcdef";

    #[tokio::test]
    async fn uploads_no_profile_took_are_gone_after_a_day() {
        let world = World::open().await;
        let app = &world.app;
        accept(app, USER, Purpose::Document, b"%PDF-1.7".to_vec())
            .await
            .unwrap();
        world.pass(DAY_MS - 1);
        let young = accept(app, USER, Purpose::Document, b"%PDF-1.7".to_vec())
            .await
            .unwrap();
        world.pass(2);
        sweep(app).await.unwrap();
        let kept = list_names_of(&app.database, USER).await.unwrap();
        assert_eq!(kept, [young.name].into());
    }

    #[tokio::test]
    async fn a_document_goes_a_month_after_the_decision_unless_it_is_a_photo_too() {
        let world = World::open().await;
        let app = &world.app;
        let now_ms = app.clock.now_ms();
        let mut names = Vec::new();
        for (user, is_photo) in [("U1", false), ("U2", true)] {
            let name = accept(app, user, Purpose::Document, b"%PDF-1.7".to_vec())
                .await
                .unwrap();
            let name = name.name;
            let account_id = store::account::insert(&app.database, user, now_ms)
                .await
                .unwrap();
            let photos = if is_photo {
                vec![name.clone()]
            } else {
                Vec::new()
            };
            let document = Some(name.as_str());
            store::photo::take(&app.database, account_id, user, &photos, document, now_ms)
                .await
                .unwrap();
            store::document::set_decided(&app.database, account_id, now_ms)
                .await
                .unwrap();
            names.push(name);
        }
        world.pass(DOCUMENT_KEPT_MS);
        sweep(app).await.unwrap();
        assert!(
            store::upload::find_media_type(&app.database, &names[0])
                .await
                .unwrap()
                .is_some()
        );
        world.pass(1);
        sweep(app).await.unwrap();
        assert!(
            store::upload::find_media_type(&app.database, &names[0])
                .await
                .unwrap()
                .is_none()
        );
        assert!(app.storage.get(&storage::path_of(&names[0])).await.is_err());
        assert!(app.storage.get(&storage::path_of(&names[1])).await.is_ok());
    }

    #[tokio::test]
    async fn a_document_that_is_the_avatar_too_stays() {
        let world = World::open().await;
        let app = &world.app;
        let now_ms = app.clock.now_ms();
        let accepted = accept(app, USER, Purpose::Document, b"%PDF-1.7".to_vec()).await;
        let name = accepted.unwrap().name;
        let account_id = store::account::insert(&app.database, USER, now_ms)
            .await
            .unwrap();
        store::photo::take(&app.database, account_id, USER, &[], Some(&name), now_ms)
            .await
            .unwrap();
        store::account::set_avatar(&app.database, account_id, &name)
            .await
            .unwrap();
        store::document::set_decided(&app.database, account_id, now_ms)
            .await
            .unwrap();
        world.pass(DOCUMENT_KEPT_MS + 1);
        sweep(app).await.unwrap();
        let document = store::document::find_of(&app.database, account_id).await;
        assert_eq!(document.unwrap(), None, "no document any more");
        assert!(app.storage.get(&storage::path_of(&name)).await.is_ok());
    }
}
