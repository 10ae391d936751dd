//! Creates `work_email`, `work_email_code` and `work_email_limit`: the confirmed mailboxes, the mailed
//! codes, and the counts of sent and tried codes. None of them has an address.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, integer, string, string_null, text,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let account = ForeignKey::create()
            .name("work_email_account")
            .from("work_email", "account_id")
            .to("account", "id")
            .on_delete(ForeignKeyAction::Cascade)
            .to_owned();
        // A user confirms a mailbox before the account exists. Later the mailbox is deleted with
        // the account.
        let work_email = Table::create()
            .table("work_email")
            .col(string("mailbox_hash").primary_key())
            .col(string("line_user_id"))
            .col(string("employer_id"))
            .col(big_integer("expires_at_ms"))
            .col(big_integer_null("account_id"))
            .foreign_key(&mut account.clone())
            .to_owned();
        manager.create_table(work_email).await?;

        let code = Table::create()
            .table("work_email_code")
            .col(string("line_user_id").primary_key())
            .col(string("mailbox_hash"))
            .col(string("employer_id"))
            .col(string("code_hash"))
            .col(integer("n_failures"))
            .col(big_integer("expires_at_ms"))
            .col(big_integer_null("confirmed_until_ms"))
            .col(string_null("confirm_key"))
            .to_owned();
        manager.create_table(code).await?;

        let limit = Table::create()
            .table("work_email_limit")
            .col(string("subject").primary_key())
            .col(text("counted_at_ms"))
            .col(big_integer("touched_at_ms"))
            .to_owned();
        manager.create_table(limit).await?;

        for (table, column) in [
            ("work_email", "line_user_id"),
            ("work_email", "account_id"),
            ("work_email", "expires_at_ms"),
            ("work_email_code", "expires_at_ms"),
            ("work_email_limit", "touched_at_ms"),
        ] {
            let index = Index::create()
                .name(format!("{table}_{column}"))
                .table(table)
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["work_email_limit", "work_email_code", "work_email"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
