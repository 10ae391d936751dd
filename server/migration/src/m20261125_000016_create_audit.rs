//! Creates `audit`: the log of the acts of reviewers, to which rows are only ever added. No foreign key leads from
//! it, because it outlives the accounts that it names by their ids.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, pk_auto, string, text};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let audit = Table::create()
            .table("audit")
            // The server gives each row its id. On SQLite, another type of key would leave a hidden row id beside it,
            // by which `INSERT OR REPLACE` could replace a row.
            .col(pk_auto("id").big_integer())
            .col(big_integer("at_ms"))
            .col(string("actor"))
            .col(string("action"))
            .col(big_integer_null("case_id"))
            .col(big_integer_null("account_id"))
            .col(big_integer_null("reviewer_id"))
            .col(string("subject"))
            .col(text("detail"))
            .col(string("previous_hash"))
            .col(string("hash"))
            .to_owned();
        manager.create_table(audit).await?;
        let triggers = match manager.get_database_backend() {
            DbBackend::Postgres => ON_POSTGRES,
            _ => ON_SQLITE,
        };
        for statement in triggers {
            manager
                .get_connection()
                .execute_unprepared(statement)
                .await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::drop().table("audit").to_owned();
        manager.drop_table(table).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            for function in ["audit_refuse", "audit_check_next"] {
                let statement = format!("DROP FUNCTION {function}()");
                manager
                    .get_connection()
                    .execute_unprepared(&statement)
                    .await?;
            }
        }
        Ok(())
    }
}

/// The third trigger also refuses `INSERT OR REPLACE`, for which SQLite deletes the old row without running the
/// triggers of a deletion.
const ON_SQLITE: &[&str] = &[
    "CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
     BEGIN SELECT RAISE(ABORT, 'the audit log takes new rows only'); END",
    "CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
     BEGIN SELECT RAISE(ABORT, 'the audit log takes new rows only'); END",
    "CREATE TRIGGER audit_next_only BEFORE INSERT ON audit
     WHEN NEW.id IS NOT (SELECT COALESCE(MAX(id), 0) + 1 FROM audit)
     BEGIN SELECT RAISE(ABORT, 'the audit log takes the next row only'); END",
];

/// `ENABLE ALWAYS` keeps the triggers in force in sessions that act as a replica, which skip others.
const ON_POSTGRES: &[&str] = &[
    "CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'the audit log takes new rows only'; END $$",
    "CREATE FUNCTION audit_check_next() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN
         IF NEW.id <> (SELECT COALESCE(MAX(id), 0) + 1 FROM audit) THEN
             RAISE EXCEPTION 'the audit log takes the next row only';
         END IF;
         RETURN NEW;
     END $$",
    "CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON audit
     FOR EACH ROW EXECUTE FUNCTION audit_refuse()",
    "CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit
     FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse()",
    "CREATE TRIGGER audit_next_only BEFORE INSERT ON audit
     FOR EACH ROW EXECUTE FUNCTION audit_check_next()",
    "ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_no_change",
    "ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_no_truncate",
    "ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_next_only",
];
