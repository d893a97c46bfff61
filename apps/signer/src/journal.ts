/**
 * The journal of signatures: one line per transaction, appended and flushed to disk before the signature leaves. Each line has an HMAC over its
 * text and the HMAC of the line before, with a key from the seed, so a changed, inserted, reordered or removed line is found at start.
 * `head` holds the number of lines and the last HMAC, so a cut end is found too.
 * A crash can leave half a line at the end; its signature never left, and the half is removed. An older copy of both files together cannot
 * be detected: keep copies elsewhere.
 */
import { createHmac } from 'node:crypto';
import { type FileHandle, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CryptoAsset, cryptoAssets } from '@calmly/domain';
import { z } from 'zod';
import { readJson, type Signed } from './request.ts';
import { CannotStart } from './seed.ts';

const zEntry = z.strictObject({
  at: z.iso.datetime(),
  withdrawalId: z.string(),
  asset: z.enum(cryptoAssets),
  address: z.string(),
  amountMinor: z.string().transform(BigInt),
  feeAsset: z.enum(cryptoAssets),
  feeMinor: z.string().transform(BigInt),
  /** Digest of the whole request. */
  request: z.string(),
  txId: z.string(),
  raw: z.string(),
});
export type Entry = Omit<z.output<typeof zEntry>, 'at'> & { readonly at: Date };

export interface Journal {
  /** The signed transactions of a withdrawal, with their requests: the first, then its replacements. */
  find(withdrawalId: string): Promise<ReadonlyArray<Signed & { readonly request: string }>>;
  /** Amounts and fees of an asset signed since a moment, each withdrawal once; `except` does not count. */
  spentSince(asset: CryptoAsset, since: Date, except: string): bigint;
  /** Moment of the newest line: time never runs backwards in the journal. */
  newest(): Date;
  /** Returns once the line is on disk. Throws if that is not certain; the process must then end. */
  append(entry: Entry): Promise<void>;
  close(): Promise<void>;
}

interface Head {
  readonly count: number;
  readonly mac: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const nothing: Head = { count: 0, mac: '0'.repeat(64) };
const linesOf = (directory: string) => join(directory, 'journal');
const headOf = (directory: string) => join(directory, 'head');

/** Creates an empty journal; keeps an existing one, which a new seed cannot open. */
export async function createJournal(directory: string): Promise<void> {
  const isNew = await writeFile(linesOf(directory), '', { flag: 'wx', mode: 0o600 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
  if (isNew || !(await readHead(directory))) await writeHead(directory, nothing);
}

/** Reads and checks everything. Throws CannotStart if a line was changed, removed or added by others. */
export async function openJournal(directory: string, key: Buffer): Promise<Journal> {
  const macOf = (previous: string, text: string) =>
    createHmac('sha256', key).update(`${previous}\n${text}`).digest('hex');
  const tampered = (reason: string) =>
    new CannotStart(`The journal in ${directory} was changed from outside: ${reason}. Nothing is signed.`);

  const content = await readFile(linesOf(directory)).catch(() => undefined);
  const written = await readHead(directory);
  if (!content || !written) throw tampered('a file is missing');
  const end = content.lastIndexOf('\n') + 1;
  const places = new Map<string, Array<{ readonly start: number; readonly length: number }>>();
  let recent: Entry[] = [];
  let head = nothing;
  let newest = new Date(0);
  let size = 0;
  let macAtHead = written.count === 0 ? nothing.mac : undefined;

  function keep(entry: Entry, line: string): void {
    const length = Buffer.byteLength(line);
    places.set(entry.withdrawalId, [...(places.get(entry.withdrawalId) ?? []), { start: size, length }]);
    newest = entry.at;
    const isCounted = ({ at, withdrawalId }: Entry) =>
      newest.getTime() - at.getTime() < dayMs && withdrawalId !== entry.withdrawalId;
    recent = [...recent.filter(isCounted), entry];
    size += length;
  }

  for (const line of content.subarray(0, end).toString('utf8').split('\n').slice(0, -1)) {
    const [mac = '', text = ''] = splitLine(line);
    const entry = readEntry(text);
    const number = head.count + 1;
    if (mac !== macOf(head.mac, text)) throw tampered(`line ${number} is not what was written`);
    if (!entry) throw tampered(`line ${number} cannot be read`);
    head = { count: number, mac };
    if (number === written.count) macAtHead = mac;
    keep(entry, `${line}\n`);
  }
  // The line is written first: a crash between the two leaves one more line than the head says.
  if (macAtHead !== written.mac || head.count > written.count + 1) throw tampered('its end does not match');
  const file = await open(linesOf(directory), 'a+');
  if (end < content.length) await file.truncate(end);
  if (head.count !== written.count) await writeHead(directory, head);

  return {
    async find(withdrawalId) {
      const entries: Entry[] = [];
      for (const { start, length } of places.get(withdrawalId) ?? []) {
        const { buffer } = await file.read(Buffer.alloc(length), 0, length, start);
        const entry = readEntry(splitLine(buffer.toString('utf8').trimEnd())[1] ?? '');
        if (entry?.withdrawalId !== withdrawalId) throw new Error('the journal changed while it was open');
        entries.push(entry);
      }
      return entries;
    },
    spentSince: (asset, since, except) =>
      recent
        .filter(({ at, withdrawalId }) => at > since && withdrawalId !== except)
        .reduce(
          (sum, entry) =>
            sum +
            (entry.asset === asset ? entry.amountMinor : 0n) +
            (entry.feeAsset === asset ? entry.feeMinor : 0n),
          0n,
        ),
    newest: () => newest,
    async append(entry) {
      if ((await file.stat()).size !== size) throw new Error('another process writes to the journal');
      const text = JSON.stringify(entry, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      const mac = macOf(head.mac, text);
      const line = `${mac} ${text}\n`;
      await writeWhole(file, line);
      await file.sync();
      head = { count: head.count + 1, mac };
      await writeHead(directory, head);
      keep(entry, line);
    },
    close: () => file.close(),
  };
}

const splitLine = (line: string) => [line.slice(0, 64), line.slice(65)];

function readEntry(text: string): Entry | undefined {
  const { data } = zEntry.safeParse(readJson(text));
  return data && { ...data, at: new Date(data.at) };
}

async function writeWhole(file: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten !== bytes.length) throw new Error('the journal could not be written');
}

async function readHead(directory: string): Promise<Head | undefined> {
  const text = await readFile(headOf(directory), 'utf8').catch(() => '');
  const [, count, mac = ''] = /^(\d{1,15}) ([0-9a-f]{64})\n$/.exec(text) ?? [];
  return count === undefined ? undefined : { count: Number(count), mac };
}

/** Replaces the file in one step that survives a crash. */
async function writeHead(directory: string, { count, mac }: Head): Promise<void> {
  const next = join(directory, 'head.new');
  await writeFile(next, `${count} ${mac}\n`, { mode: 0o600, flush: true });
  await rename(next, headOf(directory));
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
