//! The hair of a person: the part behind the head, and the part above the forehead.

use tiny_skia::PathBuilder;

use crate::canvas::{Canvas, Rgb, path};
use crate::person::{Figure, HEAD, Look, MIDDLE};

/// The shapes of hair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hair {
    Short,
    SidePart,
    Cropped,
    Curly,
    Bun,
    Bob,
    Long,
    Wavy,
}

/// Returns the shapes of hair that a figure may have.
pub(crate) const fn shapes_of(figure: Figure) -> &'static [Hair] {
    use Hair::{Bob, Bun, Cropped, Curly, Long, Short, SidePart, Wavy};
    match figure {
        Figure::Woman => &[Bob, Long, Wavy, Bun, SidePart, Curly],
        Figure::Man => &[Short, SidePart, Cropped, Curly],
        Figure::Any => &[Short, SidePart, Curly, Bun, Bob, Wavy],
    }
}

/// Draws the part of the hair that the shoulders and the head cover.
pub(crate) fn draw_behind(canvas: &mut Canvas, look: &Look) -> Option<()> {
    let color = look.hair_color.darker();
    let (out, top) = (look.width + 34.0, HEAD - look.height - 26.0);
    let (left, right) = (MIDDLE - out, MIDDLE + out);
    match look.hair {
        Hair::Bob => canvas.block((left, top), (right, HEAD + 172.0), 120.0, color)?,
        Hair::Long => canvas.block((left, top), (right, HEAD + 330.0), 110.0, color)?,
        Hair::Wavy => {
            canvas.block((left, top), (right, HEAD + 190.0), 120.0, color)?;
            for step in 0..5_u8 {
                let y = HEAD + 40.0 + 52.0 * f32::from(step);
                for side in [-1.0, 1.0] {
                    let sway = if step % 2 == 0 { 10.0 } else { -8.0 };
                    canvas.ellipse(
                        (MIDDLE + side * (out - 24.0 + sway), y),
                        (46.0, 48.0),
                        color,
                    )?;
                }
            }
        }
        Hair::Bun => {
            canvas.ellipse((MIDDLE, top - 18.0), (58.0, 54.0), color)?;
        }
        Hair::Short | Hair::SidePart | Hair::Cropped | Hair::Curly => {}
    }
    Some(())
}

/// Draws the part of the hair above the forehead.
pub(crate) fn draw_before(canvas: &mut Canvas, look: &Look) -> Option<()> {
    let color = look.hair_color;
    let (width, top) = (look.width + 10.0, HEAD - look.height);
    match look.hair {
        Hair::Curly => {
            for step in 0..=8_u8 {
                // Along a half circle, from the left temple to the right one.
                let angle = std::f32::consts::PI * f32::from(step) / 8.0;
                let x = MIDDLE - (width - 6.0) * angle.cos();
                let y = HEAD - 34.0 - (look.height - 26.0) * angle.sin();
                let radius = if step % 2 == 0 { 47.0 } else { 41.0 };
                canvas.ellipse((x, y), (radius, radius), color)?;
            }
            canvas.ellipse((MIDDLE, top + 34.0), (width - 26.0, 46.0), color)?;
        }
        Hair::Short => cap(canvas, look, -28.0, -58.0, 0.0)?,
        Hair::Cropped => cap(canvas, look, -62.0, -76.0, 0.0)?,
        Hair::SidePart => cap(canvas, look, -6.0, -84.0, 74.0)?,
        Hair::Bun => cap(canvas, look, -16.0, -92.0, 0.0)?,
        Hair::Bob => {
            cap(canvas, look, 30.0, -46.0, 0.0)?;
            strands(canvas, look, 118.0)?;
        }
        Hair::Long => {
            cap(canvas, look, 10.0, -84.0, -52.0)?;
            strands(canvas, look, 190.0)?;
        }
        Hair::Wavy => {
            cap(canvas, look, 10.0, -78.0, 40.0)?;
            strands(canvas, look, 140.0)?;
        }
    }
    Some(())
}

/// Draws hair over the upper half of the head. It ends at the height `side` at the temples and `forehead` in the
/// middle, both from the middle of the head, and the part is at `part` from the middle.
fn cap(canvas: &mut Canvas, look: &Look, side: f32, forehead: f32, part: f32) -> Option<()> {
    let width = look.width + 12.0;
    let top = HEAD - look.height - 26.0;
    let cap = path(|to: &mut PathBuilder| {
        to.move_to(MIDDLE - width, HEAD + side);
        to.cubic_to(
            MIDDLE - width - 12.0,
            top + 56.0,
            MIDDLE - 92.0,
            top,
            MIDDLE,
            top,
        );
        to.cubic_to(
            MIDDLE + 92.0,
            top,
            MIDDLE + width + 12.0,
            top + 56.0,
            MIDDLE + width,
            HEAD + side,
        );
        to.quad_to(
            MIDDLE + width - 22.0,
            HEAD + forehead + 8.0,
            MIDDLE + part,
            HEAD + forehead - 8.0,
        );
        to.quad_to(
            MIDDLE - width + 22.0,
            HEAD + forehead + 8.0,
            MIDDLE - width,
            HEAD + side,
        );
        to.close();
    })?;
    canvas.fill(&cap, look.hair_color);
    let shine = path(|to| {
        to.move_to(MIDDLE - 78.0, top + 62.0);
        to.quad_to(MIDDLE - 40.0, top + 26.0, MIDDLE + 14.0, top + 26.0);
    })?;
    canvas.line(&shine, 9.0, Rgb(0x00ff_ffff), 34);
    Some(())
}

/// Draws a strand of hair at each side of the face, down to a distance from the middle of the head.
fn strands(canvas: &mut Canvas, look: &Look, down: f32) -> Option<()> {
    for side in [-1.0, 1.0] {
        let out = MIDDLE + side * (look.width + 18.0);
        let strand = path(|to| {
            to.move_to(MIDDLE + side * (look.width - 24.0), HEAD - 84.0);
            to.cubic_to(
                out,
                HEAD - 70.0,
                out + side * 12.0,
                HEAD + 40.0,
                out + side * 4.0,
                HEAD + down,
            );
            to.quad_to(
                out - side * 30.0,
                HEAD + down + 16.0,
                out - side * 26.0,
                HEAD + 60.0,
            );
            to.quad_to(
                out - side * 18.0,
                HEAD - 20.0,
                MIDDLE + side * (look.width - 24.0),
                HEAD - 84.0,
            );
            to.close();
        })?;
        canvas.fill(&strand, look.hair_color);
    }
    Some(())
}
