//! Invents the profile of a made-up person: one who fits a member, or one who fits but for a single wish.

use chrono::{Days, Months, NaiveDate};
use enmusubi_core::catalogue::tag_ids;
use enmusubi_core::condition::{Condition, FlagType, RangeType};
use enmusubi_core::limits::{AGE_YEARS, ANY_DISTANCE, HEIGHT_CM, Limits, TAGS};
use enmusubi_core::matching::{Facts, Person, satisfies};
use enmusubi_core::place::distance_km;
use enmusubi_core::vocabulary::Mbti;
use enmusubi_core::{
    Cell, ConditionType, Education, Field, Gender, IncomeRange, MatchGender, UserProfileCreate,
    VerifyMethod, catalogue, employers,
};
use fastrand::Rng;

use super::ids::MadeUpId;
use super::texts::{Texts, pick};

/// Every fourth person does not fit the member.
const MISFIT_EVERY: u32 = 4;
/// The conditions of the member that misfits break: few enough that the member sees new people after a change of one.
const BROKEN_CONDITIONS: usize = 2;
/// The largest distance to the member, in kilometres.
const RADIUS_KM: f64 = 40.0;

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

    /// Invents a person, who has no photos yet.
    pub(super) fn invent(
        &self,
        id: MadeUpId,
        line_user_id: &str,
        random: &mut Rng,
    ) -> UserProfileCreate {
        let texts = Texts::of(id.language);
        let misfit = self.misfit(id.number);
        let facts = self.facts(misfit, random);
        let nickname = texts.given_name(facts.gender, id.number);
        let job = pick(random, texts.jobs);
        let (latitude, longitude) = facts.cell.centre();
        let is_asking = random.u8(..5) > 0;
        UserProfileCreate {
            account: line_user_id.to_owned(),
            password: line_user_id.to_owned(),
            nickname: nickname.to_owned(),
            name: texts.full_name(nickname, random),
            gender: facts.gender,
            match_gender: self.wanted_gender(random),
            occupation_type: job.field,
            occupation: job.title.to_owned(),
            achievement: job.achievement.to_owned(),
            height: facts.height_cm,
            income_range: facts.income_range,
            birthday: facts.birthday,
            school: pick(random, texts.schools).to_owned(),
            education: facts.education,
            marriage_record: facts.marriage_record,
            has_children: facts.has_children,
            smoke: facts.smoke,
            tattoo: facts.tattoo,
            drink: facts.drink,
            about_me: pick(random, texts.about_me).to_owned(),
            personality_tag_ids: tags(
                Field::PersonalityTagIds,
                &self.profile.personality_tag_ids,
                random,
            ),
            exercise_tag_ids: tags(
                Field::ExerciseTagIds,
                &self.profile.exercise_tag_ids,
                random,
            ),
            hobby_tag_ids: tags(Field::HobbyTagIds, &self.profile.hobby_tag_ids, random),
            marriage_type_tag_ids: tags(
                Field::MarriageTypeTagIds,
                &self.profile.marriage_type_tag_ids,
                random,
            ),
            fertility_plan_tag_ids: vec![pick(random, tag_ids(Field::FertilityPlanTagIds))],
            pet_tag_ids: vec![pick(random, tag_ids(Field::PetTagIds))],
            dating_question: if is_asking {
                pick(random, texts.questions).to_owned()
            } else {
                String::new()
            },
            daily_life: pick(random, texts.daily_life).to_owned(),
            surprise_point: pick(random, texts.surprises).to_owned(),
            city: self.nearest_city(facts.cell),
            address: String::new(),
            latitude: Some(latitude),
            longitude: Some(longitude),
            // Both are farther than the person lives from the member.
            recommend_distance_km: pick(random, &[ANY_DISTANCE, 50, 100]),
            feedback: String::new(),
            mbti: pick(random, Mbti::WORDS).to_owned(),
            verify_method: VerifyMethod::Link,
            employer_id: self.employer(random),
            review_link: format!("https://www.example.com/people/{}", id.number),
            verify_temp_file_name: String::new(),
            age_proof_file_name: String::new(),
            verify_description: String::new(),
            photo_name_list: Vec::new(),
            value_item: self.conditions(misfit, random),
        }
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

    /// Invents the facts. Each is a likely one that the member's condition asks for, or, for the condition that the
    /// person does not meet, a likely one that it does not ask for.
    fn facts(&self, misfit: Option<Misfit>, random: &mut Rng) -> Facts {
        let gender = self.gender(random);
        let fits = |kind: ConditionType, facts: &Facts| {
            let is_broken = misfit == Some(Misfit::Condition(kind));
            let mut conditions = self.person.wishes.conditions.iter();
            conditions
                .find(|condition| condition.condition_type() == kind)
                .is_none_or(|condition| satisfies(*condition, facts, self.today) != is_broken)
        };
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
            drink: false,
            cell: self.cell(random),
        };
        let tall = match gender {
            Gender::Female => 152..=176,
            Gender::Male => 164..=190,
            Gender::NonBinary => 156..=184,
        };
        let heights = [tall.collect(), (HEIGHT_CM.min..=HEIGHT_CM.max).collect()];
        facts.height_cm = likely(&heights, random, |height_cm| {
            fits(ConditionType::Height, &Facts { height_cm, ..facts })
        });
        let my_age = self.my_age();
        let ages = [
            (my_age - 7..=my_age + 7)
                .filter(|age| (20..=70).contains(age))
                .collect(),
            (AGE_YEARS.min..=AGE_YEARS.max).collect::<Vec<_>>(),
        ];
        let days = random.u64(1..360);
        let born = |age: i32| {
            let months = Months::new(12 * u32::try_from(age).unwrap_or_default());
            self.today - months - Days::new(days)
        };
        let age = likely(&ages, random, |age| {
            fits(
                ConditionType::Age,
                &Facts {
                    birthday: born(age),
                    ..facts
                },
            )
        });
        facts.birthday = born(age);
        facts.income_range = likely(&[IncomeRange::ALL.to_vec()], random, |income_range| {
            fits(
                ConditionType::Income,
                &Facts {
                    income_range,
                    ..facts
                },
            )
        });
        facts.education = likely(
            &[Education::ALL[2..].to_vec(), Education::ALL.to_vec()],
            random,
            |education| fits(ConditionType::Education, &Facts { education, ..facts }),
        );
        facts.drink = random.bool();
        for kind in FlagType::ALL {
            let usual = facts.flag(*kind);
            let answers = [vec![usual], vec![!usual]];
            let condition = Condition::Flag {
                kind: *kind,
                value: usual,
            };
            let answer = likely(&answers, random, |value| {
                fits(condition.condition_type(), &with_flag(facts, *kind, value))
            });
            facts = with_flag(facts, *kind, answer);
        }
        facts
    }

    fn gender(&self, random: &mut Rng) -> Gender {
        match self.person.wishes.match_gender {
            MatchGender::Male => Gender::Male,
            MatchGender::Female => Gender::Female,
            MatchGender::NonBinary => Gender::NonBinary,
            MatchGender::Any => pick(random, Gender::ALL),
        }
    }

    /// Returns the gender whom the person would like to meet: that of the member. With anyone in its place, made-up
    /// people would mostly be introduced to each other.
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
        let cities = catalogue().cities.iter();
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

    fn my_age(&self) -> i32 {
        let years = self.today.years_since(self.person.facts.birthday);
        years
            .and_then(|years| i32::try_from(years).ok())
            .unwrap_or(30)
    }
}

/// Returns one of the values that fit, from the first list that has any. If none fits, returns any value of the last
/// list: the member's conditions then contradict themselves.
fn likely<T: Copy>(lists: &[Vec<T>], random: &mut Rng, fits: impl Fn(T) -> bool) -> T {
    let lists_that_fit = lists.iter().map(|values| {
        let values = values.iter().copied();
        values.filter(|value| fits(*value)).collect::<Vec<_>>()
    });
    let values = lists_that_fit.into_iter().find(|values| !values.is_empty());
    match values {
        Some(values) => pick(random, &values),
        None => pick(random, &lists[lists.len() - 1]),
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

/// Returns tags of a field: up to two of the member's, and some others.
fn tags(field: Field, mine: &[i32], random: &mut Rng) -> Vec<i32> {
    let mut shared = mine.to_vec();
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
