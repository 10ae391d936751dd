//! The table of leases. A lease lets one process at a time do some work, until a moment that the process postpones
//! while it works.
//!
//! A process may stop for longer than its lease lasts and not notice. Each taking of a lease has a number, the fence,
//! and a transaction that belongs to the work checks the number with [`extend`]. A process whose lease was taken by
//! another can therefore write nothing more.

use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter};

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::connection::tables::lease::{ActiveModel, Column, Entity};
use crate::store::connection::{CanWrite, Database, begin};

/// A lease that this process has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lease {
    pub(crate) name: &'static str,
    pub(crate) fence: i64,
}

/// The condition under which a process takes a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Take {
    /// Take the lease if it has no holder, or if the holder has not extended it in time.
    IfFree,
    /// Take the lease even from a holder that is at work. The holder can write nothing more.
    Always,
}

/// Takes the lease until `until_ms`. Returns `None` if another process has it.
pub(crate) async fn take(
    connection: &impl CanWrite,
    name: &'static str,
    holder: &str,
    take: Take,
    now_ms: Millis,
    until_ms: Millis,
) -> Result<Option<Lease>> {
    let new = ActiveModel {
        name: Set(name.to_owned()),
        holder: Set(None),
        fence: Set(0),
        until_ms: Set(Millis(0)),
    };
    Entity::insert(new)
        .on_conflict(OnConflict::column(Column::Name).do_nothing().to_owned())
        .exec_without_returning(connection)
        .await?;
    let mut taking = Entity::update_many()
        .col_expr(Column::Holder, Expr::value(holder))
        .col_expr(Column::Fence, Expr::col(Column::Fence).add(1))
        .col_expr(Column::UntilMs, Expr::value(until_ms))
        .filter(Column::Name.eq(name));
    if take == Take::IfFree {
        taking = taking.filter(Column::UntilMs.lte(now_ms));
    }
    let taken = taking.exec_with_returning(connection).await?;
    Ok(taken.into_iter().next().map(|row| Lease {
        name,
        fence: row.fence,
    }))
}

/// Extends the lease that this process took last, or takes it if it is free. Returns `None` if another process has it.
pub(crate) async fn hold(
    connection: &impl CanWrite,
    last: Option<&Lease>,
    (name, holder): (&'static str, &str),
    (now_ms, until_ms): (Millis, Millis),
) -> Result<Option<Lease>> {
    if let Some(lease) = last
        && try_extend(connection, lease, until_ms).await?
    {
        return Ok(Some(lease.clone()));
    }
    take(connection, name, holder, Take::IfFree, now_ms, until_ms).await
}

/// Moves the end of the lease. Returns E503 if another process has taken it. In a transaction, the row of the
/// lease stays locked, so that no other process takes the lease before the commit.
pub(crate) async fn extend(
    connection: &impl CanWrite,
    lease: &Lease,
    until_ms: Millis,
) -> Result<()> {
    if try_extend(connection, lease, until_ms).await? {
        Ok(())
    } else {
        Err(taken())
    }
}

/// Moves the end of the lease. Returns false if another process has taken it.
pub(crate) async fn try_extend(
    connection: &impl CanWrite,
    lease: &Lease,
    until_ms: Millis,
) -> Result<bool> {
    let extended = Entity::update_many()
        .col_expr(Column::UntilMs, Expr::value(until_ms))
        .filter(Column::Name.eq(lease.name))
        .filter(Column::Fence.eq(lease.fence))
        .exec(connection)
        .await?;
    Ok(extended.rows_affected == 1)
}

/// Returns the E503 of a process whose lease another process has taken.
pub(crate) fn taken() -> Error {
    const TAKEN: &str = "Another process has taken over this work.";
    Error::unavailable(TAKEN, "the lease was taken")
}

/// Writes and commits a row that nothing reads. Only a write proves that the database takes changes: a read-only disk
/// and a standby answer every read.
pub(crate) async fn check_writes(database: &Database, now_ms: Millis) -> Result<()> {
    let transaction = begin(database).await?;
    let always = Take::Always;
    take(&transaction, WRITE_CHECK, "", always, now_ms, now_ms).await?;
    transaction.commit().await
}

/// Lets other processes take the lease at once.
pub(crate) async fn give_up(connection: &impl CanWrite, lease: &Lease) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::UntilMs, Expr::value(Millis(0)))
        .col_expr(Column::Holder, Expr::value(None::<String>))
        .filter(Column::Name.eq(lease.name))
        .filter(Column::Fence.eq(lease.fence))
        .exec(connection)
        .await?;
    Ok(())
}

/// Lets every process take any lease at once. A process that has one keeps it until another takes it.
pub(crate) async fn free_all(connection: &impl CanWrite) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::UntilMs, Expr::value(Millis(0)))
        .exec(connection)
        .await?;
    Ok(())
}

/// The name of the row that [`check_writes`] changes.
const WRITE_CHECK: &str = "write-check";
