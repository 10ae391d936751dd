//! The error codes of the API.

words! {
    /// A code of the wire's error body. Stable: a code is never renumbered or reused.
    ErrorCode {
        /// Identity proof missing or wrong.
        E001 = "E001",
        /// Session token missing, unknown or revoked.
        E001A = "E001A",
        /// Session token expired.
        E001B = "E001B",
        /// The body breaks a rule; the field errors say which.
        E002 = "E002",
        /// No such thing, or not yours to know of.
        E003 = "E003",
        /// Already there, or changed meanwhile.
        E004 = "E004",
        /// Too many requests.
        E005 = "E005",
        /// Too large.
        E006 = "E006",
        /// Not a supported file or content type.
        E007 = "E007",
        /// Known to you, not allowed in this state.
        E008 = "E008",
        /// Not JSON, or not this shape at all.
        E009 = "E009",
        /// No such method here.
        E010 = "E010",
        /// Try again: overloaded, or something we need is out of reach.
        E503 = "E503",
        /// Ours.
        E500 = "E500",
    }
}
