//! Reads the fields of a draft or payload leniently, and collects every broken rule.
//!
//! [`parser`] walks the table of fields; the other files read the values of its types.

mod bounds;
pub(super) mod conditions;
pub(super) mod lists;
mod parser;
mod scalar;

use lenient_json::{Json, Object};

use super::context::CheckContext;
use super::field_spec::{FIELDS, field_spec};
use super::parsed::ParsedProfile;
use crate::error::FieldError;
use crate::field::Field;
use parser::ProfileParser;

pub use bounds::{length_within, number_within};
pub use scalar::parse_date;
pub(super) use scalar::word;

/// Reads a draft or payload and checks every rule. The errors come in the order of the payload, at
/// most one for each path.
pub(super) fn profile<'d>(
    members: &'d Object<'_>,
    context: &CheckContext<'_>,
) -> Result<ParsedProfile<'d>, Vec<FieldError>> {
    let mut parser = ProfileParser::new(*context);
    for (field, value) in values_of(members) {
        parser.set_raw(field, value);
    }
    for spec in &FIELDS {
        parser.field(spec);
    }
    parser.finish()
}

/// Returns the members that are fields, from first to last. A later member hides an earlier one of its field.
pub(super) fn values_of<'d>(
    members: &'d Object<'d>,
) -> impl Iterator<Item = (Field, &'d Json<'d>)> {
    let members = members.iter();
    members.filter_map(|(name, value)| Some((Field::find(name)?, value)))
}

/// Reads only these fields of a profile. Their rules may depend on the other fields of the document.
pub(super) fn fields<'d>(
    fields: &[Field],
    raw: impl Fn(Field) -> &'d Json<'d>,
    context: &CheckContext<'_>,
) -> Result<ParsedProfile<'d>, Vec<FieldError>> {
    let mut parser = ProfileParser::new(*context);
    for field in Field::ALL {
        parser.set_raw(*field, raw(*field));
    }
    for spec in FIELDS.iter().filter(|spec| fields.contains(&spec.field)) {
        parser.field(spec);
    }
    parser.finish()
}

/// Checks one field by its own rules, without the rules that need other fields too.
pub(super) fn single_field(
    field: Field,
    value: &Json<'_>,
    context: &CheckContext<'_>,
) -> Vec<FieldError> {
    let mut parser = ProfileParser::alone(*context);
    parser.set_raw(field, value);
    parser.field(field_spec(field));
    parser.into_errors()
}
