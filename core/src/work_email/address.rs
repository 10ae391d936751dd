//! E-mail addresses as people type them, made comparable.
//!
//! The code is our own because the crates that parse addresses bring Unicode tables several times the
//! size of the rest of the wasm, and no employer of the list has letters beyond ASCII in its domains.

use crate::text::{fold_ascii, is_label};

/// The longest local part (RFC 5321, 4.5.3.1.1).
const MAX_LOCAL_BYTES: usize = 64;
/// The longest address: a path of 256 without its angle brackets (RFC 5321, 4.5.3.1.3). No domain can
/// then be longer than the 253 that RFC 1035 allows.
const MAX_BYTES: usize = 254;

/// An address in lower case and ASCII.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    text: String,
    at: usize,
}

impl Address {
    /// Folds full-width letters, and refuses any other text beyond ASCII.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = fold_ascii(text)?.to_ascii_lowercase();
        let at = text.bytes().position(|byte| byte == b'@')?;
        let address = Self { text, at };
        let is_whole = address.text.len() <= MAX_BYTES
            && is_local(address.local().as_bytes())
            && is_domain(address.domain().as_bytes());
        is_whole.then_some(address)
    }

    pub(super) fn local(&self) -> &str {
        self.text.get(..self.at).unwrap_or_default()
    }

    pub(super) fn domain(&self) -> &str {
        self.text.get(self.at + 1..).unwrap_or_default()
    }

    /// Returns the local part without the `+tag`, which leads to the same mailbox. A local part that begins
    /// with the plus sign has no tag.
    pub(super) fn mailbox_name(&self) -> &str {
        let local = self.local();
        let end = local.bytes().position(|byte| byte == b'+');
        let end = end.filter(|end| *end > 0).unwrap_or(local.len());
        local.get(..end).unwrap_or_default()
    }
}

/// Returns true for a dot-atom (RFC 5322, 3.2.3). Neither a local part nor a domain can have a second at sign.
fn is_local(local: &[u8]) -> bool {
    local.len() <= MAX_LOCAL_BYTES
        && local
            .split(|byte| *byte == b'.')
            .all(|atom| !atom.is_empty() && atom.iter().all(|byte| is_atom_text(*byte)))
}

const fn is_atom_text(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(
            byte,
            b'"' | b'(' | b')' | b',' | b':' | b';' | b'<' | b'>' | b'@' | b'[' | b'\\' | b']'
        )
}

/// Returns true for two or more labels of letters, digits and inner hyphens.
fn is_domain(domain: &[u8]) -> bool {
    domain.contains(&b'.')
        && domain
            .split(|byte| *byte == b'.')
            .all(|label| is_label(label, |byte| byte.is_ascii_alphanumeric()))
}
