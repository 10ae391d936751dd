//! A test for each file of vectors.

use enmusubi_conformance::topics;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::check_topic;

macro_rules! vectors {
    ($($test:ident: $topic:literal),+ $(,)?) => {
        $(
            #[wasm_bindgen_test(unsupported = test)]
            fn $test() {
                check_topic($topic);
            }
        )+

        #[wasm_bindgen_test(unsupported = test)]
        fn every_file_of_vectors_has_its_test() {
            let checked = [$($topic),+];
            let written: Vec<&str> = topics().iter().map(|topic| topic.name).collect();
            assert_eq!(checked.as_slice(), written.as_slice());
        }
    };
}

vectors! {
    ages_are_counted_in_whole_calendar_years: "birthday",
    conditions_are_read_and_checked: "conditions",
    documents_are_read_or_refused_as_a_whole: "document",
    account_and_password_are_the_line_user_id: "identity",
    numbers_are_read_leniently_and_bounded: "numbers",
    photo_slots_are_read_and_checked: "photos",
    coordinates_come_in_pairs: "place",
    all_errors_come_back_in_the_order_of_the_form: "several",
    tags_are_of_their_group: "tags",
    text_is_trimmed_and_counted_in_characters: "text",
    the_proof_fits_its_method: "verification",
    words_and_flags_are_of_their_lists: "words",
}
