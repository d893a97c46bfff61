/**
 * The review of a payout by its approver. Rows are shown to approvers, payers, and the requester; those of a confidential payout only to people with
 * that right in the company.
 * Errors: `not_found` for a request that the caller may not see or that is about something else; `approval_closed`.
 */
import type { EndpointInput, listReviewRows, PayoutReview, ReviewRow } from '@calmly/contract';
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { findWaiting, readApproval } from '../../../approvals/server/index.ts';
import { findPlaces, requireClientActor } from '../../../identity/server/index.ts';
import { findPayeesNow } from '../../../payees/server/index.ts';
import { findSaved } from '../payees/link-payees.ts';
import { listNewKeys } from '../payees/payee-store.ts';
import { hashPayees, toExamples } from '../sending/confirm.ts';
import { type Funding, listPayeeIds, sumFunding } from '../sending/sending-store.ts';
import { findWarnings, keepWarnings, repeatOf } from '../sending/warnings.ts';
import { findPayout, type StoredPayout } from '../store.ts';
import { toRemark } from '../view.ts';
import { compareAccounts, type Difference, findSimilar, listReviewed } from './review-store.ts';

/** Maximum number of accounts and differences listed. */
const mostListed = 20;

interface Reviewed {
  readonly payout: StoredPayout;
  readonly seesRows: boolean;
  readonly seesConfidential: boolean;
}

async function requireReview(work: Work, approvalId: string): Promise<Reviewed> {
  const { personId } = requireClientActor(work);
  const approval = await readApproval(work, approvalId);
  const { clientId, kind, state, subjectId, requestedBy } = approval;
  if (kind !== 'payout' || subjectId === null) throw new Problem('not_found');
  const payout = await findPayout(work.sql, { clientId, id: subjectId });
  if (!payout) throw new Problem('not_found');
  if (payout.status !== 'WAITING' || (state !== 'WAITING' && state !== 'BLOCKED'))
    throw new Problem('approval_closed');
  const place = (await findPlaces(work.sql, [personId])).find((each) => each.clientId === clientId);
  const seesConfidential = place?.seesConfidential ?? false;
  const isConcerned = requestedBy.id === personId || place?.canApprove || place?.canRequest || false;
  return { payout, seesConfidential, seesRows: payout.confidential ? seesConfidential : isConcerned };
}

/** `GET /approvals/{id}/payout`. */
export async function reviewPayout(
  work: Work,
  database: Database,
  approvalId: string,
): Promise<PayoutReview> {
  const { payout, seesRows, seesConfidential } = await requireReview(work, approvalId);
  const rows = payout.summary.rows - payout.summary.faulty;
  const isOutdated = await hasOtherPayees(work, payout);
  if (!seesRows)
    return {
      isMasked: true,
      isOutdated,
      rows,
      warnings: [],
      examples: [],
      newAccounts: 0,
      newExamples: [],
      earlier: null,
    };
  const warned = await findWarnings(work, payout);
  if (warned.stale.length > 0) await keepWarnings(work, database, payout, warned);
  const newAccounts = [...warned.newAccounts.values()];
  return {
    isMasked: false,
    isOutdated,
    rows,
    warnings: [...warned.findings],
    examples: toExamples(work, warned),
    newAccounts: newAccounts.length,
    newExamples: newAccounts.slice(0, mostListed).map(({ name, account, currency, amountMinor }) => ({
      name,
      account,
      currency,
      amount: formatDecimal(amountMinor, currency),
    })),
    earlier: await earlierOf(work, payout, seesConfidential),
  };
}

/** Whether the payees have changed since the request. The last consent makes the same comparison and refuses. */
async function hasOtherPayees({ sql }: Work, payout: StoredPayout): Promise<boolean> {
  const { id, clientId } = payout;
  const request = await findWaiting(sql, { kind: 'payout', subjectId: id });
  if (!request) return false;
  const ids = new Set(await listPayeeIds(sql, id));
  // New accounts that have become saved payees since.
  for (const payeeId of (await findSaved(sql, payout, await listNewKeys(sql, id))).values()) ids.add(payeeId);
  const payees = await findPayeesNow(sql, { clientId, ids: [...ids], since: null });
  const { payees: consented } = request.content as { readonly payees: string };
  return hashPayees([...ids].toSorted(), (payeeId) => payees.get(payeeId)?.version ?? 0) !== consented;
}

async function earlierOf(
  { sql }: Work,
  payout: StoredPayout,
  seesConfidential: boolean,
): Promise<PayoutReview['earlier']> {
  const { id, clientId } = payout;
  const earlierId = await findSimilar(sql, payout, seesConfidential);
  if (earlierId === undefined) return null;
  const [earlier, before, after, { listed, ...counts }] = await Promise.all([
    findPayout(sql, { clientId, id: earlierId }),
    sumFunding(sql, earlierId),
    sumFunding(sql, id),
    compareAccounts(sql, { id, earlierId }, mostListed),
  ]);
  if (!earlier?.confirmedAt) return null;
  return {
    id: earlierId,
    number: earlier.number,
    name: earlier.name,
    confirmedAt: earlier.confirmedAt.toISOString(),
    totalsBefore: totalsOf(before),
    totalsAfter: totalsOf(after),
    added: counts.added,
    gone: counts.gone,
    changed: counts.changed,
    differences: listed.map(toDifference),
  };
}

function totalsOf(funding: readonly Funding[]) {
  const sums = new Map<CurrencyCode, bigint>();
  for (const { currency, amountMinor } of funding)
    sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor);
  return [...sums].map(([currency, amount]) => ({ currency, amount: formatDecimal(amount, currency) }));
}

const toDifference = ({ name, account, currency, before, after }: Difference) => ({
  name,
  account,
  currency,
  before: before === null ? null : formatDecimal(BigInt(before), currency),
  after: after === null ? null : formatDecimal(BigInt(after), currency),
});

/** `GET /approvals/{id}/rows`: empty for people who may not see them. */
export async function reviewRows(
  work: Work,
  approvalId: string,
  { after, limit, warning }: EndpointInput<typeof listReviewRows>['query'],
): Promise<{ rows: ReviewRow[]; hasMore: boolean }> {
  const { payout, seesRows } = await requireReview(work, approvalId);
  if (!seesRows) return { rows: [], hasMore: false };
  const found = await listReviewed(work.sql, payout.id, { after, warning, limit: limit + 1 });
  const locale = work.request?.locale ?? 'en';
  return {
    rows: found.slice(0, limit).map((row) => ({
      position: row.position,
      name: row.cells.name ?? '',
      account: row.account,
      amount: formatDecimal(row.amountMinor, row.currency),
      currency: row.currency,
      reference: row.cells.reference ?? row.cells.creditorReference ?? '',
      warnings: [...row.warnings, ...repeatOf(row)].map(
        (remark) => toRemark(remark, locale) as ReviewRow['warnings'][number],
      ),
    })),
    hasMore: found.length > limit,
  };
}
