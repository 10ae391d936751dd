//! The actors in the records of the review: the reviewers, the command line, and the jobs of the server.

use std::fmt;
use std::str::FromStr;

use crate::store::connection::ids::ReviewerId;

/// The actor of a claim, a decision or a row of the audit log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, sea_orm::DeriveValueType)]
#[sea_orm(value_type = "String")]
pub enum Actor {
    /// A reviewer, by the id of the row. Ids are never used again.
    Reviewer(ReviewerId),
    /// The command line of the server.
    Cli,
    /// A job of the server.
    Job,
}

impl fmt::Display for Actor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reviewer(id) => write!(formatter, "reviewer:{id}"),
            Self::Cli => formatter.write_str("cli"),
            Self::Job => formatter.write_str("job"),
        }
    }
}

/// The error for a stored text that is no actor.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stored actor is unknown")]
pub struct UnknownActor;

impl FromStr for Actor {
    type Err = UnknownActor;

    fn from_str(text: &str) -> Result<Self, UnknownActor> {
        match text {
            "cli" => Ok(Self::Cli),
            "job" => Ok(Self::Job),
            _ => {
                let id = text.strip_prefix("reviewer:").ok_or(UnknownActor)?;
                id.parse().map(Self::Reviewer).map_err(|_| UnknownActor)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_actor_is_read_back_from_its_text() {
        for actor in [Actor::Reviewer(ReviewerId(7)), Actor::Cli, Actor::Job] {
            assert_eq!(actor.to_string().parse(), Ok(actor));
        }
        for text in ["", "rita", "reviewer:", "reviewer:x", "CLI"] {
            assert_eq!(text.parse::<Actor>(), Err(UnknownActor), "{text}");
        }
    }
}
