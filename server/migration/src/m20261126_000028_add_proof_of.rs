//! Adds to `upload` what a document proves, so that a file has one use for as long as it exists. The databases refuse
//! a photo that is evidence, and two profiles with one proof of age.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::string_null;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const COLUMN: &str = "proof_of";
const AGE_PROOF: &str = "profile_age_proof_file_name";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let is_document = Expr::col("purpose")
            .eq("DOCUMENT")
            .and(Expr::col(COLUMN).is_in(["EMPLOYMENT", "AGE"]));
        let mut column = string_null(COLUMN);
        column.check(Expr::col(COLUMN).is_null().or(is_document));
        let column = Table::alter().table("upload").add_column(column).to_owned();
        manager.alter_table(column).await?;
        // A document that has both uses already keeps the one that the server deletes last.
        let employment = Query::select()
            .column("file_id")
            .from("document")
            .to_owned();
        fill(manager, "EMPLOYMENT", employment).await?;
        let age = Query::select()
            .column("age_proof_file_name")
            .from("profile")
            .and_where(Expr::cust("age_proof_file_name <> ''"))
            .to_owned();
        fill(manager, "AGE", age).await?;
        set_age_proof_index(manager, true).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        set_age_proof_index(manager, false).await?;
        let column = Table::alter()
            .table("upload")
            .drop_column(COLUMN)
            .to_owned();
        manager.alter_table(column).await
    }
}

/// Sets the use of those documents that the query names and that have none yet.
async fn fill(
    manager: &SchemaManager<'_>,
    proof_of: &str,
    names: SelectStatement,
) -> Result<(), DbErr> {
    let update = Query::update()
        .table("upload")
        .value(COLUMN, proof_of)
        .and_where(Expr::col("purpose").eq("DOCUMENT"))
        .and_where(Expr::col(COLUMN).is_null())
        .and_where(Expr::col("name").in_subquery(names))
        .to_owned();
    manager.execute(update).await
}

/// Rebuilds the index of proofs of age, unique or not.
async fn set_age_proof_index(manager: &SchemaManager<'_>, is_unique: bool) -> Result<(), DbErr> {
    let old = Index::drop().name(AGE_PROOF).table("profile").to_owned();
    manager.drop_index(old).await?;
    let mut index = Index::create()
        .name(AGE_PROOF)
        .table("profile")
        .col("age_proof_file_name")
        .and_where(Expr::cust("age_proof_file_name <> ''"))
        .to_owned();
    if is_unique {
        index.unique();
    }
    manager.create_index(index).await
}
