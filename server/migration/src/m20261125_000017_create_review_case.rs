//! Creates `review_case`, the things that reviewers decide, with a case for everything that waits already.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, boolean_null, integer, json_null, pk_auto, string, string_null,
    text_null,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// Profiles that wait, or that a reviewer is reading. A profile that its member has sent again has a step of the
/// review.
const PROFILES: &str = "
    INSERT INTO review_case (account_id, kind, subject, evidence, employer_id, urgency, submitted_at_ms, due_at_ms,
        state, version, lease_until_ms, fence)
    SELECT account.id,
        CASE sent.action WHEN 'APPEAL' THEN 'APPEAL' WHEN 'RESUBMIT' THEN 'RESUBMISSION' ELSE 'REGISTRATION' END,
        '', profile.verify_method, profile.employer_id, 1,
        COALESCE(sent.created_at_ms, account.created_at_ms),
        COALESCE(sent.created_at_ms, account.created_at_ms)
            + CASE sent.action WHEN 'APPEAL' THEN 72 ELSE 24 END * 3600000,
        'OPEN', 1, 0, 0
    FROM account
    JOIN profile ON profile.account_id = account.id
    LEFT JOIN review_event AS sent ON sent.id = (
        SELECT MAX(id) FROM review_event
        WHERE account_id = account.id AND action IN ('RESUBMIT', 'APPEAL')
    )
    WHERE account.review_status IN ('PENDING', 'IN_REVIEW')";

/// The claims of before were without an end, and no case knows their holder.
const CLAIMS: &str =
    "UPDATE account SET review_status = 'PENDING' WHERE review_status = 'IN_REVIEW'";

const CHANGES: &str = "
    INSERT INTO review_case (account_id, kind, subject, evidence, employer_id, urgency, submitted_at_ms, due_at_ms,
        state, version, lease_until_ms, fence)
    SELECT account.id, 'CHANGE', profile_change.public_id, profile.verify_method, profile.employer_id, 1,
        profile_change.created_at_ms, profile_change.created_at_ms + 48 * 3600000,
        CASE account.review_status WHEN 'APPROVED' THEN 'OPEN' ELSE 'PARKED' END, 1, 0, 0
    FROM profile_change
    JOIN account ON account.id = profile_change.account_id
    JOIN profile ON profile.account_id = account.id
    WHERE profile_change.outcome IS NULL";

const REPORTS: &str = "
    INSERT INTO review_case (account_id, kind, subject, evidence, employer_id, urgency, submitted_at_ms, due_at_ms,
        state, version, lease_until_ms, fence)
    SELECT report.reported_id, 'REPORT', report.public_id, profile.verify_method, profile.employer_id,
        CASE WHEN report.category IN ('UNDER_AGE', 'HARASSMENT') THEN 0 ELSE 1 END,
        report.created_at_ms, report.created_at_ms + 12 * 3600000, 'OPEN', 1, 0, 0
    FROM report
    JOIN profile ON profile.account_id = report.reported_id
    WHERE report.decided_at_ms IS NULL";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("review_case")
            .col(pk_auto("id").big_integer())
            .col(big_integer("account_id"))
            .col(string("kind"))
            .col(string("subject"))
            .col(string("evidence"))
            .col(string("employer_id"))
            .col(integer("urgency"))
            .col(big_integer("submitted_at_ms"))
            .col(big_integer("due_at_ms"))
            .col(string("state"))
            .col(big_integer("version"))
            .col(string_null("holder"))
            .col(string_null("holder_name"))
            .col(big_integer("lease_until_ms"))
            .col(big_integer("fence"))
            .col(string_null("barred"))
            .col(big_integer_null("second_look_of"))
            .col(boolean_null("agrees"))
            .col(json_null("before"))
            .col(text_null("appeal"))
            .col(json_null("decision"))
            .col(string_null("decided_by"))
            .col(string_null("decided_by_name"))
            .col(big_integer_null("decided_at_ms"))
            .col(big_integer_null("effect_at_ms"))
            .foreign_key(
                ForeignKey::create()
                    .name("review_case_account")
                    .from("review_case", "account_id")
                    .to("account", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(table).await?;
        let queue = ["state", "urgency", "due_at_ms", "id"];
        for (name, columns) in [
            ("review_case_queue", queue.to_vec()),
            ("review_case_kind", with("kind", queue)),
            ("review_case_evidence", with("evidence", queue)),
            ("review_case_employer", with("employer_id", queue)),
            ("review_case_account", vec!["account_id", "state"]),
            ("review_case_subject", vec!["subject"]),
            ("review_case_decided", vec!["decided_at_ms"]),
        ] {
            let mut index = Index::create().name(name).table("review_case").to_owned();
            for column in columns {
                index.col(column);
            }
            manager.create_index(index).await?;
        }
        // The server looks for lapsed claims every few seconds, and nearly all cases have no holder.
        let held = Index::create()
            .name("review_case_held")
            .table("review_case")
            .col("lease_until_ms")
            .and_where(Expr::col("holder").is_not_null())
            .to_owned();
        manager.create_index(held).await?;
        // The same for decisions that have not taken effect.
        let due = Index::create()
            .name("review_case_effect")
            .table("review_case")
            .col("effect_at_ms")
            .and_where(Expr::col("effect_at_ms").is_not_null())
            .to_owned();
        manager.create_index(due).await?;
        let connection = manager.get_connection();
        for statement in [PROFILES, CLAIMS, CHANGES, REPORTS] {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("review_case").to_owned())
            .await
    }
}

/// Returns the columns of the queue's index, with a filter after the state.
fn with(filter: &'static str, queue: [&'static str; 4]) -> Vec<&'static str> {
    let [state, rest @ ..] = queue;
    [&[state, filter], rest.as_slice()].concat()
}
