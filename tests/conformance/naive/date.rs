//! Calendar dates, computed by hand.

/// Year, month and day. The order of tuples is the order of dates.
pub(crate) type Day = (u32, u32, u32);

/// Reads exactly `YYYY-MM-DD`, if the date exists.
pub(super) fn day(text: &str) -> Option<Day> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() != 10 || letters[4] != '-' || letters[7] != '-' {
        return None;
    }
    let number = |from: usize, to: usize| {
        letters[from..to].iter().try_fold(0, |number, letter| {
            "0123456789"
                .find(*letter)
                .map(|digit| number * 10 + u32::try_from(digit).unwrap())
        })
    };
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    (day >= 1 && day <= length_of(year, month)?).then_some((year, month, day))
}

fn length_of(year: u32, month: u32) -> Option<u32> {
    let is_leap = if year.is_multiple_of(100) {
        year.is_multiple_of(400)
    } else {
        year.is_multiple_of(4)
    };
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 if is_leap => Some(29),
        2 => Some(28),
        _ => None,
    }
}

/// Returns whole calendar years, which are negative before the birth. In common years a person born
/// on a leap day has their birthday on 1 March, which follows from the comparison of month and day.
pub(super) fn age(birthday: Day, today: Day) -> i64 {
    let years = i64::from(today.0) - i64::from(birthday.0);
    let has_come = (today.1, today.2) >= (birthday.1, birthday.2);
    if has_come { years } else { years - 1 }
}
