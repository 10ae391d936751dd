//! Enmusubi's core seen from JavaScript.
