//! Invents the profile of a made-up person: one who fits a member, or one who fits but for a single wish.

use chrono::{Days, Months, NaiveDate};
use enmusubi_core::catalogue::{employers, is_tag, tag_ids};
use enmusubi_core::condition::{Condition, ConditionKind, FlagType, RangeType};
use enmusubi_core::limits::{AGE_YEARS, ANY_DISTANCE, HEIGHT_CM, Limits, TAGS};
use enmusubi_core::matching::{Facts, Person, satisfies};
use enmusubi_core::place::{Cell, distance_km};
use enmusubi_core::{
    ConditionType, Education, Field, Gender, IncomeRange, MatchGender, UserProfileCreate,
    VerifyMethod, catalogue,
};
use fastrand::Rng;
use serde_json::json;

use super::ids::MadeUpId;
use super::texts::{Texts, pick};
use crate::error::{Error, Result};
use crate::features::profile_text::optional_words;

/// Every fourth person does not fit the member.
const MISFIT_EVERY: u32 = 4;
/// The conditions of the member that misfits break: few enough that the member sees new people after a change of one.
const BROKEN_CONDITIONS: usize = 2;
/// The largest distance to the member, in kilometres.
const RADIUS_KM: f64 = 40.0;
/// The distances that people accept, all of them farther than [`RADIUS_KM`].
const DISTANCES_KM: [i32; 3] = [ANY_DISTANCE, 50, 100];

/// The member around whom people are made, on one day.
#[derive(Debug)]
pub(super) struct Surroundings {
    profile: UserProfileCreate,
    person: Person,
    today: NaiveDate,
}

/// The reason why a person does not fit the member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Misfit {
    /// The person does not meet this condition of the member.
    Condition(ConditionType),
    /// The person would like to meet people of another age.
    Age,
}

impl Surroundings {
    pub(super) fn new(profile: UserProfileCreate, today: NaiveDate) -> Self {
        Self {
            person: Person::from(&profile),
            profile,
            today,
        }
    }

    /// Returns the gender of a person, and how many people with lower numbers have it too.
    pub(super) fn gender_of(&self, number: u32) -> (Gender, usize) {
        let index = number.saturating_sub(1) as usize;
        let gender = match self.person.wishes.match_gender {
            MatchGender::Male => Gender::Male,
            MatchGender::Female => Gender::Female,
            MatchGender::NonBinary => Gender::NonBinary,
            MatchGender::Any => {
                let n_genders = Gender::ALL.len();
                return (Gender::ALL[index % n_genders], index / n_genders);
            }
        };
        (gender, index)
    }

    /// Invents a person, who has no photos yet, and a word for each optional choice.
    pub(super) fn invent(
        &self,
        id: MadeUpId,
        account: &str,
        random: &mut Rng,
    ) -> Result<UserProfileCreate> {
        let texts = Texts::of(id.language);
        let (gender, number) = self.gender_of(id.number);
        let misfit = self.misfit(id.number);
        let facts = self.facts(gender, misfit, random);
        let nickname = texts.given_name(gender, number);
        let job = pick(random, &texts.jobs);
        let (latitude, longitude) = facts.cell.centre();
        let mut person = json!({
            "account": account,
            "password": account,
            "name": texts.full_name(&nickname, random),
            "nickname": nickname,
            "gender": gender,
            "matchGender": self.wanted_gender(random),
            "occupationType": job.field,
            "occupation": job.title,
            "achievement": job.achievement,
            "height": facts.height_cm,
            "incomeRange": facts.income_range,
            "birthday": facts.birthday,
            "school": pick(random, &texts.schools),
            "education": facts.education,
            "marriageRecord": facts.marriage_record,
            "hasChildren": facts.has_children,
            "smoke": facts.smoke,
            "tattoo": facts.tattoo,
            "drink": facts.drink,
            "aboutMe": pick(random, &texts.about_me),
            "personalityTagIds": self.tags(Field::PersonalityTagIds, random),
            "exerciseTagIds": self.tags(Field::ExerciseTagIds, random),
            "hobbyTagIds": self.tags(Field::HobbyTagIds, random),
            "marriageTypeTagIds": self.tags(Field::MarriageTypeTagIds, random),
            "fertilityPlanTagIds": [pick(random, tag_ids(Field::FertilityPlanTagIds))],
            "petTagIds": [pick(random, tag_ids(Field::PetTagIds))],
            "datingQuestion": texts.question(random),
            "dailyLife": pick(random, &texts.daily_life),
            "surprisePoint": pick(random, &texts.surprises),
            "city": self.nearest_city(facts.cell),
            "latitude": latitude,
            "longitude": longitude,
            "recommendDistanceKm": pick(random, &DISTANCES_KM),
            "verifyMethod": VerifyMethod::Link,
            "reviewLink": format!("https://www.example.com/people/{}", id.number),
            "photoNameList": [],
        });
        for field in Field::ALL {
            if let Some(words) = optional_words(*field) {
                person[field.as_str()] = pick(random, words).into();
            }
        }
        person["employerId"] = self.employer(random).into();
        person["valueItem"] = json!(self.conditions(misfit, random));
        serde_json::from_value(person).map_err(Error::internal)
    }

    fn misfit(&self, number: u32) -> Option<Misfit> {
        if !number.is_multiple_of(MISFIT_EVERY) {
            return None;
        }
        let mut types: Vec<ConditionType> = self
            .person
            .wishes
            .conditions
            .iter()
            .filter(|condition| !leaves_out_no_one(**condition))
            .map(|condition| condition.condition_type())
            .collect();
        types.truncate(BROKEN_CONDITIONS);
        if types.is_empty() {
            return Some(Misfit::Age);
        }
        let index = (number / MISFIT_EVERY) as usize % types.len();
        types.get(index).copied().map(Misfit::Condition)
    }

    /// Invents likely facts that meet the member's conditions. For the condition that the person does not meet, invents
    /// a likely fact that breaks it.
    fn facts(&self, gender: Gender, misfit: Option<Misfit>, random: &mut Rng) -> Facts {
        let mut facts = Facts {
            gender,
            birthday: self.today,
            height_cm: HEIGHT_CM.min,
            income_range: IncomeRange::Undisclosed,
            education: Education::HighSchool,
            marriage_record: false,
            has_children: false,
            smoke: false,
            tattoo: false,
            drink: random.bool(),
            cell: self.cell(random),
        };
        for kind in ConditionType::ALL {
            let mut wishes = self.person.wishes.conditions.iter();
            let wish = wishes.find(|condition| condition.condition_type() == *kind);
            let is_broken = misfit == Some(Misfit::Condition(*kind));
            let fits = |facts: &Facts| {
                wish.is_none_or(|wish| satisfies(*wish, facts, self.today) != is_broken)
            };
            let [likely, possible] = self.choices(*kind, facts, random);
            let fitting = [&likely, &possible]
                .map(|choices| choices.iter().copied().filter(fits).collect::<Vec<_>>());
            let found = fitting.iter().find(|choices| !choices.is_empty());
            // No choice fits if the member's conditions contradict themselves.
            facts = pick(random, found.unwrap_or(&possible));
        }
        facts
    }

    /// Returns variants of the facts: with each likely answer to the question of a condition, and with each possible
    /// answer.
    fn choices(&self, kind: ConditionType, facts: Facts, random: &mut Rng) -> [Vec<Facts>; 2] {
        match kind.kind() {
            ConditionKind::Range(RangeType::Height) => {
                let likely = match facts.gender {
                    Gender::Female => 152..=176,
                    Gender::Male => 164..=190,
                    Gender::NonBinary => 156..=184,
                };
                let with = |height_cm| Facts { height_cm, ..facts };
                [likely, HEIGHT_CM.min..=HEIGHT_CM.max].map(|it| it.map(with).collect())
            }
            ConditionKind::Range(RangeType::Age) => {
                let mine = self.my_age();
                let likely = (mine - 7).max(20)..=(mine + 7).min(70);
                let days = Days::new(random.u64(1..360));
                let with = |age: i32| Facts {
                    birthday: self.today - Months::new(12 * age.unsigned_abs()) - days,
                    ..facts
                };
                [likely, AGE_YEARS.min..=AGE_YEARS.max].map(|it| it.map(with).collect())
            }
            ConditionKind::Range(RangeType::Income) => {
                let with = |income_range: &IncomeRange| Facts {
                    income_range: *income_range,
                    ..facts
                };
                [&[], IncomeRange::ALL].map(|it| it.iter().map(with).collect())
            }
            ConditionKind::Education => {
                let with = |education: &Education| Facts {
                    education: *education,
                    ..facts
                };
                [&Education::ALL[2..], Education::ALL].map(|it| it.iter().map(with).collect())
            }
            ConditionKind::Flag(flag) => {
                let usual = facts.flag(flag);
                [usual, !usual].map(|answer| vec![with_flag(facts, flag, answer)])
            }
        }
    }

    /// Returns the gender that the person would like to meet: mostly the member's. If made-up people accepted anyone,
    /// they would mostly be introduced to each other.
    fn wanted_gender(&self, random: &mut Rng) -> MatchGender {
        match self.person.facts.gender {
            _ if random.u8(..10) == 0 => MatchGender::Any,
            Gender::Male => MatchGender::Male,
            Gender::Female => MatchGender::Female,
            Gender::NonBinary => MatchGender::NonBinary,
        }
    }

    /// Returns a cell near the member, and within the distance that the member accepts.
    fn cell(&self, random: &mut Rng) -> Cell {
        let mine = self.person.facts.cell;
        let radius = match self.person.wishes.recommend_distance_km {
            ANY_DISTANCE => RADIUS_KM,
            km => RADIUS_KM.min(f64::from(km)),
        };
        // In the far north and south, cells are narrow, and some of the tries are near enough all the same.
        let tries = (0..60).map(|_| Cell {
            row: mine.row + random.i32(-7..=7),
            column: mine.column + random.i32(-8..=8),
        });
        tries
            .map(|cell| {
                // Snapping brings a cell beyond the edge of the map back onto it.
                let (latitude, longitude) = cell.centre();
                Cell::from_coordinates(latitude, longitude)
            })
            .find(|cell| distance_km(mine, *cell) <= radius)
            .unwrap_or(mine)
    }

    fn nearest_city(&self, cell: Cell) -> String {
        let away =
            |latitude, longitude| distance_km(cell, Cell::from_coordinates(latitude, longitude));
        let cities = catalogue::catalogue().cities.iter();
        let nearest = cities.min_by(|one, other| {
            let one = away(one.latitude, one.longitude);
            one.total_cmp(&away(other.latitude, other.longitude))
        });
        nearest.map_or_else(|| self.profile.city.clone(), |city| city.code.to_owned())
    }

    /// Returns an employer who is not the member's, because a member may hide from colleagues.
    fn employer(&self, random: &mut Rng) -> String {
        let others = employers()
            .iter()
            .map(|employer| employer.id)
            .filter(|id| *id != self.profile.employer_id);
        pick(random, &others.collect::<Vec<_>>()).to_owned()
    }

    /// Returns up to three conditions that the member meets, or the condition that the member does not meet.
    fn conditions(&self, misfit: Option<Misfit>, random: &mut Rng) -> Vec<Condition> {
        let age = self.my_age();
        if misfit == Some(Misfit::Age) {
            return vec![Condition::Range {
                kind: RangeType::Age,
                from: if age < 60 { age + 2 } else { 0 },
                to: if age < 60 { 0 } else { age - 2 },
            }];
        }
        let me = &self.person.facts;
        let within = |limits: Limits, value: i32| value.clamp(limits.min, limits.max);
        let kind = pick(random, FlagType::ALL);
        let mut offered = vec![
            Condition::Range {
                kind: RangeType::Age,
                from: within(AGE_YEARS, age - random.i32(3..9)),
                to: within(AGE_YEARS, age + random.i32(3..9)),
            },
            Condition::Range {
                kind: RangeType::Height,
                from: within(HEIGHT_CM, me.height_cm - random.i32(4..14)),
                to: within(HEIGHT_CM, me.height_cm + random.i32(4..20)),
            },
            Condition::Education(pick(random, Education::ALL)),
            Condition::Flag {
                kind,
                value: me.flag(kind),
            },
        ];
        offered.retain(|condition| satisfies(*condition, me, self.today));
        random.shuffle(&mut offered);
        offered.truncate(random.usize(..=3));
        offered
    }

    /// Returns tags of a field: up to two of the member's tags, and some other tags.
    fn tags(&self, field: Field, random: &mut Rng) -> Vec<i32> {
        let mine = [
            &self.profile.personality_tag_ids,
            &self.profile.exercise_tag_ids,
            &self.profile.hobby_tag_ids,
            &self.profile.marriage_type_tag_ids,
        ];
        let mine = mine.into_iter().flatten().copied();
        let mut shared: Vec<i32> = mine.filter(|id| is_tag(field, *id)).collect();
        random.shuffle(&mut shared);
        shared.truncate(random.usize(..=2));
        let mut others = tag_ids(field).to_vec();
        random.shuffle(&mut others);
        others.truncate(random.usize(1..=3));
        shared.extend(others);
        shared.sort_unstable();
        shared.dedup();
        shared.truncate(usize::try_from(TAGS.max).unwrap_or_default());
        shared
    }

    fn my_age(&self) -> i32 {
        let years = self.today.years_since(self.person.facts.birthday);
        years
            .and_then(|years| i32::try_from(years).ok())
            .unwrap_or(30)
    }
}

/// Returns true for a condition that every person meets.
const fn leaves_out_no_one(condition: Condition) -> bool {
    matches!(
        condition,
        Condition::Range { from: 0, to: 0, .. } | Condition::Education(Education::HighSchool)
    )
}

const fn with_flag(mut facts: Facts, kind: FlagType, value: bool) -> Facts {
    match kind {
        FlagType::MarriageRecord => facts.marriage_record = value,
        FlagType::HasChildren => facts.has_children = value,
        FlagType::Smoke => facts.smoke = value,
        FlagType::Tattoo => facts.tattoo = value,
        FlagType::Drink => facts.drink = value,
    }
    facts
}
