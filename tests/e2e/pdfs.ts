/** PDFs that a test makes: with many pages, with pages that contain themselves, and with more to draw than a device can. */

/** Returns a PDF with these objects. The first one has the number 1 and is the catalogue. */
function pdfOf(objects: readonly string[]): Buffer {
  let text = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + end, "latin1");
}

const catalogue = "<< /Type /Catalog /Pages 2 0 R >>";
const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

const streamOf = (content: string, entries = "") =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

const pageOf = (content: number, resources: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << ${resources} >> >>`;

export function pdfWithPages(count: number): Buffer {
  const pages = Array.from({ length: count }, (_, index) => [
    streamOf(`BT /F1 36 Tf 60 700 Td (Page ${index + 1} of the contract) Tj ET`),
    pageOf(4 + 2 * index, "/Font << /F1 3 0 R >>"),
  ]);
  const kids = pages.map((_, index) => `${5 + 2 * index} 0 R`).join(" ");
  const tree = `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`;
  return pdfOf([catalogue, tree, font, ...pages.flat()]);
}

/** Returns a PDF whose list of pages contains itself. */
export function pdfInItself(): Buffer {
  return pdfOf([catalogue, "<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R 2 0 R] >>"]);
}

/** Returns a PDF of a few kilobytes with 2 to the power of 30 rectangles. */
export function pdfWithoutEnd(): Buffer {
  const first = 5;
  const nForms = 30;
  const forms = Array.from({ length: nForms }, (_, index) => {
    const form = "/Type /XObject /Subtype /Form /BBox [0 0 600 900]";
    if (index === nForms - 1) return streamOf("0 0 10 10 re f", form);
    const inner = `/Resources << /XObject << /X ${first + index + 1} 0 R >> >>`;
    return streamOf("/X Do /X Do", `${form} ${inner}`);
  });
  const tree = "<< /Type /Pages /Count 1 /Kids [4 0 R] >>";
  const page = pageOf(3, `/XObject << /X ${first} 0 R >>`);
  return pdfOf([catalogue, tree, streamOf("/X Do"), page, ...forms]);
}
