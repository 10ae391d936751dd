//! The migrations that ran on the tables.

use enmusubi_migration::{Migrator, MigratorTrait as _};
use sea_orm::DatabaseConnection;

use crate::error::Result;

/// The names of the migrations that ran, in the order in which they ran.
pub(super) struct Ran {
    pub(super) known: Vec<String>,
    /// The migrations that this program does not have. A newer version or another program ran them.
    pub(super) unknown: Vec<String>,
}

/// Reads the table of migrations. Fails if no migration has ever run.
pub(super) async fn list_ran(database: &DatabaseConnection) -> Result<Ran> {
    let migrations = Migrator::migrations();
    let is_known = |version: &String| migrations.iter().any(|known| known.name() == version);
    let ran = Migrator::get_migration_models(database).await?;
    let (known, unknown) = ran.into_iter().map(|ran| ran.version).partition(is_known);
    Ok(Ran { known, unknown })
}
