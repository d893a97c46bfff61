/**
 * Saves accounts of a payout as payees before it is confirmed, by the company's rules and with a code from the person who asks. Rows of accounts that
 * can no longer be saved get their faults where they can be corrected. The remaining accounts are saved when they are paid
 * (`sending/give-payees.ts`).
 */
import {
  type EndpointInput,
  holdsRight,
  isSentForApproval,
  type PayoutOverview,
  payoutPayeesAtOnce,
  type SentForApproval,
  type savePayoutPayees,
} from '@calmly/contract';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import { createBeneficiaries } from '../../../payees/server/index.ts';
import { checkRows } from '../check/check-rows.ts';
import { readPayoutFacts } from '../check/facts.ts';
import { countAgain } from '../editing/count-again.ts';
import type { CheckedRow } from '../row.ts';
import { lockRows, updateRows } from '../row-store.ts';
import { requireLocked } from '../service.ts';
import { type StoredPayout, updatePayout } from '../store.ts';
import { readOverview } from '../view.ts';
import { linkPayees } from './link-payees.ts';
import { payeeOf } from './payee-of-row.ts';
import { type ListedPayee, listNewPayees, setPayees } from './payee-store.ts';

type Input = EndpointInput<typeof savePayoutPayees>['body'];

interface Saved {
  readonly saved: number;
  readonly refused: number;
  readonly left: number;
  readonly payout: PayoutOverview;
}

/** `POST /masspayout/{id}/payees`. */
export async function savePayees(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  id: string,
  { version, kind, kinds }: Input,
): Promise<Saved | SentForApproval> {
  const { sql, now } = work;
  if (!holdsRight(actor, 'can_request_trans')) throw new Problem('payment_right_missing');
  const payout = await requireLocked(sql, actor, id, { statuses: ['DRAFT'], version });
  const linked = await linkPayees(sql, payout);
  const { payees, total } = await listNewPayees(sql, id, { after: 0, limit: payoutPayeesAtOnce });
  const refused = await findRefused(work, bank, payout, payees);
  if (refused.length > 0) {
    await updateRows(sql, id, refused, { rises: false });
    const counted = await countAgain(work, payout);
    return { saved: 0, refused: refused.length, left: total, payout: await readOverview(sql, counted) };
  }
  const chosen = new Map(kinds.map((each) => [each.position, each.kind]));
  if (payees.length > 0) {
    const inputs = payees.map((payee) => payeeOf(payee, chosen.get(payee.position) ?? kind ?? undefined));
    const saved = await createBeneficiaries(work, actor, bank, { inputs, listId: id });
    if (isSentForApproval(saved)) return saved;
    await setPayees(
      sql,
      id,
      payees.map(({ key }, place) => ({ key, payeeId: saved[place]?.id ?? '' })),
    );
  }
  const isChanged = payees.length + linked > 0;
  const after = isChanged
    ? await updatePayout(sql, id, now, { remarksVersion: payout.remarksVersion + 1 })
    : payout;
  if (isChanged) await publish(sql, actor.clientId, { topic: 'payouts', ids: [id] });
  const left = total - payees.length;
  return { saved: payees.length, refused: 0, left, payout: await readOverview(sql, after) };
}

/** First rows of accounts that can no longer be saved, checked again, because something has changed. */
async function findRefused(
  work: Work,
  bank: Bank,
  payout: StoredPayout,
  payees: readonly ListedPayee[],
): Promise<CheckedRow[]> {
  if (payees.length === 0) return [];
  const { id, decimalSign } = payout;
  const facts = await readPayoutFacts(work, bank, payout);
  const rows = await lockRows(
    work.sql,
    id,
    payees.map(({ position }) => position),
  );
  return (await checkRows(work, facts, decimalSign, rows)).filter(({ faults }) => faults.length > 0);
}
