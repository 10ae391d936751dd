//! The ends of a change that an approved member proposed.

words! {
    /// The end of a proposed change. An open proposal has none.
    ChangeOutcome {
        /// A reviewer accepted it, and the profile has the new values.
        Accepted = "ACCEPTED",
        /// A reviewer refused it, and the profile keeps the old values.
        Refused = "REFUSED",
        /// The member proposed something else instead.
        Replaced = "REPLACED",
        /// The member withdrew it.
        Withdrawn = "WITHDRAWN",
    }
}

impl ChangeOutcome {
    /// Returns true if a reviewer decided.
    pub const fn is_decision(self) -> bool {
        matches!(self, Self::Accepted | Self::Refused)
    }
}
