//! Makes the news an outbox of messages in LINE. `news.due_ms` is the moment at which the server decides whether to send
//! a message about the entry. `line_message` has one row for each message, `line_contact` says whether LINE reaches a
//! member and what they want to hear there, `line_event` the events of LINE that were handled, and `line_month` counts
//! the messages of each month.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, boolean, boolean_null, integer, pk_auto, string, string_null,
    string_uniq,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column with each statement.
        for column in ["due_ms", "line_message_id"] {
            let added = Table::alter()
                .table("news")
                .add_column(big_integer_null(column))
                .to_owned();
            manager.alter_table(added).await?;
            // Where the server sends messages, it has decided about nearly all entries, and most have no message.
            let index = Index::create()
                .name(format!("news_{column}"))
                .table("news")
                .col(column)
                .and_where(Expr::col(column).is_not_null())
                .to_owned();
            manager.create_index(index).await?;
        }
        create_message(manager).await?;
        create_contact(manager).await?;
        create_event(manager).await?;
        let month = Table::create()
            .table("line_month")
            .col(string("month").primary_key())
            .col(big_integer("n_messages"))
            .col(string("announced").default(""))
            .to_owned();
        manager.create_table(month).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["line_month", "line_event", "line_contact", "line_message"] {
            let dropped = Table::drop().table(table).to_owned();
            manager.drop_table(dropped).await?;
        }
        for column in ["line_message_id", "due_ms"] {
            let index = Index::drop()
                .name(format!("news_{column}"))
                .table("news")
                .to_owned();
            manager.drop_index(index).await?;
            let dropped = Table::alter().table("news").drop_column(column).to_owned();
            manager.alter_table(dropped).await?;
        }
        Ok(())
    }
}

async fn create_message(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let message = Table::create()
        .table("line_message")
        .col(pk_auto("id").big_integer())
        .col(big_integer("account_id"))
        .col(string_uniq("retry_key"))
        .col(string("topics"))
        .col(string("path"))
        .col(big_integer("created_at_ms"))
        .col(big_integer_null("next_try_at_ms"))
        .col(integer("n_tries").default(0))
        .col(string_null("outcome"))
        .col(big_integer_null("settled_at_ms"))
        .foreign_key(&mut of_account("line_message"))
        .to_owned();
    manager.create_table(message).await?;
    let account = Index::create()
        .name("line_message_account")
        .table("line_message")
        .col("account_id")
        .to_owned();
    manager.create_index(account).await?;
    // Nearly all messages are settled.
    let waiting = Index::create()
        .name("line_message_waiting")
        .table("line_message")
        .col("next_try_at_ms")
        .and_where(Expr::col("next_try_at_ms").is_not_null())
        .to_owned();
    manager.create_index(waiting).await?;
    // Old messages are deleted by their time.
    let created = Index::create()
        .name("line_message_created")
        .table("line_message")
        .col("created_at_ms")
        .to_owned();
    manager.create_index(created).await
}

async fn create_contact(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let contact = Table::create()
        .table("line_contact")
        .col(big_integer("account_id").primary_key())
        .col(boolean_null("is_reachable"))
        .col(big_integer("known_at_ms").default(0))
        .col(boolean("wants_reviews").default(true))
        .col(boolean("wants_matches").default(true))
        .col(boolean("wants_notes").default(true))
        .col(boolean("wants_introductions").default(true))
        .foreign_key(&mut of_account("line_contact"))
        .to_owned();
    manager.create_table(contact).await
}

async fn create_event(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let event = Table::create()
        .table("line_event")
        .col(string("id").primary_key())
        .col(big_integer("received_at_ms"))
        .to_owned();
    manager.create_table(event).await?;
    let received = Index::create()
        .name("line_event_received")
        .table("line_event")
        .col("received_at_ms")
        .to_owned();
    manager.create_index(received).await
}

/// Returns the foreign key with which the rows are deleted together with an account.
fn of_account(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_account_id"))
        .from(table, "account_id")
        .to("account", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}
