//! Reads the objects that a file keeps in object streams.

use std::borrow::Cow;
use std::io::Read as _;

use flate2::read::ZlibDecoder;
use memchr::memmem;

use super::lexer::{Lexer, Token};
use super::value::{self, Length, Packing, StreamFacts};
use super::{MAX_OBJECTS, Refused, Scan, index, read_integer};

/// The largest object stream. Libraries pack 100 to 200 objects together, which is some ten kilobytes.
const MAX_OBJECT_STREAM_BYTES: usize = 8 * 1024 * 1024;
/// The fixed cost of an object stream. Even an empty one takes time and memory to unpack.
const OBJECT_STREAM_COST: usize = 8 * 1024;
/// The number of bytes from which the check recognises that a stream is not an object stream. A colour
/// profile shows it in its first bytes, and zlib needs some hundred bytes for a table before them.
const BEGINNING_BYTES: usize = 1024;

impl<'a> Scan<'a> {
    /// Reads each object at the position that the stream's own table gives.
    pub(super) fn read_object_stream(
        &mut self,
        stream: &StreamFacts,
        start: usize,
    ) -> Result<(), Refused> {
        self.spend(OBJECT_STREAM_COST)?;
        let data = self.data_at(start)?;
        let content = match stream.packing() {
            Some(Packing::Zlib) => Cow::from(self.unpack(data)?),
            Some(Packing::None) => Cow::from(data),
            None => return Err(Refused::NotWhole),
        };
        let objects = self.read_table(stream, &content)?;
        for (n, (number, position)) in objects.iter().enumerate() {
            let mut lexer = Lexer::new(&content, *position, self.work_left);
            let facts = value::read(&mut lexer)?;
            self.spend(lexer.n_read)?;
            self.note(*number, &facts)?;
            // Some readers end an object at the beginning of the next one, and so cut its last name.
            if objects
                .get(n + 1)
                .is_some_and(|next| next.1 < lexer.position)
            {
                return Err(Refused::NotWhole);
            }
        }
        self.require_length(stream.length, data)
    }

    /// Reads the numbers of the objects in an object stream, and their positions.
    fn read_table(
        &mut self,
        stream: &StreamFacts,
        content: &[u8],
    ) -> Result<Vec<(u32, usize)>, Refused> {
        let first = index(stream.first())?;
        let n_objects = index(stream.n_objects())?;
        if n_objects > MAX_OBJECTS {
            return Err(Refused::TooLarge);
        }
        let mut lexer = Lexer::new(content, 0, self.work_left);
        let mut objects: Vec<(u32, usize)> = Vec::new();
        while objects.len() < n_objects {
            let number = read_integer(&mut lexer)?.ok_or(Refused::NotWhole)?;
            let position = first.saturating_add(index(read_integer(&mut lexer)?)?);
            if objects.last().is_some_and(|last| last.1 >= position) {
                return Err(Refused::NotWhole);
            }
            objects.push((number, position));
        }
        let end = lexer.position;
        lexer.skip_space();
        self.spend(lexer.n_read)?;
        // Some readers count the numbers and others stop at the first object; here both agree.
        if end <= first && (first <= lexer.position || objects.is_empty()) {
            Ok(objects)
        } else {
            Err(Refused::NotWhole)
        }
    }

    /// Returns the data of a stream, which begin on the next line and end before `endstream`.
    fn data_at(&mut self, start: usize) -> Result<&'a [u8], Refused> {
        let line = self.bytes.get(start..).unwrap_or_default();
        let ([b'\r', b'\n', data @ ..] | [b'\n', data @ ..]) = line else {
            return Err(Refused::NotWhole);
        };
        let n_bytes = memmem::find(data, b"endstream");
        self.spend(n_bytes.unwrap_or(data.len()))?;
        let data = n_bytes.and_then(|n_bytes| data.get(..n_bytes));
        data.ok_or(Refused::NotWhole)
    }

    /// Refuses a stream whose length differs from its data. Some readers use the length and others look
    /// for `endstream`, and a length that cuts the data could change its last name.
    fn require_length(&mut self, length: Length, data: &[u8]) -> Result<(), Refused> {
        let n_line_end = match data {
            [.., b'\r', b'\n'] => 2,
            [.., b'\r' | b'\n'] => 1,
            _ => 0,
        };
        let right = data.len() - n_line_end..=data.len();
        match length {
            Length::Known(n_bytes) if right.contains(&index(Some(n_bytes))?) => Ok(()),
            Length::Object(number) => {
                self.lengths.push((number, right));
                Ok(())
            }
            _ => Err(Refused::NotWhole),
        }
    }

    fn unpack(&mut self, data: &[u8]) -> Result<Vec<u8>, Refused> {
        let most = MAX_OBJECT_STREAM_BYTES.min(self.work_left);
        let most = u64::try_from(most).map_err(|_| Refused::TooLarge)?;
        let mut content = Vec::new();
        let mut decoder = ZlibDecoder::new(data).take(most);
        let unpacked = decoder.read_to_end(&mut content);
        let n_read = usize::try_from(decoder.get_ref().total_in()).unwrap_or(usize::MAX);
        self.spend(n_read)?;
        self.spend(content.len())?;
        match unpacked {
            Ok(n_unpacked) if n_unpacked as u64 == most => Err(Refused::TooLarge),
            Ok(_) => Ok(content),
            Err(_) => Err(Refused::NotWhole),
        }
    }

    /// Refuses a stream that begins with two numbers, as an object stream does.
    pub(super) fn require_no_table(
        &mut self,
        stream: &StreamFacts,
        start: usize,
    ) -> Result<(), Refused> {
        self.spend(OBJECT_STREAM_COST)?;
        let data = self.bytes.get(start..).unwrap_or_default();
        let data = data
            .get(..BEGINNING_BYTES)
            .unwrap_or(data)
            .trim_ascii_start();
        let mut beginning = Vec::new();
        match stream.packing() {
            Some(Packing::Zlib) => {
                // Ignore an error, because readers see the bytes before it all the same.
                let decoder = ZlibDecoder::new(data);
                let _ = decoder.take(256).read_to_end(&mut beginning);
            }
            Some(Packing::None) => beginning.extend_from_slice(data),
            None => return Err(Refused::NotWhole),
        }
        let mut lexer = Lexer::new(&beginning, 0, usize::MAX);
        let mut could_be_number = || match lexer.next() {
            Ok(Token::Integer(_) | Token::Reference(_) | Token::OtherValue | Token::End) => true,
            Ok(_) | Err(_) => false,
        };
        if could_be_number() && could_be_number() {
            return Err(Refused::NotWhole);
        }
        Ok(())
    }
}
