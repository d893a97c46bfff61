/**
 * Files that the bank made and keeps, such as statements. They are stored in sealed parts while they are made, so neither writing nor reading one
 * takes more memory than a part. Errors: `not_found` for what the reader may not see.
 */
import type { Download } from '../../../platform/http/answer.ts';
import { Problem } from '../../../platform/problem.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { Sql, Work } from '../../../platform/work.ts';
import { mayRead, type Reader } from '../reader.ts';
import * as store from './kept-store.ts';

const partBytes = 1_000_000;
const placeOf = (id: string, number: number) => `document ${id} part ${number}`;

/** Stores the file. In one transaction with its parts, so that it is whole or not there. */
export async function keep(
  { sql, now }: Pick<Work, 'sql' | 'now'>,
  box: SecretBox,
  kept: store.NewKept,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  await store.insertKept(sql, kept, now);
  let [number, size, waiting]: [number, number, Uint8Array[]] = [0, 0, []];
  let waitingBytes = 0;
  const flush = async () => {
    const bytes = Buffer.concat(waiting);
    await store.insertPart(sql, kept.id, number, box.seal(bytes, placeOf(kept.id, number)));
    number += 1;
    [waiting, waitingBytes] = [[], 0];
  };
  for await (const bytes of content) {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    size += bytes.length;
    if (waitingBytes >= partBytes) await flush();
  }
  if (waitingBytes > 0 || number === 0) await flush();
  await store.setSize(sql, kept.id, size);
}

/** `GET /documents/{id}/file`. */
export async function readKept(sql: Sql, box: SecretBox, reader: Reader, id: string): Promise<Download> {
  const kept = await store.findKept(sql, id);
  if (!kept || !mayRead(reader, kept)) throw new Problem('not_found');
  const { fileName, mediaType, content } = kept;
  if (content) return { fileName, mediaType, content: box.open(content, `document ${id}`) };
  return { fileName, mediaType, content: partsOf(sql, box, id) };
}

async function* partsOf(sql: Sql, box: SecretBox, id: string): AsyncGenerator<Uint8Array, void, undefined> {
  for (let number = 0; ; number += 1) {
    const sealed = await store.findPart(sql, id, number);
    if (!sealed) return;
    yield box.open(sealed, placeOf(id, number));
  }
}
