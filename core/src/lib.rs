//! The profile, condition and matching rules of Enmusubi.
