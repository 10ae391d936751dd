//! Maps errors of the database to errors of the API.

use enmusubi_core::{Field, FieldErrorCode};
use sea_orm::sqlx::Error as SqlxError;
use sea_orm::sqlx::error::DatabaseError;
use sea_orm::{DbErr, RuntimeErr};

use crate::error::{BUSY, Error, ErrorCode};

/// SQLite's primary codes for problems that pass by themselves, or once an operator has made room: BUSY,
/// LOCKED, READONLY, IOERR, FULL and CANTOPEN.
const SQLITE_TRANSIENT: [u32; 6] = [5, 6, 8, 10, 13, 14];
/// PostgreSQL's codes for problems that pass by themselves, or once an operator has made room. Two characters stand for
/// a whole class: connection exception, insufficient resources (the disk is full), operator intervention (PostgreSQL
/// stops or starts) and system error. Five characters stand for one error: serialization failure, deadlock, a read-only
/// standby, and the timeout of an idle transaction.
const POSTGRES_TRANSIENT: [&str; 8] = ["08", "53", "57", "58", "40001", "40P01", "25006", "25P03"];

/// The unique constraints that a form can break: the names in SQLite and in PostgreSQL, and the field.
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
        if is_transient(&error) {
            return Self::unavailable(BUSY, error);
        }
        Self::internal(error)
    }
}

/// Returns the field of the form that broke the constraint.
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

/// Returns true if another try can succeed.
fn is_transient(error: &DbErr) -> bool {
    match error {
        DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => true,
        _ => match sqlx_error(error) {
            Some(SqlxError::Database(error)) => {
                error.code().is_some_and(|code| is_transient_code(&code))
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

fn is_transient_code(code: &str) -> bool {
    if code.len() == 5 {
        return POSTGRES_TRANSIENT
            .iter()
            .any(|known| code.starts_with(known));
    }
    // The lower byte of an extended code is its primary code.
    let code: Option<u32> = code.parse().ok();
    code.is_some_and(|code| SQLITE_TRANSIENT.contains(&(code & 0xff)))
}

fn database_error(error: &DbErr) -> Option<&(dyn DatabaseError + 'static)> {
    match sqlx_error(error)? {
        SqlxError::Database(error) => Some(error.as_ref()),
        _ => None,
    }
}

/// Returns the error of the driver.
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
    fn transient_codes_differ_from_those_of_our_own_errors() {
        for code in [
            "5", "261", "517", "13", "10", "778", "40001", "53100", "57P01", "08006", "25P03",
        ] {
            assert!(is_transient_code(code), "{code}");
        }
        // SQLite's CONSTRAINT and ERROR; PostgreSQL's check violation, undefined table and untranslatable
        // character.
        for code in ["1", "19", "275", "23514", "42P01", "22P05"] {
            assert!(!is_transient_code(code), "{code}");
        }
    }
}
