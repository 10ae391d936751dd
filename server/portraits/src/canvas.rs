//! A picture that is being drawn, with the few shapes that the illustrations need.

use jpeg_encoder::{ColorType, Encoder};
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LinearGradient, Paint, Path, PathBuilder, Pixmap,
    Point, Rect, Shader, SpreadMode, Stroke, Transform,
};

use crate::{HEIGHT, NotDrawn, WIDTH};

/// The encoder quality. The server encodes every upload again, so this loses little.
const QUALITY: u8 = 90;

/// A colour, as `0xRRGGBB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rgb(pub(crate) u32);

impl Rgb {
    fn channels(self) -> [u8; 3] {
        let [_, red, green, blue] = self.0.to_be_bytes();
        [red, green, blue]
    }

    fn opaque(self) -> Color {
        self.with_alpha(255)
    }

    fn with_alpha(self, alpha: u8) -> Color {
        let [red, green, blue] = self.channels();
        Color::from_rgba8(red, green, blue, alpha)
    }

    /// Mixes in another colour, from 0 (none of it) to 255 (only it).
    pub(crate) fn mixed(self, other: Self, share: u8) -> Self {
        let share = u32::from(share);
        let mut mixed = 0;
        for (one, other) in self.channels().into_iter().zip(other.channels()) {
            let sum = u32::from(one) * (255 - share) + u32::from(other) * share;
            mixed = (mixed << 8) | (sum / 255);
        }
        Self(mixed)
    }

    pub(crate) fn darker(self) -> Self {
        self.mixed(Self(0x001c_1630), 50)
    }

    pub(crate) fn lighter(self) -> Self {
        self.mixed(Self(0x00ff_ffff), 90)
    }
}

/// A picture of 600 × 800 pixels. All coordinates are pixels from its upper left corner.
pub(crate) struct Canvas(Pixmap);

impl Canvas {
    pub(crate) fn new() -> Option<Self> {
        Some(Self(Pixmap::new(WIDTH.into(), HEIGHT.into())?))
    }

    /// Encodes the picture.
    pub(crate) fn into_jpeg(self) -> Result<Vec<u8>, NotDrawn> {
        let mut bytes = Vec::new();
        let encoder = Encoder::new(&mut bytes, QUALITY);
        // The background covers the whole picture, so no pixel is transparent.
        encoder
            .encode(self.0.data(), WIDTH, HEIGHT, ColorType::Rgba)
            .map_err(|_| NotDrawn)?;
        Ok(bytes)
    }

    /// Fills a band of the whole width with a gradient from its upper to its lower edge.
    pub(crate) fn gradient(&mut self, top: f32, bottom: f32, from: Rgb, to: Rgb) -> Option<()> {
        let band = Rect::from_ltrb(0.0, top, WIDTH.into(), bottom)?;
        let stops = vec![
            GradientStop::new(0.0, from.opaque()),
            GradientStop::new(1.0, to.opaque()),
        ];
        let (start, end) = (Point::from_xy(0.0, top), Point::from_xy(0.0, bottom));
        let shader =
            LinearGradient::new(start, end, stops, SpreadMode::Pad, Transform::identity())?;
        let paint = Paint {
            shader,
            ..Paint::default()
        };
        self.0.fill_rect(band, &paint, Transform::identity(), None);
        Some(())
    }

    /// Fills a path.
    pub(crate) fn fill(&mut self, path: &Path, color: Rgb) {
        self.fill_with(path, color, 255);
    }

    /// Fills a path with a transparent colour: 255 is opaque.
    pub(crate) fn fill_with(&mut self, path: &Path, color: Rgb, alpha: u8) {
        let paint = painted(color.with_alpha(alpha));
        let pixmap = &mut self.0;
        pixmap.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
    }

    /// Fills an ellipse around a point.
    pub(crate) fn ellipse(&mut self, at: (f32, f32), radii: (f32, f32), color: Rgb) -> Option<()> {
        self.haze(at, radii, color, 255)
    }

    /// Fills an ellipse with a transparent colour.
    pub(crate) fn haze(
        &mut self,
        (x, y): (f32, f32),
        (width, height): (f32, f32),
        color: Rgb,
        alpha: u8,
    ) -> Option<()> {
        let around = Rect::from_ltrb(x - width, y - height, x + width, y + height)?;
        self.fill_with(&PathBuilder::from_oval(around)?, color, alpha);
        Some(())
    }

    /// Fills a rectangle with round corners.
    pub(crate) fn block(
        &mut self,
        (left, top): (f32, f32),
        (right, bottom): (f32, f32),
        radius: f32,
        color: Rgb,
    ) -> Option<()> {
        let path = path(|to| {
            to.move_to(left + radius, top);
            to.line_to(right - radius, top);
            to.quad_to(right, top, right, top + radius);
            to.line_to(right, bottom - radius);
            to.quad_to(right, bottom, right - radius, bottom);
            to.line_to(left + radius, bottom);
            to.quad_to(left, bottom, left, bottom - radius);
            to.line_to(left, top + radius);
            to.quad_to(left, top, left + radius, top);
            to.close();
        })?;
        self.fill(&path, color);
        Some(())
    }

    /// Draws a line along a path, with round ends.
    pub(crate) fn line(&mut self, path: &Path, width: f32, color: Rgb, alpha: u8) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            ..Stroke::default()
        };
        let paint = painted(color.with_alpha(alpha));
        self.0
            .stroke_path(path, &paint, &stroke, Transform::identity(), None);
    }
}

/// Builds a path. Returns `None` for one without any extent.
pub(crate) fn path(build: impl FnOnce(&mut PathBuilder)) -> Option<Path> {
    let mut builder = PathBuilder::new();
    build(&mut builder);
    builder.finish()
}

fn painted(color: Color) -> Paint<'static> {
    Paint {
        shader: Shader::SolidColor(color),
        anti_alias: true,
        ..Paint::default()
    }
}
