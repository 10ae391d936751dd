//! Creates `review_event`: the decisions about a profile, with the reviewer and the reasons.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, json, pk_auto, string};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("review_event")
            .col(pk_auto("id").big_integer())
            .col(big_integer("account_id"))
            .col(string("action"))
            .col(string("actor"))
            .col(string("from_status"))
            .col(string("to_status"))
            .col(json("reasons"))
            .col(big_integer("created_at_ms"))
            .foreign_key(
                ForeignKey::create()
                    .name("review_event_account")
                    .from("review_event", "account_id")
                    .to("account", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(table).await?;
        let index = Index::create()
            .name("review_event_account_id")
            .table("review_event")
            .col("account_id")
            .to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("review_event").to_owned())
            .await
    }
}
