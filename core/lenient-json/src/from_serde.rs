//! Reads [`Json`] from any serde format, with the parser's bound on depth.

use core::fmt;
use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::number::Number;
use crate::parser::MAX_DEPTH;
use crate::value::{Json, Object};

impl<'de> Deserialize<'de> for Json<'static> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        AtDepth(1).deserialize(deserializer)
    }
}

/// The level of a value. The bound on it keeps deep input from overflowing the stack.
#[derive(Clone, Copy)]
struct AtDepth(usize);

impl AtDepth {
    fn open<E: Error>(self) -> Result<Self, E> {
        if self.0 > MAX_DEPTH {
            Err(E::custom("nested too deep"))
        } else {
            Ok(Self(self.0 + 1))
        }
    }
}

impl<'de> DeserializeSeed<'de> for AtDepth {
    type Value = Json<'static>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json<'static>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AtDepth {
    type Value = Json<'static>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json<'static>, E> {
        Ok(Json::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Json<'static>, E> {
        Ok(Json::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json<'static>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Json<'static>, E> {
        Ok(Json::Bool(flag))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "JSON numbers are f64 here, as in JavaScript"
    )]
    fn visit_i64<E: Error>(self, number: i64) -> Result<Json<'static>, E> {
        Ok(Json::Number(Number::Value(number as f64)))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "JSON numbers are f64 here, as in JavaScript"
    )]
    fn visit_u64<E: Error>(self, number: u64) -> Result<Json<'static>, E> {
        Ok(Json::Number(Number::Value(number as f64)))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Json<'static>, E> {
        Ok(Json::Number(Number::Value(number)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json<'static>, E> {
        Ok(Json::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Json<'static>, E> {
        Ok(Json::Text(Cow::Owned(text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Json<'static>, A::Error> {
        let inside = self.open()?;
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element_seed(inside)? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json<'static>, A::Error> {
        let inside = self.open()?;
        let mut members = Object::default();
        while let Some(key) = map.next_key::<String>()? {
            members.insert(Cow::Owned(key), map.next_value_seed(inside)?);
        }
        Ok(Json::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use serde::de::IntoDeserializer;
    use serde::de::value::{BytesDeserializer, Error};

    use super::*;

    #[test]
    fn a_type_that_json_lacks_is_named_in_the_error() {
        let bytes: BytesDeserializer<'_, Error> = b"bytes".as_slice().into_deserializer();
        let error = Json::deserialize(bytes).expect_err("JSON has no bytes");
        assert_eq!(
            error.to_string(),
            "invalid type: byte array, expected a JSON value"
        );
    }
}
