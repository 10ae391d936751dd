//! The kinds of rejections.

words! {
    /// The kind of a rejection. Codes are stable: none is renumbered or reused. A server has
    /// codes of its own beside these, such as one for a missing login. A new kind would be a breaking change, because a
    /// server must decide its status.
    RejectionCode {
        /// The document breaks rules, which the field errors name (HTTP 422).
        InvalidFields = "E002",
        /// The document is longer than [`MAX_DOCUMENT_BYTES`](crate::MAX_DOCUMENT_BYTES) (HTTP 413).
        TooLarge = "E006",
        /// The document has a field that this call does not take, such as one that no reviewer asked for (HTTP 403).
        Forbidden = "E008",
        /// The document is not UTF-8, not JSON, nested too deep or no object (HTTP 400).
        Malformed = "E009",
        /// This crate has made a mistake (HTTP 500).
        Internal = "E500",
    }
}

impl RejectionCode {
    /// Returns the HTTP status that fits.
    ///
    /// ```
    /// use enmusubi_core::RejectionCode;
    ///
    /// assert_eq!(RejectionCode::InvalidFields.http_status(), 422);
    /// assert_eq!(RejectionCode::TooLarge.http_status(), 413);
    /// ```
    pub const fn http_status(self) -> u16 {
        match self {
            Self::InvalidFields => 422,
            Self::TooLarge => 413,
            Self::Forbidden => 403,
            Self::Malformed => 400,
            Self::Internal => 500,
        }
    }
}
