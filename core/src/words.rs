//! The macro that declares every closed list of words on the wire.

/// Declares a field-less enum whose variants are words on the wire: `as_str`, `FromStr`, `Display`,
/// serde, and the optional descriptions for TypeScript and `OpenAPI` and columns of `SeaORM` all come from the one list.
/// The order of the variants is their `Ord`.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $about:literal])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[cfg_attr(feature = "sea-orm", derive(sea_orm::DeriveValueType), sea_orm(value_type = "String"))]
        pub enum $name {
            $(
                $(#[doc = $about])*
                #[cfg_attr(feature = "ts", ts(rename = $word))]
                #[cfg_attr(feature = "openapi", schema(rename = $word))]
                $variant,
            )+
        }

        impl $name {
            /// Every word of the list, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Every word of the list in its form on the wire, in order.
            pub const WORDS: &'static [&'static str] = &[$($word,)+];

            /// Returns the word on the wire.
            pub const fn as_str(self) -> &'static str {
                Self::WORDS[self as usize]
            }

            /// Returns the description of the word: its text in this documentation, in Markdown.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$variant => concat!($($about),*).trim_ascii(),)+ }
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = $crate::vocabulary::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                let index = Self::WORDS.iter().position(|known| *known == word);
                index
                    .and_then(|index| Self::ALL.get(index).copied())
                    .ok_or($crate::vocabulary::UnknownWord)
            }
        }

        // Written out because derived code would carry one arm per word for each format.
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let word = <::std::borrow::Cow<'de, str> as ::serde::Deserialize>::deserialize(
                    deserializer,
                )?;
                word.parse().map_err(::serde::de::Error::custom)
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }
    };
}
