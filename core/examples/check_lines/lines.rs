//! Reads lines of bounded length from input of any length.

use std::io::{self, BufRead};

/// A line of the input.
pub(crate) enum Line<'a> {
    /// The whole line, without its line feed.
    Whole(&'a [u8]),
    /// A line beyond the bound, which the reader skipped.
    TooLong,
}

/// A reader that holds one line at a time, and never more than `max_bytes` of it.
pub(crate) struct Lines<R> {
    input: R,
    max_bytes: usize,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R, max_bytes: usize) -> Self {
        Self {
            input,
            max_bytes,
            line: Vec::new(),
        }
    }

    /// Returns the next line, or `None` at the end of the input.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let (mut has_begun, mut is_too_long) = (false, false);
        loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                break;
            }
            has_begun = true;
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            is_too_long |= self.line.len() + part.len() > self.max_bytes;
            if !is_too_long {
                self.line.extend_from_slice(part);
            }
            let n_read = part.len() + usize::from(end.is_some());
            self.input.consume(n_read);
            if end.is_some() {
                break;
            }
        }
        Ok(match (has_begun, is_too_long) {
            (false, _) => None,
            (true, true) => Some(Line::TooLong),
            (true, false) => Some(Line::Whole(&self.line)),
        })
    }
}
