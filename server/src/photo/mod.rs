//! Files of users: taken in, shown for a while to those who may see them, and swept.

mod accept;
mod signed_url;
mod sweep;

pub(crate) use accept::{MAX_UPLOAD_BYTES, Purpose, accept, require_kept};
pub(crate) use signed_url::{Signature, fetch, no_such_file, signed_url};
pub use sweep::sweep;
pub(crate) use sweep::{UNTAKEN_KEPT_MS, delete_untaken, delete_untaken_soon};
