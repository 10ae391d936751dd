//! Walks through one value with everything in it and notes what the check needs to know.

use super::Refused;
use super::lexer::{Keyword, Lexer, Name, Token};

/// Ordinary files stay below 20 levels.
const MAX_DEPTH: usize = 100;

/// Names that make a viewer do more than show pages: run a script, start a program, open, fetch,
/// import or send another file, play media. `AA` are actions that start by themselves. A file with
/// `Encrypt` cannot be looked into, whether it asks for a password or not.
fn is_forbidden(name: &[u8]) -> bool {
    matches!(
        name,
        b"3D"
            | b"AA"
            | b"EF"
            | b"EmbeddedFile"
            | b"EmbeddedFiles"
            | b"Encrypt"
            | b"FileAttachment"
            | b"GoTo3DView"
            | b"GoToE"
            | b"GoToR"
            | b"ImportData"
            | b"JS"
            | b"JavaScript"
            | b"Launch"
            | b"Movie"
            | b"OnInstantiate"
            | b"Rendition"
            | b"RichMedia"
            | b"RichMediaExecute"
            | b"Sound"
            | b"SubmitForm"
            | b"Thread"
            | b"XFA"
    )
}

/// The findings about a value. The fields about keys speak of the value's own keys, not of deeper ones.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) is_dictionary: bool,
    /// An array that could be a destination, or an action that only goes to one.
    pub(super) is_destination: bool,
    /// The value itself, if it is an integer.
    pub(super) integer: Option<u32>,
    pub(super) kind: Kind,
    pub(super) has_root: bool,
    /// Objects that a viewer goes to by itself when it opens the file.
    pub(super) opened: Vec<u32>,
    pub(super) stream: StreamFacts,
}

/// The kind that a dictionary says it has.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Page,
    Catalog,
    #[default]
    Other,
}

/// The findings about a dictionary as the dictionary of a stream.
#[derive(Debug, Default)]
pub(super) struct StreamFacts {
    is_object_stream: bool,
    /// It has parameters for a filter, a second filter, or one that is not named.
    is_packed_oddly: bool,
    /// The data are in another file, or packed in a way that only some readers see: `/F` is a file by
    /// the PDF standard, and `/Filter` for readers that know the short keys of images within a page.
    pub(super) is_elsewhere: bool,
    pub(super) length: Length,
    first: Number,
    n_objects: Number,
    filter: Option<Name>,
}

/// The value of a key that should be an integer.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Number {
    #[default]
    Missing,
    Known(u32),
    /// Readers disagree about a repeated key, and this check looks up no reference.
    Unclear,
}

impl Number {
    const fn known(self) -> Option<u32> {
        match self {
            Self::Known(number) => Some(number),
            Self::Missing | Self::Unclear => None,
        }
    }

    fn note(&mut self, value: &Token) {
        *self = match (&self, value) {
            (Self::Missing, Token::Integer(number)) => Self::Known(*number),
            _ => Self::Unclear,
        };
    }
}

/// The length of a stream's data.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    #[default]
    Missing,
    Known(u32),
    /// The object of this number is the length.
    Object(u32),
    Unclear,
}

impl Length {
    fn note(&mut self, value: &Token) {
        *self = match (&self, value) {
            (Self::Missing, Token::Integer(number)) => Self::Known(*number),
            (Self::Missing, Token::Reference(number)) => Self::Object(*number),
            _ => Self::Unclear,
        };
    }
}

/// The packing of a stream's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    None,
    Zlib,
}

impl StreamFacts {
    /// Readers look at `/First`, and not all of them at `/Type`.
    pub(super) fn is_object_stream(&self) -> bool {
        self.is_object_stream || self.first != Number::Missing
    }

    /// Some readers take an object stream without `/First` for one whose objects begin at 0. A colour
    /// profile has an `/N` too.
    pub(super) fn has_count_only(&self) -> bool {
        !self.is_object_stream() && self.n_objects != Number::Missing
    }

    /// The offset at which the objects begin.
    pub(super) const fn first(&self) -> Option<u32> {
        self.first.known()
    }

    pub(super) const fn n_objects(&self) -> Option<u32> {
        self.n_objects.known()
    }

    /// `None` for a way of packing that no library uses for objects.
    pub(super) fn packing(&self) -> Option<Packing> {
        if self.is_packed_oddly {
            return None;
        }
        match self.filter.as_ref().map(Name::as_slice) {
            None => Some(Packing::None),
            Some(b"FlateDecode" | b"Fl") => Some(Packing::Zlib),
            Some(_) => None,
        }
    }
}

/// An array or a dictionary that is not closed yet.
#[derive(Debug)]
struct Frame {
    is_dictionary: bool,
    /// The key that waits for its value.
    key: Option<Name>,
    role: Role,
    goes_to_destination: bool,
    does_something_else: bool,
}

impl Frame {
    const fn new(is_dictionary: bool, role: Role) -> Self {
        Self {
            is_dictionary,
            key: None,
            role,
            goes_to_destination: false,
            does_something_else: false,
        }
    }

    const fn is_destination(&self) -> bool {
        !self.is_dictionary || (self.goes_to_destination && !self.does_something_else)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Top,
    /// The value of `/OpenAction`.
    OpenAction,
    /// The value of `/Filter`.
    Filters,
    Other,
}

/// Reads one value.
pub(super) fn read(lexer: &mut Lexer<'_>) -> Result<Facts, Refused> {
    let mut facts = Facts::default();
    let mut frames: Vec<Frame> = Vec::new();
    loop {
        let token = lexer.next()?;
        if let Token::Name(name) = &token
            && is_forbidden(name.as_slice())
        {
            return Err(Refused::Forbidden);
        }
        match (&token, frames.last_mut()) {
            (Token::End | Token::Keyword(_), _)
            | (Token::CloseArray | Token::CloseDictionary, None) => return Err(Refused::NotWhole),
            (Token::CloseArray | Token::CloseDictionary, Some(frame)) => {
                let is_right = frame.is_dictionary == (token == Token::CloseDictionary);
                if !is_right || frame.key.is_some() {
                    return Err(Refused::NotWhole);
                }
                close(frame, &mut facts)?;
                frames.pop();
            }
            (_, Some(frame)) if frame.is_dictionary && frame.key.is_none() => {
                let Token::Name(key) = token else {
                    return Err(Refused::NotWhole);
                };
                frame.key = Some(key);
            }
            (_, frame) => {
                if frame.is_none()
                    && let Token::Integer(number) = token
                {
                    facts.integer = Some(number);
                }
                let role = frame.map_or(Role::Top, |frame| note(frame, &token, &mut facts));
                if matches!(token, Token::OpenArray | Token::OpenDictionary) {
                    if frames.len() == MAX_DEPTH {
                        return Err(Refused::NotWhole);
                    }
                    frames.push(Frame::new(token == Token::OpenDictionary, role));
                }
            }
        }
        if frames.is_empty() {
            return Ok(facts);
        }
    }
}

/// Returns true if a stream follows the dictionary that was just read. The lexer then stands behind the
/// keyword.
pub(super) fn is_stream(lexer: &mut Lexer<'_>) -> Result<bool, Refused> {
    Ok(lexer.next()? == Token::Keyword(Keyword::Stream))
}

/// Notes a value of an array or a dictionary, and gives the role of the value if it is one of these.
fn note(frame: &mut Frame, value: &Token, facts: &mut Facts) -> Role {
    let Some(key) = frame.key.take() else {
        if frame.role == Role::Filters {
            note_filter(value, facts);
        }
        return Role::Other;
    };
    match (key.as_slice(), value) {
        (b"OpenAction", Token::Reference(number)) => facts.opened.push(*number),
        (b"OpenAction", _) => return Role::OpenAction,
        (b"S", Token::Name(name)) if name.as_slice() == b"GoTo" => frame.goes_to_destination = true,
        // `Next` is what an action does afterwards.
        (b"S" | b"Next", _) => frame.does_something_else = true,
        _ => {}
    }
    if frame.role != Role::Top {
        return Role::Other;
    }
    let stream = &mut facts.stream;
    match (key.as_slice(), value) {
        (b"Type", Token::Name(name)) => match name.as_slice() {
            b"Page" => facts.kind = Kind::Page,
            b"Catalog" => facts.kind = Kind::Catalog,
            b"ObjStm" => stream.is_object_stream = true,
            _ => {}
        },
        (b"Root", Token::Reference(_)) => facts.has_root = true,
        (b"First", value) => stream.first.note(value),
        (b"N", value) => stream.n_objects.note(value),
        (b"Length", value) => stream.length.note(value),
        (b"F" | b"FFilter" | b"FDecodeParms", _) => stream.is_elsewhere = true,
        (b"DecodeParms" | b"DP", _) => stream.is_packed_oddly = true,
        (b"Filter", Token::OpenArray) => return Role::Filters,
        (b"Filter", value) => note_filter(value, facts),
        _ => {}
    }
    Role::Other
}

fn note_filter(value: &Token, facts: &mut Facts) {
    match value {
        // The check does not unpack a stream with a second filter.
        Token::Name(name) if facts.stream.filter.is_none() => {
            facts.stream.filter = Some(*name);
        }
        _ => facts.stream.is_packed_oddly = true,
    }
}

fn close(frame: &Frame, facts: &mut Facts) -> Result<(), Refused> {
    match frame.role {
        Role::Top => {
            facts.is_dictionary = frame.is_dictionary;
            facts.is_destination = frame.is_destination();
        }
        Role::OpenAction if !frame.is_destination() => return Err(Refused::Forbidden),
        _ => {}
    }
    Ok(())
}
