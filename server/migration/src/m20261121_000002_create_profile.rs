//! Creates `profile`: one column for each field of the payload, with the field's name.
//!
//! There is no column for coordinates. The server stores the place as a cell and nothing more precise.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, boolean, date, integer, json, string, text};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut table = Table::create();
        table
            .table("profile")
            .col(big_integer("account_id").primary_key())
            .col(string("nickname"))
            .col(string("name"))
            .col(word("gender", &["MALE", "FEMALE", "NON_BINARY"]))
            .col(word(
                "match_gender",
                &["MALE", "FEMALE", "NON_BINARY", "ANY"],
            ))
            .col(string("occupation_type"))
            .col(string("occupation"))
            .col(text("achievement"))
            .col(integer("height"))
            .col(string("income_range"))
            .col(date("birthday"))
            .col(string("school"))
            .col(word(
                "education",
                &[
                    "HIGH_SCHOOL",
                    "ASSOCIATE",
                    "BACHELOR",
                    "MASTER",
                    "DOCTORATE",
                ],
            ));
        for flag in [
            "marriage_record",
            "has_children",
            "smoke",
            "tattoo",
            "drink",
        ] {
            table.col(boolean(flag));
        }
        table.col(text("about_me"));
        for tags in [
            "personality_tag_ids",
            "exercise_tag_ids",
            "hobby_tag_ids",
            "marriage_type_tag_ids",
            "fertility_plan_tag_ids",
            "pet_tag_ids",
        ] {
            table.col(json(tags));
        }
        for answer in ["dating_question", "daily_life", "surprise_point"] {
            table.col(text(answer));
        }
        table
            .col(string("city"))
            .col(string("address"))
            .col(integer("cell_row").check(Expr::col("cell_row").between(-1800, 1799)))
            .col(integer("cell_column").check(Expr::col("cell_column").between(-3600, 3599)))
            .col(integer("recommend_distance_km"))
            .col(text("feedback"))
            .col(string("mbti"))
            .col(word("verify_method", &["WORK_EMAIL", "DOCUMENT", "LINK"]))
            .col(string("employer_id"))
            .col(text("review_link"))
            .col(string("verify_temp_file_name"))
            .col(text("verify_description"))
            .col(json("value_item"))
            .foreign_key(
                ForeignKey::create()
                    .name("profile_account")
                    .from("profile", "account_id")
                    .to("account", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("profile").to_owned())
            .await
    }
}

/// Returns a column that accepts only the words of a list. The matching relies on it.
fn word(name: &'static str, words: &'static [&'static str]) -> ColumnDef {
    let mut column = string(name);
    column.check(Expr::col(name).is_in(words.iter().copied()));
    column
}
