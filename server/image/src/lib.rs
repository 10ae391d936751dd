//! Turns untrusted bytes into clean pictures, and a stored picture into other sizes and formats.
//!
//! [`clean()`] takes an upload: it decodes the file within limits, removes everything but the pixels and
//! encodes it again. [`render()`] takes a stored picture and the [`Modifiers`] of a proxy's address. Both
//! keep a processor busy for up to a second, and neither does I/O.

mod clean;
mod codec;
mod colour;
mod jpeg;
mod kind;
mod layout;
mod modifiers;
mod png;
mod render;

pub use clean::{Clean, Use, clean};
pub use codec::Rejected;
pub use kind::Kind;
pub use modifiers::{Fit, ModifierError, Modifiers};
pub use render::render;
