//! Reads one value with everything in it, and collects the facts that the check needs.

use super::Refused;
use super::lexer::{Keyword, Lexer, Name, Token};

/// The deepest nesting of a value. Ordinary files have fewer than 20 levels.
const MAX_DEPTH: usize = 100;

/// Names that make a viewer do more than show pages: run a script, start a program, open, fetch,
/// import or send another file, or play media. `AA` holds actions that start by themselves. The check
/// cannot read a file with `Encrypt`, even if it needs no password.
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

/// The facts about a value. The fields about keys mean the value's own keys, not deeper ones.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) is_dictionary: bool,
    /// True for an array that could be a destination, and for an action that only goes to one.
    pub(super) is_destination: bool,
    /// The value itself, if it is an integer.
    pub(super) integer: Option<u32>,
    pub(super) kind: Kind,
    pub(super) has_root: bool,
    /// The numbers of the objects that a viewer visits by itself when it opens the file.
    pub(super) opened: Vec<u32>,
    pub(super) stream: StreamFacts,
}

/// The kind in the `/Type` of a dictionary.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Page,
    Catalog,
    #[default]
    Other,
}

/// The facts about a dictionary that a stream may follow.
#[derive(Debug, Default)]
pub(super) struct StreamFacts {
    is_object_stream: bool,
    /// True if it has parameters for a filter, a second filter, or a filter that is not a name.
    is_packed_oddly: bool,
    /// True if the dictionary has an `/F`. By the PDF standard the data are then in another file, while
    /// readers that know the short keys of inline images read it as `/Filter`.
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
    /// The key is repeated, about which readers disagree, or its value is a reference, which the check does
    /// not follow.
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
    /// The object of this number holds the length.
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
    /// Returns true if some reader treats the stream as an object stream. All readers look at `/First`, but
    /// not all of them at `/Type`.
    pub(super) fn is_object_stream(&self) -> bool {
        self.is_object_stream || self.first != Number::Missing
    }

    /// Returns true if the dictionary has an `/N` but no `/First`. Some readers then read objects from
    /// offset 0, but a colour profile has an `/N` too.
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

    /// Returns the packing, or `None` for one that no library uses for objects.
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

/// An array or a dictionary whose end the reader has not reached.
#[derive(Debug)]
struct Frame {
    is_dictionary: bool,
    /// The last key, until its value is read.
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

/// Returns true if a stream follows the dictionary that was just read, and moves the lexer behind the
/// keyword.
pub(super) fn is_stream(lexer: &mut Lexer<'_>) -> Result<bool, Refused> {
    Ok(lexer.next()? == Token::Keyword(Keyword::Stream))
}

/// Records a value of an array or a dictionary, and returns its role if it is an array or a dictionary
/// itself.
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
        // `Next` holds the actions that follow.
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
