//! The ids of rows that other tables name, with one type for each table. A call with two of them in the wrong order
//! does not compile.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use sea_orm::DeriveValueType;
use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, DeriveValueType)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, ParseIntError> {
                text.parse().map(Self)
            }
        }
    )*};
}

ids! {
    /// A row of `account`, and so a member.
    AccountId,
    /// A row of `reviewer`.
    ReviewerId,
    /// A row of `review_case`.
    CaseId,
    /// A row of `introduction`, and the match that can come of it.
    IntroductionId,
    /// A row of `profile_change`.
    ChangeId,
    /// A row of `line_message`.
    MessageId,
}
