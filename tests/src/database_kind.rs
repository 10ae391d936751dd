//! The database that a run of a suite uses.

/// SQLite, or PostgreSQL with `TEST_DATABASE=postgres` in the environment.
#[derive(Clone, Copy, Debug)]
pub enum DatabaseKind {
    Sqlite,
    Postgres,
}

impl DatabaseKind {
    /// Reads the environment.
    ///
    /// # Panics
    ///
    /// Panics if `TEST_DATABASE` names another database, because the run would otherwise prove less than its reader thinks.
    #[must_use]
    pub fn of_this_run() -> Self {
        match std::env::var("TEST_DATABASE").as_deref() {
            Ok("postgres") => Self::Postgres,
            Ok("sqlite") | Err(_) => Self::Sqlite,
            Ok(other) => panic!("TEST_DATABASE is sqlite or postgres, and not {other}"),
        }
    }

    /// Returns the name of the product.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}
