//! What a file is, by its first bytes. Its name and its announced type say nothing.

/// A kind of file that is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Jpeg,
    Png,
    Webp,
    /// For verification documents only, and never decoded.
    Pdf,
}

impl Kind {
    /// The kind of these bytes, or `None` where it is none of ours.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xFF, 0xD8, 0xFF, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(Self::Png),
            [
                b'R',
                b'I',
                b'F',
                b'F',
                _,
                _,
                _,
                _,
                b'W',
                b'E',
                b'B',
                b'P',
                ..,
            ] => Some(Self::Webp),
            [b'%', b'P', b'D', b'F', b'-', ..] => Some(Self::Pdf),
            _ => None,
        }
    }

    /// The kind that a stored file was given.
    pub fn of_media_type(media_type: &str) -> Option<Self> {
        [Self::Jpeg, Self::Png, Self::Webp, Self::Pdf]
            .into_iter()
            .find(|kind| kind.media_type() == media_type)
    }

    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
            Self::Pdf => "pdf",
        }
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Pdf => "application/pdf",
        }
    }
}
