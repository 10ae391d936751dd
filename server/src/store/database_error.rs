//! What a statement that failed means to the caller.

use enmusubi_core::{ErrorCode, Field, FieldErrorCode};
use sea_orm::sqlx::Error as SqlxError;
use sea_orm::sqlx::error::DatabaseError;
use sea_orm::{DbErr, RuntimeErr};

use crate::error::{BUSY, Error};

/// Codes that pass by themselves, or once an operator has made room. SQLite's primary codes: BUSY,
/// LOCKED, READONLY, IOERR, FULL and CANTOPEN.
const SQLITE_PASSING: [u32; 6] = [5, 6, 8, 10, 13, 14];
/// PostgreSQL's, by their class where it has two characters: connection exception, insufficient
/// resources (the disk is full), operator intervention (it stops or starts), system error;
/// serialization failure and deadlock; read-only, as a standby is; a transaction that was left behind.
const POSTGRES_PASSING: [&str; 8] = ["08", "53", "57", "58", "40001", "40P01", "25006", "25P03"];

/// The unique constraints, as SQLite and as PostgreSQL calls them, that a form can break.
const UNIQUE: [(&str, &str, Field); 3] = [
    (
        "account.line_user_id",
        "account_line_user_id_key",
        Field::Account,
    ),
    ("photo.file_id", "photo_file_id_key", Field::PhotoNameList),
    (
        "document.file_id",
        "document_file_id_key",
        Field::VerifyTempFileName,
    ),
];

impl From<DbErr> for Error {
    fn from(error: DbErr) -> Self {
        let broken = database_error(&error).filter(|error| error.is_unique_violation());
        if let Some(broken) = broken {
            let field = field_of(broken);
            let refused = Self::from(ErrorCode::Conflict).because(error);
            return match field {
                Some(field) => refused.at(field, FieldErrorCode::Duplicate),
                None => refused,
            };
        }
        if is_passing(&error) {
            return Self::unavailable(BUSY, error);
        }
        Self::internal(error)
    }
}

/// Which field of the form must be another one.
fn field_of(broken: &(dyn DatabaseError + 'static)) -> Option<Field> {
    let is_it = |sqlite: &str, postgres| match broken.constraint() {
        Some(name) => name == postgres,
        None => broken.message().ends_with(sqlite),
    };
    let (.., field) = UNIQUE
        .into_iter()
        .find(|(sqlite, postgres, _)| is_it(sqlite, *postgres))?;
    Some(field)
}

/// Whether another try can work.
fn is_passing(error: &DbErr) -> bool {
    match error {
        DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => true,
        _ => match sqlx_error(error) {
            Some(SqlxError::Database(error)) => {
                error.code().is_some_and(|code| is_passing_code(&code))
            }
            Some(
                SqlxError::Io(_)
                | SqlxError::Protocol(_)
                | SqlxError::PoolTimedOut
                | SqlxError::PoolClosed
                | SqlxError::WorkerCrashed,
            ) => true,
            _ => false,
        },
    }
}

fn is_passing_code(code: &str) -> bool {
    if code.len() == 5 {
        return POSTGRES_PASSING.iter().any(|known| code.starts_with(known));
    }
    // An extended code has its primary code in the lower byte.
    let code: Option<u32> = code.parse().ok();
    code.is_some_and(|code| SQLITE_PASSING.contains(&(code & 0xff)))
}

fn database_error(error: &DbErr) -> Option<&(dyn DatabaseError + 'static)> {
    match sqlx_error(error)? {
        SqlxError::Database(error) => Some(error.as_ref()),
        _ => None,
    }
}

pub(super) fn sqlx_error(error: &DbErr) -> Option<&SqlxError> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_by_itself_is_told_from_our_own_faults() {
        for code in [
            "5", "261", "517", "13", "10", "778", "40001", "53100", "57P01", "08006", "25P03",
        ] {
            assert!(is_passing_code(code), "{code}");
        }
        // SQLite's CONSTRAINT and ERROR; PostgreSQL's check violation, undefined table and untranslatable
        // character.
        for code in ["1", "19", "275", "23514", "42P01", "22P05"] {
            assert!(!is_passing_code(code), "{code}");
        }
    }
}
