//! The wire types as TypeScript, and the lists as a JavaScript module, from the Rust definitions.
//! Feature `ts`.

use std::fmt::Write as _;

use serde::Serialize;
use ts_rs::{Config, TS};

use crate::catalogue::{Catalogue, City, Employer, Tag, TagGroup, catalogue, employers};
use crate::condition::{ConditionType, ConditionValue, ConditionWire};
use crate::error::{ErrorCode, FieldError, FieldErrorCode, Params, Rejection};
use crate::field::Field;
use crate::line::{DeepLinkError, MessageErrorCode, OpenWindowError};
use crate::profile::{
    DRAFT_SCHEMA_VERSION, FieldRule, Measure, UserProfileCreate, field_rule, typescript_draft_type,
};
use crate::review::ReviewStatus;
use crate::vocabulary::{
    Education, Gender, IncomeRange, MatchGender, Mbti, OccupationType, VerifyMethod, Vocabulary,
    vocabulary,
};

const NOTICE: &str =
    "// Generated from the Rust types of enmusubi-core. Do not edit: `just types` writes it.\n";

/// What the form holds where the payload is stricter.
const DRAFT_PARTS: &str = r"
/** A photo slot of the form: an upload's name, a file picked and not uploaded yet, or empty. */
export type PhotoSlot = string | { picked: true } | null;

/** One row of the form's conditions; without `selected` it is switched on. */
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

/// A module that declares and exports every type that crosses the wasm boundary.
pub fn declarations() -> String {
    let mut module = String::from(NOTICE);
    module.push_str(DRAFT_PARTS);
    module.push_str(&profile_draft());
    let config = Config::default();
    let mut add = |declaration: String| {
        module.push_str("\nexport ");
        module.push_str(&declaration);
        module.push('\n');
    };
    macro_rules! export {
        ($($name:ty),+ $(,)?) => { $(add(<$name as TS>::decl(&config));)+ };
    }
    export!(
        ErrorCode,
        FieldErrorCode,
        Params,
        FieldError,
        Rejection,
        Field,
        Measure,
        FieldRule,
        Gender,
        MatchGender,
        OccupationType,
        IncomeRange,
        Education,
        VerifyMethod,
        Mbti,
        Vocabulary,
        ConditionType,
        ConditionValue,
        ConditionWire,
        UserProfileCreate,
        ReviewStatus,
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

/// What the form holds: anything may be missing, numbers and booleans may be text.
fn profile_draft() -> String {
    let mut draft = String::from(
        "\n/** What the form holds: anything may be missing, numbers and booleans may be text. */\n\
         export type ProfileDraft = {\n  \
         /** Of the build that wrote it; absent in a payload. */\n  \
         schemaVersion?: number | null;\n",
    );
    for field in Field::ALL.iter().copied() {
        let name = field.as_str();
        let held = typescript_draft_type(field);
        let _ = writeln!(
            draft,
            "  /** {} */\n  {name}?: {held} | null;",
            field.about()
        );
    }
    draft + "};\n"
}

/// A module that exports the lists a form offers, for before the wasm is there and without it.
pub fn lists() -> String {
    let rules: Vec<_> = Field::ALL.iter().map(|field| field_rule(*field)).collect();
    let exports = [
        ("draftSchemaVersion", json(&DRAFT_SCHEMA_VERSION)),
        ("fieldRules", json(&rules)),
        ("vocabulary", json(&vocabulary())),
        ("catalogue", json(catalogue())),
        ("employers", json(employers())),
    ];
    let mut module = String::from(NOTICE);
    for (name, value) in exports {
        let _ = writeln!(module, "export const {name} = {value};");
    }
    module
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
