//! Computes the part of a picture that a variant shows, and its size.

use super::modifiers::{Fit, Modifiers};

/// The geometry of a variant. `crop` is in pixels of the stored picture; `size` and `ground` are in pixels of the
/// variant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layout {
    /// Left, top, width and height of the visible part; `None` shows the whole picture.
    pub(super) crop: Option<[f64; 4]>,
    /// Width and height of the visible part in the variant.
    pub(super) size: (u32, u32),
    /// Width and height of the variant. It is larger than `size` only for [`Fit::Contain`].
    pub(super) ground: (u32, u32),
}

/// Computes the geometry. It never enlarges a picture: a box that is larger than the picture shrinks
/// and keeps its own shape, as in ipx.
pub(super) fn layout(source: (u32, u32), modifiers: &Modifiers) -> Layout {
    let (width, height) = (f64::from(source.0), f64::from(source.1));
    let whole = |scale: f64| {
        let size = (pixels(width * scale), pixels(height * scale));
        Layout {
            crop: None,
            size,
            ground: size,
        }
    };
    let horizontal = modifiers.width.map(|it| f64::from(it) / width);
    let vertical = modifiers.height.map(|it| f64::from(it) / height);
    let (Some(horizontal), Some(vertical)) = (horizontal, vertical) else {
        return whole(horizontal.or(vertical).unwrap_or(1.0).min(1.0));
    };
    let (smaller, larger) = (horizontal.min(vertical), horizontal.max(vertical));
    // Dividing the box by this number makes it fit into the picture.
    let shrunk = larger.max(1.0);
    let size = (
        pixels(width * horizontal / shrunk),
        pixels(height * vertical / shrunk),
    );
    match modifiers.fit {
        Fit::Inside => whole(smaller.min(1.0)),
        Fit::Outside => whole(larger.min(1.0)),
        Fit::Fill => Layout {
            size,
            ground: size,
            ..whole(1.0)
        },
        Fit::Contain => Layout {
            ground: size,
            ..whole(smaller / shrunk)
        },
        Fit::Cover => {
            let shown = (width * horizontal / larger, height * vertical / larger);
            Layout {
                crop: Some([
                    (width - shown.0) / 2.0,
                    (height - shown.1) / 2.0,
                    shown.0,
                    shown.1,
                ]),
                size,
                ground: size,
            }
        }
    }
}

fn pixels(length: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no longer than a side of the stored picture"
    )]
    let rounded = length.round() as u32;
    rounded.max(1)
}
