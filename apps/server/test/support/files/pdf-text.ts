/** The text of a PDF's pages, as a reader written in JavaScript sees it: nothing has to be installed for it. */
import { extractText, getDocumentProxy } from 'unpdf';

/** All pages in one text. The reader takes the bytes it is given, so it is given a copy. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text;
}
