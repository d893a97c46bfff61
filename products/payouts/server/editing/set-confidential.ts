/**
 * Makes a payout confidential, or no longer so. Rows are then checked against other payees and earlier payments (`check/facts.ts`), so all of them
 * are checked again in the same transaction.
 * Errors: `confidential_right_missing`, `payout_state` once it is confirmed or while its file is read, `payout_changed`.
 */
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import { checkRows } from '../check/check-rows.ts';
import { readPayoutFacts } from '../check/facts.ts';
import { refreshRepeats } from '../repeat-store.ts';
import { readRows, updateRows } from '../row-store.ts';
import { requireLocked, requireSight } from '../service.ts';
import { type StoredPayout, updatePayout } from '../store.ts';
import { countRows } from '../summary-store.ts';

const chunk = 1_000;

/** `PUT /masspayout/{id}/confidential`. */
export async function setConfidential(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  id: string,
  { version, confidential }: { readonly version: number; readonly confidential: boolean },
): Promise<StoredPayout> {
  const { sql, now } = work;
  requireSight(actor, { confidential: true });
  const before = await requireLocked(sql, actor, id, {
    statuses: ['MAPPING', 'DRAFT', 'UNREADABLE'],
    version,
  });
  if (before.confidential === confidential) return before;
  await checkAll(work, bank, { ...before, confidential });
  await audit(work, {
    action: confidential ? 'payout.confidential' : 'payout.not_confidential',
    details: { number: before.number },
  });
  const payout = await updatePayout(sql, id, now, {
    confidential,
    ...(await countRows(sql, id)),
    version: version + 1,
  });
  await publish(sql, actor.clientId, { topic: 'payouts', ids: [id] });
  return payout;
}

async function checkAll(work: Work, bank: Bank, payout: StoredPayout): Promise<void> {
  const facts = await readPayoutFacts(work, bank, payout);
  for (let from = 1; ; ) {
    const rows = await readRows(work.sql, payout.id, { from, limit: chunk, isLocked: true });
    const last = rows.at(-1);
    if (!last) break;
    const checked = await checkRows(work, facts, payout.decimalSign, rows);
    await updateRows(work.sql, payout.id, checked, { rises: false });
    from = last.position + 1;
  }
  await refreshRepeats(work.sql, payout.id, 'all');
}
