//! The history of Enmusubi's tables.
//!
//! A migration is never edited after a release, and imports no entity or rule of the current code: it
//! creates the tables as they were when it was written. Times are Unix milliseconds in a 64-bit integer,
//! because all databases compare integers in the same way.

mod m20261121_000001_create_account;
mod m20261121_000002_create_profile;
mod m20261121_000003_create_session;
mod m20261121_000004_create_upload;
mod m20261121_000005_create_review_event;
mod m20261121_000006_add_avatar;
mod m20261121_000007_create_work_email;
mod m20261123_000008_create_member_choices;
mod m20261124_000009_create_introduction;
mod m20261124_000010_create_match_and_news;
mod m20261124_000011_create_block_and_report;
mod m20261124_000012_create_profile_change;
mod m20261124_000013_add_indexes;
mod m20261124_000014_create_mock_clock;
mod m20261125_000015_create_reviewer;
mod m20261125_000016_create_audit;
mod m20261125_000017_create_review_case;
mod m20261125_000018_add_retention;
mod m20261125_000019_add_language;
mod m20261125_000020_create_line_messages;
mod m20261125_000021_create_age_check;
mod m20261126_000024_cover_pairs;
mod m20261126_000026_create_used_challenge;
mod m20261126_000027_follow_insiders;
mod m20261126_000028_add_proof_of;

pub use sea_orm_migration::MigratorTrait;
use sea_orm_migration::{MigrationTrait, async_trait};

/// All migrations in the order in which they run.
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
            Box::new(m20261123_000008_create_member_choices::Migration),
            Box::new(m20261124_000009_create_introduction::Migration),
            Box::new(m20261124_000010_create_match_and_news::Migration),
            Box::new(m20261124_000011_create_block_and_report::Migration),
            Box::new(m20261124_000012_create_profile_change::Migration),
            Box::new(m20261124_000013_add_indexes::Migration),
            Box::new(m20261124_000014_create_mock_clock::Migration),
            Box::new(m20261125_000015_create_reviewer::Migration),
            Box::new(m20261125_000016_create_audit::Migration),
            Box::new(m20261125_000017_create_review_case::Migration),
            Box::new(m20261125_000018_add_retention::Migration),
            Box::new(m20261125_000019_add_language::Migration),
            Box::new(m20261125_000020_create_line_messages::Migration),
            Box::new(m20261125_000021_create_age_check::Migration),
            Box::new(m20261126_000024_cover_pairs::Migration),
            Box::new(m20261126_000026_create_used_challenge::Migration),
            Box::new(m20261126_000027_follow_insiders::Migration),
            Box::new(m20261126_000028_add_proof_of::Migration),
        ]
    }
}
