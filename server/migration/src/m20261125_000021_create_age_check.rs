//! Adds the document of a proof of age to `profile`, until a reviewer decides, and creates `age_check`: the check of a
//! member's age, which stays.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, date, string};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const COLUMN: &str = "age_proof_file_name";
const INDEX: &str = "profile_age_proof_file_name";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let document = Table::alter()
            .table("profile")
            .add_column(string(COLUMN).default(""))
            .to_owned();
        manager.alter_table(document).await?;
        // The index has only the profiles with a document: from nearly all others, a decision has removed it.
        let index = Index::create()
            .name(INDEX)
            .table("profile")
            .col(COLUMN)
            .and_where(Expr::cust("age_proof_file_name <> ''"))
            .to_owned();
        manager.create_index(index).await?;
        let check = Table::create()
            .table("age_check")
            .col(big_integer("account_id").primary_key())
            .col(date("birthday"))
            .col(string("document"))
            .col(big_integer("checked_at_ms"))
            .foreign_key(
                ForeignKey::create()
                    .name("age_check_account_id")
                    .from("age_check", "account_id")
                    .to("account", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(check).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let check = Table::drop().table("age_check").to_owned();
        manager.drop_table(check).await?;
        let index = Index::drop().name(INDEX).table("profile").to_owned();
        manager.drop_index(index).await?;
        let document = Table::alter()
            .table("profile")
            .drop_column(COLUMN)
            .to_owned();
        manager.alter_table(document).await
    }
}
