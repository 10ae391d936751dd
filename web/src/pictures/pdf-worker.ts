/** The pdf.js worker, with limited memory. The limit has to be loaded before pdf.js. */
import "./pdf-memory";
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
