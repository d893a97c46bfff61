/**
 * Reads whole files from the inbox one by one, each in one transaction with everything that it reports, and moves them to `done/`. If the
 * books refuse the whole, its entries are booked in parts, and the wrong ones are set aside for the desk. The hash
 * of its bytes identifies a file: after a crash a file that was booked is only moved, and the same file under another name is booked
 * once. The rail's reference and the facts identify an entry that two messages report, even if only one of them lists its transactions
 * (`entries.ts`). A file that cannot be read goes to `failed/` with a text that says why; the other files are read as usual.
 *
 * A file is whole when its name ends in `.xml`, does not begin with a dot, and it has not changed for a moment.
 */
import { lstat, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { problems } from '@calmly/contract';
import { type Database, isUnavailable, sqlStateOf } from '@calmly/platform/database.ts';
import { addJobs, type JobHandler } from '@calmly/platform/jobs/jobs.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { RailSinks } from '@calmly/providers/rail/rail.ts';
import type { BookedEntry } from '../iso20022/booked.ts';
import { type RefusedEntry, refusedByBooks } from '../iso20022/refused-entry.ts';
import { keepClosings } from '../verify/closing-balances.ts';
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
    // Not the file's fault. The others do not wait for it.
    if (!reading) {
      work.log.error({ file: name }, 'a rail file could not be read now; trying again');
      continue;
    }
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
  const whole = await tryToBook(options, work, file, message);
  if (whole === 'booked') return 'booked';
  if (message.kind !== 'booked') return whole === 'later' ? 'later' : { refusal: whole.refusal };
  if (whole !== 'later')
    work.log.warn(
      { reason: whole.refusal },
      'the books refuse a file of the rail as a whole; booking it in parts',
    );
  const singly = await bookSingly(options, work, file, message);
  if (singly.isLater) return 'later';
  // Nothing is left but the note that the file was read, and what is set aside.
  const rest = { ...message, entries: [], refused: [...message.refused, ...singly.refused] };
  const noted = await tryToBook(options, work, file, rest);
  return typeof noted === 'string' ? noted : { refusal: noted.refusal };
}

/** One transaction. A refusal lies in what the message says: it would fail again. */
async function tryToBook(
  options: InboxOptions,
  work: Work,
  file: InboxFile,
  message: InboxMessage,
  isPart = false,
): Promise<'booked' | 'later' | { readonly refusal: string }> {
  const run = () => book(options, work, file, message, isPart);
  try {
    await run().catch((error) => {
      if (sqlStateOf(error) !== uniqueViolation) throw error;
      // Another server has just booked the same entry out of another file: by now it is known.
      return run();
    });
    return 'booked';
  } catch (error) {
    // Too long for one statement, or behind a lock: in parts it may fit, and the next files do not wait for it.
    if (['57014', '55P03'].includes(sqlStateOf(error) ?? '')) {
      work.log.warn({ err: error }, 'a file of the rail takes too long; trying again in parts');
      return 'later';
    }
    if (isUnavailable(error)) throw error;
    if (error instanceof Problem && problems[error.code].status === 503) {
      work.log.warn({ err: error }, 'a file of the rail cannot be booked yet; trying again');
      return 'later';
    }
    return { refusal: `cannot be booked: ${String(error)}` };
  }
}

/**
 * Books the entries of a file that the books refuse as a whole: each half in a transaction, and a half that fails in halves again, so that
 * only the wrong entries are left. A crash in between is harmless, because an entry is booked once.
 */
async function bookSingly(
  options: InboxOptions,
  work: Work,
  file: InboxFile,
  message: Extract<InboxMessage, { kind: 'booked' | 'intraday' }>,
): Promise<{ readonly refused: readonly RefusedEntry[]; readonly isLater: boolean }> {
  const refused: RefusedEntry[] = [];
  let isLater = false;
  const bookPart = async (entries: readonly BookedEntry[], isKnownToFail = false): Promise<void> => {
    const [first] = entries;
    if (!first) return;
    const part = { ...message, entries, refused: [] };
    const outcome = isKnownToFail ? undefined : await tryToBook(options, work, file, part, true);
    if (outcome === 'booked') return;
    if (entries.length > 1 || outcome === undefined) {
      const middle = Math.ceil(entries.length / 2);
      await bookPart(entries.slice(0, middle));
      await bookPart(entries.slice(middle));
    } else if (outcome === 'later') isLater = true;
    else refused.push(refusedByBooks(first, outcome.refusal));
  };
  await bookPart(message.entries, message.entries.length > 1);
  return { refused, isLater };
}

/** All of a message, or nothing. A part does not note the file as read. */
async function book(
  { database, report, credit, exceptions }: InboxOptions,
  outside: Work,
  file: InboxFile,
  message: InboxMessage,
  isPart: boolean,
): Promise<void> {
  await database.inTransaction(async (sql) => {
    const work = { ...outside, sql, now: new Date() };
    const news = await newsOf(sql, message, { now: work.now, file: file.name });
    const counts = { reports: news.reports.length, credits: news.credits.length };
    const before = isPart
      ? undefined
      : await insertInboxFile(sql, { ...file, message: message.name, at: work.now, ...counts });
    if (before) {
      const facts = { knownAs: before.name, readAt: before.readAt.toISOString() };
      work.log.warn(facts, 'the rail file was processed before; nothing is booked again');
      return;
    }
    if (message.kind === 'booked' && !isPart) await keepClosings(sql, message.closings, work.now);
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
    else
      work.log.info(
        outcome,
        isPart ? 'a part of a file of the rail was booked' : 'a file of the rail was read',
      );
  });
}
