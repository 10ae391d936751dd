//! The wire types as TypeScript, from the Rust definitions. Feature `ts`.

use ts_rs::{Config, TS};

use crate::catalogue::{Catalogue, City, Employer, Tag, TagGroup};
use crate::condition::{ConditionDraft, ConditionType, ConditionValue, ConditionWire};
use crate::error::{ErrorCode, FieldError, FieldErrorCode, Params, Refusal};
use crate::field::Field;
use crate::profile::{FieldRule, Measure, ProfileDraft, UserProfileCreate};
use crate::review::ReviewStatus;
use crate::vocabulary::{
    Education, Gender, IncomeRange, MatchGender, Mbti, OccupationType, VerifyMethod, Vocabulary,
};

/// A module that declares and exports every type that crosses the wasm boundary.
pub fn declarations() -> String {
    let mut module = String::from(
        "// Generated from the Rust types of enmusubi-core. Do not edit: `just types` writes it.\n\n\
         /** A photo slot of the form: an upload's name, a file picked and not uploaded yet, or empty. */\n\
         export type PhotoSlot = string | { picked: true } | null;\n",
    );
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
        Refusal,
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
        ConditionDraft,
        ProfileDraft,
        UserProfileCreate,
        ReviewStatus,
        Tag,
        TagGroup,
        City,
        Catalogue,
        Employer,
    );
    module
}
