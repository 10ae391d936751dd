//! The names of the payload's fields. The order of this list is the order of the payload; the form has an order of its own.

words! {
    /// A field of the payload, with its name on the wire. Errors come in the order of the fields.
    Field {
        /// The LINE user id: `U` and 32 lower-case hexadecimal digits.
        Account = "account",
        /// The LINE user id again, equal to `account`; an identifier, not a secret.
        Password = "password",
        /// The name that others see: 1–20 characters, at least one of them visible.
        Nickname = "nickname",
        /// The person's real name, for reviewers: 1–50 characters, at least one of them visible.
        Name = "name",
        /// The person's gender.
        Gender = "gender",
        /// The gender of the people whom the person would like to meet.
        MatchGender = "matchGender",
        /// The field they work in.
        OccupationType = "occupationType",
        /// Their job title: 1–50 characters.
        Occupation = "occupation",
        /// Something they are proud of at work: up to 200 characters, line feeds allowed.
        Achievement = "achievement",
        /// Body height: 120–230 whole centimetres.
        Height = "height",
        /// The bracket of their yearly income, in 10,000s of the currency in which the server's members earn.
        IncomeRange = "incomeRange",
        /// The day they were born, a real date written `YYYY-MM-DD`: 18–99 whole calendar years ago.
        Birthday = "birthday",
        /// The school they went to: up to 100 characters.
        School = "school",
        /// Their highest level of education.
        Education = "education",
        /// True if they have been married before.
        MarriageRecord = "marriageRecord",
        /// True if they have children.
        HasChildren = "hasChildren",
        /// True if they smoke.
        Smoke = "smoke",
        /// True if they have a tattoo.
        Tattoo = "tattoo",
        /// True if they drink.
        Drink = "drink",
        /// Their description of themselves: 10–1000 characters, line feeds allowed.
        AboutMe = "aboutMe",
        /// Tags of their personality: at most 10 of the catalogue, each once.
        PersonalityTagIds = "personalityTagIds",
        /// Tags of the sport they do: at most 10 of the catalogue, each once.
        ExerciseTagIds = "exerciseTagIds",
        /// Tags of their hobbies: at most 10 of the catalogue, each once.
        HobbyTagIds = "hobbyTagIds",
        /// Tags of the marriage they have in mind: at most 10 of the catalogue, each once.
        MarriageTypeTagIds = "marriageTypeTagIds",
        /// Their one tag about having children: exactly one of the catalogue.
        FertilityPlanTagIds = "fertilityPlanTagIds",
        /// Tags about pets: at most 10 of the catalogue, each once.
        PetTagIds = "petTagIds",
        /// A question they would like to be asked: up to 500 characters, line feeds allowed.
        DatingQuestion = "datingQuestion",
        /// An ordinary day of their life: up to 500 characters, line feeds allowed.
        DailyLife = "dailyLife",
        /// Something surprising about them: up to 500 characters, line feeds allowed.
        SurprisePoint = "surprisePoint",
        /// The code of the city they live in, from the catalogue (ISO 3166-2).
        City = "city",
        /// The address in the city, in words: up to 200 characters.
        Address = "address",
        /// Degrees north, −90 to 90; with `longitude` or not at all.
        Latitude = "latitude",
        /// Degrees east, −180 to 180; with `latitude` or not at all.
        Longitude = "longitude",
        /// The largest distance to the people they meet: 10–500 whole kilometres, or 0 for any distance.
        RecommendDistanceKm = "recommendDistanceKm",
        /// Their feedback about the form: up to 500 characters, line feeds allowed.
        Feedback = "feedback",
        /// Their Myers–Briggs type: one of the sixteen in upper case.
        Mbti = "mbti",
        /// The way they prove where they work.
        VerifyMethod = "verifyMethod",
        /// The employer, by its id in the list; required with `WORK_EMAIL`.
        EmployerId = "employerId",
        /// A public page that proves the employment: an absolute https URL of up to 500 characters; required with `LINK`, ignored with another method.
        ReviewLink = "reviewLink",
        /// The uploaded document that proves it: 32 lower-case hexadecimal digits and `.jpg` or `.png` (of earlier versions also `.webp` or `.pdf`), in no other field; required with `DOCUMENT`, ignored with another method.
        VerifyTempFileName = "verifyTempFileName",
        /// A note about the proof, for the reviewer: up to 500 characters, line feeds allowed.
        VerifyDescription = "verifyDescription",
        /// The uploaded photo of a document with the birthday: named like `verifyTempFileName`, in no other field; required where the server asks for a proof of age, ignored elsewhere and once a reviewer has checked this birthday.
        AgeProofFileName = "ageProofFileName",
        /// The uploaded photos, in order: 1–6 names of 32 lower-case hexadecimal digits and `.jpg` or `.png` (of earlier versions also `.webp`), each once and in no other field.
        PhotoNameList = "photoNameList",
        /// The matching conditions: at most 9, one of each type.
        ValueItem = "valueItem",
    }
}

impl Field {
    /// The number of fields.
    pub const COUNT: usize = Self::ALL.len();

    /// Returns the field with this name, or `None`: `Field::find("height")` is `Some(Field::Height)`. The parser looks up every member of a document in a hash
    /// table: a `match` over the names would add 0.8 kB gzipped to the wasm, and up to 44
    /// comparisons.
    pub fn find(name: &str) -> Option<Self> {
        let mut slot = hash(name.as_bytes());
        // Every chain ends at an empty slot, because more than half of the slots are empty.
        loop {
            let field = *Self::ALL.get(usize::from(*SLOTS.get(slot)?))?;
            if field.as_str() == name {
                return Some(field);
            }
            slot = (slot + 1) % SLOTS.len();
        }
    }
}

const EMPTY: u8 = u8::MAX;

/// A hash table with open addressing: each field's number is in the slot of its name's hash, or in the
/// next free slot.
static SLOTS: [u8; 128] = {
    let mut slots = [EMPTY; 128];
    let mut index = 0;
    while index < Field::COUNT {
        let mut slot = hash(Field::WORDS[index].as_bytes());
        while slots[slot] != EMPTY {
            slot = (slot + 1) % slots.len();
        }
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 128")]
        let number = index as u8;
        slots[slot] = number;
        index += 1;
    }
    slots
};

/// Mixes the length with the first, middle and last letter, which tells nearly all names apart.
const fn hash(name: &[u8]) -> usize {
    let (Some(first), Some(last)) = (name.first(), name.last()) else {
        return 0;
    };
    let middle = name[name.len() / 2];
    let mixed = name.len() + *first as usize * 13 + middle as usize * 7 + *last as usize * 17;
    mixed % 128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_found_by_its_exact_name_alone() {
        for field in Field::ALL {
            assert_eq!(Field::find(field.as_str()), Some(*field));
        }
        for name in [
            "",
            "a",
            "Account",
            "accounts",
            "account ",
            "valueitem",
            "名",
        ] {
            assert_eq!(Field::find(name), None, "{name}");
        }
    }
}
