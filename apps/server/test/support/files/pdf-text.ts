/** The text of a PDF's pages, by a reader written in JavaScript, so that nothing has to be installed. */
import { extractText, getDocumentProxy } from 'unpdf';

/** All pages as one text. The reader takes ownership of its bytes, so it gets a copy. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text;
}
