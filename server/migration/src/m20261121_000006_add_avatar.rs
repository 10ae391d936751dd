//! Adds the avatar to `account`.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::string_null;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite can add a foreign key only together with a new column.
        let mut avatar = string_null("avatar_file_id");
        avatar.extra("REFERENCES upload (name)");
        let table = Table::alter()
            .table("account")
            .add_column(avatar)
            .to_owned();
        manager.alter_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("account")
            .drop_column("avatar_file_id")
            .to_owned();
        manager.alter_table(table).await
    }
}
