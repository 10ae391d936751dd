//! Minimal handlers: poem, sqlx and the statements of the server, and nothing else. They check no
//! rule, and they limit, log and count nothing.

mod introductions;
mod lookups;
mod reads;
mod refusals;
mod registration;

use std::str::FromStr as _;

use poem::http::{HeaderMap, StatusCode, header};
use poem::listener::TcpListener;
use poem::middleware::AddData;
use poem::{EndpointExt as _, Route, Server, get, post};
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions, SqliteRow};
use sqlx::{Column as _, Row as _, TypeInfo as _, ValueRef as _};

use crate::Failure;
use crate::person::PATH_WITH_LOOKUPS;

/// The argument that runs the program as this contender.
pub(crate) const COMMAND: &str = "bare";

/// The limit of connections, which is the server's.
const MAX_CONNECTIONS: u32 = 8;

/// Answers at `LISTEN` from the database at `DATABASE_URL`.
pub(crate) async fn serve() -> Result<(), Failure> {
    let listener = TcpListener::bind(std::env::var("LISTEN")?);
    let url = std::env::var("DATABASE_URL")?;
    if url.starts_with("postgres:") {
        let options = PgPoolOptions::new().max_connections(MAX_CONNECTIONS);
        let pool = options.connect(&url).await?;
        let route = Route::new()
            .at("/api/user-profile", post(registration::register))
            .with(AddData::new(pool));
        return Ok(Server::new(listener).run(route).await?);
    }
    let options = SqlitePoolOptions::new().max_connections(MAX_CONNECTIONS);
    let file = SqliteConnectOptions::from_str(&url)?;
    let pool = options.connect_with(file).await?;
    let route = Route::new()
        .at("/api/introductions", get(introductions::list))
        .at("/api/user/my-info", get(reads::my_info))
        .at("/api/user/review-status/:user", get(reads::review_status))
        .at("/api/user-profile", post(refusals::refuse))
        .at(PATH_WITH_LOOKUPS, post(refusals::refuse_after_lookups))
        .with(AddData::new(pool));
    Ok(Server::new(listener).run(route).await?)
}

fn bearer(headers: &HeaderMap) -> poem::Result<&str> {
    let value = headers.get(header::AUTHORIZATION);
    value
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
        .ok_or_else(unauthorized)
}

fn unauthorized() -> poem::Error {
    poem::Error::from_status(StatusCode::UNAUTHORIZED)
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> poem::Error {
    poem::Error::new(error, StatusCode::INTERNAL_SERVER_ERROR)
}

/// Returns a row as JSON, column by column.
fn json_of(row: &SqliteRow) -> poem::Result<serde_json::Value> {
    let mut members = serde_json::Map::new();
    for column in row.columns() {
        let n = column.ordinal();
        let value = row.try_get_raw(n).map_err(failed)?;
        let value = match (value.is_null(), value.type_info().name()) {
            (true, _) => serde_json::Value::Null,
            (false, "INTEGER") => row.try_get::<i64, _>(n).map_err(failed)?.into(),
            (false, "BOOLEAN") => row.try_get::<bool, _>(n).map_err(failed)?.into(),
            (false, _) => row.try_get::<String, _>(n).map_err(failed)?.into(),
        };
        members.insert(column.name().to_owned(), value);
    }
    Ok(members.into())
}
