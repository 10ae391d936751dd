//! Writes generated payloads and the core's answers to them, which `compare.mjs` compares with the
//! WebAssembly.
//!
//! `enmusubi-differential N SEED` writes a line `N TAB SEED` to its standard output, and then N
//! lines. Each has the date, the document as a JSON string, and as JSON the expected answers of
//! `parseProfile` and `checkProfile`, separated by tabs.

use std::error::Error;
use std::io::{BufWriter, Write, stdout};

use enmusubi_differential::{answers, document};
use fastrand::Rng;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(n_payloads), Some(seed)) = (arguments.next(), arguments.next()) else {
        return Err("expected two arguments: the number of payloads and the seed".into());
    };
    let (n_payloads, seed): (u64, u64) = (n_payloads.parse()?, seed.parse()?);
    let mut rng = Rng::with_seed(seed);
    let mut out = BufWriter::with_capacity(1 << 18, stdout().lock());
    writeln!(out, "{n_payloads}\t{seed}")?;
    let mut text = String::new();
    for _ in 0..n_payloads {
        let today = document::today(&mut rng);
        document::write(&mut rng, today, &mut text);
        write!(out, "{today}\t")?;
        serde_json::to_writer(&mut out, &text)?;
        out.write_all(b"\t")?;
        serde_json::to_writer(&mut out, &answers::parsed(&text, today))?;
        out.write_all(b"\t")?;
        serde_json::to_writer(&mut out, &answers::checked(&text, today))?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(())
}
