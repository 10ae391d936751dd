/** The pdf.js worker, with limited memory. The limit is imported first, because it must act before pdf.js runs. */
import "./pdf-memory";
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
