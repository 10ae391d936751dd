//! Adds the language in which a member last opened the app, for what the server and the reviewers write to them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::string_null;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let account = Table::alter()
            .table("account")
            .add_column(string_null("language"))
            .to_owned();
        manager.alter_table(account).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let account = Table::alter()
            .table("account")
            .drop_column("language")
            .to_owned();
        manager.alter_table(account).await
    }
}
