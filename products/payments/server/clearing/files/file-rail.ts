/**
 * The file rail exchanges ISO 20022 messages with the bank where our account is, through two directories. Out: pain.001.001.09. In:
 * pain.002 (outcomes), camt.054 and camt.053 (bookings: our payments, incoming credits, returns). Other software carries the files
 * (EBICS, SFTP). See docs/operations.md, products/payments/bank-files.md and docs/adr/0016-rail-files.md.
 */
import { mkdirSync } from 'node:fs';
import type { Database } from '@calmly/platform/database.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { RailAdapter } from '@calmly/providers/rail/rail.ts';
import type { InstructingBank } from './batch.ts';
import { inboxJobs, inboxTask } from './inbox.ts';
import { keep, outboxJobs } from './outbox.ts';

export interface FileRailOptions {
  readonly database: Database;
  readonly bank: InstructingBank;
  readonly outbox: string;
  readonly inbox: string;
  readonly pollMs: number;
}

/** Payments ordered in the same moment leave in one file. */
const gatherMs = 2_000;
/** A file that is written slowly into the inbox, against the rule, may pause this long between two writes. */
const settleMs = 2_000;

/**
 * Creates both directories if they are missing. `submit` writes no file: it keeps instructions in the
 * caller's transaction.
 */
export function createFileRail({ outbox, inbox, ...options }: FileRailOptions): RailAdapter {
  for (const directory of [outbox, inbox]) mkdirSync(directory, { recursive: true });
  const out = { ...options, directory: outbox, gatherMs: Math.min(gatherMs, options.pollMs) };
  const incoming = { ...options, directory: inbox, settleMs: Math.min(settleMs, options.pollMs) };
  return {
    submit: (work, instructions) => keep(out, work, instructions),
    jobs: (sinks) => ({ ...outboxJobs(out), ...inboxJobs({ ...incoming, ...sinks }) }),
    start: (sql: Sql) => addJobs(sql, [{ task: inboxTask, payload: {}, key: inboxTask }]),
  };
}
