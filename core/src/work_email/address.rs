//! An e-mail address as people type it, made comparable.
//!
//! Written by hand: the crates that parse addresses bring Unicode tables several times the size of
//! the rest of the wasm, and no employer of the list has letters beyond ASCII in its domains.

use crate::text::fold_ascii;

/// RFC 5321, 4.5.3.1.1: what stands before the at sign.
const MAX_LOCAL_BYTES: usize = 64;
/// RFC 5321, 4.5.3.1.3: a path of 256 without its angle brackets. No domain can then be longer than the
/// 253 that RFC 1035 allows.
const MAX_BYTES: usize = 254;
/// RFC 1035, 2.3.4.
const MAX_LABEL_BYTES: usize = 63;

/// An address in lower case and ASCII.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    text: String,
    at: usize,
}

impl Address {
    /// Full-width letters are folded; anything else beyond ASCII is no address.
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

    /// What stands before the at sign, without the `+tag` that leads to the same mailbox. A name that
    /// begins with the plus sign has no tag.
    pub(super) fn mailbox_name(&self) -> &str {
        let local = self.local();
        let end = local.bytes().position(|byte| byte == b'+');
        let end = end.filter(|end| *end > 0).unwrap_or(local.len());
        local.get(..end).unwrap_or_default()
    }
}

/// RFC 5322, 3.2.3: a dot-atom. A second at sign is none of its characters, nor of a domain's.
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

/// Two or more labels of letters, digits and inner hyphens.
fn is_domain(domain: &[u8]) -> bool {
    domain.contains(&b'.') && domain.split(|byte| *byte == b'.').all(is_label)
}

fn is_label(label: &[u8]) -> bool {
    (1..=MAX_LABEL_BYTES).contains(&label.len())
        && label.first() != Some(&b'-')
        && label.last() != Some(&b'-')
        && label
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}
