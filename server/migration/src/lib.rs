//! The history of Enmusubi's tables.
