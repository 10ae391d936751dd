//! Checks that the bytes of a PDF are a complete file that does nothing but show pages. The crate
//! does no I/O.
//!
//! The check reads tokens and follows no reference. It does not build objects with a library, because a
//! library drops objects that it cannot read but a viewer can, and because a hostile file makes it take
//! many times the memory of the file. The check reads every object that any reader could find: each
//! `obj` anywhere in the file, also in an older revision or within other data, and each object in a
//! packed object stream. Its time and memory are bounded for each file.
//!
//! Each reader forgives errors in its own way. If two readers could disagree about a token, the beginning
//! of an object or the extent of an object stream, the check refuses the file.

mod header;
mod lexer;
mod packed;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use memchr::memmem;

use self::header::{is_odd_space, object_number};
use self::lexer::{Lexer, Token};
use self::value::{Facts, Kind};

/// The largest number of pages. Documents that prove employment have fewer.
const MAX_PAGES: usize = 50;
/// The largest number of objects. A page of text has some dozens of them, a tagged page some hundreds.
const MAX_OBJECTS: usize = 250_000;
/// The limit of the work on one file: the bytes read as objects, the bytes unpacked, and a cost for each
/// token and each object stream. The check reads the bytes of ordinary files once.
const MAX_WORK_BYTES: usize = 32 * 1024 * 1024;
/// Some bytes may follow the end marker. Readers look for it this far from the end.
const MAX_TAIL_BYTES: usize = 1024;

/// The reason why the check refuses a PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// Its beginning, end, objects or pages are missing or broken, or two readers could disagree about
    /// them.
    NotWhole,
    /// It has a script, an attachment, a password or another part that does more than show pages.
    Forbidden,
    /// It has too many pages or objects, or too much packed data.
    TooLarge,
}

/// Accepts a whole PDF without scripts, attachments or a password.
pub fn check(bytes: &[u8]) -> Result<(), Refused> {
    require_frame(bytes)?;
    let mut scan = Scan {
        bytes,
        work_left: MAX_WORK_BYTES,
        n_objects: 0,
        objects: BTreeMap::new(),
        lengths: Vec::new(),
        pages: BTreeSet::new(),
        opened: Vec::new(),
        has_catalog: false,
        has_root: false,
    };
    for at in memmem::find_iter(bytes, b"obj") {
        if let Some(number) = object_number(bytes, at)? {
            scan.read_object(number, at + b"obj".len())?;
        }
    }
    for at in memmem::find_iter(bytes, b"trailer") {
        scan.read_trailer(at + b"trailer".len())?;
    }
    scan.conclude()
}

/// Requires the header, the end marker, and before it the position of a cross-reference table or stream.
fn require_frame(bytes: &[u8]) -> Result<(), Refused> {
    let is_version = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let has_header = bytes.starts_with(b"%PDF-") && is_version(bytes.get(5));
    let end = memmem::rfind(bytes, b"%%EOF").ok_or(Refused::NotWhole)?;
    if !has_header || end + MAX_TAIL_BYTES < bytes.len() {
        return Err(Refused::NotWhole);
    }
    let before_end = bytes.get(..end).unwrap_or_default();
    let start = memmem::rfind(before_end, b"startxref").ok_or(Refused::NotWhole)?;
    let mut lexer = Lexer::new(before_end, start + b"startxref".len(), MAX_WORK_BYTES);
    let table = index(read_integer(&mut lexer)?)?;
    let mut lexer = Lexer::new(bytes, table, MAX_WORK_BYTES);
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

/// Reads the next integer, or `None` at the end.
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

/// The state of the check of one file.
struct Scan<'a> {
    bytes: &'a [u8],
    work_left: usize,
    n_objects: usize,
    /// The facts about all objects of each number.
    objects: BTreeMap<u32, Numbered>,
    /// The numbers of objects that hold the length of a stream, and the lengths that are right.
    lengths: Vec<(u32, RangeInclusive<usize>)>,
    /// The object numbers of the pages.
    pages: BTreeSet<u32>,
    /// The numbers of the objects that a viewer visits by itself when it opens the file.
    opened: Vec<u32>,
    has_catalog: bool,
    has_root: bool,
}

/// The facts about the objects of one number. A file has several of them after a revision.
struct Numbered {
    /// True if each of them is a destination.
    is_destination: bool,
    /// The integer, if each of them is the same one.
    integer: Option<u32>,
}

impl Scan<'_> {
    fn read_object(&mut self, number: u32, position: usize) -> Result<(), Refused> {
        let mut lexer = Lexer::new(self.bytes, position, self.work_left);
        let facts = value::read(&mut lexer)?;
        let is_stream = facts.is_dictionary && value::is_stream(&mut lexer)?;
        self.spend(lexer.n_read)?;
        self.note(number, &facts)?;
        if !is_stream {
            return Ok(());
        }
        if facts.stream.is_elsewhere {
            return Err(Refused::Forbidden);
        }
        if facts.stream.is_object_stream() {
            self.read_object_stream(&facts.stream, lexer.position)?;
        } else if facts.stream.has_count_only() {
            self.require_no_table(&facts.stream, lexer.position)?;
        }
        Ok(())
    }

    fn read_trailer(&mut self, position: usize) -> Result<(), Refused> {
        let mut lexer = Lexer::new(self.bytes, position, self.work_left);
        lexer.skip_space();
        let found = self.bytes.get(lexer.position..).unwrap_or_default();
        if found.starts_with(b"<<") {
            let facts = value::read(&mut lexer)?;
            self.has_root |= facts.has_root;
            self.opened.extend(facts.opened);
        } else if found.first().is_some_and(|byte| is_odd_space(*byte)) {
            return Err(Refused::NotWhole);
        }
        self.spend(lexer.n_read)
    }

    fn note(&mut self, number: u32, facts: &Facts) -> Result<(), Refused> {
        let numbered = self.objects.entry(number).or_insert(Numbered {
            is_destination: true,
            integer: facts.integer,
        });
        numbered.is_destination &= facts.is_destination;
        numbered.integer = numbered.integer.filter(|it| Some(*it) == facts.integer);
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
        for (number, right) in self.lengths {
            let numbered = self.objects.get(&number);
            let length = index(numbered.and_then(|it| it.integer))?;
            if !right.contains(&length) {
                return Err(Refused::NotWhole);
            }
        }
        let is_destination = |number| {
            let numbered = self.objects.get(number);
            numbered.is_some_and(|it| it.is_destination)
        };
        if self.opened.iter().all(is_destination) {
            Ok(())
        } else {
            Err(Refused::Forbidden)
        }
    }
}
