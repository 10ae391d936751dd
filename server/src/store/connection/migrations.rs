//! The migrations that ran on the tables.

use enmusubi_migration::{Migrator, MigratorTrait as _};
use sea_orm::DatabaseConnection;
use thiserror::Error;

use crate::error::Result;

/// The first migration of the versions before 0.1.0, which ran on all of their tables. Version 0.1.0 replaced their
/// migrations by one.
const BEFORE_0_1_0: &str = "m20261121_000001_create_account";

/// The names of the migrations that ran, in the order in which they ran.
pub(in crate::store) struct Ran {
    pub(in crate::store) known: Vec<String>,
    /// The migrations that this program does not have. Another version or another program ran them.
    unknown: Vec<String>,
}

/// Another version of Enmusubi, whose tables this program cannot use.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OtherVersion {
    /// A newer version. The text names what this program does not have, such as a migration.
    #[error("a newer Enmusubi ({0})")]
    Newer(String),
    /// A version before the first release.
    #[error("an Enmusubi before 0.1.0, which no release can update")]
    BeforeReleases,
}

impl Ran {
    /// Returns true if the tables belong to another program.
    pub(super) fn is_foreign(&self) -> bool {
        let is_ours = !self.known.is_empty() || self.is_before_releases();
        !is_ours && !self.unknown.is_empty()
    }

    /// Returns the other version that made the tables, if this program cannot use them. Call it only for tables of ours.
    pub(in crate::store) fn other_version(&self) -> Option<OtherVersion> {
        if self.is_before_releases() {
            return Some(OtherVersion::BeforeReleases);
        }
        self.unknown.first().cloned().map(OtherVersion::Newer)
    }

    fn is_before_releases(&self) -> bool {
        self.unknown.iter().any(|name| name == BEFORE_0_1_0)
    }
}

/// Reads the table of migrations. Fails if no migration has ever run.
pub(in crate::store) async fn list_ran(database: &DatabaseConnection) -> Result<Ran> {
    let migrations = Migrator::migrations();
    let is_known = |version: &String| migrations.iter().any(|known| known.name() == version);
    let ran = Migrator::get_migration_models(database).await?;
    let (known, unknown) = ran.into_iter().map(|ran| ran.version).partition(is_known);
    Ok(Ran { known, unknown })
}
