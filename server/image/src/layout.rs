//! Computes the part of a picture that a variant shows, and its size.

use super::modifiers::{Fit, Modifiers};

/// The geometry of a variant. `crop` counts pixels of the stored picture, the others those of the variant.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Layout {
        layout((800, 400), &Modifiers::parse(text).unwrap())
    }

    #[test]
    fn one_side_gives_the_other_and_no_picture_is_enlarged() {
        for (text, size) in [
            ("_", (800, 400)),
            ("w_200", (200, 100)),
            ("h_200", (400, 200)),
            ("w_1600", (800, 400)),
            ("h_10", (20, 10)),
        ] {
            let Layout {
                size: made,
                ground,
                crop,
            } = asked(text);
            assert_eq!((made, ground), (size, size), "{text}");
            assert_eq!(crop, None);
        }
    }

    #[test]
    fn each_fit_uses_the_box_of_both_sides_in_its_own_way() {
        for (text, size, ground) in [
            ("s_200,fit_inside", (200, 100), (200, 100)),
            ("s_200,fit_outside", (400, 200), (400, 200)),
            ("s_200,fit_fill", (200, 200), (200, 200)),
            ("s_200,fit_contain", (200, 100), (200, 200)),
            ("s_200,fit_cover", (200, 200), (200, 200)),
            ("s_1600,fit_inside", (800, 400), (800, 400)),
            ("s_1600,fit_outside", (800, 400), (800, 400)),
            ("s_1600,fit_fill", (400, 400), (400, 400)),
            ("s_1600,fit_contain", (400, 200), (400, 400)),
            ("s_1600,fit_cover", (400, 400), (400, 400)),
            ("s_1600x400,fit_cover", (800, 200), (800, 200)),
        ] {
            let made = asked(text);
            assert_eq!((made.size, made.ground), (size, ground), "{text}");
        }
    }

    #[test]
    fn cover_shows_the_middle() {
        assert_eq!(asked("s_200").crop, Some([200.0, 0.0, 400.0, 400.0]));
        assert_eq!(asked("s_1600").crop, Some([200.0, 0.0, 400.0, 400.0]));
        assert_eq!(asked("s_800x200").crop, Some([0.0, 100.0, 800.0, 200.0]));
    }

    #[test]
    fn a_line_of_pixels_stays_one_pixel_high() {
        let made = layout((2048, 1), &Modifiers::parse("s_360,fit_inside").unwrap());
        assert_eq!(made.size, (360, 1));
        let made = layout((2048, 1), &Modifiers::parse("s_360").unwrap());
        assert_eq!(made.size, (1, 1));
    }
}
