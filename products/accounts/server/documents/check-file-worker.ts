/** Checks a file's bytes, in a separate process. A PDF is rewritten here; a picture is only checked. */
import type { DocumentType, FieldProblemCode } from '@calmly/contract';
import { serveTask } from '@calmly/platform/jobs/worker-thread.ts';
import { rewritePdf } from './pdf.ts';

export type CheckedFile =
  | { readonly ok: true; readonly mediaType: DocumentType; readonly file: Uint8Array }
  | { readonly ok: false; readonly code: FieldProblemCode };

serveTask<Uint8Array, CheckedFile>(async (input) => ({
  output: await check(Buffer.from(input.buffer, input.byteOffset, input.length)),
}));

async function check(file: Buffer): Promise<CheckedFile> {
  const mediaType = typeOf(file);
  if (mediaType === undefined) return { ok: false, code: 'file_type' };
  if (isSomethingElseToo(file)) return { ok: false, code: 'file_active' };
  if (mediaType !== 'application/pdf') return { ok: true, mediaType, file };
  const verdict = await rewritePdf(file);
  return verdict.ok ? { ...verdict, mediaType } : verdict;
}

const signatures = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
] as const;

function typeOf(file: Buffer): DocumentType | undefined {
  return signatures.find(([, signature]) => file.subarray(0, signature.length).equals(signature))?.[0];
}

/** Markup at which a browser or an interpreter would start, at any position. */
const markup = /<(?:script|html|iframe|body|svg|object|embed)[\s/>]|<!doctype|<\?php/i;
/** The record at the end of every ZIP archive; readers look for it in the last 64 KB. */
const archiveEnd = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const archiveTailBytes = 22 + 65_535;

function isSomethingElseToo(file: Buffer): boolean {
  return markup.test(file.toString('latin1')) || file.subarray(-archiveTailBytes).includes(archiveEnd);
}
