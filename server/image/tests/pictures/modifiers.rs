//! Reads modifiers, writes them in their canonical form, and refuses those that are on no list.

use enmusubi_core::FieldErrorCode;
use enmusubi_image::Modifiers;

#[test]
fn equal_modifiers_have_one_canonical_form() {
    for (asked, written) in [
        ("_", "_"),
        ("f_webp", "f_webp,q_80"),
        ("f_jpeg,q_75", "f_jpg,q_75"),
        ("f_jpg", "f_jpg,q_80"),
        ("q_80,f_png", "f_png"),
        ("w_720,fit_fill", "w_720,q_80"),
        ("h_720&w_360&f_webp", "f_webp,fit_cover,w_360,h_720,q_80"),
        ("s_360x720,fit_inside", "fit_inside,w_360,h_720,q_80"),
        ("s_360", "fit_cover,w_360,h_360,q_80"),
        ("b_FFF", "q_80,b_ffffff"),
        ("b_000", "q_80,b_000000"),
        ("b_faf6f1", "q_80,b_faf6f1"),
        ("q_1", "q_50"),
        ("q_77", "q_75"),
        ("q_78", "q_80"),
        ("q_62", "q_50"),
        ("q_63", "q_75"),
        ("q_85", "q_80"),
        ("q_86", "q_90"),
        ("q_100", "q_90"),
        (
            "blur_3,f_webp,q_50,s_10x10",
            "f_webp,fit_cover,w_10,h_10,q_50,blur_3",
        ),
    ] {
        let modifiers = Modifiers::parse(asked).map(|it| it.to_string());
        assert_eq!(modifiers, Ok(written.to_owned()), "{asked}");
    }
}

#[test]
fn the_canonical_form_parses_to_the_same_modifiers() {
    for text in ["_", "f_jpg,fit_contain,w_360,h_720,q_75,b_faf6f1,blur_10"] {
        let modifiers = Modifiers::parse(text).unwrap();
        assert_eq!(Modifiers::parse(&modifiers.to_string()), Ok(modifiers));
    }
}

#[test]
fn a_value_that_is_on_no_list_is_refused_with_the_name_of_its_modifier() {
    use FieldErrorCode::{Duplicate, UnknownValue};
    for (text, path, code) in [
        ("", "modifiers[0]", UnknownValue),
        ("f_webp,", "modifiers[1]", UnknownValue),
        ("rotate_90", "modifiers[0]", UnknownValue),
        ("w_720,W_720", "modifiers[1]", UnknownValue),
        ("_,w_720", "modifiers[0]", UnknownValue),
        ("f_webp;w_720", "f", UnknownValue),
        ("f_avif", "f", UnknownValue),
        ("f_auto", "f", UnknownValue),
        ("f_pdf", "f", UnknownValue),
        ("f", "f", UnknownValue),
        ("fit_crop", "fit", UnknownValue),
        ("w_99999", "w", UnknownValue),
        ("w_0", "w", UnknownValue),
        ("w_721", "w", UnknownValue),
        ("w_-720", "w", UnknownValue),
        ("w_+720", "w", UnknownValue),
        ("w_0720", "w", UnknownValue),
        ("w_7２0", "w", UnknownValue),
        ("h_4294967296", "h", UnknownValue),
        ("s_360x", "s", UnknownValue),
        ("s_360x361", "s", UnknownValue),
        ("s_360x360x360", "s", UnknownValue),
        ("q_0", "q", UnknownValue),
        ("q_101", "q", UnknownValue),
        ("q_80.5", "q", UnknownValue),
        ("b_red", "b", UnknownValue),
        ("b_#ffffff", "b", UnknownValue),
        ("b_+fffff", "b", UnknownValue),
        ("b_ffff", "b", UnknownValue),
        ("b_a5c", "b", UnknownValue),
        ("b_fffffe", "b", UnknownValue),
        ("blur_0", "blur", UnknownValue),
        ("blur_1", "blur", UnknownValue),
        ("blur_4", "blur", UnknownValue),
        ("blur_11", "blur", UnknownValue),
        ("blur_259", "blur", UnknownValue),
        ("w_720,w_720", "w", Duplicate),
        ("q_80,f_webp,q_90", "q", Duplicate),
        ("s_360,w_720", "w", Duplicate),
        ("h_720,s_360", "s", Duplicate),
    ] {
        let error = Modifiers::parse(text).unwrap_err();
        assert_eq!((error.path.as_str(), error.code), (path, code), "{text}");
        assert!(!error.cause.is_empty());
    }
}
