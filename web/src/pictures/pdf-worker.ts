/** The worker of pdf.js. */
import "./pdf-memory";
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
