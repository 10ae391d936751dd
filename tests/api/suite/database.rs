//! A database for one test: a SQLite file, or a database in this process's PostgreSQL cluster.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use enmusubi_tests::DatabaseKind;
use enmusubi_tests::postgres::Cluster;
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, Statement};
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;

/// The name of a PostgreSQL database that has the tables and no rows.
const TEMPLATE: &str = "template_of_tests";

/// Settings of a cluster whose data may be lost: a crash of the machine ends the tests too.
const HASTY: &[&str] = &[
    "autovacuum=off",
    "fsync=off",
    "full_page_writes=off",
    "max_connections=400",
    "max_wal_senders=0",
    "wal_level=minimal",
];

pub(crate) struct TestDatabase {
    pub(crate) url: String,
    place: Place,
}

/// Notices each commit of a change, of any client.
pub(crate) struct CommitWatch(DatabaseConnection);

impl CommitWatch {
    /// Returns a text that differs after each committed change.
    pub(crate) async fn look(&self) -> String {
        let sql = match DatabaseKind::of_this_run() {
            // SQLite counts the commits of all other connections.
            DatabaseKind::Sqlite => "SELECT CAST(data_version AS TEXT) FROM pragma_data_version",
            DatabaseKind::Postgres => "SELECT md5(database_to_xml(true, false, '')::text)",
        };
        let statement = Statement::from_string(self.0.get_database_backend(), sql);
        let row = self.0.query_one_raw(statement).await.unwrap().unwrap();
        row.try_get_by_index(0).unwrap()
    }

    /// Checks that these calls make the server commit no change. A background job may commit meanwhile, so a second and
    /// a third try have to show the same. Each try has callers of its own, because a change that happens once would be
    /// missing from the next try with the same callers. All callers are there before the first try, because a new
    /// approved member is work for a job.
    pub(crate) async fn expect_no_change<T>(
        &self,
        prepare: impl AsyncFn(u32) -> T,
        calls: impl AsyncFn(T),
    ) {
        let all = [prepare(0).await, prepare(1).await, prepare(2).await];
        for prepared in all {
            let before = self.look().await;
            calls(prepared).await;
            if self.look().await == before {
                return;
            }
        }
        panic!("the calls change a row");
    }
}

enum Place {
    Files(PathBuf),
    Cluster { name: String },
}

impl TestDatabase {
    /// Creates a database with the tables, as a copy: migrating a database for each test would take longer.
    pub(crate) async fn create(folder: &Path) -> Self {
        match DatabaseKind::of_this_run() {
            DatabaseKind::Sqlite => {
                let database = Self::create_empty(folder).await;
                let file = database.sqlite_file().unwrap();
                std::fs::create_dir(file.parent().unwrap()).unwrap();
                std::fs::write(file, migrated_file().await).unwrap();
                database
            }
            DatabaseKind::Postgres => {
                create_template().await;
                Self::copy_of(Some(TEMPLATE)).await
            }
        }
    }

    /// Creates a database without tables.
    pub(crate) async fn create_empty(folder: &Path) -> Self {
        match DatabaseKind::of_this_run() {
            DatabaseKind::Sqlite => {
                let files = folder.join("database");
                let url = format!("sqlite://{}", files.join("enmusubi.db").display());
                Self {
                    url,
                    place: Place::Files(files),
                }
            }
            DatabaseKind::Postgres => Self::copy_of(None).await,
        }
    }

    async fn copy_of(template: Option<&'static str>) -> Self {
        let name = format!("test_{}", uuid::Uuid::new_v4().simple());
        let name_of_it = name.clone();
        let create = move || match template {
            Some(template) => cluster().copy_database(template, &name_of_it),
            None => cluster().create_database(&name_of_it),
        };
        Self {
            url: spawn_blocking(create).await.unwrap().unwrap(),
            place: Place::Cluster { name },
        }
    }

    fn sqlite_file(&self) -> Option<&Path> {
        self.url.strip_prefix("sqlite://").map(Path::new)
    }

    pub(crate) async fn watch(&self) -> CommitWatch {
        let mut options = ConnectOptions::new(&self.url);
        options.max_connections(1);
        CommitWatch(Database::connect(options).await.unwrap())
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
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(|| Cluster::start(HASTY).unwrap())
}

/// Returns the bytes of a SQLite file that has the tables and no rows.
async fn migrated_file() -> &'static [u8] {
    static BYTES: OnceCell<Vec<u8>> = OnceCell::const_new();
    BYTES
        .get_or_init(async || {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("template.db");
            migrate(&format!("sqlite://{}", file.display())).await;
            std::fs::read(file).unwrap()
        })
        .await
}

/// Creates the database [`TEMPLATE`], once.
async fn create_template() {
    static CREATED: OnceCell<()> = OnceCell::const_new();
    CREATED
        .get_or_init(async || {
            let create = || cluster().create_database(TEMPLATE).unwrap();
            migrate(&spawn_blocking(create).await.unwrap()).await;
        })
        .await;
}

/// Creates the tables, and closes all connections.
async fn migrate(url: &str) {
    let database = enmusubi_server::store::Database::open(&url.into()).await;
    let database = database.unwrap();
    database.migrate().await.unwrap();
    database.close().await.unwrap();
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
