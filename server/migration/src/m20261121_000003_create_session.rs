//! Creates `session`, `idempotency` and `secret`: the tokens, the stored responses for repeated requests,
//! and the random values that all instances of the server share.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, binary, integer, pk_auto, string, text,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let kind = Expr::col("kind").is_in(["SESSION", "TICKET"]);
        // There is no foreign key to `account`, because a registration token exists before its account.
        let session = Table::create()
            .table("session")
            .col(string("token_hash").primary_key())
            .col(string("kind").check(kind))
            .col(string("line_user_id"))
            .col(string("family"))
            .col(big_integer("login_at_ms"))
            .col(big_integer("issued_at_ms"))
            .col(big_integer("expires_at_ms"))
            .col(big_integer_null("renewed_at_ms"))
            .col(big_integer_null("revoked_at_ms"))
            .to_owned();
        manager.create_table(session).await?;
        for column in ["line_user_id", "family", "expires_at_ms"] {
            let index = Index::create()
                .name(format!("session_{column}"))
                .table("session")
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }

        let idempotency = Table::create()
            .table("idempotency")
            .col(pk_auto("id").big_integer())
            .col(string("line_user_id"))
            .col(string("key"))
            .col(string("body_hash"))
            .col(integer("status"))
            .col(text("body"))
            .col(big_integer("created_at_ms"))
            .index(
                Index::create()
                    .unique()
                    .name("idempotency_line_user_id_key")
                    .col("line_user_id")
                    .col("key"),
            )
            .to_owned();
        manager.create_table(idempotency).await?;

        let secret = Table::create()
            .table("secret")
            .col(string("name").primary_key())
            .col(binary("value"))
            .to_owned();
        manager.create_table(secret).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["secret", "idempotency", "session"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
