//! Creates the tables of matches and news. `match_side` has one row for each of the two members of a match, `note`
//! the notes of their conversation, and `news` what a member should hear of. `meeting_answer` counts the answers to
//! "did you meet?" without their members.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, boolean, pk_auto, string, string_null, string_uniq, text,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let ended = Table::alter()
            .table("introduction_side")
            .add_column(big_integer_null("ended_at_ms"))
            .to_owned();
        manager.alter_table(ended).await?;
        create_match_side(manager).await?;
        copy_matches(manager).await?;
        create_note(manager).await?;
        create_news(manager).await?;
        let answer = Table::create()
            .table("meeting_answer")
            .col(string("answer").primary_key())
            .col(big_integer("n_members"))
            .to_owned();
        manager.create_table(answer).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["meeting_answer", "news", "note", "match_side"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        let ended = Table::alter()
            .table("introduction_side")
            .drop_column("ended_at_ms")
            .to_owned();
        manager.alter_table(ended).await
    }
}

async fn create_match_side(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let side = Table::create()
        .table("match_side")
        .col(big_integer("introduction_id"))
        .col(big_integer("account_id"))
        .col(big_integer("other_id"))
        .col(big_integer("matched_at_ms"))
        .col(big_integer("last_number").default(0))
        .col(big_integer("read_number").default(0))
        .col(string("contact").default(""))
        .col(big_integer_null("contact_at_ms"))
        .col(boolean("has_told_if_met").default(false))
        .col(big_integer_null("ended_at_ms"))
        .primary_key(Index::create().col("introduction_id").col("account_id"))
        .foreign_key(&mut of_account("match_side", "account_id"))
        .foreign_key(&mut of_introduction("match_side"))
        .to_owned();
    manager.create_table(side).await?;
    let account = Index::create()
        .name("match_side_account")
        .table("match_side")
        .col("account_id")
        .to_owned();
    manager.create_index(account).await
}

/// Adds the sides of the matches that were made before this table.
async fn copy_matches(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let side = |column| Expr::col(("introduction_side", column));
    let matched_at_ms = Expr::col(("introduction", "matched_at_ms"));
    let matches = Query::select()
        .expr(side("introduction_id"))
        .expr(side("account_id"))
        .expr(side("other_id"))
        .expr(matched_at_ms.clone())
        .from("introduction_side")
        .inner_join(
            "introduction",
            Expr::col(("introduction", "id")).equals(("introduction_side", "introduction_id")),
        )
        .and_where(matched_at_ms.is_not_null())
        .take();
    let copy = Query::insert()
        .into_table("match_side")
        .columns(["introduction_id", "account_id", "other_id", "matched_at_ms"])
        .select_from(matches)
        .map_err(|error| DbErr::Custom(error.to_string()))?
        .to_owned();
    manager.execute(copy).await
}

async fn create_note(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let note = Table::create()
        .table("note")
        .col(big_integer("introduction_id"))
        .col(big_integer("number"))
        .col(big_integer("author_id"))
        .col(text("text"))
        .col(big_integer("sent_at_ms"))
        .col(string_null("key"))
        .primary_key(Index::create().col("introduction_id").col("number"))
        .foreign_key(&mut of_account("note", "author_id"))
        .foreign_key(&mut of_introduction("note"))
        .to_owned();
    manager.create_table(note).await?;
    // A note that a client sends again is stored once.
    let key = Index::create()
        .name("note_key")
        .table("note")
        .col("author_id")
        .col("key")
        .unique()
        .to_owned();
    manager.create_index(key).await?;
    // The notes of a member are counted from a moment on.
    let author = Index::create()
        .name("note_author")
        .table("note")
        .col("author_id")
        .col("sent_at_ms")
        .to_owned();
    manager.create_index(author).await
}

async fn create_news(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let news = Table::create()
        .table("news")
        .col(pk_auto("id").big_integer())
        .col(string_uniq("public_id"))
        .col(big_integer("account_id"))
        .col(string("kind"))
        .col(string("subject"))
        .col(big_integer("created_at_ms"))
        .col(big_integer_null("read_at_ms"))
        .foreign_key(&mut of_account("news", "account_id"))
        .to_owned();
    manager.create_table(news).await?;
    let account = Index::create()
        .name("news_account")
        .table("news")
        .col("account_id")
        .col("id")
        .to_owned();
    manager.create_index(account).await?;
    // A member has at most one unread entry of a kind about one subject.
    let unread = Index::create()
        .name("news_unread")
        .table("news")
        .col("account_id")
        .col("kind")
        .col("subject")
        .unique()
        .and_where(Expr::col("read_at_ms").is_null())
        .to_owned();
    manager.create_index(unread).await?;
    // Old news are deleted by their time.
    let created = Index::create()
        .name("news_created")
        .table("news")
        .col("created_at_ms")
        .to_owned();
    manager.create_index(created).await
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

/// Returns the foreign key with which the rows are deleted together with an introduction, and so with either of
/// its members.
fn of_introduction(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_introduction"))
        .from(table, "introduction_id")
        .to("introduction", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}
