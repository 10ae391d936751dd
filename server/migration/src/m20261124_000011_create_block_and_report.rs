//! Creates the tables of blocks and reports. A block outlives both accounts as two keyed hashes, and a report goes
//! with either of them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, pk_auto, string, string_null, string_uniq, text,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        create_block(manager).await?;
        create_report(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["report", "block"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

async fn create_block(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let block = Table::create()
        .table("block")
        .col(pk_auto("id").big_integer())
        .col(string_uniq("public_id"))
        .col(big_integer_null("blocker_id"))
        .col(big_integer_null("blocked_id"))
        .col(string("blocker_hash"))
        .col(string("blocked_hash"))
        .col(string("nickname"))
        .col(big_integer("created_at_ms"))
        .foreign_key(&mut of_account(
            "block",
            "blocker_id",
            ForeignKeyAction::SetNull,
        ))
        .foreign_key(&mut of_account(
            "block",
            "blocked_id",
            ForeignKeyAction::SetNull,
        ))
        .to_owned();
    manager.create_table(block).await?;
    // A person blocks another once.
    let pair = Index::create()
        .name("block_pair")
        .table("block")
        .col("blocker_hash")
        .col("blocked_hash")
        .unique()
        .to_owned();
    manager.create_index(pair).await?;
    for (name, columns) in [
        ("block_blocked_hash", ["blocked_hash", "id"]),
        ("block_blocker", ["blocker_id", "blocked_id"]),
        ("block_blocked", ["blocked_id", "blocker_id"]),
    ] {
        manager.create_index(index("block", name, columns)).await?;
    }
    Ok(())
}

async fn create_report(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let report = Table::create()
        .table("report")
        .col(pk_auto("id").big_integer())
        .col(string_uniq("public_id"))
        .col(big_integer("reporter_id"))
        .col(big_integer("reported_id"))
        .col(string("category"))
        .col(text("note"))
        .col(text("snapshot"))
        .col(big_integer("created_at_ms"))
        .col(big_integer_null("decided_at_ms"))
        .col(string_null("outcome"))
        .col(string_null("actor"))
        .foreign_key(&mut of_account(
            "report",
            "reporter_id",
            ForeignKeyAction::Cascade,
        ))
        .foreign_key(&mut of_account(
            "report",
            "reported_id",
            ForeignKeyAction::Cascade,
        ))
        .to_owned();
    manager.create_table(report).await?;
    for (name, columns) in [
        ("report_reporter", ["reporter_id", "created_at_ms"]),
        ("report_reported", ["reported_id", "created_at_ms"]),
    ] {
        manager.create_index(index("report", name, columns)).await?;
    }
    // Reviewers list the reports that wait for a decision.
    let open = Index::create()
        .name("report_open")
        .table("report")
        .col("created_at_ms")
        .and_where(Expr::col("decided_at_ms").is_null())
        .to_owned();
    manager.create_index(open).await
}

fn index(
    table: &'static str,
    name: &'static str,
    [first, second]: [&'static str; 2],
) -> IndexCreateStatement {
    Index::create()
        .name(name)
        .table(table)
        .col(first)
        .col(second)
        .to_owned()
}

fn of_account(
    table: &'static str,
    column: &'static str,
    on_delete: ForeignKeyAction,
) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_{column}"))
        .from(table, column)
        .to("account", "id")
        .on_delete(on_delete)
        .to_owned()
}
