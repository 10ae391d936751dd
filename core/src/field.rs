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
