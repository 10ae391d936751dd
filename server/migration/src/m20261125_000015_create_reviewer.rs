//! Creates `reviewer` and the tables of how reviewers sign in: `reviewer_link`, `reviewer_passkey`, `reviewer_session`
//! and `reviewer_challenge`.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, binary, boolean, pk_auto, string, string_null, string_uniq,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let reviewer = Table::create()
            .table("reviewer")
            // The audit log names reviewers by these ids, and both databases use each id once only.
            .col(pk_auto("id").big_integer())
            .col(string("name"))
            .col(string("role").check(Expr::col("role").is_in(["REVIEWER", "LEAD"])))
            .col(big_integer_null("member_id"))
            .col(string_uniq("user_handle"))
            .col(big_integer("added_at_ms"))
            .col(big_integer_null("removed_at_ms"))
            .foreign_key(
                ForeignKey::create()
                    .name("reviewer_member")
                    .from("reviewer", "member_id")
                    .to("account", "id")
                    .on_delete(ForeignKeyAction::SetNull),
            )
            .to_owned();
        manager.create_table(reviewer).await?;
        // A removed reviewer's name is free again.
        let name = Index::create()
            .name("reviewer_name")
            .table("reviewer")
            .col("name")
            .unique()
            .and_where(Expr::col("removed_at_ms").is_null())
            .to_owned();
        manager.create_index(name).await?;
        // The deletion of an account looks for its reviewer.
        index(manager, "reviewer", "member_id").await?;

        let link = Table::create()
            .table("reviewer_link")
            .col(string("token_hash").primary_key())
            .col(big_integer("reviewer_id"))
            .col(big_integer("expires_at_ms"))
            .col(big_integer_null("used_at_ms"))
            .foreign_key(&mut reviewer_of("reviewer_link"))
            .to_owned();
        manager.create_table(link).await?;

        let passkey = Table::create()
            .table("reviewer_passkey")
            .col(string("credential_id").primary_key())
            .col(big_integer("reviewer_id"))
            .col(binary("public_key"))
            .col(big_integer("sign_count"))
            .col(boolean("is_backup_eligible"))
            .col(big_integer("created_at_ms"))
            .col(big_integer_null("last_used_at_ms"))
            .foreign_key(&mut reviewer_of("reviewer_passkey"))
            .to_owned();
        manager.create_table(passkey).await?;

        let session = Table::create()
            .table("reviewer_session")
            .col(string("token_hash").primary_key())
            .col(big_integer("reviewer_id"))
            .col(big_integer("created_at_ms"))
            .col(big_integer("last_seen_at_ms"))
            .col(big_integer_null("revoked_at_ms"))
            .foreign_key(&mut reviewer_of("reviewer_session"))
            .to_owned();
        manager.create_table(session).await?;

        let challenge = Table::create()
            .table("reviewer_challenge")
            .col(string("challenge").primary_key())
            .col(string_null("link_hash"))
            .col(binary("state"))
            .col(big_integer("expires_at_ms"))
            .to_owned();
        manager.create_table(challenge).await?;

        for table in ["reviewer_link", "reviewer_passkey", "reviewer_session"] {
            index(manager, table, "reviewer_id").await?;
        }
        index(manager, "reviewer_challenge", "expires_at_ms").await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            "reviewer_challenge",
            "reviewer_session",
            "reviewer_passkey",
            "reviewer_link",
            "reviewer",
        ] {
            let table = Table::drop().table(table).to_owned();
            manager.drop_table(table).await?;
        }
        Ok(())
    }
}

fn reviewer_of(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_reviewer"))
        .from(table, "reviewer_id")
        .to("reviewer", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}

async fn index(
    manager: &SchemaManager<'_>,
    table: &'static str,
    column: &'static str,
) -> Result<(), DbErr> {
    let index = Index::create()
        .name(format!("{table}_{column}"))
        .table(table)
        .col(column)
        .to_owned();
    manager.create_index(index).await
}
