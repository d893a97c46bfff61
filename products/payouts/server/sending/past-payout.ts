/** A past payout for the demo's history: written, paid and settled in the open transaction, without a code or an approval. */
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import type { Submit } from '../../../payments/server/payments/index.ts';
import { changeRows } from '../editing/change-rows.ts';
import type { Cells } from '../row.ts';
import { readRows } from '../row-store.ts';
import { createPayout } from '../service.ts';
import { updatePayout } from '../store.ts';
import { begin } from './confirm.ts';
import { payRows } from './pay.ts';
import { sumFunding } from './sending-store.ts';

export interface PastPayout {
  readonly name: string;
  readonly confidential: boolean;
  /** At most as many as one call adds. */
  readonly rows: readonly Cells[];
}

interface PastTools {
  readonly bank: Bank;
  readonly submit: Submit;
  /** Settles the payments before the payout ends. */
  readonly settle: (paymentIds: readonly string[]) => Promise<void>;
}

/** Throws if a row is faulty or refused, because that means the demo is wrong. */
export async function writePastPayout(
  work: Work,
  actor: ClientActor,
  tools: PastTools,
  { name, confidential, rows: cells }: PastPayout,
): Promise<void> {
  const { sql, now } = work;
  const { id } = await createPayout(work, actor, { name, confidential });
  const added = cells.map((each) => ({ cells: { ...each } }));
  const { payout } = await changeRows(work, actor, tools.bank, id, { changed: [], removed: [], added });
  if (payout.summary.faulty > 0)
    throw new Error(`payout ${name} has faults: ${JSON.stringify(payout.faults)}`);
  const confirmed = await updatePayout(sql, id, now, {
    status: 'PAYING',
    mode: 'ALL',
    confirmedBy: actor.personId,
    confirmedAt: now,
    coolingOffKept: true,
    version: payout.version + 1,
  });
  await begin(work, confirmed, await sumFunding(sql, id));
  const all = { from: 1, limit: cells.length };
  await payRows(work, tools, id, all);
  const paymentIds = (await readRows(sql, id, all)).flatMap(({ paymentId }) => paymentId ?? []);
  if (paymentIds.length < cells.length) throw new Error(`payout ${name} has refused rows`);
  await tools.settle(paymentIds);
  await payRows(work, tools, id, { from: cells.length + 1, limit: 1 });
}
