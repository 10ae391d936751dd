//! The members of a JSON object.

use std::borrow::Cow;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Json;

/// The members of an object in the order of the input. Of duplicate names the last one counts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Object<'a> {
    members: Vec<(Cow<'a, str>, Json<'a>)>,
}

impl<'a> Object<'a> {
    /// An empty object with room for `n_members`.
    pub fn with_capacity(n_members: usize) -> Self {
        Self {
            members: Vec::with_capacity(n_members),
        }
    }

    /// Adds a member, which hides an earlier one of the same name.
    pub fn insert(&mut self, name: Cow<'a, str>, value: Json<'a>) {
        self.members.push((name, value));
    }

    /// The value of the last member of this name. Takes time linear in the number of members.
    pub fn get(&self, name: &str) -> Option<&Json<'a>> {
        let (_, value) = self.members.iter().rev().find(|(known, _)| known == name)?;
        Some(value)
    }

    /// Name and value of every member, hidden ones included, first to last.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json<'a>)> {
        self.members
            .iter()
            .map(|(name, value)| (name.as_ref(), value))
    }

    /// The values of every member of this name, to be changed in place.
    pub(crate) fn all_mut(&mut self, name: &str) -> impl Iterator<Item = &mut Json<'a>> {
        self.members
            .iter_mut()
            .filter(move |(known, _)| known == name)
            .map(|(_, value)| value)
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
