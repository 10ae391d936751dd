//! Members as rows of the server's tables.

use chrono::Months;
use enmusubi_core::catalogue::{employers, tag_ids};
use enmusubi_core::limits::ANY_DISTANCE;
use enmusubi_core::matching::{Facts, Person, Wishes};
use enmusubi_core::place::Cell;
use enmusubi_core::{Education, Field, Gender, IncomeRange, MatchGender};

use crate::people::{Population, TODAY, tags};

/// The members whom one statement inserts.
const ROWS: usize = 500;

/// An approved member without photos.
#[derive(Debug, Clone)]
pub struct Resident {
    /// The id of the account. The LINE user id is `U` and this number with 32 hexadecimal digits.
    pub account_id: u32,
    /// The name that others see.
    pub nickname: String,
    /// The facts and wishes.
    pub person: Person,
    /// The tags of hobbies, one bit a tag.
    pub hobbies: u64,
    /// The id of the employer, or empty for an employer that is not in the list.
    pub employer_id: String,
}

impl Resident {
    /// Makes members with the account ids from 1 on.
    pub fn crowd(n_members: u32) -> impl Iterator<Item = Self> {
        let mut population = Population::new();
        let employers = employers();
        (1..=n_members)
            .zip(tags(n_members))
            .map(move |(account_id, hobbies)| Self {
                account_id,
                nickname: "N".into(),
                person: population.person(),
                hobbies,
                employer_id: employers[account_id as usize % employers.len()].id.into(),
            })
    }

    /// Makes a man who would like to meet women, a woman who would like to meet men, or a non-binary person who would
    /// like to meet all. They have common facts and no conditions.
    pub fn plain(account_id: u32, gender: Gender, cell: Cell) -> Self {
        let facts = Facts {
            gender,
            birthday: TODAY - Months::new(12 * 30),
            height_cm: 170,
            income_range: IncomeRange::Under50,
            education: Education::Master,
            marriage_record: false,
            has_children: false,
            smoke: false,
            tattoo: false,
            drink: false,
            cell,
        };
        let wishes = Wishes {
            match_gender: match gender {
                Gender::Male => MatchGender::Female,
                Gender::Female => MatchGender::Male,
                Gender::NonBinary => MatchGender::Any,
            },
            conditions: Vec::new(),
            recommend_distance_km: ANY_DISTANCE,
        };
        Self {
            account_id,
            nickname: format!("{account_id}"),
            person: Person { facts, wishes },
            hobbies: 0,
            employer_id: String::new(),
        }
    }

    /// Returns the LINE user id.
    pub fn line_user_id(&self) -> String {
        format!("U{:032x}", self.account_id)
    }

    fn account_row(&self, now_ms: i64) -> String {
        let (id, line_user_id) = (self.account_id, self.line_user_id());
        format!("({id}, '{line_user_id}', 'APPROVED', false, {now_ms}, {now_ms})")
    }

    fn profile_row(&self) -> String {
        let Self {
            account_id,
            nickname,
            person: Person { facts, wishes },
            employer_id,
            ..
        } = self;
        let conditions = serde_json::json!(wishes.conditions);
        let is_set = |position: &usize| self.hobbies >> position & 1 == 1;
        let ids = tag_ids(Field::HobbyTagIds).iter().enumerate();
        let hobbies: Vec<i32> = ids
            .filter(|(position, _)| is_set(position))
            .map(|(_, id)| *id)
            .collect();
        format!(
            "({account_id}, '{nickname}', '{}', '{}', {}, '{}', '{}', '{}', {}, {}, {}, {}, {}, {}, {}, {}, \
             '{conditions}', '{hobbies:?}', '{employer_id}', {TEXTS})",
            facts.gender.as_str(),
            wishes.match_gender.as_str(),
            facts.height_cm,
            facts.income_range.as_str(),
            facts.birthday,
            facts.education.as_str(),
            facts.marriage_record,
            facts.has_children,
            facts.smoke,
            facts.tattoo,
            facts.drink,
            facts.cell.row,
            facts.cell.column,
            wishes.recommend_distance_km,
        )
    }
}

const ACCOUNT_COLUMNS: &str =
    "id, line_user_id, review_status, appealed, created_at_ms, opened_at_ms";

/// The columns of a profile that differ between members.
const COLUMNS: &str = "account_id, nickname, gender, match_gender, height, income_range, birthday, education, \
    marriage_record, has_children, smoke, tattoo, drink, cell_row, cell_column, recommend_distance_km, \
    value_item, hobby_tag_ids, employer_id";

/// The columns of a profile that no search reads, and their values.
const TEXT_COLUMNS: &str = "name, occupation_type, occupation, achievement, school, about_me, \
    personality_tag_ids, exercise_tag_ids, marriage_type_tag_ids, fertility_plan_tag_ids, pet_tag_ids, \
    dating_question, daily_life, surprise_point, city, address, feedback, mbti, verify_method, review_link, \
    verify_temp_file_name, verify_description";
const TEXTS: &str = "'N', 'ENGINEERING', '', '', '', 'Hills, coffee and quiet weekend mornings.', \
    '[]', '[]', '[]', '[501]', '[]', '', '', '', 'TW-TPE', '', '', '', 'WORK_EMAIL', '', '', ''";

/// Returns statements that insert these members into the tables of a server, in SQL that SQLite and PostgreSQL
/// understand. The members registered and opened the app at `now_ms`, in Unix milliseconds.
pub fn insert_statements(
    residents: impl IntoIterator<Item = Resident>,
    now_ms: i64,
) -> impl Iterator<Item = String> {
    let mut residents = residents.into_iter().peekable();
    std::iter::from_fn(move || {
        residents.peek()?;
        let (mut accounts, mut profiles) = (Vec::new(), Vec::new());
        for resident in residents.by_ref().take(ROWS) {
            accounts.push(resident.account_row(now_ms));
            profiles.push(resident.profile_row());
        }
        Some(format!(
            "INSERT INTO account ({ACCOUNT_COLUMNS}) VALUES {}; \
             INSERT INTO profile ({COLUMNS}, {TEXT_COLUMNS}) VALUES {}",
            accounts.join(", "),
            profiles.join(", ")
        ))
    })
}
