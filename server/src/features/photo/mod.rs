//! Files of users: taken in, shown for a while to those who may see them, and swept.

mod accept;
mod cache;
mod decoders;
mod signed_url;
mod sweep;
mod variant;

pub(crate) use accept::{MAX_UPLOAD_BYTES, Purpose, accept, require_kept};
pub(crate) use cache::PictureCache;
pub(crate) use decoders::{Client, Decoders};
pub use signed_url::signed_url;
pub(crate) use signed_url::{fetch, no_such_file};
pub use sweep::sweep;
pub(crate) use sweep::{UNTAKEN_KEPT_MS, delete_untaken, delete_untaken_soon};
pub(crate) use variant::{find_made_variant, find_variant, make_variant, open_unchanged};
