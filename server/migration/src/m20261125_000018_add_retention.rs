//! Adds an index of the reports that still have a snapshot, for the job that clears old ones.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Nearly all old reports are cleared already.
        let uncleared = Index::create()
            .name("report_uncleared")
            .table("report")
            .col("decided_at_ms")
            .and_where(Expr::cust("snapshot <> 'null'"))
            .to_owned();
        manager.create_index(uncleared).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let uncleared = Index::drop()
            .name("report_uncleared")
            .table("report")
            .to_owned();
        manager.drop_index(uncleared).await
    }
}
