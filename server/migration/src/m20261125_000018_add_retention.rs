//! Creates `evidence_trace`, the keyed hashes of evidence that outlive an account, and adds an index of the reports
//! that still have a snapshot, for the job that clears old ones.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, json, pk_auto, string, string_null,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Nearly all old reports are cleared already.
        let uncleared = Index::create()
            .name("report_uncleared")
            .table("report")
            .col("decided_at_ms")
            .and_where(Expr::cust("snapshot <> 'null'"))
            .to_owned();
        manager.create_index(uncleared).await?;
        create_trace(manager).await?;
        let hash = Table::alter()
            .table("upload")
            .add_column(string_null("evidence_hash"))
            .to_owned();
        manager.alter_table(hash).await?;
        let same = Index::create()
            .name("upload_evidence_hash")
            .table("upload")
            .col("evidence_hash")
            .and_where(Expr::col("evidence_hash").is_not_null())
            .to_owned();
        manager.create_index(same).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (name, table) in [
            ("upload_evidence_hash", "upload"),
            ("report_uncleared", "report"),
        ] {
            let index = Index::drop().name(name).table(table).to_owned();
            manager.drop_index(index).await?;
        }
        let hash = Table::alter()
            .table("upload")
            .drop_column("evidence_hash")
            .to_owned();
        manager.alter_table(hash).await?;
        let trace = Table::drop().table("evidence_trace").to_owned();
        manager.drop_table(trace).await
    }
}

async fn create_trace(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let trace = Table::create()
        .table("evidence_trace")
        .col(pk_auto("id").big_integer())
        .col(string("hash"))
        .col(string("kind"))
        .col(big_integer_null("account_id"))
        .col(string_null("outcome"))
        .col(json("reasons"))
        .col(big_integer_null("decided_at_ms"))
        .col(big_integer("created_at_ms"))
        .col(big_integer_null("deleted_at_ms"))
        .foreign_key(
            ForeignKey::create()
                .name("evidence_trace_account")
                .from("evidence_trace", "account_id")
                .to("account", "id")
                .on_delete(ForeignKeyAction::SetNull),
        )
        .to_owned();
    manager.create_table(trace).await?;
    // An account has one trace of a piece of evidence.
    let own = Index::create()
        .name("evidence_trace_account_id")
        .table("evidence_trace")
        .col("account_id")
        .col("kind")
        .col("hash")
        .unique()
        .to_owned();
    manager.create_index(own).await?;
    let same = Index::create()
        .name("evidence_trace_hash")
        .table("evidence_trace")
        .col("hash")
        .to_owned();
    manager.create_index(same).await?;
    let detached = Index::create()
        .name("evidence_trace_deleted_at_ms")
        .table("evidence_trace")
        .col("deleted_at_ms")
        .and_where(Expr::col("deleted_at_ms").is_not_null())
        .to_owned();
    manager.create_index(detached).await
}
