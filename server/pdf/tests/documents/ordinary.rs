//! PDFs as ordinary programs write them.

use std::io::Write as _;

use enmusubi_tests::pdf::{Pdf, document, revised, stream, zlib};
use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::checked;

pub(crate) fn packed(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

const FLATE: &str = "/Filter /FlateDecode";

pub(crate) fn are_accepted() {
    for (name, bytes) in all() {
        assert_eq!(checked(name, &bytes), Ok(()), "{name}");
    }
}

/// Returns files of every layout and of ordinary contents.
pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    let mut all = layouts();
    let contents = contents().into_iter();
    all.extend(contents.map(|(name, pdf)| (name, pdf.with_table())));
    all
}

fn layouts() -> Vec<(&'static str, Vec<u8>)> {
    let new = Pdf::new;
    let mut linearized = new().object("<< /Linearized 1 /N 1 >>").with_table();
    linearized.extend(document().split_off(15));
    let contract = include_bytes!("../../../../tests/e2e/contract.pdf");
    let opened = new()
        .catalog("/OpenAction 6 0 R")
        .object("<< /S /GoTo /D [3 0 R /Fit] >>");
    vec![
        ("a table", document()),
        ("the contract of the journeys", contract.to_vec()),
        ("an object stream", new().with_object_stream(FLATE, packed)),
        (
            "another object stream",
            new().with_object_stream("/Filter [/Fl]", zlib),
        ),
        (
            "an object stream without compression",
            new().with_object_stream("", <[u8]>::to_vec),
        ),
        (
            "a later revision",
            revised(document(), 5, b"<< /Type /Font >>"),
        ),
        ("bytes after the end", [document(), vec![0; 500]].concat()),
        (
            "a packed link",
            with_link().with_object_stream(FLATE, packed),
        ),
        ("a packed action", opened.with_object_stream(FLATE, packed)),
        ("linearized", linearized),
    ]
}

fn with_link() -> Pdf {
    let link = "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI \
                (https://example.com/JS/AA?(/JavaScript)) >> >>";
    Pdf::new().page("/Annots [6 0 R]").object(link)
}

fn contents() -> Vec<(&'static str, Pdf)> {
    let new = Pdf::new;
    let page = "<< /Type /Page /Parent 2 0 R >>";
    let pages = (1..50).fold(new(), |pdf, _| pdf.object(page));
    vec![
        ("a link", with_link()),
        ("50 pages", pages),
        (
            "a form",
            new()
                .catalog("/AcroForm << /Fields [6 0 R] /DA (/Helv 0 Tf) >>")
                .object("<< /FT /Tx /T (name) /Subtype /Widget >>"),
        ),
        (
            "a signature",
            new()
                .catalog("/AcroForm << /Fields [6 0 R] >> /Perms << /DocMDP 7 0 R >>")
                .object("<< /FT /Sig /V 7 0 R >>")
                .object("<< /Type /Sig /Filter /Adobe.PPKLite /Contents <00> >>"),
        ),
        (
            "an outline",
            new()
                .catalog("/Outlines 6 0 R")
                .object("<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>")
                .object("<< /Title (/JS) /A << /S /GoTo /D [3 0 R /Fit] >> >>"),
        ),
        (
            "opens at a page",
            new().catalog("/OpenAction [3 0 R /XYZ null null 0]"),
        ),
        (
            "opens at a page by an action",
            new().catalog("/OpenAction << /S /GoTo /D [3 0 R /Fit] >>"),
        ),
        (
            "metadata",
            new().object(stream("/Type /Metadata", b"<x>/JS</x>")),
        ),
        (
            "a colour profile",
            new().object(stream(
                "/N 3 /Alternate /DeviceRGB /Filter /FlateDecode",
                &packed(b"\0\0\x0CHLino\x02\x10\0\0mntrRGB XYZ "),
            )),
        ),
        (
            "names in Japanese",
            new()
                .object("<< /BaseFont /ＭＳ明朝 >>")
                .object("<< /BaseFont /#82l#82r#96#BE#92#A9 /CIDSystemInfo 5 0 R >>"),
        ),
        (
            "a number right before the end of its object",
            new().object("12endobj"),
        ),
        (
            "an object stream whose length is elsewhere",
            new()
                .object(
                    "<< /Type /ObjStm /N 1 /First 4 /Length 7 0 R >>\nstream\n9 0 null\nendstream",
                )
                .object("8"),
        ),
        ("a blend mode", new().object("<< /BM /Screen >>")),
    ]
}
