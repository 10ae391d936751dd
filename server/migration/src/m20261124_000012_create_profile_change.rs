//! Creates `profile_change`, the changes of approved profiles that wait for a reviewer or were decided, and
//! `profile_change_file`, the files of those that wait.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, json, pk_auto, string, string_null, string_uniq,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let change = Table::create()
            .table("profile_change")
            .col(pk_auto("id").big_integer())
            .col(string_uniq("public_id"))
            .col(big_integer("account_id"))
            .col(json("proposed"))
            .col(big_integer("created_at_ms"))
            .col(string_null("outcome"))
            .col(big_integer_null("closed_at_ms"))
            .col(string_null("actor"))
            .col(json("reasons"))
            .foreign_key(
                ForeignKey::create()
                    .name("profile_change_account")
                    .from("profile_change", "account_id")
                    .to("account", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(change).await?;
        // A member has one open proposal at most.
        let open = Index::create()
            .name("profile_change_open")
            .table("profile_change")
            .col("account_id")
            .unique()
            .and_where(Expr::col("outcome").is_null())
            .to_owned();
        manager.create_index(open).await?;
        // The proposals of a member are counted from a moment on.
        let account = Index::create()
            .name("profile_change_account_created")
            .table("profile_change")
            .col("account_id")
            .col("created_at_ms")
            .to_owned();
        manager.create_index(account).await?;

        let file = Table::create()
            .table("profile_change_file")
            .col(big_integer("change_id"))
            .col(string("file_id"))
            .primary_key(Index::create().col("change_id").col("file_id"))
            .foreign_key(
                ForeignKey::create()
                    .name("profile_change_file_change")
                    .from("profile_change_file", "change_id")
                    .to("profile_change", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(file).await?;
        let by_file = Index::create()
            .name("profile_change_file_file")
            .table("profile_change_file")
            .col("file_id")
            .to_owned();
        manager.create_index(by_file).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["profile_change_file", "profile_change"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
