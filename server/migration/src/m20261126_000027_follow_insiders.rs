//! Adds the columns that the limits of reviewers need: the keyed hash of the person who is a reviewer and a member, how
//! long one reviewer has had a case, the reviewer whom a second look's first case bars, and an index of the audit log by
//! the act.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, string_null};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// The new columns. The previous version leaves them NULL.
fn columns() -> [(&'static str, ColumnDef); 4] {
    [
        ("reviewer", string_null("member_hash").take()),
        ("review_case", string_null("turn_of").take()),
        ("review_case", big_integer_null("turn_since_ms").take()),
        ("review_case", string_null("first_barred").take()),
    ]
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column with a statement.
        for (table, mut column) in columns() {
            let table = Table::alter()
                .table(table)
                .add_column(&mut column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        // A registration looks for the reviewer who is this person.
        let person = Index::create()
            .name("reviewer_member_hash")
            .table("reviewer")
            .col("member_hash")
            .to_owned();
        manager.create_index(person).await?;
        // Each opening of a photo counts the openings of the hour.
        let acts = Index::create()
            .name("audit_action")
            .table("audit")
            .col("action")
            .col("at_ms")
            .col("actor")
            .to_owned();
        manager.create_index(acts).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (name, table) in [
            ("audit_action", "audit"),
            ("reviewer_member_hash", "reviewer"),
        ] {
            let index = Index::drop().name(name).table(table).to_owned();
            manager.drop_index(index).await?;
        }
        for (table, column) in columns() {
            let table = Table::alter()
                .table(table)
                .drop_column(column.get_column_name())
                .to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
