/**
 * The way in: whole files that lie in the inbox are read one after the other, each in one transaction with all that it says, and moved
 * to `done/`. The bytes are known by their hash, so a file that was read when the server died is only moved, and the same file
 * under another name is read once; an entry that comes in two messages is known by the rail's reference, also where only one of
 * them tells its transactions (`entries.ts`). A file that cannot be
 * read is set aside in `failed/` beside a text that says why, and its neighbours are read all the same.
 *
 * A file is whole when its name ends in `.xml`, does not begin with a dot, and it has lain unchanged for a moment.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, isUnavailable, sqlStateOf } from '../../../platform/database.ts';
import { addJobs, type JobHandler } from '../../../platform/jobs.ts';
import type { Work } from '../../../platform/work.ts';
import type { RailSinks } from '../rail.ts';
import type { InboxMessage } from './message.ts';
import { newsOf } from './news.ts';
import { syncDirectory } from './outbox.ts';
import { readInThread } from './reader.ts';
import { insertInboxFile } from './store.ts';

export const inboxTask = 'rail_files_read';
const largestFile = 20_000_000;
const uniqueViolation = '23505';

export interface InboxOptions extends RailSinks {
  readonly database: Database;
  readonly directory: string;
  /** How often the inbox is looked into. */
  readonly pollMs: number;
  /** How long a file must lie unchanged. */
  readonly settleMs: number;
}

/** Looks into the inbox, and again after a while, whatever happened. */
export const inboxJobs = (options: InboxOptions): Readonly<Record<string, JobHandler>> => ({
  [inboxTask]: {
    outside: async (work) => {
      try {
        await readInbox(options, work);
      } catch (error) {
        work.log.error({ err: error }, 'the inbox of the rail could not be read; it is tried again');
      } finally {
        const runAt = new Date(Date.now() + options.pollMs);
        await addJobs(work.sql, [{ task: inboxTask, payload: {}, runAt, key: inboxTask }]);
      }
    },
  },
});

async function readInbox(options: InboxOptions, work: Work): Promise<void> {
  const { directory } = options;
  for (const name of (await readdir(directory)).filter(isForUs).sort()) {
    const stats = await lstat(join(directory, name));
    if (!stats.isFile() || Date.now() - stats.mtimeMs < options.settleMs) continue;
    const refusal =
      stats.size > largestFile
        ? `larger than ${largestFile} bytes`
        : await readOne(options, work, name, await readFile(join(directory, name)));
    if (refusal === undefined) await moveTo(directory, 'done', name);
    else {
      work.log.error({ file: name, refusal }, 'a file of the rail was set aside in failed/');
      await mkdir(join(directory, 'failed'), { recursive: true });
      await writeFile(join(directory, 'failed', `${name}.error.txt`), `${refusal}\n`);
      await moveTo(directory, 'failed', name);
    }
  }
}

const isForUs = (name: string) => /^[^.].*\.xml$/i.test(name);

async function moveTo(directory: string, where: 'done' | 'failed', name: string): Promise<void> {
  await mkdir(join(directory, where), { recursive: true });
  await rename(join(directory, name), join(directory, where, name));
  await syncDirectory(join(directory, where));
}

/** Why a file is refused; undefined: it is read, now or before. */
async function readOne(
  options: InboxOptions,
  work: Work,
  name: string,
  bytes: Buffer,
): Promise<string | undefined> {
  const reading = await readInThread(bytes);
  if (!reading.ok) return reading.refusal;
  const file = { name, hash: createHash('sha256').update(bytes).digest() };
  try {
    await book(options, work, file, reading.message).catch((error) => {
      if (sqlStateOf(error) !== uniqueViolation) throw error;
      // Another server has just booked the same entry out of another file: by now it is known.
      return book(options, work, file, reading.message);
    });
    return undefined;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // It lies in what the file says, would happen again, and may not keep its neighbours from being read.
    return `cannot be booked: ${String(error)}`;
  }
}

/** All of a file, or nothing. */
async function book(
  { database, report, credit }: InboxOptions,
  outside: Work,
  file: { readonly name: string; readonly hash: Buffer },
  message: InboxMessage,
): Promise<void> {
  await database.inTransaction(async (sql) => {
    const work = { ...outside, sql, now: new Date() };
    const { reports, credits, strangeDebits, lateDetails } = await newsOf(sql, message, work.now);
    const counts = { reports: reports.length, credits: credits.length };
    const isNew = await insertInboxFile(sql, { ...file, message: message.name, at: work.now, ...counts });
    if (!isNew) return;
    await report(work, reports);
    const verdicts = await credit(work, credits);
    for (const { reference, currency } of strangeDebits)
      work.log.error(
        { file: file.name, reference, currency },
        'a debit that nobody instructed, or not so: ask the bank where the account is',
      );
    for (const { key, currency } of lateDetails)
      work.log.error(
        { file: file.name, reference: key, currency },
        'transactions are told of a sum that is booked already: if it waits in suspense, they say whose it is',
      );
    const suspended = verdicts.filter((verdict) => verdict === 'suspended').length;
    work.log.info({ file: file.name, ...counts, suspended }, 'a file of the rail was read');
  });
}
