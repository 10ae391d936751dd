//! PDFs to upload, in the layouts of different producers.

use std::fmt::Write as _;

/// Returns a complete PDF of one page, in the layout of a simple producer.
pub fn document() -> Vec<u8> {
    Pdf::new().with_table()
}

/// The objects of a PDF; the first one has number 1 and is the catalog.
#[derive(Debug, Clone)]
pub struct Pdf {
    objects: Vec<Vec<u8>>,
    trailer: String,
}

impl Default for Pdf {
    fn default() -> Self {
        Self::new()
    }
}

impl Pdf {
    /// Makes a PDF of one page with some words.
    pub fn new() -> Self {
        let content = b"BT /F1 24 Tf 72 720 Td (A certificate of employment) Tj ET";
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R\n\
             /Resources << /Font << /F1 5 0 R >> >> >>",
            "",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ];
        let mut objects = objects.map(str::as_bytes).map(<[u8]>::to_vec).to_vec();
        objects[3] = stream("", content);
        Self {
            objects,
            trailer: String::new(),
        }
    }

    /// Adds these keys to the catalog.
    #[must_use]
    pub fn catalog(mut self, keys: &str) -> Self {
        self.objects[0] = format!("<< /Type /Catalog /Pages 2 0 R {keys} >>").into_bytes();
        self
    }

    /// Adds these keys to the page.
    #[must_use]
    pub fn page(mut self, keys: &str) -> Self {
        let page = format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] {keys} >>");
        self.objects[2] = page.into_bytes();
        self
    }

    /// Adds an object. The first added object has number 6.
    #[must_use]
    pub fn object(mut self, object: impl Into<Vec<u8>>) -> Self {
        self.objects.push(object.into());
        self
    }

    /// Adds these keys to the trailer.
    #[must_use]
    pub fn trailer(mut self, keys: &str) -> Self {
        keys.clone_into(&mut self.trailer);
        self
    }

    /// Writes each object by itself, and a table of all objects.
    pub fn with_table(&self) -> Vec<u8> {
        let mut bytes = b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n".to_vec();
        let objects = self.objects.iter().enumerate();
        let objects: Vec<_> = objects.map(|(n, object)| (n + 1, object)).collect();
        append(&mut bytes, &objects, &self.trailer);
        bytes
    }

    /// Writes all objects but streams in an object stream, and the table as a stream.
    ///
    /// `pack` compresses the object stream, and `keys` name the compression.
    pub fn with_object_stream(&self, keys: &str, pack: impl FnOnce(&[u8]) -> Vec<u8>) -> Vec<u8> {
        let is_stream = |object: &[u8]| object.windows(6).any(|it| it == b"stream");
        let (mut table, mut packed) = (String::new(), Vec::new());
        let mut bytes = b"%PDF-1.5\n%\xE2\xE3\xCF\xD3\n".to_vec();
        let (holder, index) = (self.objects.len() + 1, self.objects.len() + 2);
        let mut entries: Vec<[usize; 3]> = vec![[0, 0, 255]];
        let mut n_packed = 0;
        for (n, object) in self.objects.iter().enumerate() {
            if is_stream(object) {
                entries.push([1, bytes.len(), 0]);
                push_object(&mut bytes, n + 1, object);
            } else {
                entries.push([2, holder, n_packed]);
                n_packed += 1;
                let _ = write!(table, "{} {} ", n + 1, packed.len());
                packed.extend_from_slice(object);
                packed.push(b' ');
            }
        }
        let first = table.len();
        let data = pack(&[table.as_bytes(), &packed].concat());
        let keys = format!("/Type /ObjStm /N {n_packed} /First {first} {keys}");
        entries.push([1, bytes.len(), 0]);
        push_object(&mut bytes, holder, &stream(&keys, &data));
        let start = bytes.len();
        entries.push([1, start, 0]);
        let entries: Vec<u8> = entries.iter().flat_map(|entry| row(*entry)).collect();
        let size = index + 1;
        let keys = format!(
            "/Type /XRef /Size {size} /W [1 4 1] /Root 1 0 R {}",
            self.trailer
        );
        push_object(&mut bytes, index, &stream(&keys, &entries));
        push_end(&mut bytes, start);
        bytes
    }
}

/// Appends a revision that replaces one object to a PDF with a table.
pub fn revised(mut bytes: Vec<u8>, number: usize, object: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(&bytes);
    let earlier = text.rsplit("startxref\n").next().unwrap_or_default();
    let earlier = earlier.lines().next().unwrap_or_default();
    let trailer = format!("/Prev {earlier}");
    append(&mut bytes, &[(number, &object.to_vec())], &trailer);
    bytes
}

/// Returns a stream object.
pub fn stream(keys: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("<< {keys} /Length {} >>\nstream\n", data.len());
    [head.as_bytes(), data, b"\nendstream"].concat()
}

/// Returns the data in zlib's format without compression, which needs no library.
pub fn zlib(data: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x78, 0x01];
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in data {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    let n_blocks = data.chunks(0xFFFF).len();
    for (n, block) in data.chunks(0xFFFF).enumerate() {
        let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
        bytes.push(u8::from(n + 1 == n_blocks));
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend_from_slice(block);
    }
    bytes.extend((b << 16 | a).to_be_bytes());
    bytes
}

fn append(bytes: &mut Vec<u8>, objects: &[(usize, &Vec<u8>)], trailer: &str) {
    let mut table = String::from("xref\n0 1\n0000000000 65535 f \n");
    for (number, object) in objects {
        let _ = write!(table, "{number} 1\n{:010} 00000 n \n", bytes.len());
        push_object(bytes, *number, object);
    }
    let start = bytes.len();
    let size = objects.iter().map(|(number, _)| number + 1).max();
    let size = size.unwrap_or(1);
    let trailer = format!("{table}trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\n");
    bytes.extend_from_slice(trailer.as_bytes());
    push_end(bytes, start);
}

fn push_object(bytes: &mut Vec<u8>, number: usize, object: &[u8]) {
    bytes.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
    bytes.extend_from_slice(object);
    bytes.extend_from_slice(b"\nendobj\n");
}

fn push_end(bytes: &mut Vec<u8>, start: usize) {
    bytes.extend_from_slice(format!("startxref\n{start}\n%%EOF\n").as_bytes());
}

fn row([kind, place, last]: [usize; 3]) -> Vec<u8> {
    let place = u32::try_from(place).unwrap_or(u32::MAX);
    let byte = |number| u8::try_from(number).unwrap_or(u8::MAX);
    [&[byte(kind)][..], &place.to_be_bytes(), &[byte(last)]].concat()
}
