//! Tokens that mean nothing by themselves: random bits, of which the tables hold a hash.

use aws_lc_rs::{digest, rand};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::error::{Error, Result};

/// The characters of a token.
pub(crate) const LENGTH: usize = 43;

/// Generates a token of 256 random bits.
pub(crate) fn generate() -> Result<String> {
    let mut bits = [0_u8; 32];
    rand::fill(&mut bits).map_err(Error::internal)?;
    Ok(URL_SAFE_NO_PAD.encode(bits))
}

/// Returns the hash that the table holds. A token has too many bits to be guessed, so no slow hash is
/// needed.
pub(crate) fn hash(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, token.as_bytes()))
}
