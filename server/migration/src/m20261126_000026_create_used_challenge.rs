//! Creates `reviewer_used_challenge`: the challenges that have opened a session of a reviewer, until they expire.
//! `reviewer_challenge` stays, because the previous version reads and writes it during an upgrade.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLE: &str = "reviewer_used_challenge";
const EXPIRY: &str = "expires_at_ms";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let used = Table::create()
            .table(TABLE)
            .col(string("challenge").primary_key())
            .col(big_integer(EXPIRY))
            .to_owned();
        manager.create_table(used).await?;
        let expiry = Index::create()
            .name(format!("{TABLE}_{EXPIRY}"))
            .table(TABLE)
            .col(EXPIRY)
            .to_owned();
        manager.create_index(expiry).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let used = Table::drop().table(TABLE).to_owned();
        manager.drop_table(used).await
    }
}
