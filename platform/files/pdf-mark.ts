/** The mark that lets anyone verify a document: a code, and a QR code with the address of the page that verifies it. */
export interface PdfMark {
  /** A short label of the mark. */
  readonly label: string;
  /** In groups, easier to read and type. */
  readonly code: string;
  /** The address where the code is entered, without its scheme. */
  readonly page: string;
  /** The address of the page for this code. */
  readonly url: string;
}
