//! Creates the tables of introductions: `introduction` has one row for a pair, and `introduction_side` one for
//! each of the two. The others keep the state of the job that makes the pairs.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, date, date_null, integer, json_null, pk_auto, string,
    string_null, string_uniq,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        create_introduction(manager).await?;
        create_introduction_side(manager).await?;
        create_state_of_the_job(manager).await?;
        let opened = Table::alter()
            .table("account")
            .add_column(big_integer("opened_at_ms").default(0))
            .to_owned();
        manager.alter_table(opened).await?;
        let as_registered = Query::update()
            .table("account")
            .value("opened_at_ms", Expr::col("created_at_ms"))
            .to_owned();
        manager.execute(as_registered).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let opened = Table::alter()
            .table("account")
            .drop_column("opened_at_ms")
            .to_owned();
        manager.alter_table(opened).await?;
        for table in [
            "lease",
            "introduction_set",
            "introduction_request",
            "introduction_member",
            "introduction_side",
            "introduction",
        ] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

async fn create_introduction(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let introduction = Table::create()
        .table("introduction")
        .col(pk_auto("id").big_integer())
        .col(string_uniq("public_id"))
        .col(big_integer("low_id"))
        .col(big_integer("high_id"))
        .col(big_integer("created_at_ms"))
        .col(string("distance_band"))
        .col(big_integer_null("matched_at_ms"))
        .foreign_key(&mut of_account("introduction", "low_id"))
        .foreign_key(&mut of_account("introduction", "high_id"))
        .to_owned();
    manager.create_table(introduction).await?;
    // No two people are introduced twice.
    let pair = Index::create()
        .name("introduction_pair")
        .table("introduction")
        .col("low_id")
        .col("high_id")
        .unique()
        .to_owned();
    manager.create_index(pair).await?;
    // The deletion of an account looks for its pairs by both columns.
    let high = Index::create()
        .name("introduction_high")
        .table("introduction")
        .col("high_id")
        .to_owned();
    manager.create_index(high).await
}

async fn create_introduction_side(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let side = Table::create()
        .table("introduction_side")
        .col(big_integer("introduction_id"))
        .col(big_integer("account_id"))
        .col(big_integer("other_id"))
        .col(date("day"))
        .col(big_integer("expires_at_ms"))
        .col(integer("conditions"))
        .col(string_null("answer"))
        .col(big_integer_null("answered_at_ms"))
        .col(string("note"))
        .primary_key(Index::create().col("introduction_id").col("account_id"))
        .foreign_key(&mut of_account("introduction_side", "account_id"))
        .foreign_key(
            ForeignKey::create()
                .name("introduction_side_introduction")
                .from("introduction_side", "introduction_id")
                .to("introduction", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned();
    manager.create_table(side).await?;
    // A member's introductions are read by their end.
    let account = Index::create()
        .name("introduction_side_account")
        .table("introduction_side")
        .col("account_id")
        .col("expires_at_ms")
        .to_owned();
    manager.create_index(account).await
}

async fn create_state_of_the_job(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let member = Table::create()
        .table("introduction_member")
        .col(big_integer("account_id").primary_key())
        .col(date_null("served_day"))
        .col(big_integer_null("introduced_at_ms"))
        .col(json_null("circle"))
        .foreign_key(&mut of_account("introduction_member", "account_id"))
        .to_owned();
    manager.create_table(member).await?;
    let request = Table::create()
        .table("introduction_request")
        .col(big_integer("account_id").primary_key())
        .col(big_integer("asked_at_ms"))
        .foreign_key(&mut of_account("introduction_request", "account_id"))
        .to_owned();
    manager.create_table(request).await?;
    let set = Table::create()
        .table("introduction_set")
        .col(date("day").primary_key())
        .col(big_integer("finished_at_ms"))
        .to_owned();
    manager.create_table(set).await?;
    let lease = Table::create()
        .table("lease")
        .col(string("name").primary_key())
        .col(string_null("holder"))
        .col(big_integer("fence"))
        .col(big_integer("until_ms"))
        .to_owned();
    manager.create_table(lease).await
}

/// Returns the foreign key with which the rows are deleted together with an account.
fn of_account(table: &'static str, column: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_{column}"))
        .from(table, column)
        .to("account", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}
