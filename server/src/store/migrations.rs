//! The migrations that ran on the tables, and whether this program knows them.

use enmusubi_migration::{Migrator, MigratorTrait as _};
use sea_orm::DatabaseConnection;

use crate::error::Result;

/// The names of the migrations that ran, in their order.
pub(super) struct Ran {
    pub(super) known: Vec<String>,
    /// A newer program ran these, or another one.
    pub(super) unknown: Vec<String>,
}

/// Reads the list that the migrations keep. Fails where no migration ever ran.
pub(super) async fn list_ran(database: &DatabaseConnection) -> Result<Ran> {
    let migrations = Migrator::migrations();
    let is_known = |version: &String| migrations.iter().any(|known| known.name() == version);
    let ran = Migrator::get_migration_models(database).await?;
    let (known, unknown) = ran.into_iter().map(|ran| ran.version).partition(is_known);
    Ok(Ran { known, unknown })
}
