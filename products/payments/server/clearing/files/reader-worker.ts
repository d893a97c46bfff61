/** The process that reads files from outside: the message of each, or why it is refused. Started by `reader.ts`. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { XmlRefused, xmlLimits } from '@calmly/platform/files/xml.ts';
import { MessageRefused } from '@calmly/platform/iso20022/fields.ts';
import { serveTask } from '@calmly/platform/jobs/worker-thread.ts';
import { createMessageReader, type InboxMessage } from './message.ts';
import type { Reading } from './reader.ts';

const pieceSize = 65_536;

function read(path: string): Reading {
  const file = openSync(path, 'r');
  const reader = createMessageReader();
  const hash = createHash('sha256');
  const piece = Buffer.alloc(pieceSize);
  let refusal: string | undefined;
  try {
    for (let total = 0; total <= xmlLimits.bytes; ) {
      const length = readSync(file, piece, 0, pieceSize, null);
      if (length === 0) break;
      total += length;
      const bytes = piece.subarray(0, length);
      hash.update(bytes);
      // A refused file is read to its end all the same: by its hash it is known again.
      refusal ??= refusalOf(() => reader.write(bytes));
    }
  } finally {
    closeSync(file);
  }
  let message: InboxMessage | undefined;
  refusal ??= refusalOf(() => {
    message = reader.end();
  });
  return message && refusal === undefined
    ? { ok: true, hash: hash.digest(), message }
    : { ok: false, hash: hash.digest(), refusal: refusal ?? 'nothing was read' };
}

function refusalOf(read: () => void): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof XmlRefused || error instanceof MessageRefused) return error.message;
    throw error;
  }
}

serveTask<string, Reading>(async (path) => ({ output: read(path) }));
