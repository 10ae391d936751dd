//! The names of the payload's fields, in the order of the form.

words! {
    /// A field of the payload, named as on the wire. Their order is the order in which errors are
    /// listed.
    Field {
        /// The LINE user id.
        Account = "account",
        /// The LINE user id again; an identifier, not a secret.
        Password = "password",
        /// The name others see.
        Nickname = "nickname",
        /// The person's real name, for reviewers.
        Name = "name",
        /// The person's gender.
        Gender = "gender",
        /// Whom the person would like to meet.
        MatchGender = "matchGender",
        /// The field they work in.
        OccupationType = "occupationType",
        /// Their job title.
        Occupation = "occupation",
        /// Something they are proud of at work.
        Achievement = "achievement",
        /// Body height in centimetres.
        Height = "height",
        /// The bracket of their yearly income.
        IncomeRange = "incomeRange",
        /// The day they were born.
        Birthday = "birthday",
        /// The school they went to.
        School = "school",
        /// Their highest level of education.
        Education = "education",
        /// Whether they have been married before.
        MarriageRecord = "marriageRecord",
        /// Whether they have children.
        HasChildren = "hasChildren",
        /// Whether they smoke.
        Smoke = "smoke",
        /// Whether they have a tattoo.
        Tattoo = "tattoo",
        /// Whether they drink.
        Drink = "drink",
        /// What they say about themselves.
        AboutMe = "aboutMe",
        /// Tags of their personality.
        PersonalityTagIds = "personalityTagIds",
        /// Tags of the sport they do.
        ExerciseTagIds = "exerciseTagIds",
        /// Tags of their hobbies.
        HobbyTagIds = "hobbyTagIds",
        /// Tags of the marriage they have in mind.
        MarriageTypeTagIds = "marriageTypeTagIds",
        /// Their one tag about having children.
        FertilityPlanTagIds = "fertilityPlanTagIds",
        /// Tags about pets.
        PetTagIds = "petTagIds",
        /// A question they would like to be asked.
        DatingQuestion = "datingQuestion",
        /// An ordinary day of theirs.
        DailyLife = "dailyLife",
        /// Something surprising about them.
        SurprisePoint = "surprisePoint",
        /// The code of the city they live in.
        City = "city",
        /// Where in the city, in words.
        Address = "address",
        /// Degrees north.
        Latitude = "latitude",
        /// Degrees east.
        Longitude = "longitude",
        /// How far away the people they meet may live, in kilometres; 0 is any distance.
        RecommendDistanceKm = "recommendDistanceKm",
        /// What they tell us about the form.
        Feedback = "feedback",
        /// Their Myers–Briggs type.
        Mbti = "mbti",
        /// How they prove where they work.
        VerifyMethod = "verifyMethod",
        /// The employer, from the list.
        EmployerId = "employerId",
        /// A public page that proves the employment.
        ReviewLink = "reviewLink",
        /// The uploaded document that proves it.
        VerifyTempFileName = "verifyTempFileName",
        /// What the reviewer should know about the proof.
        VerifyDescription = "verifyDescription",
        /// The uploaded photos, in order.
        PhotoNameList = "photoNameList",
        /// The matching conditions.
        ValueItem = "valueItem",
    }
}

impl Field {
    /// How many fields there are.
    pub const COUNT: usize = Self::ALL.len();

    /// The field of this name. Told apart by a hash, since every member of a document is asked for.
    pub fn find(name: &str) -> Option<Self> {
        let mut slot = hash(name.as_bytes());
        // A chain ends at an empty slot, of which there are more than half.
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

/// Open addressing: each field's number stands at its name's hash, or in the next free slot.
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

/// Length, first, middle and last letter are enough to tell nearly all names apart.
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
    fn every_field_is_found_by_its_name_and_nothing_else_is() {
        for field in Field::ALL {
            assert_eq!(Field::find(field.as_str()), Some(*field));
        }
        for name in ["", "a", "Account", "accounts", "account ", "valueitem", "名"] {
            assert_eq!(Field::find(name), None, "{name}");
        }
    }
}
