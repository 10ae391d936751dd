//! Files that are not whole, or do more than show pages.

use enmusubi_server::pdf::Refused;
use enmusubi_tests::pdf::{Pdf, document, revised, stream};

use crate::checked;
use crate::ordinary::packed;

pub(crate) fn are_refused() {
    for (name, bytes) in broken() {
        assert_eq!(checked(name, &bytes), Err(Refused::NotWhole), "{name}");
    }
    for (n, pdf) in active().into_iter().enumerate() {
        let name = format!("active {n}");
        let with_stream = pdf.with_object_stream("/Filter /FlateDecode", packed);
        for bytes in [pdf.with_table(), with_stream] {
            assert_eq!(checked(&name, &bytes), Err(Refused::Forbidden), "{name}");
        }
    }
    for (name, bytes) in hidden() {
        assert_eq!(checked(name, &bytes), Err(Refused::Forbidden), "{name}");
    }
    for (name, bytes) in ambiguous() {
        assert!(checked(name, &bytes).is_err(), "{name}");
    }
}

fn without(part: &str) -> Vec<u8> {
    let whole = String::from_utf8_lossy(&document()).into_owned();
    assert!(whole.contains(part), "{part}");
    whole.replace(part, &" ".repeat(part.len())).into_bytes()
}

fn broken() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("five letters", b"%PDF-".to_vec()),
        ("a header", b"%PDF-1.7\n".to_vec()),
        (
            "a header and HTML",
            b"%PDF-1.7\n<script>alert(1)</script>".to_vec(),
        ),
        ("no version", without("1.4")),
        ("no end mark", without("%%EOF")),
        ("no place of a table", without("startxref")),
        ("no table", without("xref\n0 1")),
        ("no catalog", without("/Type /Catalog")),
        ("no root", without("/Root")),
        ("no page", without("/Type /Page /")),
        ("a dictionary without its end", without(">> >> >>")),
        ("half of it", document()[..document().len() / 2].to_vec()),
        (
            "another file after the end",
            [document(), vec![b'P'; 4096]].concat(),
        ),
        (
            "before the header",
            [b"GIF89a".to_vec(), document()].concat(),
        ),
        (
            "a key without a value",
            Pdf::new().object("<< /A >>").with_table(),
        ),
        (
            "closed wrongly",
            Pdf::new().object("[ << ] >>").with_table(),
        ),
    ]
}

/// Each is written with a table, and in an object stream.
fn active() -> Vec<Pdf> {
    let mut all: Vec<Pdf> = [
        "<< /S /JavaScript /JS (app.alert(1)) >>",
        "<< /S /JavaScript /JS 4 0 R >>",
        "<< /S /#4a#61vaScript >>",
        "<< /S /Java#53cript /J#53 (x) >>",
        "<< /S /JavaScript#00 >>",
        "<< /#4AS (x) >>",
        "<< /S/JavaScript/JS(x)>>",
        "<< % /S (\n /S % )\r /JavaScript >>",
        "[ [ << /A [ /JavaScript ] >> ] ]",
        "<< /A (\\) /B (()) ) /S /JavaScript >>",
        "<< /S /Launch /F (calc.exe) >>",
        "<< /S /Launch /Win << /F (cmd.exe) >> >>",
        "<< /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>",
        "<< /Names << /EmbeddedFiles << /Names [] >> >> >>",
        "<< /Type /EmbeddedFile >>",
        "<< /Type /Annot /Subtype /FileAttachment >>",
        "<< /Type /Annot /Subtype /RichMedia >>",
        "<< /Type /Annot /Subtype /Movie >>",
        "<< /Type /Annot /Subtype /Sound >>",
        "<< /Type /Annot /Subtype /3D >>",
        "<< /S /Rendition /OP 0 >>",
        "<< /S /SubmitForm /F (https://example.com) >>",
        "<< /S /ImportData /F (a.fdf) >>",
        "<< /S /GoToR /F (\\\\\\\\example.com\\\\a.pdf) >>",
        "<< /S /GoToE /T << /R /C >> >>",
        "<< /AA << /O << /S /URI /URI (https://example.com) >> >> >>",
        "<< /XFA 4 0 R >>",
    ]
    .into_iter()
    .map(|object| Pdf::new().object(object))
    .collect();
    let uri = "<< /S /URI /URI (https://example.com) >>";
    let chain = "<< /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (a) >> >>";
    all.extend([
        Pdf::new().catalog(&format!("/OpenAction {uri}")),
        Pdf::new().catalog(&format!("/OpenAction {chain}")),
        Pdf::new().catalog("/OpenAction 6 0 R").object(uri),
        Pdf::new().catalog("/OpenAction 6 0 R").object(chain),
        Pdf::new()
            .catalog("/OpenAction 6 0 R")
            .object("<< /S /GoTo /S /URI >>"),
        Pdf::new()
            .catalog("/OpenAction 6 0 R")
            .object("<< /S 7 0 R >>")
            .object("/Named"),
        Pdf::new()
            .catalog("/OpenAction 6 0 R")
            .object("7 0 R")
            .object(uri),
        Pdf::new().catalog("/OpenAction 9 0 R"),
        Pdf::new().catalog("/AcroForm << /XFA [] >>"),
        Pdf::new().page("/AA << >>"),
        Pdf::new()
            .trailer("/Encrypt 6 0 R")
            .object("<< /Filter /Standard /V 4 >>"),
        Pdf::new().trailer("/Encrypt << /Filter /Standard /V 4 >>"),
    ]);
    all
}

const SCRIPT: &str = "<< /S /JavaScript /JS (app.alert(1)) >>";

/// PDFs in which a reader that follows the table, or repairs it, finds objects that others do not see.
fn hidden() -> Vec<(&'static str, Vec<u8>)> {
    let within = |before: &str, after: &str| {
        let object = format!("{before}\n7 0 obj {SCRIPT} endobj {after}");
        Pdf::new().object(object).with_table()
    };
    let header = |header: &str| {
        let object = format!("null endobj\n{header} {SCRIPT}");
        Pdf::new().object(object).with_table()
    };
    let in_stream = format!("7 0 obj {SCRIPT} endobj");
    vec![
        ("in a string", within("(", ")")),
        ("in a comment", within("% ", "\nnull")),
        (
            "in a stream",
            Pdf::new()
                .object(stream("", in_stream.as_bytes()))
                .with_table(),
        ),
        ("in an older revision", {
            let older = Pdf::new().object(SCRIPT).with_table();
            revised(older, 6, b"null")
        }),
        (
            "in a newer revision",
            revised(document(), 5, SCRIPT.as_bytes()),
        ),
        ("after the end mark", {
            let end = format!("7 0 obj {SCRIPT} endobj");
            [document(), end.into_bytes()].concat()
        }),
        ("a header on three lines", header("7\n0\nobj")),
        ("a header with a comment", header("7 % 0 obj\n0 %\r obj")),
        ("a header of comments", header("7 %\n0%x\nobj")),
        ("a header of reals", header("7.0 0.0 obj")),
        ("a header without spaces", header("7 0obj")),
        ("a header with a large number", header("99999999999 0 obj")),
        ("in a second trailer", {
            let trailer = b"trailer\n<< /Root 1 0 R /OpenAction << /S /Named /N /Print >> >>\n";
            [document(), trailer.to_vec()].concat()
        }),
        ("an object stream that does not say so", {
            let packed_script = packed(format!("7 0 {SCRIPT}").as_bytes());
            let keys = "/N 1 /First 4 /Filter /FlateDecode";
            Pdf::new().object(stream(keys, &packed_script)).with_table()
        }),
        ("an object stream with a string around the object", {
            let content = format!("7 1 ({SCRIPT})");
            let keys = "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode";
            Pdf::new()
                .object(stream(keys, &packed(content.as_bytes())))
                .with_table()
        }),
        ("an object stream that is longer than it says", {
            let content = format!("7 1 ({SCRIPT})");
            let keys = "/Type /ObjStm /N 1 /First 4";
            let object = stream(keys, content.as_bytes());
            let text = String::from_utf8(object).unwrap();
            Pdf::new()
                .object(text.replace("/Length ", "/Length 1 /L "))
                .with_table()
        }),
    ]
}

/// Files that two readers may read in two ways.
fn ambiguous() -> Vec<(&'static str, Vec<u8>)> {
    let content = packed(format!("7 0 {SCRIPT}").as_bytes());
    let twice = packed(&content);
    let object_stream = |keys: &str, data: &[u8]| {
        let keys = format!("/Type /ObjStm {keys}");
        Pdf::new().object(stream(&keys, data)).with_table()
    };
    let flate = "/Filter /FlateDecode";
    vec![
        (
            "no first",
            object_stream(&format!("/N 1 {flate}"), &content),
        ),
        (
            "two firsts",
            object_stream(&format!("/N 1 /First 4 /First 5 {flate}"), &content),
        ),
        (
            "first elsewhere",
            object_stream(&format!("/N 1 /First 5 0 R {flate}"), &content),
        ),
        (
            "two counts",
            object_stream(&format!("/N 0 /N 1 /First 4 {flate}"), &content),
        ),
        (
            "a larger count",
            object_stream(&format!("/N 2 /First 4 {flate}"), &content),
        ),
        (
            "a filter elsewhere",
            object_stream("/N 1 /First 4 /Filter 5 0 R", &content),
        ),
        (
            "two filters",
            object_stream("/N 1 /First 4 /Filter [/Fl /Fl]", &twice),
        ),
        (
            "two keys of filters",
            object_stream("/N 1 /First 4 /Filter /Fl /Filter /Fl", &twice),
        ),
        (
            "another filter",
            object_stream("/N 1 /First 4 /Filter /LZWDecode", &content),
        ),
        (
            "a predictor",
            object_stream(
                &format!("/N 1 /First 4 {flate} /DecodeParms << /Predictor 2 >>"),
                &content,
            ),
        ),
        (
            "broken data",
            object_stream(&format!("/N 1 /First 4 {flate}"), b"\x78\x01nonsense"),
        ),
        (
            "outside",
            object_stream(&format!("/N 1 /First 4 {flate}"), &packed(b"7 99")),
        ),
    ]
}
