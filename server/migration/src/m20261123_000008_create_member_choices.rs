//! Creates `preference_change`, the history of a member's preferences, and `member_setting`, the choices about
//! being introduced and being seen.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, boolean, json, pk_auto, string};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let change = Table::create()
            .table("preference_change")
            .col(pk_auto("id").big_integer())
            .col(big_integer("account_id"))
            .col(string("field"))
            .col(json("value_before"))
            .col(big_integer("changed_at_ms"))
            .foreign_key(&mut of_account("preference_change"))
            .to_owned();
        manager.create_table(change).await?;
        // A member's changes are counted from a moment on.
        let index = Index::create()
            .name("preference_change_account")
            .table("preference_change")
            .col("account_id")
            .col("changed_at_ms")
            .to_owned();
        manager.create_index(index).await?;

        // An account without a row has the defaults.
        let setting = Table::create()
            .table("member_setting")
            .col(big_integer("account_id").primary_key())
            .col(big_integer_null("paused_until_ms"))
            .col(boolean("hide_from_colleagues"))
            .col(boolean("show_employer"))
            .col(boolean("read_receipts"))
            .foreign_key(&mut of_account("member_setting"))
            .to_owned();
        manager.create_table(setting).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["member_setting", "preference_change"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

/// Returns the foreign key with which the rows are deleted together with their account.
fn of_account(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_account"))
        .from(table, "account_id")
        .to("account", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}
