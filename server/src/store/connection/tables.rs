//! The macro that declares tables, and the tables that are about no person.

use crate::clock::Millis;

/// Declares each table as a module with SeaORM's entity, whose `Model` is a row with the columns in the list.
macro_rules! tables {
    ($(
        $(#[$doc:meta])*
        $name:ident = $table:tt {
            $($(#[$attribute:meta])* $column:ident: $type:ty,)*
        }
    )*) => {$(
        $(#[$doc])*
        pub(crate) mod $name {
            use sea_orm::entity::prelude::*;

            #[allow(unused_imports, reason = "the types of the columns of some tables")]
            use super::*;

            #[allow(clippy::struct_excessive_bools, reason = "a column has the type of the answer or the choice")]
            #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
            #[sea_orm(table_name = $table)]
            pub(crate) struct Model {
                $($(#[$attribute])* pub(crate) $column: $type,)*
            }

            #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
            pub(crate) enum Relation {}

            impl ActiveModelBehavior for ActiveModel {}
        }
    )*};
}
pub(in crate::store) use tables;

tables! {
    /// Work that one process may do at a time.
    lease = "lease" {
        #[sea_orm(primary_key, auto_increment = false)]
        name: String,
        /// The process that does the work, or none.
        holder: Option<String>,
        /// The number of times that the lease was taken. Only the process that took it last may write.
        fence: i64,
        /// The time until which no other process takes the lease.
        until_ms: Millis,
    }

    /// The minutes by which the clock of the mock is ahead.
    mock_clock = "mock_clock" {
        /// Always 1: there is one row at most.
        #[sea_orm(primary_key, auto_increment = false)]
        id: i32,
        ahead_minutes: i32,
    }

    /// A random value that all instances of the server share.
    secret = "secret" {
        #[sea_orm(primary_key, auto_increment = false)]
        name: String,
        #[sea_orm(column_type = "Blob")]
        value: Vec<u8>,
    }
}
