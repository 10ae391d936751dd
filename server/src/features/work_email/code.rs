//! Generates the codes that the server mails.

use aws_lc_rs::rand;
use enmusubi_core::work_email::CODE_DIGITS;

use crate::error::{Error, Result};

const N_CODES: u32 = 1_000_000;
/// The end of the range of numbers that give each code the same chance. Numbers from here on are drawn
/// again.
const FAIR_END: u32 = u32::MAX - u32::MAX % N_CODES;

/// Generates a code. All codes have the same probability.
pub(super) fn generate() -> Result<String> {
    loop {
        let mut bits = [0_u8; 4];
        rand::fill(&mut bits).map_err(Error::internal)?;
        if let Some(code) = code_of(u32::from_be_bytes(bits)) {
            return Ok(code);
        }
    }
}

fn code_of(number: u32) -> Option<String> {
    (number < FAIR_END).then(|| format!("{:0CODE_DIGITS$}", number % N_CODES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_the_same_number_of_random_numbers() {
        assert_eq!(FAIR_END % N_CODES, 0);
        assert_eq!(code_of(0).as_deref(), Some("000000"));
        assert_eq!(code_of(FAIR_END - 1).as_deref(), Some("999999"));
        assert_eq!(code_of(FAIR_END), None);
        assert_eq!(code_of(u32::MAX), None);
    }

    #[test]
    fn codes_have_six_digits_and_an_even_distribution() {
        let mut n_by_first_digit = [0; 10];
        for _ in 0..10_000 {
            let code = generate().unwrap();
            assert_eq!(code.len(), CODE_DIGITS, "{code}");
            assert!(code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
            n_by_first_digit[usize::from(code.as_bytes()[0] - b'0')] += 1;
        }
        // The mean is 1000. The bounds are seven standard deviations away.
        for n_codes in n_by_first_digit {
            assert!((790..1210).contains(&n_codes), "{n_by_first_digit:?}");
        }
    }
}
