//! The rules of this repository, as tests.
