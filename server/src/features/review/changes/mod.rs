//! The changes that approved members propose: the reviewer lists and shows them, and decides about them.

mod command;
mod decide;
mod print;

pub use command::{ChangeTarget, ChangesCommand};
