/**
 * Operations on whole payouts: create, upload a file, assign its columns, discard. Operations on rows are in `editing`.
 * Errors: `not_found` for another client's; `confidential_right_missing`; `payout_state`; `payout_changed` for an outdated version;
 * `too_many_payouts`; `payout_file_repeated`; `invalid_request` with `columns` (`mapping_incomplete`, `mapping_twice`).
 */
import { createHash } from 'node:crypto';
import {
  type EndpointInput,
  fieldsOfSeveralColumns,
  type mapPayout,
  type PayoutField,
  type PayoutRename,
  type PayoutStatus,
  payoutStatuses,
  type replacePayoutFile,
  type uploadPayoutFile,
} from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { requireUnchanged } from '@calmly/platform/edits.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { voidApprovals } from '../../approvals/server/index.ts';
import { requireClientActor, seesConfidential } from '../../identity/server/index.ts';
import { unmarkPaymentsRepeated } from '../../payments/server/payments/index.ts';
import { noRows } from './counts.ts';
import { deleteRepairs } from './editing/repair-store.ts';
import { deleteParts, findPaidFile, insertParts, keepMapping, partBytes } from './file-store.ts';
import { releaseRepeated } from './outcomes/outcome-store.ts';
import { headingsKey } from './reading/headings.ts';
import { deleteRows } from './row-store.ts';
import {
  countOpen,
  findPayout,
  insertPayout,
  lockPayout,
  type PayoutChange,
  type StoredPayout,
  updatePayout,
} from './store.ts';

export const readTask = 'payouts_read';

/** Maximum number of a client's unfinished payouts, as each may have 100,000 rows. */
const mostOpen = 50;
/** The columns of an empty payout. */
const usualColumns: readonly PayoutField[] = ['name', 'account', 'amount', 'currency', 'reference'];
/** Statuses in which a payout's rows may be replaced or discarded. */
const unconfirmed: readonly PayoutStatus[] = ['READING', 'MAPPING', 'DRAFT', 'UNREADABLE'];

/** `POST /masspayout`. */
export async function createPayout(
  work: Work,
  actor: ClientActor,
  {
    confidential = false,
    ...input
  }: {
    readonly name?: string | undefined;
    readonly fileName?: string | undefined;
    readonly allowRepeat?: boolean | undefined;
    readonly confidential?: boolean | undefined;
  },
): Promise<StoredPayout> {
  const { sql, now } = work;
  requireSight(actor, { confidential });
  if ((await countOpen(sql, actor.clientId)) >= mostOpen)
    throw new Problem('too_many_payouts', { params: { max: mostOpen } });
  const payout = await insertPayout(sql, {
    id: work.newId(),
    clientId: actor.clientId,
    name: input.name ?? input.fileName,
    fileName: input.fileName ?? '',
    summary: noRows,
    confidential,
    createdBy: actor.personId,
    createdByName: actor.personName,
    createdAt: now,
  });
  await audit(work, { action: 'payout.created', details: { number: payout.number } });
  const file = work.request?.file;
  if (file)
    return takeFile(work, payout, await keepBytes(work, file), {
      fileName: input.fileName ?? '',
      repeatAllowed: input.allowRepeat ?? false,
    });
  await publish(sql, actor.clientId, { topic: 'payouts', ids: [payout.id] });
  return updatePayout(sql, payout.id, now, { columns: usualColumns });
}

interface Upload {
  readonly uploadId: string;
  readonly sha256: string;
}

async function keepBytes({ sql, newId }: Work, bytes: Uint8Array): Promise<Upload> {
  const uploadId = newId();
  const count = Math.ceil(bytes.length / partBytes);
  const parts = Array.from({ length: count }, (_, number) => ({
    number,
    bytes: bytes.subarray(number * partBytes, (number + 1) * partBytes),
  }));
  await insertParts(sql, uploadId, parts);
  return { uploadId, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Makes the uploaded bytes the file of a locked payout, and schedules its reading. */
async function takeFile(
  work: Work,
  payout: StoredPayout,
  upload: Upload,
  options: Required<Pick<PayoutChange, 'fileName' | 'repeatAllowed'>>,
): Promise<StoredPayout> {
  if (!options.repeatAllowed) await refusePaidFile(work, payout, upload.sha256);
  if (payout.uploadId !== null) await deleteParts(work.sql, payout.uploadId);
  return readAgain(work, payout, { ...upload, ...options, options: {}, file: null });
}

/** Errors: `payout_file_repeated` if the client has confirmed another payout of the same file. */
export async function refusePaidFile(work: Work, payout: StoredPayout, sha256: string): Promise<void> {
  const paid = await findPaidFile(work.sql, payout, sha256, seesConfidential(requireClientActor(work)));
  if (paid)
    throw new Problem('payout_file_repeated', {
      params: { number: paid.number },
      link: `/payments/payouts/${paid.id}`,
    });
}

async function readAgain(work: Work, payout: StoredPayout, change: PayoutChange): Promise<StoredPayout> {
  const { sql, now } = work;
  await deleteRows(sql, payout.id, 'all');
  await deleteRepairs(sql, payout.id);
  const reading = await updatePayout(sql, payout.id, now, {
    ...change,
    status: 'READING',
    refusal: null,
    original: null,
    summary: noRows,
    faults: [],
    warnings: [],
    progress: { step: 'reading', done: 0, of: 0 },
    // A run in progress becomes outdated.
    run: payout.run + 1,
    version: payout.version + 1,
  });
  await addJobs(sql, [{ task: readTask, payload: payout.id, key: `${readTask} ${payout.id}` }]);
  await publish(sql, payout.clientId, { topic: 'payouts', ids: [payout.id] });
  return reading;
}

/** A payout whose rows the actor may see. */
export async function requirePayout(sql: Sql, actor: ClientActor, id: string): Promise<StoredPayout> {
  const payout = await requireFigures(sql, actor, id);
  requireSight(actor, payout);
  return payout;
}

/** A payout for its figures, which everyone may see. */
export async function requireFigures(sql: Sql, actor: ClientActor, id: string): Promise<StoredPayout> {
  const payout = await findPayout(sql, { clientId: actor.clientId, id });
  if (!payout) throw new Problem('not_found');
  return payout;
}

/** Errors: `confidential_right_missing`. Connected applications never have the right. */
export function requireSight(actor: ClientActor, { confidential }: Pick<StoredPayout, 'confidential'>): void {
  if (confidential && !seesConfidential(actor)) throw new Problem('confidential_right_missing');
}

interface Expected {
  readonly statuses: readonly PayoutStatus[];
  /** `any`: the version does not matter. */
  readonly version: number | 'any';
}

/** The payout in one of these states and in this version, for reads, without waiting for a lock. */
export async function requireState(
  sql: Sql,
  actor: ClientActor,
  id: string,
  { statuses, version }: Expected,
): Promise<StoredPayout> {
  const payout = await requirePayout(sql, actor, id);
  check(payout, statuses, version);
  return payout;
}

/** The same, locked. */
export async function requireLocked(
  sql: Sql,
  actor: ClientActor,
  id: string,
  { statuses, version }: Expected,
): Promise<StoredPayout> {
  const payout = await lockPayout(sql, { clientId: actor.clientId, id });
  if (!payout) throw new Problem('not_found');
  requireSight(actor, payout);
  check(payout, statuses, version);
  return payout;
}

function check(payout: StoredPayout, statuses: readonly PayoutStatus[], version: number | 'any'): void {
  if (!statuses.includes(payout.status)) throw new Problem('payout_state');
  if (version !== 'any' && payout.version !== version) throw new Problem('payout_changed');
}

/** `PUT /masspayout/{id}`. */
export async function replaceFile(
  work: Work,
  actor: ClientActor,
  id: string,
  { fileName, version, allowRepeat = false }: EndpointInput<typeof replacePayoutFile>['body'],
): Promise<StoredPayout> {
  const file = work.request?.file;
  if (!file) throw badFields({ field: 'content', code: 'required' });
  const payout = await requireLocked(work.sql, actor, id, { statuses: unconfirmed, version });
  return takeFile(work, payout, await keepBytes(work, file), { fileName, repeatAllowed: allowRepeat });
}

/**
 * `PUT /masspayout/{id}/file`. The bytes are stored as they arrive, outside transactions, and become the payout's file when all of them have arrived.
 * A broken connection leaves nothing; leftovers of a dead server are purged.
 */
export async function receiveFile(
  work: Work,
  database: Database,
  actor: ClientActor,
  id: string,
  { fileName, version, allowRepeat }: EndpointInput<typeof uploadPayoutFile>['query'],
): Promise<StoredPayout> {
  const { sql, request } = work;
  await requireState(sql, actor, id, { statuses: unconfirmed, version });
  const uploadId = work.newId();
  try {
    const sha256 = await keepStream(sql, uploadId, request?.stream ?? emptyStream());
    return await database.inTransaction(async (open) => {
      const payout = await requireLocked(open, actor, id, { statuses: unconfirmed, version });
      const repeatAllowed = allowRepeat === 'true';
      return takeFile({ ...work, sql: open }, payout, { uploadId, sha256 }, { fileName, repeatAllowed });
    });
  } catch (error) {
    await deleteParts(sql, uploadId).catch((cause: unknown) =>
      work.log.warn({ err: cause }, 'an upload that broke off stays until the purge'),
    );
    throw error;
  }
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}

/** Writes a stream in parts; returns its SHA-256. */
async function keepStream(sql: Sql, uploadId: string, stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let number = 0;
  const keep = async () => {
    await insertParts(sql, uploadId, [{ number, bytes: Buffer.concat(waiting) }]);
    number += 1;
    waiting = [];
    bytes = 0;
  };
  for await (const chunk of stream) {
    hash.update(chunk);
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= partBytes - largestChunk) await keep();
  }
  if (bytes > 0) await keep();
  return hash.digest('hex');
}

/** The most that a socket delivers at once. */
const largestChunk = 65_536;

type MappingInput = EndpointInput<typeof mapPayout>['body'];

/** `PUT /masspayout/{id}/mapping`: as long as the file is kept. An unreadable one is deleted at once. */
export async function mapColumns(
  work: Work,
  actor: ClientActor,
  id: string,
  { version, ...options }: MappingInput,
): Promise<StoredPayout> {
  const { sql, now } = work;
  const payout = await requireLocked(sql, actor, id, { statuses: ['MAPPING', 'DRAFT'], version });
  if (payout.uploadId === null) throw new Problem('payout_state');
  const { columns, headerRow, decimalSign } = options;
  const mapped = columns.filter((field) => field !== null && !fieldsOfSeveralColumns.includes(field));
  if (new Set(mapped).size < mapped.length) throw badFields({ field: 'columns', code: 'mapping_twice' });
  if (!columns.includes('amount') || !(columns.includes('account') || columns.includes('payeeId')))
    throw badFields({ field: 'columns', code: 'mapping_incomplete' });
  const headings = payout.file?.header ?? payout.file?.preview[0];
  if (headings && headerRow)
    await keepMapping(sql, actor.clientId, headingsKey(headings), { columns, decimalSign }, now);
  return readAgain(work, payout, { options });
}

/** `PUT /masspayout/{id}/name`: in any status. A confirmation does not cover the name. */
export async function renamePayout(
  work: Work,
  actor: ClientActor,
  id: string,
  { name, before }: PayoutRename,
): Promise<StoredPayout> {
  const { sql, now } = work;
  const payout = await requireLocked(sql, actor, id, { statuses: payoutStatuses, version: 'any' });
  requireUnchanged(before, payout.name, 'payout_changed');
  const renamed = await updatePayout(sql, id, now, { name });
  await publish(sql, actor.clientId, { topic: 'payouts', ids: [id] });
  return renamed;
}

/** `DELETE /masspayout/{id}`. Repeating it changes nothing. */
export async function discardPayout(work: Work, actor: ClientActor, id: string): Promise<void> {
  const { sql, now } = work;
  const payout = await requireLocked(sql, actor, id, {
    statuses: [...unconfirmed, 'CANCELED'],
    version: 'any',
  });
  if (payout.status === 'CANCELED') return;
  if (payout.uploadId !== null) await deleteParts(sql, payout.uploadId);
  await deleteRows(sql, id, 'all');
  if (payout.repeatOf !== null)
    await unmarkPaymentsRepeated(sql, await releaseRepeated(sql, payout.repeatOf, id));
  await deleteRepairs(sql, id);
  await updatePayout(sql, id, now, {
    status: 'CANCELED',
    uploadId: null,
    file: null,
    progress: null,
    summary: noRows,
    faults: [],
    warnings: [],
    version: payout.version + 1,
  });
  await voidApprovals(work, { subjectId: id });
  await audit(work, { action: 'payout.discarded', details: { number: payout.number } });
  await publish(sql, actor.clientId, { topic: 'payouts', ids: [id] });
}
