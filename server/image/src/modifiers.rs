//! The grammar of the image proxy's modifiers, which is that of ipx: `f_webp,fit_cover,s_360x360`.
//!
//! Every size, format, quality, colour and blur is one of a short list. The server caches the variants that it makes,
//! and no client should be able to order thousands of one picture.

use std::fmt;

use enmusubi_core::FieldErrorCode;

use super::Kind;

/// Widths and heights in pixels: the placeholder (10), avatars (16 to 48), the pictures of the form and
/// the profile on screens with two and three device pixels per CSS pixel, and the breakpoints (320 to
/// 1536) on screens with two. A size beyond the stored picture gives the stored size.
const SIZES: [u32; 53] = [
    10, 16, 20, 24, 32, 40, 48, 60, 64, 72, 80, 96, 120, 128, 144, 150, 160, 180, 192, 200, 213,
    240, 256, 300, 320, 336, 360, 384, 400, 427, 480, 512, 600, 640, 672, 720, 768, 800, 853, 960,
    1024, 1080, 1280, 1344, 1440, 1536, 1600, 1707, 1920, 2016, 2048, 2560, 3072,
];
/// The quality if the client asks for none, as in the sharp library.
const DEFAULT_QUALITY: u8 = 80;
/// The quality of the placeholder (50), the default (80), and one on each side of it. The server accepts
/// any quality from 1 to 100 and takes the nearest of these, because the eye sees no finer steps and
/// encoding at 100 costs most.
const QUALITIES: [u8; 4] = [50, 75, 80, 90];
/// The blur of the placeholder (3), and two stronger ones for larger pictures. Wider blurs cost more.
const BLURS: [u8; 3] = [3, 5, 10];

/// The way in which a picture fits into a box with a width and a height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// Fills the box and cuts off the rest.
    Cover,
    /// Fits into the box, on a background of the box's size.
    Contain,
    /// Stretches to the shape of the box.
    Fill,
    /// Fits into the box; the result is as large as the picture in it.
    Inside,
    /// Covers the box without being cut, and is as small as possible.
    Outside,
}

/// The modifiers of one address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modifiers {
    /// The format of the result; `None` keeps the stored format.
    pub format: Option<Kind>,
    pub fit: Fit,
    /// The width in pixels.
    pub width: Option<u32>,
    /// The height in pixels.
    pub height: Option<u32>,
    /// The quality: 50, 75, 80 or 90.
    pub quality: Option<u8>,
    /// The colour behind transparent pixels and around the picture; `None` means black, as in sharp.
    pub background: Option<[u8; 3]>,
    /// The blur's standard deviation in pixels.
    pub blur: Option<u8>,
}

/// The reason why the server refuses a list of modifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModifierError {
    /// The modifier's name, or the place of an unknown one in the list. The error never repeats the text
    /// of the client.
    pub path: String,
    pub code: FieldErrorCode,
    pub cause: &'static str,
}

impl Modifiers {
    /// No modifiers: the stored file unchanged.
    pub const NONE: Self = Self {
        format: None,
        fit: Fit::Cover,
        width: None,
        height: None,
        quality: None,
        background: None,
        blur: None,
    };

    /// Reads `key_value` pairs separated by commas (or by `&`, as newer versions of ipx write), or `_` for
    /// no modifiers.
    pub fn parse(text: &str) -> Result<Self, ModifierError> {
        let mut modifiers = Self::NONE;
        if text == "_" {
            return Ok(modifiers);
        }
        let mut seen = Vec::new();
        for (index, pair) in text.split([',', '&']).enumerate() {
            let (key, value) = pair.split_once('_').unwrap_or((pair, ""));
            let Some(key) = Key::of(key) else {
                return Err(ModifierError {
                    path: format!("modifiers[{index}]"),
                    code: FieldErrorCode::UnknownValue,
                    cause: "There is a modifier that is none of f, fit, w, h, s, q, b and blur.",
                });
            };
            if let Some(error) = key.conflict(&seen) {
                return Err(error);
            }
            seen.push(key);
            if modifiers.set(key, value).is_none() {
                return Err(key.refused(FieldErrorCode::UnknownValue, key.wanted()));
            }
        }
        Ok(modifiers)
    }

    /// Fills in the format that a picture of this kind gets.
    #[must_use]
    pub fn for_picture(self, kind: Kind) -> Self {
        let is_plain = self == Self::NONE;
        let format = self.format.or_else(|| (!is_plain).then_some(kind));
        Self { format, ..self }
    }

    pub fn quality(&self) -> u8 {
        self.quality.unwrap_or(DEFAULT_QUALITY)
    }

    /// Returns `None` for a value that is not in the list of the key.
    fn set(&mut self, key: Key, value: &str) -> Option<()> {
        match key {
            Key::Format => self.format = Some(format_of(value)?),
            Key::Fit => self.fit = fit_of(value)?,
            Key::Width => self.width = Some(size_of(value)?),
            Key::Height => self.height = Some(size_of(value)?),
            Key::Size => {
                let (width, height) = value.split_once('x').unwrap_or((value, value));
                self.width = Some(size_of(width)?);
                self.height = Some(size_of(height)?);
            }
            Key::Quality => {
                let wanted = number_of(value).and_then(|it| u8::try_from(it).ok())?;
                if !(1..=100).contains(&wanted) {
                    return None;
                }
                // If two are equally near, the first one costs less.
                self.quality = QUALITIES.into_iter().min_by_key(|it| it.abs_diff(wanted));
            }
            Key::Background => self.background = Some(colour_of(value)?),
            Key::Blur => {
                let blur = number_of(value).and_then(|it| u8::try_from(it).ok())?;
                self.blur = Some(blur).filter(|it| BLURS.contains(it));
                self.blur?;
            }
        }
        Some(())
    }
}

/// Writes the modifiers in one canonical form, which names the stored variant.
impl fmt::Display for Modifiers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return formatter.write_str("_");
        }
        let mut parts = Vec::new();
        parts.extend(self.format.map(|kind| format!("f_{}", kind.extension())));
        if self.width.is_some() && self.height.is_some() {
            parts.push(format!("fit_{}", self.fit.as_str()));
        }
        parts.extend(self.width.map(|width| format!("w_{width}")));
        parts.extend(self.height.map(|height| format!("h_{height}")));
        if self.format != Some(Kind::Png) {
            parts.push(format!("q_{}", self.quality()));
        }
        let hex = |[red, green, blue]: [u8; 3]| format!("b_{red:02x}{green:02x}{blue:02x}");
        parts.extend(self.background.map(hex));
        parts.extend(self.blur.map(|blur| format!("blur_{blur}")));
        formatter.write_str(&parts.join(","))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    Format,
    Fit,
    Width,
    Height,
    Size,
    Quality,
    Background,
    Blur,
}

impl Key {
    const ALL: [Self; 8] = [
        Self::Format,
        Self::Fit,
        Self::Width,
        Self::Height,
        Self::Size,
        Self::Quality,
        Self::Background,
        Self::Blur,
    ];

    fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Format => "f",
            Self::Fit => "fit",
            Self::Width => "w",
            Self::Height => "h",
            Self::Size => "s",
            Self::Quality => "q",
            Self::Background => "b",
            Self::Blur => "blur",
        }
    }

    const fn wanted(self) -> &'static str {
        match self {
            Self::Format => "f should be jpeg, png or webp.",
            Self::Fit => "fit should be cover, contain, fill, inside or outside.",
            Self::Width => "w should be one of the sizes that are offered.",
            Self::Height => "h should be one of the sizes that are offered.",
            Self::Size => "s should be one or two of the sizes that are offered, such as 360x360.",
            Self::Quality => "q should be 1 to 100.",
            Self::Background => "b should be ffffff, 000000 or faf6f1.",
            Self::Blur => "blur should be 3, 5 or 10.",
        }
    }

    fn refused(self, code: FieldErrorCode, cause: &'static str) -> ModifierError {
        ModifierError {
            path: self.name().to_owned(),
            code,
            cause,
        }
    }

    fn conflict(self, seen: &[Self]) -> Option<ModifierError> {
        if seen.contains(&self) {
            let cause = "A modifier is there twice.";
            return Some(self.refused(FieldErrorCode::Duplicate, cause));
        }
        let others: &[Self] = match self {
            Self::Size => &[Self::Width, Self::Height],
            Self::Width | Self::Height => &[Self::Size],
            _ => &[],
        };
        let is_double = others.iter().any(|other| seen.contains(other));
        let cause = "s stands for w and h, and is not there together with them.";
        is_double.then(|| self.refused(FieldErrorCode::Duplicate, cause))
    }
}

impl Fit {
    const ALL: [Self; 5] = [
        Self::Cover,
        Self::Contain,
        Self::Fill,
        Self::Inside,
        Self::Outside,
    ];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Cover => "cover",
            Self::Contain => "contain",
            Self::Fill => "fill",
            Self::Inside => "inside",
            Self::Outside => "outside",
        }
    }
}

fn format_of(value: &str) -> Option<Kind> {
    match value {
        "jpeg" | "jpg" => Some(Kind::Jpeg),
        "png" => Some(Kind::Png),
        "webp" => Some(Kind::Webp),
        _ => None,
    }
}

fn fit_of(value: &str) -> Option<Fit> {
    Fit::ALL.into_iter().find(|fit| fit.as_str() == value)
}

fn size_of(value: &str) -> Option<u32> {
    number_of(value).filter(|size| SIZES.contains(size))
}

/// Reads digits only. `parse` alone would accept a sign and leading zeros.
fn number_of(value: &str) -> Option<u32> {
    let number: u32 = value.parse().ok()?;
    (number.to_string() == value).then_some(number)
}

/// Accepts white, black, and the page's background in light mode (`--color-bg`). The page pads no picture
/// yet. If every colour were accepted, a client could order the same picture millions of times.
fn colour_of(value: &str) -> Option<[u8; 3]> {
    match value.to_ascii_lowercase().as_str() {
        "ffffff" | "fff" => Some([0xFF; 3]),
        "000000" | "000" => Some([0; 3]),
        "faf6f1" => Some([0xFA, 0xF6, 0xF1]),
        _ => None,
    }
}
