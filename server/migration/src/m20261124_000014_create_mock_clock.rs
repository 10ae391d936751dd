//! Creates `mock_clock`: the minutes by which the clock of the mock is ahead. Without the mock, the table stays empty.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::integer;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mock_clock = Table::create()
            .table("mock_clock")
            .col(integer("id").primary_key())
            .col(integer("ahead_minutes"))
            .to_owned();
        manager.create_table(mock_clock).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("mock_clock").to_owned())
            .await
    }
}
