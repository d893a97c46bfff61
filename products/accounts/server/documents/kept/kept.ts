/**
 * Files made and kept by the bank. A file is written part by part while it is made, each part sealed and bound to its position, so that memory does
 * not grow with it. A written file has no owner until `keep`; an unclaimed one is deleted after a day. Reading compares the whole file with its hash
 * before the last bytes are sent.
 * Errors: `FileTooLarge`, `not_found` for a deleted file.
 */
import { createHash } from 'node:crypto';
import { Problem } from '@calmly/platform/problem.ts';
import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import * as store from './kept-store.ts';

export interface WrittenFile {
  readonly id: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
}

export class FileTooLarge extends Error {}

export interface KeptFiles {
  /** Writes a file as it is made, outside of a transaction. A failure leaves nothing. */
  write(
    work: Pick<Work, 'sql' | 'newId'>,
    file: { readonly clientId: string; readonly mostBytes: number },
    content: AsyncIterable<Uint8Array>,
  ): Promise<WrittenFile>;
  /** Keeps written files; null: for good. */
  keep(sql: Sql, ids: readonly string[], until: Date | null): Promise<void>;
  /** The bytes, part by part. The first part is read at once. */
  read(sql: Sql, id: string): Promise<AsyncGenerator<Uint8Array, void, undefined>>;
  remove(sql: Sql, ids: readonly string[]): Promise<void>;
}

const partBytes = 512 * 1024;

/** The place that a part is sealed for: its number in its file. */
export const placeOf = (id: string, number: number): string => `kept file ${id} ${number}`;

/** The box seals and opens each part for its place, so a moved part cannot be opened. */
export function createKeptFiles(box: SecretBox): KeptFiles {
  async function fill(
    sql: Sql,
    id: string,
    mostBytes: number,
    content: AsyncIterable<Uint8Array>,
  ): Promise<WrittenFile> {
    const hash = createHash('sha256');
    let [sizeBytes, number, waitingBytes] = [0, 0, 0];
    let waiting: Uint8Array[] = [];
    const flush = async () => {
      const part = Buffer.concat(waiting);
      [waiting, waitingBytes] = [[], 0];
      for (let at = 0; at < part.length; at += partBytes) {
        await store.insertPart(
          sql,
          id,
          number,
          box.seal(part.subarray(at, at + partBytes), placeOf(id, number)),
        );
        number += 1;
      }
    };
    for await (const bytes of content) {
      sizeBytes += bytes.length;
      if (sizeBytes > mostBytes) throw new FileTooLarge(`the file has more than ${mostBytes} bytes`);
      hash.update(bytes);
      // Copied, because some writers reuse their memory.
      waiting.push(Uint8Array.from(bytes));
      waitingBytes += bytes.length;
      if (waitingBytes >= partBytes) await flush();
    }
    await flush();
    const written = { id, sizeBytes, sha256: hash.digest() };
    await store.finishFile(sql, written);
    return written;
  }

  async function* partsFrom(sql: Sql, id: string, sha256: Buffer, first: Buffer) {
    const hash = createHash('sha256');
    let held = first;
    for (let number = 1; ; number += 1) {
      hash.update(held);
      const sealed = await store.findPart(sql, id, number);
      if (!sealed) break;
      yield held;
      held = box.open(sealed, placeOf(id, number));
    }
    if (!hash.digest().equals(sha256)) throw new Error(`the kept file ${id} is not as it was written`);
    yield held;
  }

  return {
    async write({ sql, newId }, { clientId, mostBytes }, content) {
      const id = newId();
      await store.insertFile(sql, { id, clientId });
      try {
        return await fill(sql, id, mostBytes, content);
      } catch (error) {
        await store.deleteFiles(sql, [id]).catch(() => undefined);
        throw error;
      }
    },
    async keep(sql, ids, until) {
      if ((await store.setKeptUntil(sql, ids, until)) !== ids.length)
        throw new Error(`a file to be kept is gone: ${ids.join(', ')}`);
    },
    async read(sql, id) {
      const sha256 = await store.findHash(sql, id);
      const first = sha256 && (await store.findPart(sql, id, 0));
      if (!first) throw new Problem('not_found');
      return partsFrom(sql, id, sha256, box.open(first, placeOf(id, 0)));
    },
    remove: store.deleteFiles,
  };
}
