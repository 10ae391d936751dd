//! The history of Enmusubi's tables.
//!
//! Migrations are never edited after a release and import nothing of today's entities or rules:
//! a table looks the way it did when its migration was written, whatever the code says now.
//! Times are Unix milliseconds in a 64-bit integer, which every database compares alike.

mod m20261121_000001_create_account;
mod m20261121_000002_create_profile;
mod m20261121_000003_create_session;
mod m20261121_000004_create_upload;
mod m20261121_000005_create_review_event;
mod m20261121_000006_add_avatar;
mod m20261121_000007_create_work_email;

pub use sea_orm_migration::MigratorTrait;
use sea_orm_migration::{MigrationTrait, async_trait};

/// Every migration, oldest first.
#[derive(Debug)]
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m20261121_000001_create_account::Migration),
            Box::new(m20261121_000002_create_profile::Migration),
            Box::new(m20261121_000003_create_session::Migration),
            Box::new(m20261121_000004_create_upload::Migration),
            Box::new(m20261121_000005_create_review_event::Migration),
            Box::new(m20261121_000006_add_avatar::Migration),
            Box::new(m20261121_000007_create_work_email::Migration),
        ]
    }
}
