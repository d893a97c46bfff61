/** What a document carries so that anyone can check it: a code, and a QR code of the page that knows it. */
export interface PdfMark {
  /** What it is for, in a few words. */
  readonly label: string;
  /** In groups, to be read and typed. */
  readonly code: string;
  /** The address where a code is entered, without its scheme. */
  readonly page: string;
  /** The address of the page for this code. */
  readonly url: string;
}
