//! The names and texts in English.

use enmusubi_core::OccupationType as Field;

use super::{Job, NameOrder, Texts};

pub(super) static TEXTS: Texts = Texts {
    family_names: &[
        "Chen", "Lin", "Baker", "Novak", "Tanaka", "Walsh", "Silva", "Moreau", "Okafor", "Berg",
        "Rossi", "Park", "Haas", "Reid",
    ],
    women: &[
        "Alice", "Maya", "Clara", "Nora", "Hannah", "Ivy", "Elena", "Ruth", "Sofia", "June",
        "Emma", "Leah", "Tessa", "Naomi", "Olive", "Kate", "Mina", "Rosa", "Fiona", "Vera", "Anna",
        "Lucy", "Iris", "Carmen", "Dora", "Helen",
    ],
    men: &[
        "Adam", "Ben", "Caleb", "Daniel", "Eric", "Felix", "George", "Henry", "Ian", "Jonas",
        "Kevin", "Leo", "Martin", "Noah", "Oscar", "Paul", "Ryan", "Simon", "Theo", "Victor",
        "Will", "Hugo", "Isaac", "Max", "Peter", "Tom",
    ],
    others: &[
        "Alex", "Robin", "Sam", "Kim", "Jules", "Charlie", "Noel", "Sky", "Toni", "Ari", "Jo",
        "Remy",
    ],
    name_order: NameOrder::GivenFirst,
    jobs: &[
        Job {
            field: Field::Engineering,
            title: "Software engineer",
            achievement: "Made the slowest page of our product open in a second.",
        },
        Job {
            field: Field::Design,
            title: "Product designer",
            achievement: "A form that my grandmother filled in without help.",
        },
        Job {
            field: Field::Data,
            title: "Data analyst",
            achievement: "Found out why deliveries are late on rainy Fridays.",
        },
        Job {
            field: Field::Product,
            title: "Product manager",
            achievement: "",
        },
        Job {
            field: Field::Research,
            title: "Materials researcher",
            achievement: "A battery that likes the cold.",
        },
        Job {
            field: Field::Hardware,
            title: "Circuit designer",
            achievement: "A sensor that runs for a year on a coin cell.",
        },
        Job {
            field: Field::SalesMarketing,
            title: "Marketing planner",
            achievement: "",
        },
        Job {
            field: Field::Finance,
            title: "Accountant",
            achievement: "Closed the books a day early, for once.",
        },
        Job {
            field: Field::PeopleAdmin,
            title: "Recruiter",
            achievement: "Fifty people who stayed for more than a year.",
        },
        Job {
            field: Field::Manufacturing,
            title: "Process engineer",
            achievement: "",
        },
        Job {
            field: Field::Legal,
            title: "Company lawyer",
            achievement: "Wrote a contract in plain words.",
        },
        Job {
            field: Field::Other,
            title: "Music teacher",
            achievement: "A choir of forty children, and all on the same note.",
        },
    ],
    schools: &[
        "",
        "City University",
        "Institute of Technology",
        "Northern College",
    ],
    about_me: &[
        "I like long walks, short meetings and good soup. On Sundays I cook for friends.",
        "A calm person with loud laughter. I plan trips in detail and then follow the weather.",
        "I read on trains, grow basil on the balcony and lose at table tennis with dignity.",
        "Curious about nearly everything. I listen well, and I ask before I give advice.",
        "I climb hills for the view and stay for the sandwiches. Mornings are my best time.",
        "Films on Friday, market on Saturday, nothing on Sunday. I am looking for a partner to share all three.",
        "I moved here for work and stayed for the people. My kitchen is small and always open.",
        "I learn languages slowly and happily. I would like to build a home with a big table.",
        "Two plants, many books, one bicycle. Honesty and humour matter most to me.",
        "I am shy for ten minutes and talkative after that. I remember birthdays.",
        "I like quiet cafés, old cameras and people who say what they mean.",
        "Weekdays are for code, weekends for mud and mountains. I make good coffee after both.",
    ],
    questions: &[
        "Which meal could you eat every week?",
        "What did you enjoy most last weekend?",
        "Where would you go with three free days?",
        "Which film do you like to watch again?",
        "What makes an evening a good one for you?",
        "Mountains or sea, and why?",
        "What have you learned lately?",
        "What does your ideal Sunday look like?",
    ],
    daily_life: &[
        "Coffee, work, a walk by the river, and a book until I fall asleep.",
        "I cook most evenings and call my family on Wednesdays.",
        "Gym before work twice a week; otherwise I am the one who sleeps until seven.",
        "Lunch with colleagues, dinner at home, and a little guitar for the neighbours.",
        "I cycle to the office and take the long way back.",
        "Work from nine to six, then language class or the sofa.",
    ],
    surprises: &[
        "I can tell coffee beans apart by their smell.",
        "I once won a pumpkin contest.",
        "I can fold forty kinds of paper animals.",
        "I have never missed a sunrise on New Year's Day.",
        "I know all the stations of the metro by heart.",
        "I used to play the trumpet in a marching band.",
    ],
    answers: &[
        "Good question! I would like to tell you over a coffee.",
        "That made me smile. The short answer: it depends on the company.",
        "Let me think about it on a walk. What would you say?",
        "I could talk about that for an hour. Shall we?",
        "That is a new question to me, and I like it.",
        "My answer changes every week, so ask me again soon.",
    ],
    notes: &[
        "Nice to hear from you! How was your day?",
        "That made me smile. Tell me more.",
        "I like that. I have been thinking of trying it too.",
        "Ha, the same here. What are you doing at the weekend?",
        "Sounds good! I know a quiet café with very good cake.",
        "I have just come home from a walk. What about you?",
        "Good question. Let me think, and ask you the same.",
    ],
};
