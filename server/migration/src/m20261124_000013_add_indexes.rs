//! Adds indexes for lookups that read a whole table before, and replaces the index of the times of all uploads by
//! one of those that no profile uses.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // A review reads the document of an account, and the deletion of an account looks for it.
        let document = index("document_account", "document", "account_id");
        manager.create_index(document).await?;
        // When a file is deleted, the database makes sure that it is the avatar of no account.
        let avatar = Index::create()
            .name("account_avatar")
            .table("account")
            .col("avatar_file_id")
            .and_where(Expr::col("avatar_file_id").is_not_null())
            .to_owned();
        manager.create_index(avatar).await?;
        // The job asks for all members who have changed their preferences since a moment.
        let changed = index(
            "preference_change_changed",
            "preference_change",
            "changed_at_ms",
        );
        manager.create_index(changed).await?;
        // The cleanup lists the files that no profile uses. Nearly all files are in use.
        let unattached = Index::create()
            .name("upload_unattached")
            .table("upload")
            .col("created_at_ms")
            .and_where(Expr::col("taken_at_ms").is_null())
            .to_owned();
        manager.create_index(unattached).await?;
        drop_index(manager, "upload_created_at_ms", "upload").await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let created = index("upload_created_at_ms", "upload", "created_at_ms");
        manager.create_index(created).await?;
        for (name, table) in [
            ("upload_unattached", "upload"),
            ("preference_change_changed", "preference_change"),
            ("account_avatar", "account"),
            ("document_account", "document"),
        ] {
            drop_index(manager, name, table).await?;
        }
        Ok(())
    }
}

fn index(name: &'static str, table: &'static str, column: &'static str) -> IndexCreateStatement {
    Index::create()
        .name(name)
        .table(table)
        .col(column)
        .to_owned()
}

async fn drop_index(
    manager: &SchemaManager<'_>,
    name: &'static str,
    table: &'static str,
) -> Result<(), DbErr> {
    let index = Index::drop().name(name).table(table).to_owned();
    manager.drop_index(index).await
}
