//! The history of Enmusubi's tables.
//!
//! A migration is never edited after a release: a change of a table is a new migration, at the end of the list. It
//! imports no table or rule of the current code, because it has to make the same tables for ever.

mod m20261127_000001_create_tables;

pub use sea_orm_migration::MigratorTrait;
use sea_orm_migration::{MigrationTrait, async_trait};

/// All migrations in the order in which they run.
#[derive(Debug)]
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![Box::new(m20261127_000001_create_tables::Migration)]
    }
}
