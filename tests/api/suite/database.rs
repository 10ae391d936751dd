//! A database for one test: a SQLite file, or a database in this process's PostgreSQL cluster.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use enmusubi_tests::postgres::Cluster;
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, Statement};

/// The database of a suite.
#[derive(Clone, Copy)]
#[expect(dead_code, reason = "each of the two suites uses one of them")]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

static CLUSTER: OnceLock<Cluster> = OnceLock::new();

pub(crate) struct TestDatabase {
    pub(crate) url: String,
    place: Place,
}

/// Notices each commit of a change, of any client.
pub(crate) struct CommitWatch {
    place: WatchedPlace,
}

enum WatchedPlace {
    /// A connection of its own, because SQLite counts the commits of all others for each connection.
    Connection(DatabaseConnection),
    Cluster {
        name: String,
    },
}

impl CommitWatch {
    /// Returns a text that differs after each committed change.
    pub(crate) async fn look(&self) -> String {
        match &self.place {
            WatchedPlace::Connection(connection) => {
                number(connection, "PRAGMA data_version").await.to_string()
            }
            WatchedPlace::Cluster { name } => {
                let dump = String::from_utf8(cluster().dump(name).unwrap()).unwrap();
                // These lines have a random word.
                let lines = dump.lines();
                let lines = lines.filter(|line| !line.contains("restrict "));
                lines.collect::<Vec<_>>().join("\n")
            }
        }
    }
}

enum Place {
    Files(PathBuf),
    Cluster { name: String },
}

impl TestDatabase {
    pub(crate) async fn create(folder: &Path) -> Self {
        match crate::DATABASE {
            Kind::Sqlite => {
                let files = folder.join("database");
                let url = format!("sqlite://{}", files.join("enmusubi.db").display());
                Self {
                    url,
                    place: Place::Files(files),
                }
            }
            Kind::Postgres => {
                let name = format!("test_{}", uuid::Uuid::new_v4().simple());
                let name_of_it = name.clone();
                let create = move || cluster().create_database(&name_of_it).unwrap();
                let url = tokio::task::spawn_blocking(create).await.unwrap();
                Self {
                    url,
                    place: Place::Cluster { name },
                }
            }
        }
    }

    pub(crate) async fn watch(&self) -> CommitWatch {
        let place = match &self.place {
            Place::Files(_) => {
                let mut options = ConnectOptions::new(&self.url);
                options.max_connections(1);
                WatchedPlace::Connection(Database::connect(options).await.unwrap())
            }
            Place::Cluster { name } => WatchedPlace::Cluster { name: name.clone() },
        };
        CommitWatch { place }
    }

    /// Returns everything that is stored, as bytes to search in.
    pub(crate) fn dump(&self) -> Vec<u8> {
        match &self.place {
            Place::Files(folder) => {
                let files = std::fs::read_dir(folder).unwrap();
                files
                    .flat_map(|file| std::fs::read(file.unwrap().path()).unwrap())
                    .collect()
            }
            Place::Cluster { name } => cluster().dump(name).unwrap(),
        }
    }
}

/// Returns the cluster of this process, which stops when the process ends.
fn cluster() -> &'static Cluster {
    CLUSTER.get_or_init(|| Cluster::start(&["fsync=off", "max_connections=400"]).unwrap())
}

/// Returns the number that a query selects.
pub(crate) async fn number(database: &impl ConnectionTrait, sql: &str) -> i64 {
    let statement = Statement::from_string(database.get_database_backend(), sql.to_owned());
    let row = database.query_one_raw(statement).await.unwrap().unwrap();
    row.try_get_by_index::<i64>(0)
        .or_else(|_| row.try_get_by_index::<i32>(0).map(i64::from))
        .unwrap()
}

/// Returns the texts of the first row that a query selects about a person, and none if it selects no row. The person is
/// `$1` in the query, because the log has the text of a statement.
pub(crate) async fn texts_about(
    database: &impl ConnectionTrait,
    sql: &str,
    line_user_id: &str,
) -> Vec<String> {
    let backend = database.get_database_backend();
    let statement = Statement::from_sql_and_values(backend, sql, [line_user_id.into()]);
    let Some(row) = database.query_one_raw(statement).await.unwrap() else {
        return Vec::new();
    };
    let columns = row.column_names();
    let texts = columns.iter().map(|name| row.try_get("", name).unwrap());
    texts.collect()
}
