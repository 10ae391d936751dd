//! Pictures as bytes: what they are, how they are made small and anonymous, and how others are made
//! of them. No I/O.

mod clean;
mod codec;
mod jpeg;
mod kind;
mod layout;
mod modifiers;
mod png;
mod render;
mod webp;

pub use clean::{Clean, clean};
pub use codec::Rejected;
pub use kind::Kind;
pub use modifiers::{Fit, ModifierError, Modifiers};
pub use render::render;

#[cfg(test)]
mod tests;
