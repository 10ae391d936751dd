//! Prints the TypeScript declarations of the wire types.

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn main() {
    print!("{}", enmusubi_core::typescript::declarations());
}
