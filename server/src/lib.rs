//! The thin HTTP API of Enmusubi.
