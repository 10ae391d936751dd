//! The hidden facts of a person, and what an attacker has found out about them by yes-or-no questions.

use enmusubi_core::condition::{Condition, FlagType, RangeType};
use enmusubi_core::matching::Facts;
use enmusubi_core::{Education, IncomeRange, limits};

/// A fact that no card has. A person has a rank in each, from 0 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fact {
    Flag(FlagType),
    Income,
    Height,
}

/// The lowest income of each rank from 1 on. Conditions with these bounds tell the ranks apart.
const INCOMES: [i32; 7] = [1, 50, 100, 150, 200, 300, 500];
/// The incomes by their ranks.
const INCOME_RANKS: [IncomeRange; 8] = [
    IncomeRange::Undisclosed,
    IncomeRange::Under50,
    IncomeRange::From50To100,
    IncomeRange::From100To150,
    IncomeRange::From150To200,
    IncomeRange::From200To300,
    IncomeRange::From300To500,
    IncomeRange::Over500,
];

impl Fact {
    fn all() -> impl Iterator<Item = Self> {
        let flags = FlagType::ALL.iter().map(|kind| Self::Flag(*kind));
        flags.chain([Self::Income, Self::Height])
    }

    const fn n_ranks(self) -> i32 {
        match self {
            Self::Flag(_) => 2,
            Self::Income => 8,
            Self::Height => limits::HEIGHT_CM.max - limits::HEIGHT_CM.min + 1,
        }
    }

    fn rank(self, facts: &Facts) -> i32 {
        match self {
            Self::Flag(kind) => facts.flag(kind).into(),
            Self::Income => (0..)
                .zip(INCOME_RANKS)
                .find(|(_, income)| *income == facts.income_range)
                .map_or(0, |(rank, _)| rank),
            Self::Height => facts.height_cm - limits::HEIGHT_CM.min,
        }
    }

    /// Returns the commonest rank of a population.
    fn commonest(self, population: &[Facts]) -> i32 {
        let n_with = |rank: &i32| {
            population
                .iter()
                .filter(|it| self.rank(it) == *rank)
                .count()
        };
        (0..self.n_ranks()).max_by_key(n_with).unwrap_or_default()
    }
}

/// The question whether the rank in a fact is at least this.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question {
    fact: Fact,
    rank: i32,
}

impl Question {
    /// Returns a condition of another type that the people made by [`raise`] never meet.
    pub(crate) fn impossible(self) -> Condition {
        match self.fact {
            Fact::Height => Condition::Education(Education::Doctorate),
            _ => Condition::Range {
                kind: RangeType::Height,
                from: limits::HEIGHT_CM.max,
                to: 0,
            },
        }
    }

    /// Returns the condition that the person meets if the answer is yes.
    pub(crate) fn condition(self) -> Condition {
        let range = |kind, from| Condition::Range { kind, from, to: 0 };
        match self.fact {
            Fact::Flag(kind) => Condition::Flag { kind, value: true },
            Fact::Income => {
                let mut lowest = (1..).zip(INCOMES);
                let of_rank = lowest.find(|(rank, _)| *rank == self.rank);
                range(RangeType::Income, of_rank.map_or(0, |(_, income)| income))
            }
            Fact::Height => range(RangeType::Height, limits::HEIGHT_CM.min + self.rank),
        }
    }
}

/// The ranks that are still possible in each fact.
#[derive(Debug, Clone)]
pub(crate) struct Notes(Vec<(Fact, i32, i32)>);

impl Notes {
    /// The facts that an attacker could read.
    pub(crate) const N_FACTS: usize = FlagType::ALL.len() + 2;

    pub(crate) fn new() -> Self {
        Self(
            Fact::all()
                .map(|fact| (fact, 0, fact.n_ranks() - 1))
                .collect(),
        )
    }

    /// Returns the question that halves the first fact that is not known, or `None` if all are known.
    pub(crate) fn next(&self) -> Option<Question> {
        let open = self.0.iter().find(|(_, low, high)| low < high);
        open.map(|(fact, low, high)| Question {
            fact: *fact,
            rank: i32::midpoint(*low, *high + 1),
        })
    }

    pub(crate) fn learn(&mut self, question: Question, is_yes: bool) {
        for (fact, low, high) in &mut self.0 {
            if *fact == question.fact && is_yes {
                *low = question.rank;
            } else if *fact == question.fact {
                *high = question.rank - 1;
            }
        }
    }

    pub(crate) fn learn_flag(&mut self, kind: FlagType, value: bool) {
        let question = Question {
            fact: Fact::Flag(kind),
            rank: 1,
        };
        self.learn(question, value);
    }

    /// Returns the number of facts that the notes name, and how many of these are right.
    pub(crate) fn compare(&self, facts: &Facts) -> (usize, usize) {
        let known = self.0.iter().filter(|(_, low, high)| low == high);
        let right = known
            .clone()
            .filter(|(fact, low, _)| fact.rank(facts) == *low);
        (known.count(), right.count())
    }

    /// Returns the likelier answer to a question among the people who fit the notes.
    pub(crate) fn guess(&self, question: Question, population: &[Facts]) -> bool {
        let of_question = self.0.iter().find(|(fact, ..)| *fact == question.fact);
        let Some((fact, low, high)) = of_question else {
            return false;
        };
        let ranks = population.iter().map(|it| fact.rank(it));
        let (yes, no): (Vec<i32>, Vec<i32>) = ranks
            .filter(|rank| (*low..=*high).contains(rank))
            .partition(|rank| *rank >= question.rank);
        yes.len() > no.len()
    }

    /// Compares the facts that the notes name with the commonest ones of a population.
    pub(crate) fn score(&self, facts: &Facts, population: &[Facts]) -> Score {
        let mut score = Score::default();
        for (fact, rank, _) in self.0.iter().filter(|(_, low, high)| low == high) {
            let commonest = fact.commonest(population);
            let is_right = *rank == fact.rank(facts);
            let is_guess_right = commonest == fact.rank(facts);
            score.named += 1;
            score.right += u32::from(is_right);
            score.guessed += u32::from(is_guess_right);
            score.won += u32::from(is_right && !is_guess_right);
            score.lost += u32::from(is_guess_right && !is_right);
        }
        score
    }
}

/// The result of an attack, beside a guess of the same facts.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Score {
    /// The facts that the attack names.
    pub(crate) named: u32,
    /// The named facts that are right.
    pub(crate) right: u32,
    /// The facts that a guess from the population names rightly.
    pub(crate) guessed: u32,
    /// The facts about which only the attack is right.
    won: u32,
    /// The facts about which only the guess is right.
    lost: u32,
}

impl Score {
    pub(crate) const fn add(&mut self, other: Self) {
        self.named += other.named;
        self.right += other.right;
        self.guessed += other.guessed;
        self.won += other.won;
        self.lost += other.lost;
    }

    /// Returns the probability that an attack which is as good as a guess does as well as this one: the sign test over
    /// the facts about which only one of the two is right.
    pub(crate) fn p_value(&self) -> f64 {
        let n = self.won + self.lost;
        let mut ways = 1.0;
        let mut total = 0.0;
        for k in 0..=n {
            if k >= self.won {
                total += ways;
            }
            ways *= f64::from(n - k) / f64::from(k + 1);
        }
        total / 2_f64.powi(n.cast_signed())
    }
}

/// Makes the facts meet every question but the last one about the height.
pub(crate) fn raise(facts: &mut Facts) {
    facts.marriage_record = true;
    facts.has_children = true;
    facts.smoke = true;
    facts.tattoo = true;
    facts.drink = true;
    facts.income_range = IncomeRange::Over500;
    facts.height_cm = limits::HEIGHT_CM.max - 1;
}
