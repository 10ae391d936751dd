//! The error codes of the API.

words! {
    /// A code of the wire's error body. Stable: a code is never renumbered or reused.
    ErrorCode {
        /// Identity proof missing or wrong.
        Unauthenticated = "E001",
        /// Session token missing, unknown or revoked.
        InvalidToken = "E001A",
        /// Session token expired.
        ExpiredToken = "E001B",
        /// The body breaks a rule; the field errors say which.
        InvalidFields = "E002",
        /// No such thing, or not yours to know of.
        NotFound = "E003",
        /// Already there, or changed meanwhile.
        Conflict = "E004",
        /// Too many requests.
        TooManyRequests = "E005",
        /// Too large.
        TooLarge = "E006",
        /// Not a supported file or content type.
        UnsupportedType = "E007",
        /// Known to you, not allowed in this state.
        Forbidden = "E008",
        /// Not JSON, or not this shape at all.
        Malformed = "E009",
        /// No such method here.
        MethodNotAllowed = "E010",
        /// Try again: overloaded, or something we need is out of reach.
        Unavailable = "E503",
        /// Ours.
        Internal = "E500",
    }
}
