//! Writes the wire types as TypeScript, and the lists as a JavaScript module, from the Rust
//! definitions. Feature `ts`.

use std::fmt::Write as _;

use lenient_json::{Lines, has_hidden_control};
use serde::Serialize;
use ts_rs::{Config, TS};

use crate::catalogue::{Catalogue, City, Employer, Tag, TagGroup, catalogue, employers};
use crate::condition::ConditionKind;
use crate::error::{ConditionPart, FieldError, FieldErrorCode, Params, Rejection, RejectionCode};
use crate::field::Field;
use crate::language::Language;
use crate::limits;
use crate::line::{DeepLinkError, MessageErrorCode, OpenWindowError};
use crate::profile::{
    DRAFT_SCHEMA_VERSION, FIELDS, FieldRule, FieldSpec, FieldType, Measure, REVIEWED, TEXTS,
    UserProfileCreate, Visibility, field_rule,
};
use crate::review::{
    AGE_FIELDS, AgeDocument, CaseAction, CaseKind, ReasonCode, ReviewStatus, SkipReason,
};
use crate::vocabulary::{ConditionType, Vocabulary, vocabulary, word_declarations, word_type};

const NOTICE: &str = "// Generated from the Rust types of enmusubi-core. Do not edit.\n";

/// The types of a draft for which the payload has stricter ones.
const DRAFT_PARTS: &str = r"
/** A photo slot of the form: an upload's name, a file picked and not uploaded yet, or empty. */
export type PhotoSlot = string | { picked: true } | null;

/** A row of the form's conditions; without `selected` it is switched on. */
export type ConditionDraft = {
  type?: ConditionType | null;
  selected?: boolean | string | null;
  /** The lower bound of a range; 0 or absent is open. */
  from?: number | string | null;
  /** The upper bound of a range; 0 or absent is open. */
  to?: number | string | null;
  /** The wanted value of any other condition. */
  value?: boolean | string | null;
};
";

/// Returns a module that declares and exports every type that crosses the wasm boundary.
pub fn declarations() -> String {
    let mut module = String::from(NOTICE);
    module.push_str(DRAFT_PARTS);
    module.push_str(&profile_draft());
    module.push_str(&conditions());
    module.push_str(&field_paths());
    let config = Config::default();
    macro_rules! export {
        ($($name:ty),+ $(,)?) => { $(
            let about = <$name as TS>::docs().unwrap_or_default();
            module.push_str(&exported(&about, &<$name as TS>::decl(&config)));
        )+ };
    }
    export!(
        RejectionCode,
        Language,
        FieldErrorCode,
        Params,
        FieldError,
        Rejection,
        Field,
        Measure,
        Visibility,
        FieldRule,
    );
    for (about, declaration) in word_declarations(&config) {
        module.push_str(&exported(&about, &declaration));
    }
    export!(
        Vocabulary,
        UserProfileCreate,
        ReviewStatus,
        ReasonCode,
        AgeDocument,
        Tag,
        TagGroup,
        City,
        Catalogue,
        Employer,
        DeepLinkError,
        MessageErrorCode,
        OpenWindowError,
    );
    module
}

/// Returns the type of a draft, in which any field may be missing and numbers and booleans may be text.
fn profile_draft() -> String {
    let mut draft = String::from(
        "\n/** The answers in the form: any may be missing, and numbers and booleans may be text. */\n\
         export type ProfileDraft = {\n  \
         /** The version of the build that wrote it; absent in a payload. */\n  \
         schemaVersion?: number | null;\n",
    );
    for spec in &FIELDS {
        let (name, about) = (spec.field.as_str(), spec.field.about());
        let draft_type = draft_type(spec);
        // A form has the empty text for no choice, and the list of words lacks it.
        let is_word = matches!(
            spec.field_type,
            FieldType::Word(_) | FieldType::VerifyMethod { .. }
        );
        let empty = if is_word { " | \"\"" } else { "" };
        let _ = writeln!(
            draft,
            "  /** {about} */\n  {name}?: {draft_type}{empty} | null;"
        );
    }
    draft + "};\n"
}

/// Returns an exported declaration below its description, in the layout of an editor: each member takes a line, and so
/// does a description of one line.
fn exported(about: &str, declaration: &str) -> String {
    let mut module = String::from("\n");
    lay_out(about, "", &mut module);
    lay_out(&format!("export {declaration}"), "  ", &mut module);
    without_links(&module)
}

/// Adds lines of TypeScript. `indent` stands before each description.
fn lay_out(lines: &str, indent: &str, module: &mut String) {
    let mut sentences: Vec<&str> = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line == "/**" {
            sentences.clear();
        } else if line == "*/" {
            // The paragraphs below the first one have examples in Rust.
            let first = sentences.split(|sentence| sentence.is_empty()).next();
            let _ = match first.unwrap_or_default() {
                [one] => writeln!(module, "{indent}/** {one} */"),
                many => {
                    let lines = many.join(&format!("\n{indent} * "));
                    writeln!(module, "{indent}/**\n{indent} * {lines}\n{indent} */")
                }
            };
        } else if let Some(sentence) = line.strip_prefix('*') {
            sentences.push(sentence.trim_start());
        } else if let Some(member) = line.strip_suffix("};") {
            let member = member.trim_end().trim_end_matches(',');
            let _ = writeln!(module, "  {member};\n}};");
        } else {
            let member = line.strip_suffix(',').map(|member| format!("  {member};"));
            let _ = writeln!(module, "{}", member.unwrap_or_else(|| line.to_owned()));
        }
    }
}

/// Returns a text whose links of Rust's documentation are the names they show, as an editor needs them.
fn without_links(text: &str) -> String {
    let mut parts = text.split("[`");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("`]").unwrap_or((part, ""));
        let target = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let rest = target.map_or(rest, |(_, rest)| rest);
        // Writing into a string cannot fail.
        let _ = write!(plain, "`{name}`{rest}");
    }
    plain
}

/// Returns the type of a condition with its data, by its type.
fn conditions() -> String {
    let types_of = |shape: fn(ConditionKind) -> bool| {
        let types = ConditionType::ALL.iter().filter(|it| shape(it.kind()));
        quoted(types.map(|it| it.as_str()))
    };
    let ranges = types_of(|kind| matches!(kind, ConditionKind::Range(_)));
    let levels = types_of(|kind| kind == ConditionKind::Education);
    let flags = types_of(|kind| matches!(kind, ConditionKind::Flag(_)));
    format!(
        "\n/** A condition with its data. Bounds are inclusive, and 0 is an open bound. */\n\
         export type Condition =\n  \
         | {{ type: {ranges}; from: number; to: number }}\n  \
         | {{ type: {levels}; value: Education }}\n  \
         | {{ type: {flags}; value: boolean }};\n"
    )
}

/// Returns the type of a place in a payload.
fn field_paths() -> String {
    let lists = FIELDS.iter().filter(|spec| {
        matches!(
            spec.field_type,
            FieldType::SingleTag(_)
                | FieldType::Tags(_)
                | FieldType::Photos(_)
                | FieldType::Conditions(_)
        )
    });
    let lists = quoted(lists.map(|spec| spec.field.as_str()));
    let parts = quoted(ConditionPart::WORDS.iter().copied());
    format!(
        "\n/** The place of a value: a field, an entry of its list, or a part of a condition. */\n\
         export type FieldPath =\n  | Field\n  | `${{{lists}}}[${{number}}]`\n  \
         | `valueItem[${{number}}].${{{parts}}}`;\n"
    )
}

fn quoted(words: impl Iterator<Item = &'static str>) -> String {
    let quoted: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
    quoted.join(" | ")
}

/// Returns the type of one field of a draft.
fn draft_type(spec: &FieldSpec) -> &'static str {
    match spec.field_type {
        FieldType::Word(words) => word_type(words).unwrap_or("string"),
        FieldType::VerifyMethod { .. } => "VerifyMethod",
        FieldType::Integer(_) | FieldType::IntegerOrZero(_) | FieldType::Degrees { .. } => {
            "number | string"
        }
        FieldType::Flag => "boolean | string",
        FieldType::SingleTag(_) => "(number | string)[] | number | string",
        FieldType::Tags(_) => "(number | string)[]",
        FieldType::Photos(_) => "PhotoSlot[]",
        FieldType::Document(_) => "PhotoSlot",
        FieldType::Conditions(_) => "ConditionDraft[]",
        FieldType::Account
        | FieldType::SameAs(_)
        | FieldType::Line(_)
        | FieldType::VisibleLine(_)
        | FieldType::Lines(_)
        | FieldType::Birthday(_)
        | FieldType::City
        | FieldType::Employer
        | FieldType::Link(_) => "string",
    }
}

/// Returns a module that exports the lists of a form, for pages that have not loaded the wasm.
pub fn lists() -> String {
    let rules: Vec<_> = Field::ALL.iter().map(|field| field_rule(*field)).collect();
    let exports = [
        ("draftSchemaVersion", json(&DRAFT_SCHEMA_VERSION)),
        ("fieldRules", json(&rules)),
        ("textFields", json(&TEXTS)),
        ("reviewedFields", json(&REVIEWED)),
        ("vocabulary", json(&vocabulary())),
        ("catalogue", json(catalogue())),
        ("employers", json(employers())),
        ("meetingLimits", json(&meeting_limits())),
        ("refusedCharacters", json(&refused_characters())),
        ("reviewRules", json(&review_rules())),
    ];
    let mut module = String::from(NOTICE);
    for (name, value) in exports {
        let _ = writeln!(module, "export const {name} = {value};");
    }
    module
}

/// Returns the limits that the members' pages show. `wasm/lists.d.ts` has their type.
fn meeting_limits() -> serde_json::Value {
    serde_json::json!({
        "answerNote": limits::ANSWER_NOTE.max,
        "appealText": limits::APPEAL_TEXT.max,
        "note": limits::NOTE.max,
        "pauseDays": { "min": limits::PAUSE_DAYS.min, "max": limits::PAUSE_DAYS.max },
        "reportNote": limits::REPORT_NOTE.max,
        "waitingIntroductions": limits::WAITING_INTRODUCTIONS,
    })
}

/// Returns the characters that no text of one line, or of several lines, may hold. `wasm/lists.d.ts` has their type.
fn refused_characters() -> serde_json::Value {
    serde_json::json!({
        "line": character_class(Lines::One),
        "lines": character_class(Lines::Many),
    })
}

/// Returns the refused characters as the inside of a character class of a JavaScript regular expression.
fn character_class(lines: Lines) -> String {
    let is_refused =
        |character: &char| has_hidden_control(character.encode_utf8(&mut [0; 4]), lines);
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for code in ('\0'..=char::MAX).filter(is_refused).map(u32::from) {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == code => *end = code,
            _ => ranges.push((code, code)),
        }
    }
    let mut class = String::new();
    for (start, end) in ranges {
        // Writing into a string cannot fail.
        let _ = write!(class, r"\u{{{start:x}}}-\u{{{end:x}}}");
    }
    class
}

/// Returns the lists and limits of a reviewer's decision, for the console. `wasm/lists.d.ts` has their type.
fn review_rules() -> serde_json::Value {
    let codes = ReasonCode::ALL
        .iter()
        .map(|code| serde_json::json!({ "code": code.as_str(), "needsNote": code.needs_note() }));
    let with_reason = CaseAction::ALL
        .iter()
        .filter(|action| action.needs_reason());
    let with_reason = with_reason.map(|action| action.as_str());
    serde_json::json!({
        "kinds": CaseKind::WORDS,
        "skipReasons": SkipReason::WORDS,
        "reasonCodes": codes.collect::<Vec<_>>(),
        "actionsWithReason": with_reason.collect::<Vec<_>>(),
        "note": limits::REVIEW_NOTE,
        "ageDocuments": AgeDocument::WORDS,
        "ageFields": AGE_FIELDS,
        "reasons": limits::REVIEW_REASONS,
        "unlistedEmployer": limits::UNLISTED_EMPLOYER,
    })
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_of_its_list_or_empty() {
        let module = declarations();
        let payload = UserProfileCreate::decl(&Config::default());
        for spec in &FIELDS {
            let FieldType::Word(words) = spec.field_type else {
                continue;
            };
            let (field, list) = (spec.field, word_type(words).unwrap());
            assert!(module.contains(&format!("export type {list} =")), "{list}");
            let in_draft = format!("{field}?: {list} | \"\" | null;");
            assert!(module.contains(&in_draft), "{in_draft}");
            if !field_rule(field).required {
                let in_payload = format!("{field}: {list} | \"\",");
                assert!(payload.contains(&in_payload), "create.rs: {in_payload}");
            }
        }
    }
}
