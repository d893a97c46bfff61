/** `POST /masspayout/{id}/cancel`: rows that wait for their day are not paid, and their money is released. */
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { release } from '../../../ledger/server/index.ts';
import { type StoredPayout, updatePayout } from '../store.ts';
import { finishPayout } from './pay.ts';
import * as store from './sending-store.ts';

/**
 * Before its day the payout becomes a draft again. Once some of its rows are paid, those that wait for later days are not paid, and the payout is
 * finished. The caller has locked it, so no row is being paid meanwhile. Errors: `payout_state`.
 */
export async function takeBack(work: Work, payout: StoredPayout): Promise<StoredPayout> {
  const { sql } = work;
  const { id, number, status, progress } = payout;
  if (status === 'SCHEDULED') return toDraft(work, payout);
  if (status !== 'PAYING' || progress?.nextOn === undefined) throw new Problem('payout_state');
  const rows = await store.refuseUnpaid(sql, id, { code: 'payout_taken_back', field: false, params: {} });
  await audit(work, { action: 'payout.canceled', details: { number, rows } });
  return finishPayout(work, payout);
}

async function toDraft(work: Work, payout: StoredPayout): Promise<StoredPayout> {
  const { sql, now } = work;
  await release(sql, await store.deleteHolds(sql, payout.id));
  await audit(work, { action: 'payout.canceled', details: { number: payout.number } });
  const draft = await updatePayout(sql, payout.id, now, {
    status: 'DRAFT',
    payOn: null,
    progress: null,
    version: payout.version + 1,
  });
  await publish(sql, payout.clientId, { topic: 'payouts', ids: [payout.id] });
  await publish(sql, payout.clientId, { topic: 'accounts' });
  return draft;
}
