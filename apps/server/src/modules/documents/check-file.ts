/**
 * What may be kept of an uploaded file. Its content alone decides: neither its name nor what the browser calls it is asked.
 * A file that is also something else (a page, a script, an archive) is refused even where it could be cleaned.
 * In: the file. Out: its type and the bytes to keep, or the field problem. Limits: 10 MB, 25 megapixels.
 */
import { type DocumentType, documentMaxBytes, type FieldProblemCode } from '@calmly/contract';
import { checkPdf } from './pdf.ts';
import { rewritePicture } from './picture.ts';

export type FileVerdict =
  | { readonly ok: true; readonly mediaType: DocumentType; readonly file: Buffer }
  | { readonly ok: false; readonly code: FieldProblemCode };

/** The bytes of padded base64; undefined when the text is not exactly what they would be written as. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined;
}

/** Judges a file by its bytes. */
export async function checkFile(file: Buffer): Promise<FileVerdict> {
  if (file.length > documentMaxBytes) return { ok: false, code: 'file_size' };
  const mediaType = typeOf(file);
  if (mediaType === undefined) return { ok: false, code: 'file_type' };
  if (isSomethingElseToo(file)) return { ok: false, code: 'file_active' };
  if (mediaType === 'application/pdf') {
    const code = checkPdf(file);
    return code ? { ok: false, code } : { ok: true, mediaType, file };
  }
  const picture = await rewritePicture(file, mediaType);
  return picture.ok ? { ok: true, mediaType, file: picture.file } : picture;
}

const signatures = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
] as const;

function typeOf(file: Buffer): DocumentType | undefined {
  return signatures.find(([, signature]) => file.subarray(0, signature.length).equals(signature))?.[0];
}

/** Markup that a browser or an interpreter would start with, anywhere. */
const markup = /<(?:script|html|iframe|body|svg|object|embed)[\s/>]|<!doctype|<\?php/i;
/** The record that every ZIP archive ends with; readers look for it in the last 64 KB. */
const archiveEnd = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const archiveTailBytes = 22 + 65_535;

function isSomethingElseToo(file: Buffer): boolean {
  return markup.test(file.toString('latin1')) || file.subarray(-archiveTailBytes).includes(archiveEnd);
}
