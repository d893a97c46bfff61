/** Reads a backup and compares every byte with its manifest and every file with PostgreSQL's list. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { Refusal } from '../../refusal.ts';
import { type BackupManifest, baseFile, listFile } from './backup-manifest.ts';
import { readTar, type TarEntry } from './tar.ts';

const zList = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.number(), Checksum: z.string() })),
});

/** Receives a file or directory; it must read all of `content`. */
type Take = (entry: TarEntry) => Promise<void>;

async function skip({ content }: TarEntry): Promise<void> {
  for await (const _ of content);
}

/** Throws a Refusal that names the first damaged file. */
export async function readBackup(
  directory: string,
  files: BackupManifest['files'],
  take: Take = skip,
): Promise<void> {
  const parts: Buffer[] = [];
  await readFileOf(directory, files, listFile, async (chunks) => {
    for await (const chunk of chunks) parts.push(chunk);
  });
  const list = zList.parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
  const expected = new Map(list.Files.filter(({ Path }) => !isLog(Path)).map((file) => [file.Path, file]));
  await readFileOf(directory, files, baseFile, async (chunks) => {
    for await (const entry of readTar(chunks)) await takeChecked(entry, expected, take);
  });
  const [missing] = expected.keys();
  if (missing !== undefined) throw new Refusal(`The backup ${directory} is damaged: it lacks ${missing}.`);
}

/** PostgreSQL lists only a part of its log, which has checksums of its own. */
const isLog = (name: string) => name.startsWith('pg_wal/');

async function takeChecked(
  entry: TarEntry,
  expected: Map<string, { readonly Size: number; readonly Checksum: string }>,
  take: Take,
): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  async function* content() {
    for await (const part of entry.content) {
      hash.update(part);
      size += part.length;
      yield part;
    }
  }
  await take({ ...entry, content: content() });
  if (entry.kind !== 'file' || isLog(entry.name)) return;
  const listed = expected.get(entry.name);
  if (listed?.Size !== size || listed.Checksum !== hash.digest('hex'))
    throw new Error(`${entry.name} is not as PostgreSQL listed it`);
  expected.delete(entry.name);
}

async function readFileOf(
  directory: string,
  files: BackupManifest['files'],
  name: string,
  read: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const expected = files.find((file) => file.name === name);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured(source: Readable) {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await pipeline(createReadStream(join(directory, name)), measured, createGunzip(), read);
    if (bytes !== expected?.bytes || hash.digest('hex') !== expected.sha256)
      throw new Error('its bytes have changed');
  } catch (error) {
    // The disk that is written to, not this backup.
    if (['ENOSPC', 'EDQUOT', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    throw new Refusal(`The backup ${directory} is damaged: ${name}: ${(error as Error).message}.`);
  }
}
