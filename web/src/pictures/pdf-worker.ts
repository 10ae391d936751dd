/** The pdf.js worker, with limited memory. Import the limit first, because it must act before pdf.js runs. */
import "./pdf-memory";
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
