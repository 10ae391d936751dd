//! Checks that the bytes of a PDF are a complete file that does nothing but show pages. No I/O.
//!
//! The check reads tokens and follows no reference. A library that builds objects drops those that
//! it cannot read, while a viewer may read them; and it needs many times the memory of a file that
//! was made for that. This check reads every object that any reader could find: each one that begins
//! with `obj` anywhere in the file, also in an older revision or within other data, and each one in a
//! packed object stream. Its time and memory have a bound for each file.

mod lexer;
mod value;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;

use flate2::read::ZlibDecoder;
use memchr::memmem;

use self::lexer::{Lexer, Token, is_line_end, is_space};
use self::value::{Facts, Kind, Packing, StreamFacts};

/// More than any proof of employment has.
const MAX_PAGES: usize = 50;
/// A page of text has some dozen objects, a tagged one some hundred.
const MAX_OBJECTS: usize = 250_000;
/// Libraries pack 100 to 200 objects together, which is some ten kilobytes.
const MAX_OBJECT_STREAM_BYTES: usize = 8 * 1024 * 1024;
/// The bytes that are read as objects and the bytes that are unpacked, all together. Ordinary files
/// are read once.
const MAX_WORK_BYTES: usize = 32 * 1024 * 1024;
/// The end mark may be followed by some bytes; readers look for it this far from the end.
const MAX_TAIL_BYTES: usize = 1024;

/// Why a PDF is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// Its beginning, end, objects or pages are missing or broken.
    NotWhole,
    /// It has a script, an attachment, a password or another part that does more than show pages.
    Forbidden,
    /// It has too many pages or objects, or too much has to be unpacked.
    TooLarge,
}

/// Accepts a whole PDF without scripts, attachments or a password.
pub fn check(bytes: &[u8]) -> Result<(), Refused> {
    require_frame(bytes)?;
    let mut scan = Scan {
        bytes,
        work_left: MAX_WORK_BYTES,
        n_objects: 0,
        is_destination: BTreeMap::new(),
        pages: BTreeSet::new(),
        opened: Vec::new(),
        has_catalog: false,
        has_root: false,
    };
    for at in memmem::find_iter(bytes, b"obj") {
        if let Some(number) = object_number(bytes, at) {
            scan.read_object(number, at + b"obj".len())?;
        }
    }
    for at in memmem::find_iter(bytes, b"trailer") {
        scan.read_trailer(at + b"trailer".len())?;
    }
    scan.conclude()
}

/// The header, the end mark, and before it the place of a cross-reference table or stream.
fn require_frame(bytes: &[u8]) -> Result<(), Refused> {
    let is_version = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let has_header = bytes.starts_with(b"%PDF-") && is_version(bytes.get(5));
    let end = memmem::rfind(bytes, b"%%EOF").ok_or(Refused::NotWhole)?;
    if !has_header || end + MAX_TAIL_BYTES < bytes.len() {
        return Err(Refused::NotWhole);
    }
    let before_end = bytes.get(..end).unwrap_or_default();
    let start = memmem::rfind(before_end, b"startxref").ok_or(Refused::NotWhole)?;
    let mut lexer = Lexer::new(before_end, start + b"startxref".len());
    let table = index(read_integer(&mut lexer)?)?;
    let mut lexer = Lexer::new(bytes, table);
    lexer.skip_space();
    let found = bytes.get(lexer.position..).unwrap_or_default();
    if found.starts_with(b"xref") {
        return Ok(());
    }
    let is_numbered = read_integer(&mut lexer)?.is_some() && read_integer(&mut lexer)?.is_some();
    lexer.skip_space();
    let found = bytes.get(lexer.position..).unwrap_or_default();
    if is_numbered && found.starts_with(b"obj") {
        Ok(())
    } else {
        Err(Refused::NotWhole)
    }
}

/// The number of the object that this `obj` begins; `None` where it begins none, and 0 where the
/// number is not plain.
///
/// Comments may stand between the numbers and `obj`. The function takes the end of any line with a
/// `%` for a comment: to read too much as an object does no harm.
fn object_number(bytes: &[u8], at: usize) -> Option<u32> {
    let before = bytes.get(..at)?;
    let (before, is_after_comment) = without_space(before);
    let (before, generation) = without_number(before);
    if generation.is_empty() {
        return is_after_comment.then_some(0);
    }
    let n_before = before.len();
    let (before, is_generation_after_comment) = without_space(before);
    let is_apart = before.len() < n_before;
    let (_, number) = without_number(before);
    let begins = is_apart && (!number.is_empty() || is_generation_after_comment);
    let number = std::str::from_utf8(number).ok()?.parse();
    begins.then_some(number.unwrap_or(0))
}

/// The bytes before white space, and whether the white space may end a comment.
fn without_space(bytes: &[u8]) -> (&[u8], bool) {
    let n_space = bytes.iter().rev().take_while(|it| is_space(**it)).count();
    let (before, space) = bytes.split_at(bytes.len() - n_space);
    let mut line = before.iter().rev().take_while(|it| !is_line_end(**it));
    let has_line_end = space.iter().any(|it| is_line_end(*it));
    (before, has_line_end && line.any(|it| *it == b'%'))
}

/// Splits off the number at the end of the bytes. It may be written like `1.0` or `1e0`, because
/// some readers take these for an object's number.
fn without_number(bytes: &[u8]) -> (&[u8], &[u8]) {
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let number = bytes.iter().rev().take_while(|it| is_of_number(it));
    bytes.split_at(bytes.len() - number.count())
}

/// The next integer; `None` at the end.
fn read_integer(lexer: &mut Lexer<'_>) -> Result<Option<u32>, Refused> {
    match lexer.next()? {
        Token::Integer(number) => Ok(Some(number)),
        Token::End => Ok(None),
        _ => Err(Refused::NotWhole),
    }
}

fn index(number: Option<u32>) -> Result<usize, Refused> {
    let number = number.ok_or(Refused::NotWhole)?;
    usize::try_from(number).map_err(|_| Refused::NotWhole)
}

/// The findings so far.
struct Scan<'a> {
    bytes: &'a [u8],
    work_left: usize,
    n_objects: usize,
    /// For each object number, whether every object of this number is a destination.
    is_destination: BTreeMap<u32, bool>,
    /// The object numbers of the pages.
    pages: BTreeSet<u32>,
    /// The object numbers that a viewer goes to by itself when it opens the file.
    opened: Vec<u32>,
    has_catalog: bool,
    has_root: bool,
}

impl<'a> Scan<'a> {
    fn read_object(&mut self, number: u32, position: usize) -> Result<(), Refused> {
        let mut lexer = Lexer::new(self.bytes, position);
        let facts = value::read(&mut lexer)?;
        let is_stream = facts.is_dictionary && value::is_stream(&mut lexer);
        self.spend(lexer.n_read)?;
        self.note(number, &facts)?;
        if is_stream && facts.stream.is_object_stream() {
            self.read_object_stream(&facts.stream, lexer.position)?;
        }
        Ok(())
    }

    fn read_trailer(&mut self, position: usize) -> Result<(), Refused> {
        let mut lexer = Lexer::new(self.bytes, position);
        lexer.skip_space();
        let found = self.bytes.get(lexer.position..).unwrap_or_default();
        if found.starts_with(b"<<") {
            let facts = value::read(&mut lexer)?;
            self.has_root |= facts.has_root;
            self.opened.extend(facts.opened);
        }
        self.spend(lexer.n_read)
    }

    /// Reads each object where the stream's own table says that it begins.
    fn read_object_stream(&mut self, stream: &StreamFacts, start: usize) -> Result<(), Refused> {
        let data = self.data_at(start)?;
        let content = match stream.packing() {
            Some(Packing::Zlib) => Cow::from(self.unpack(data)?),
            // `data` goes on to the end of the file. Readers end the stream earlier and read no
            // more than this.
            Some(Packing::None) => Cow::from(data),
            None => return Err(Refused::NotWhole),
        };
        let first = index(stream.first())?;
        let n_objects = index(stream.n_objects())?;
        let table = content.get(..first).ok_or(Refused::NotWhole)?;
        let mut lexer = Lexer::new(table, 0);
        let mut objects = Vec::new();
        while let Some(number) = read_integer(&mut lexer)? {
            if objects.len() == MAX_OBJECTS {
                return Err(Refused::TooLarge);
            }
            let offset = index(read_integer(&mut lexer)?)?;
            objects.push((number, first.saturating_add(offset)));
        }
        self.spend(lexer.n_read)?;
        if objects.len() != n_objects {
            return Err(Refused::NotWhole);
        }
        for (number, position) in objects {
            let mut lexer = Lexer::new(&content, position);
            let facts = value::read(&mut lexer)?;
            self.spend(lexer.n_read)?;
            self.note(number, &facts)?;
        }
        Ok(())
    }

    /// The data of a stream, which begin behind the end of this line, and the rest of the file.
    fn data_at(&self, start: usize) -> Result<&'a [u8], Refused> {
        let line = self.bytes.get(start..).unwrap_or_default();
        let n_blanks = line.iter().take_while(|it| **it == b' ').count();
        match line.get(n_blanks..).unwrap_or_default() {
            [b'\r', b'\n', data @ ..] | [b'\n' | b'\r', data @ ..] => Ok(data),
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

    fn note(&mut self, number: u32, facts: &Facts) -> Result<(), Refused> {
        let is_destination = self.is_destination.entry(number).or_insert(true);
        *is_destination &= facts.is_destination;
        if facts.kind == Kind::Page {
            self.pages.insert(number);
        }
        self.opened.extend(&facts.opened);
        self.has_catalog |= facts.kind == Kind::Catalog;
        self.has_root |= facts.has_root;
        self.n_objects += 1;
        if self.n_objects > MAX_OBJECTS || self.pages.len() > MAX_PAGES {
            return Err(Refused::TooLarge);
        }
        Ok(())
    }

    fn spend(&mut self, n_bytes: usize) -> Result<(), Refused> {
        let left = self.work_left.checked_sub(n_bytes);
        self.work_left = left.ok_or(Refused::TooLarge)?;
        Ok(())
    }

    fn conclude(self) -> Result<(), Refused> {
        if !self.has_root || !self.has_catalog || self.pages.is_empty() {
            return Err(Refused::NotWhole);
        }
        let is_destination = |number| self.is_destination.get(number) == Some(&true);
        if self.opened.iter().all(is_destination) {
            Ok(())
        } else {
            Err(Refused::Forbidden)
        }
    }
}
