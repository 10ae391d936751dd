//! Prints the lists a form offers as a JavaScript module.

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn main() {
    print!("{}", enmusubi_core::typescript::lists());
}
