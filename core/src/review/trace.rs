//! The evidence of an employment of which a keyed hash outlives the account.

words! {
    /// The kinds of evidence that another account may have used before.
    TraceKind {
        /// The same document.
        Document = "DOCUMENT",
        /// The same mailbox at an employer.
        Mailbox = "MAILBOX",
    }
}
