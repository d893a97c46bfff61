/**
 * The anchor: a file outside the database that records its newest contents, with the last ids and counts. A server writes it at intervals, and so
 * does `verify`.
 * A restored database that lacks the newest hours is consistent in itself; only the anchor reveals it. While the database lacks something recorded
 * there, the anchor is not overwritten: an operator who accepts the loss deletes the file.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findNewestAudit, hasAudit } from '@calmly/platform/audit.ts';
import type { Log } from '@calmly/platform/log.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { findNewest, findTransactions } from '@calmly/products/accounts/server/transactions/index.ts';
import { findLost, markBooks } from '@calmly/products/ledger/server/index.ts';
import { z } from 'zod';

const zCount = z.string().regex(/^\d+$/);
const zAnchor = z.object({
  at: z.iso.datetime(),
  books: z.object({ newestTransfers: z.array(z.guid()).readonly(), entries: z.record(z.guid(), zCount) }),
  newestTransaction: z.guid().nullable(),
  newestAudit: z.guid().nullable(),
  /** The counts of the last `verify`; a server does not count. */
  counts: z.object({ at: z.iso.datetime(), transfers: zCount, entries: zCount }).optional(),
});
type Anchor = z.infer<typeof zAnchor>;

/** The minimum numbers since `at`. */
export interface Counts {
  readonly at: Date;
  readonly transfers: bigint;
  readonly entries: bigint;
}

export interface Anchored {
  /** The parts that the database lacks, in English. Empty: nothing is missing, and the file is up to date. */
  readonly faults: readonly string[];
  /** Time of the previous file; undefined if there was none. */
  readonly since: string | undefined;
}

/**
 * Compares the database with the anchor and updates the anchor, unless the database lacks something. Errors of the file system
 * are thrown.
 */
export async function moveAnchor(sql: Sql, file: string, counted?: Counts): Promise<Anchored> {
  const text = await readFile(file, 'utf8').catch(unlessMissing);
  const before = text === undefined ? undefined : parsed(text);
  if (before === 'unreadable')
    return {
      faults: [
        `${file} ${text?.trim() === '' ? 'is empty' : 'is not an anchor'}, so nothing says how far the database went: check that it has its newest payments, then delete the file, and the next verify writes it anew`,
      ],
      since: undefined,
    };
  const faults = before ? await lackedOf(sql, before, counted) : [];
  if (faults.length === 0) {
    const counts = counted
      ? {
          at: counted.at.toISOString(),
          transfers: String(counted.transfers),
          entries: String(counted.entries),
        }
      : before?.counts;
    await write(file, { ...(await readAnchor(sql)), ...(counts && { counts }) });
  }
  return { faults, since: before?.at };
}

/** What the anchor records and the database lacks. Writes nothing. */
export async function compareAnchor(sql: Sql, file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  const anchor = parsed(text);
  return anchor === 'unreadable' ? [`${file} is not an anchor`] : lackedOf(sql, anchor, undefined);
}

async function readAnchor(sql: Sql): Promise<Anchor> {
  return {
    at: new Date().toISOString(),
    books: await markBooks(sql),
    newestTransaction: (await findNewest(sql)) ?? null,
    newestAudit: (await findNewestAudit(sql)) ?? null,
  };
}

async function lackedOf(sql: Sql, anchor: Anchor, counted: Counts | undefined): Promise<string[]> {
  const { newestTransaction, newestAudit, counts } = anchor;
  const faults = await findLost(sql, anchor.books);
  if (
    newestTransaction !== null &&
    !(await findTransactions(sql, [newestTransaction])).has(newestTransaction)
  )
    faults.push(`the transaction ${newestTransaction} is missing`);
  if (newestAudit !== null && !(await hasAudit(sql, newestAudit)))
    faults.push(`the entry ${newestAudit} of the audit log is missing`);
  // Another verify may have counted in the meantime.
  if (counts && counted && counts.at < counted.at.toISOString())
    for (const name of ['transfers', 'entries'] as const)
      if (counted[name] < BigInt(counts[name]))
        faults.push(`there are ${counted[name]} ${name}, there were ${counts[name]}`);
  return faults.map((fault) => `older than the anchor of ${anchor.at}: ${fault}`);
}

function parsed(text: string): Anchor | 'unreadable' {
  try {
    return zAnchor.parse(JSON.parse(text));
  } catch {
    return 'unreadable';
  }
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

/**
 * Written under another name first, and synced to disk before it is renamed: a reader never sees a partial file. The name is unique, because servers
 * in containers share the directory and may have
 * the same process id.
 */
async function write(file: string, anchor: Anchor): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}.part`;
  try {
    const opened = await open(draft, 'wx', 0o600);
    try {
      await opened.writeFile(`${JSON.stringify(anchor, null, 2)}\n`);
      await opened.sync();
    } finally {
      await opened.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const everyMs = 60_000;

/** Updates the anchor now and every minute, until the returned function is called. A failure is logged; the server continues. */
export async function keepAnchor(
  sql: Sql,
  { file, log }: { readonly file: string; readonly log: Log },
): Promise<() => Promise<void>> {
  const move = async () => {
    try {
      const { faults } = await moveAnchor(sql, file);
      if (faults.length > 0)
        log.error({ reason: faults.join('; ') }, 'the database is older than its anchor: run npm run verify');
    } catch (error) {
      log.error({ err: error }, 'the anchor could not be written');
    }
  };
  let moving = move();
  await moving;
  const timer = setInterval(() => {
    moving = moving.then(move);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await moving;
    // The final update of a stopping server: later changes in this database come from another one.
    await move();
  };
}
