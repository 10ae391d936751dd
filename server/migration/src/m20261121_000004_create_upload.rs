//! Creates `upload`, `photo` and `document`: the files, and their uses by accounts.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, integer, pk_auto, string};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let purpose = Expr::col("purpose").is_in(["PHOTO", "DOCUMENT"]);
        // There is no foreign key to `account`, because users upload files before they have an account.
        let upload = Table::create()
            .table("upload")
            .col(string("name").primary_key())
            .col(string("line_user_id"))
            .col(string("purpose").check(purpose))
            .col(string("media_type"))
            .col(integer("width"))
            .col(integer("height"))
            .col(string("thumbhash"))
            .col(big_integer("size_bytes"))
            .col(big_integer("created_at_ms"))
            .col(big_integer_null("taken_at_ms"))
            .to_owned();
        manager.create_table(upload).await?;
        for (name, column) in [
            ("upload_line_user_id", "line_user_id"),
            ("upload_created_at_ms", "created_at_ms"),
        ] {
            let index = Index::create()
                .name(name)
                .table("upload")
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }

        let photo = Table::create()
            .table("photo")
            .col(pk_auto("id").big_integer())
            .col(big_integer("account_id"))
            .col(string("file_id").unique_key())
            .col(integer("position").check(Expr::col("position").between(0, 5)))
            .foreign_key(&mut of_account("photo"))
            .foreign_key(&mut of_upload("photo"))
            .index(
                Index::create()
                    .unique()
                    .name("photo_account_id_position")
                    .col("account_id")
                    .col("position"),
            )
            .to_owned();
        manager.create_table(photo).await?;

        let document = Table::create()
            .table("document")
            .col(pk_auto("id").big_integer())
            .col(big_integer("account_id"))
            .col(string("file_id").unique_key())
            .col(big_integer_null("decided_at_ms"))
            .foreign_key(&mut of_account("document"))
            .foreign_key(&mut of_upload("document"))
            .to_owned();
        manager.create_table(document).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["document", "photo", "upload"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn of_account(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_account"))
        .from(table, "account_id")
        .to("account", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}

fn of_upload(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_upload"))
        .from(table, "file_id")
        .to("upload", "name")
        .on_delete(ForeignKeyAction::Restrict)
        .to_owned()
}
