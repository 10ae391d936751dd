//! A member's answer to an introduction.

words! {
    /// The answers to an introduction.
    Answer {
        /// The member would like to get to know the other person.
        Yes = "YES",
        /// The member would not. The other person never learns of it.
        No = "NO",
    }
}
