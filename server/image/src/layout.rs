//! Which part of a picture is shown, and how large: arithmetic only.

use super::modifiers::{Fit, Modifiers};

/// In pixels of the stored picture, and of the one to be made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layout {
    /// Left, top, width and height of what is shown; nothing where that is all.
    pub(super) crop: Option<[f64; 4]>,
    /// How large it is shown.
    pub(super) size: (u32, u32),
    /// How large the ground behind it is; mostly the same.
    pub(super) ground: (u32, u32),
}

/// A picture is never made larger than it is: a box that goes beyond it is taken smaller in its own
/// shape, as ipx does.
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
    // What the box is made smaller by so that it goes beyond the picture on no side.
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
    fn one_side_gives_the_other_and_nothing_is_made_larger() {
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
    fn both_sides_are_a_box_that_each_fit_treats_in_its_way() {
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
    fn a_line_of_pixels_stays_one() {
        let made = layout((2048, 1), &Modifiers::parse("s_360,fit_inside").unwrap());
        assert_eq!(made.size, (360, 1));
        let made = layout((2048, 1), &Modifiers::parse("s_360").unwrap());
        assert_eq!(made.size, (1, 1));
    }
}
