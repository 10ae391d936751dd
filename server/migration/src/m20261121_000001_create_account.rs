//! Creates `account`: one row for each LINE user who registered, with the state of the review.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, boolean, pk_auto, string};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const STATUSES: [&str; 6] = [
    "PENDING",
    "IN_REVIEW",
    "APPROVED",
    "NEEDS_INFO",
    "REJECTED",
    "SUSPENDED",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let status = Expr::col("review_status").is_in(STATUSES);
        let table = Table::create()
            .table("account")
            .col(pk_auto("id").big_integer())
            .col(string("line_user_id").unique_key())
            .col(string("review_status").check(status))
            .col(boolean("appealed"))
            .col(big_integer("created_at_ms"))
            .to_owned();
        manager.create_table(table).await?;
        // The reviewer's list selects one status, the oldest account first.
        let queue = Index::create()
            .name("account_review_status")
            .table("account")
            .col("review_status")
            .col("created_at_ms")
            .to_owned();
        manager.create_index(queue).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("account").to_owned())
            .await
    }
}
