/**
 * Gathers instructions for a moment, forms batches, and writes each batch as one file in the outbox, exactly once, even if the server is
 * killed at any point, or is cut off and continues after another has taken over its work:
 *
 *     1  the bytes are written under a temporary name of this writer alone and synced
 *     2  the database notes the name of the first temporary file that is whole
 *     3  that file is renamed to its final name, and the directory synced
 *     4  the database notes that the file is out
 *
 * Killed before 2, the server writes the same bytes again. After 2 no other file can take the final name, and a missing temporary file
 * means that it was renamed, even if the final file has been fetched meanwhile. Fetchers ignore names that begin with a dot, so they see
 * whole files only.
 */
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addJobs, type JobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { RailInstruction } from '@calmly/providers/rail/rail.ts';
import { batchFile, type InstructingBank, wireIdOf } from './batch.ts';
import {
  formBatches,
  insertInstructions,
  listInstructions,
  requireBatch,
  setPrepared,
  setWritten,
} from './store.ts';

const batchTask = 'rail_files_batch';
const writeTask = 'rail_files_write';
/** Transfers in one file at most. */
const batchSize = 5_000;

export interface OutboxOptions {
  readonly bank: InstructingBank;
  readonly directory: string;
  /** How long instructions are gathered before they leave. */
  readonly gatherMs: number;
}

/**
 * Keeps instructions in the open transaction; they leave with the next batch. Batches have fixed times: a job that each
 * order put off would not run as long as orders come.
 */
export async function keep(
  { gatherMs }: OutboxOptions,
  work: Work,
  instructions: readonly RailInstruction[],
): Promise<void> {
  await insertInstructions(
    work.sql,
    instructions.map((instruction) => ({ id: work.newId(), instruction })),
  );
  const runAt = new Date(Math.ceil((work.now.getTime() + 1) / gatherMs) * gatherMs);
  await addJobs(work.sql, [{ task: batchTask, payload: {}, runAt, key: `${batchTask}:${runAt.getTime()}` }]);
}

/** One job forms batches in its transaction; another one writes each file outside a transaction. */
export const outboxJobs = (options: OutboxOptions): Readonly<Record<string, JobHandler>> => ({
  [batchTask]: {
    isPersistent: true,
    inside: async (work) => {
      const batches = await formBatches(work.sql, { ...work, atMost: batchSize });
      await addJobs(
        work.sql,
        batches.map((payload) => ({ task: writeTask, payload })),
      );
    },
  },
  [writeTask]: { outside: (work, payload) => writeBatch(options, work, String(payload)) },
});

async function writeBatch({ bank, directory }: OutboxOptions, work: Work, batchId: string): Promise<void> {
  const batch = await requireBatch(work.sql, batchId);
  if (batch.writtenAt) return;
  const name = `${wireIdOf(batchId)}.xml`;
  let { preparedAs } = batch;
  if (!batch.preparedAt) {
    const own = `.${name}.${work.newId()}.part`;
    await writeSynced(
      join(directory, own),
      batchFile(bank, batch, await listInstructions(work.sql, batchId)),
    );
    await syncDirectory(directory);
    preparedAs = await setPrepared(work.sql, batchId, own);
  }
  await renameOnce(join(directory, preparedAs ?? `.${name}.part`), join(directory, name));
  await removeOthers(directory, `.${name}.`);
  await syncDirectory(directory);
  await setWritten(work.sql, batchId);
}

/** What writers left that were killed or came too late. */
async function removeOthers(directory: string, beginning: string): Promise<void> {
  for (const name of await readdir(directory))
    if (name.startsWith(beginning)) await rm(join(directory, name), { force: true });
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function renameOnce(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** A rename is durable once its directory is. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
