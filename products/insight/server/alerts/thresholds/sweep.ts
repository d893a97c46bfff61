/**
 * The job that evaluates thresholds, outside the transactions that move money. Every few seconds it reads, page by page, the thresholds with the
 * newest entry of their accounts, and the entries not evaluated yet. An account's entries are numbered without gaps and become visible in that order,
 * so none is missed however late a transfer commits, and no index is needed beyond the ledger's own.
 * One transaction writes the progress and the notices, so after a crash it starts again without notifying anyone twice. The thresholds of a closed
 * account are deleted as soon as its last entries are evaluated.
 */
import { createHash } from 'node:crypto';
import { formatDecimal } from '@calmly/domain';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { type Notice, notify } from '@calmly/platform/notify/notices.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import {
  type AccountSource,
  type StatedAccount,
  statedAccounts,
} from '../../../../accounts/server/statements/index.ts';
import {
  findMasks,
  findStated,
  isVisible,
  type StatedTransaction,
} from '../../../../accounts/server/transactions/index.ts';
import { findActorWithoutSession, seesConfidential } from '../../../../identity/server/index.ts';
import { type Entry, listEntries, type Position, positions } from '../../../../ledger/server/index.ts';
import {
  hasAny,
  listPage,
  lockSome,
  removeThresholds,
  type StoredThreshold,
  writeJudged,
} from './threshold-store.ts';

export const thresholdsTask = 'alerts_thresholds';

const tickMs = 15_000;
const pageSize = 200;
/** Entries of one account per run. */
const entriesMax = 1_000;

/** Schedules the next sweep from the first page; all requests within one tick are the same. */
export async function scheduleSweep({ sql, now }: Pick<Work, 'sql' | 'now'>): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / tickMs) + 1) * tickMs);
  await addJobs(sql, [{ task: thresholdsTask, payload: {}, runAt, key: thresholdsTask }]);
}

/** At a server's start: schedules the job if there is any threshold. */
export async function startSweeps(sql: Sql): Promise<void> {
  if (await hasAny(sql)) await scheduleSweep({ sql, now: new Date() });
}

/** The job: one page, then the next page at once or the next sweep later. */
export const sweepThresholds =
  (sources: readonly AccountSource[]) =>
  async (work: Work, payload: unknown): Promise<void> => {
    const { after } = (payload ?? {}) as { after?: string };
    const page = await listPage(work.sql, after, pageSize);
    await judge(work, sources, await lockSome(work.sql, await withNews(work.sql, page)));
    const last = page.at(-1)?.id;
    if (page.length === pageSize && last !== undefined)
      await addJobs(work.sql, [{ task: thresholdsTask, payload: { after: last }, key: thresholdsTask }]);
    else if (await hasAny(work.sql)) await scheduleSweep(work);
  };

const positionsOf = (sql: Sql, page: readonly StoredThreshold[]) =>
  positions(sql, [...new Set(page.map(({ accountId }) => accountId))]);

const isLow = ({ amountMinor }: StoredThreshold, { availableMinor }: Position): boolean =>
  availableMinor < amountMinor;

/** Thresholds whose account has new entries, a balance on the other side of the amount, or is closed. */
async function withNews(sql: Sql, page: readonly StoredThreshold[]): Promise<StoredThreshold[]> {
  const position = await positionsOf(sql, page);
  return page.filter((threshold) => {
    const at = position.get(threshold.accountId);
    if (!at) return false;
    if (at.isClosed) return true;
    return threshold.kind === 'LOW_BALANCE'
      ? isLow(threshold, at) !== (threshold.lowSince !== null)
      : threshold.judgedSeq < at.seq;
  });
}

async function judge(
  work: Work,
  sources: readonly AccountSource[],
  page: readonly StoredThreshold[],
): Promise<void> {
  const { sql, now } = work;
  const position = await positionsOf(sql, page);
  const readers = createReaders(sql, sources);
  const changed: StoredThreshold[] = [];
  const ended: StoredThreshold[] = [];
  const notices: Notice[] = [];
  for (const [accountId, own] of Map.groupBy(page, (threshold) => threshold.accountId)) {
    const at = position.get(accountId);
    if (!at) continue;
    for (const threshold of own.filter(({ kind }) => kind === 'LOW_BALANCE')) {
      const low = isLow(threshold, at);
      if (low === (threshold.lowSince !== null)) continue;
      changed.push({ ...threshold, lowSince: low ? now : null });
      const reader = low ? await readers(threshold) : undefined;
      if (reader) notices.push(lowNotice(threshold, reader.account, at));
    }
    const behind = own.filter(({ kind, judgedSeq }) => kind !== 'LOW_BALANCE' && judgedSeq < at.seq);
    if (at.isClosed) ended.push(...own.filter((threshold) => !behind.includes(threshold)));
    if (behind.length === 0) continue;
    const first =
      behind.reduce((least, { judgedSeq }) => (judgedSeq < least ? judgedSeq : least), at.seq) + 1n;
    const entries = await listEntries(sql, { accountId, first, last: at.seq, limit: entriesMax });
    const judgedSeq = entries.at(-1)?.seq ?? at.seq;
    for (const threshold of behind) {
      changed.push({
        ...threshold,
        judgedSeq: judgedSeq > threshold.judgedSeq ? judgedSeq : threshold.judgedSeq,
      });
      const unjudged = entries.filter(({ seq }) => seq > threshold.judgedSeq);
      notices.push(...(await largeNotices(sql, threshold, unjudged, readers)));
    }
  }
  await writeJudged(sql, changed);
  await removeThresholds(sql, ended);
  await notify(work, notices);
}

/** The recipient with their current rights; undefined if they may not see the account any more. */
interface Reader {
  readonly account: StatedAccount;
  readonly seesConfidential: boolean;
}
type Readers = (threshold: StoredThreshold) => Promise<Reader | undefined>;

function createReaders(sql: Sql, sources: readonly AccountSource[]): Readers {
  const actors = new Map<string, ClientActor | undefined>();
  return async ({ id, personId, clientId, accountId }) => {
    const key = `${personId} ${clientId}`;
    if (!actors.has(key)) actors.set(key, await findActorWithoutSession(sql, { id, personId, clientId }));
    const actor = actors.get(key);
    if (actor?.state !== 'ACTIVE') return undefined;
    const [account] = await statedAccounts({ sql, actor }, sources, accountId);
    return account && { account, seesConfidential: seesConfidential(actor) };
  };
}

const told = ({ clientId, personId }: StoredThreshold, { kind, name, currency }: StatedAccount) => ({
  clientId,
  personId,
  params: { accountKind: kind, account: name, currency },
});

function lowNotice(threshold: StoredThreshold, account: StatedAccount, at: Position): Notice {
  const { params, ...whom } = told(threshold, account);
  return {
    kind: 'balance_low',
    ...whom,
    subjectId: account.id,
    params: {
      ...params,
      amount: formatDecimal(at.availableMinor, account.currency),
      limit: formatDecimal(threshold.amountMinor, account.currency),
    },
  };
}

async function largeNotices(
  sql: Sql,
  threshold: StoredThreshold,
  entries: readonly Entry[],
  readers: Readers,
): Promise<Notice[]> {
  const isIn = threshold.kind === 'LARGE_IN';
  const moving = entries.filter(({ amountMinor }) => (isIn ? amountMinor > 0n : amountMinor < 0n));
  const large = moving.filter(({ amountMinor }) => magnitude(amountMinor) >= threshold.amountMinor);
  const reader = moving.length > 0 ? await readers(threshold) : undefined;
  if (!reader) return [];
  // Without the right, the payments of a confidential payout count as one sum, so small ones matter too.
  const concerned = reader.seesConfidential || isIn ? large : moving;
  const stated = await findStated(sql, [...new Set(concerned.map(({ subjectId }) => subjectId))]);
  const hidden = new Set<string>();
  const notices: Notice[] = [];
  for (const entry of concerned) {
    const transaction = stated.get(entry.subjectId);
    if (transaction && !isVisible(transaction, reader)) {
      if (transaction.payoutId) hidden.add(transaction.payoutId);
    } else if (magnitude(entry.amountMinor) >= threshold.amountMinor)
      notices.push(largeNotice(threshold, reader, entry, transaction));
  }
  return hidden.size === 0 || isIn
    ? notices
    : [...notices, ...(await maskedNotices(sql, threshold, reader, hidden))];
}

function largeNotice(
  threshold: StoredThreshold,
  { account }: Reader,
  { amountMinor, bookedAt, subjectId }: Entry,
  transaction: StatedTransaction | undefined,
): Notice {
  const { params, ...whom } = told(threshold, account);
  const isIn = amountMinor > 0n;
  const counterparty = isIn ? transaction?.debtorName : transaction?.creditorName;
  return {
    kind: isIn ? 'large_amount_in' : 'large_amount_out',
    ...whom,
    at: bookedAt,
    audience: transaction?.audience === 'CONFIDENTIAL' ? 'confidential' : undefined,
    ...(transaction && { subjectId }),
    params: {
      ...params,
      amount: formatDecimal(magnitude(amountMinor), account.currency),
      ...(counterparty && { counterparty }),
    },
  };
}

/** One notice for a confidential payout, with the sum shown in the reader's list. Its id is the same in every sweep. */
async function maskedNotices(
  sql: Sql,
  threshold: StoredThreshold,
  { account }: Reader,
  payoutIds: ReadonlySet<string>,
): Promise<Notice[]> {
  const masks = await findMasks(sql, account.id);
  const { params, ...whom } = told(threshold, account);
  return [...payoutIds].flatMap((payoutId): Notice | [] => {
    const mask = masks.get(payoutId);
    if (!mask || mask.amountMinor < threshold.amountMinor) return [];
    return {
      kind: 'large_amount_out',
      id: idOf(mask.id, threshold.id),
      ...whom,
      audience: 'masked',
      subjectId: mask.id,
      params: {
        ...params,
        amount: formatDecimal(mask.amountMinor, account.currency),
        payout: mask.reference,
      },
    };
  });
}

/** An id as old as `dated`, a UUIDv7, and otherwise derived from both. */
function idOf(dated: string, other: string): string {
  const hex = createHash('sha256').update(`${dated} ${other}`).digest('hex');
  return `${dated.slice(0, 13)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

const magnitude = (minor: bigint): bigint => (minor < 0n ? -minor : minor);
