/**
 * Reads whole files from the inbox one by one, each in one transaction with everything that it reports, and moves them to `done/`. The hash
 * of its bytes identifies a file: after a crash a file that was booked is only moved, and the same file under another name is booked
 * once. The rail's reference and the facts identify an entry that two messages report, even if only one of them lists its transactions
 * (`entries.ts`). A file that cannot be read goes to `failed/` with a text that says why; the other files are read as usual.
 *
 * A file is whole when its name ends in `.xml`, does not begin with a dot, and it has not changed for a moment.
 */
import { lstat, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { problems } from '@calmly/contract';
import { type Database, isUnavailable, sqlStateOf } from '../../../platform/database.ts';
import { addJobs, type JobHandler } from '../../../platform/jobs/jobs.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work.ts';
import type { RailSinks } from '../../../providers/rail/rail.ts';
import { moveTo } from './folders.ts';
import type { InboxMessage } from './message.ts';
import { newsOf } from './news.ts';
import { readInProcess } from './reader.ts';
import { type InboxFile, insertInboxFile } from './store.ts';

export const inboxTask = 'rail_files_read';
const uniqueViolation = '23505';

export interface InboxOptions extends RailSinks {
  readonly database: Database;
  readonly directory: string;
  /** How often the inbox is looked into. */
  readonly pollMs: number;
  /** How long a file must lie unchanged. */
  readonly settleMs: number;
}

/** Reads the inbox, and again after a while, also after a failure. */
export const inboxJobs = (options: InboxOptions): Readonly<Record<string, JobHandler>> => ({
  [inboxTask]: {
    outside: async (work) => {
      try {
        await readInbox(options, work);
      } catch (error) {
        work.log.error({ err: error }, 'the rail inbox could not be read; trying again');
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
    const path = join(directory, name);
    const stats = await lstat(path);
    if (!stats.isFile() || Date.now() - stats.mtimeMs < options.settleMs) continue;
    const reading = await readInProcess(path);
    const file = { name, hash: Buffer.from(reading.hash) };
    // The beginning of the hash names the file also where its name has to be masked.
    const log = work.log.child({ file: name, fileHash: file.hash.toString('hex').slice(0, 12) });
    const outcome = reading.ok
      ? await bookFile(options, { ...work, log }, file, reading.message)
      : { refusal: reading.refusal };
    if (outcome === 'later') continue;
    const refusal = outcome === 'booked' ? undefined : outcome.refusal;
    const movedAs = await moveTo(directory, refusal === undefined ? 'done' : 'failed', file);
    if (refusal === undefined || movedAs === undefined) continue;
    await writeFile(join(directory, 'failed', `${movedAs}.error.txt`), `${refusal}\n`);
    log.error({ reason: refusal, storedAs: movedAs }, 'the rail file was moved to failed/');
  }
}

const isForUs = (name: string) => /^[^.].*\.xml$/i.test(name);

/** `booked`: now or before. `later`: it stays in the inbox, because the fault is not the file's and may pass. */
async function bookFile(
  options: InboxOptions,
  work: Work,
  file: InboxFile,
  message: InboxMessage,
): Promise<'booked' | 'later' | { readonly refusal: string }> {
  try {
    await book(options, work, file, message).catch((error) => {
      if (sqlStateOf(error) !== uniqueViolation) throw error;
      // Another server has just booked the same entry out of another file: by now it is known.
      return book(options, work, file, message);
    });
    return 'booked';
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (error instanceof Problem && problems[error.code].status === 503) {
      work.log.warn({ err: error }, 'a file of the rail cannot be booked yet; trying again');
      return 'later';
    }
    // The cause lies in what the file says: it would fail again, and may not keep its neighbours from being read.
    return { refusal: `cannot be booked: ${String(error)}` };
  }
}

/** All of a file, or nothing. */
async function book(
  { database, report, credit, exceptions }: InboxOptions,
  outside: Work,
  file: InboxFile,
  message: InboxMessage,
): Promise<void> {
  await database.inTransaction(async (sql) => {
    const work = { ...outside, sql, now: new Date() };
    const news = await newsOf(sql, message, { now: work.now, file: file.name });
    const counts = { reports: news.reports.length, credits: news.credits.length };
    const before = await insertInboxFile(sql, { ...file, message: message.name, at: work.now, ...counts });
    if (before) {
      const facts = { knownAs: before.name, readAt: before.readAt.toISOString() };
      work.log.warn(facts, 'the rail file was processed before; nothing is booked again');
      return;
    }
    await report(work, news.reports);
    const verdicts = await credit(work, news.credits);
    await exceptions(work, news.exceptions);
    const countOf = (verdict: string) => verdicts.filter((each) => each === verdict).length;
    const outcome = {
      kind: message.name,
      ...counts,
      suspended: countOf('suspended'),
      known: countOf('known'),
      exceptions: news.exceptions.length + countOf('set_aside'),
      notBooked: 'notBooked' in message ? message.notBooked : undefined,
    };
    if (message.kind === 'intraday')
      work.log.info(
        { ...outcome, entries: message.entries.length },
        'a report of the day so far: nothing is booked by it',
      );
    else work.log.info(outcome, 'a file of the rail was read');
  });
}
