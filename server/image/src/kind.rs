//! Recognises a file by its first bytes. The client chooses its name and its content type, so neither
//! counts.

/// A kind of picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Jpeg,
    Png,
    /// The kind of most variants. Earlier versions stored uploads of this kind too; now no upload may have it.
    Webp,
}

impl Kind {
    /// Returns the kind of these uploaded bytes, or `None` for a kind that the server does not accept.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xFF, 0xD8, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(Self::Png),
            _ => None,
        }
    }

    /// Returns the kind of a stored file by its media type, or `None` if it is no picture.
    pub fn of_media_type(media_type: &str) -> Option<Self> {
        [Self::Jpeg, Self::Png, Self::Webp]
            .into_iter()
            .find(|kind| kind.media_type() == media_type)
    }

    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
        }
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
        }
    }
}
