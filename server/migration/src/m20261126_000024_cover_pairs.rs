//! Adds the other member to the index of the members with the higher id. Both indexes of pairs then tell whom a
//! member was ever introduced to, and the job that introduces members reads no row of the table for it.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let covering = index("introduction_high_low").col("low_id").to_owned();
        manager.create_index(covering).await?;
        drop_index(manager, "introduction_high").await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_index(index("introduction_high")).await?;
        drop_index(manager, "introduction_high_low").await
    }
}

fn index(name: &'static str) -> IndexCreateStatement {
    Index::create()
        .name(name)
        .table("introduction")
        .col("high_id")
        .to_owned()
}

async fn drop_index(manager: &SchemaManager<'_>, name: &'static str) -> Result<(), DbErr> {
    let index = Index::drop().name(name).table("introduction").to_owned();
    manager.drop_index(index).await
}
