/** Extracts the file from an upload's JSON, in a worker thread. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { TransferListItem } from 'node:worker_threads';
import { movable, serveTask } from '../../jobs/worker-thread.ts';

export type TakenApart =
  | { readonly ok: true; readonly rest: Uint8Array; readonly file?: Uint8Array }
  /** `field` is the wrong member; without it, the body is not JSON. */
  | { readonly ok: false; readonly field?: string };

/** The wire name of the file in every upload of the contract. */
const member = 'FileBody';

serveTask<Uint8Array, TakenApart>(async (input) => {
  const output = takeApart(Buffer.from(input.buffer));
  const transfer: TransferListItem[] = [];
  if (output.ok) transfer.push(output.rest.buffer as ArrayBuffer);
  if (output.ok && output.file) transfer.push(output.file.buffer as ArrayBuffer);
  return { output, transfer };
});

/** Far more members than any upload has; parsing millions would take more memory than the file. */
const mostMarks = 10_000;
const marks = new Set(Array.from('{[,', (mark) => mark.charCodeAt(0)));

/** Base64 contains none of these characters. */
function hasTooManyParts(bytes: Buffer): boolean {
  let count = 0;
  for (const byte of bytes) if (marks.has(byte)) count += 1;
  return count > mostMarks;
}

function takeApart(bytes: Buffer): TakenApart {
  if (hasTooManyParts(bytes)) return { ok: false };
  const body = parse(bytes);
  if (body === undefined) return { ok: false };
  const content = isRecord(body) ? body[member] : undefined;
  if (!isRecord(body) || typeof content !== 'string' || content === '')
    return { ok: true, rest: textOf(body) };
  const decoded = decodeBase64(content);
  if (!decoded) return { ok: false, field: member };
  const file = movable(decoded);
  body[member] = hash('sha256', file, 'hex');
  return { ok: true, rest: textOf(body), file };
}

/** The bytes of padded base64; undefined unless the text is their exact canonical encoding. */
function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  // The decoder skips invalid characters, so the length reveals them; it also accepts the URL-safe alphabet.
  const whole = bytes.length > 0 && 4 * Math.ceil(bytes.length / 3) === text.length;
  const last = bytes.subarray(bytes.length - 1 - ((bytes.length - 1) % 3)).toString('base64');
  return whole && text.endsWith(last) && !text.includes('-') && !text.includes('_') ? bytes : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown) => movable(Buffer.from(JSON.stringify(value)));

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
