/**
 * The job that sends a dispute to the card processor, as it is when the job runs: new, smaller or over. Until the processor has it, it is OPEN. Sent again, it changes
 * nothing there, because the processor knows it by its id.
 */
import { formatDecimal } from '@calmly/domain';
import type { Database } from '../../../platform/database.ts';
import type { OutsideJobHandler } from '../../../platform/jobs/jobs.ts';
import type { DisputeDesk } from '../../../providers/issuer/issuer.ts';
import { findAuthorization } from '../authorizations/store.ts';
import { lockCard } from '../card-store.ts';
import { findDispute, updateDispute } from './dispute-store.ts';
import { isUnderWay } from './rules.ts';
import { tell } from './tell.ts';

export const sendDispute = (database: Database, processor: DisputeDesk): OutsideJobHandler => ({
  async outside(work, payload) {
    const { id } = payload as { readonly id: string };
    const sent = await findDispute(work.sql, id);
    const payment = sent && (await findAuthorization(work.sql, sent.authorizationId));
    if (!sent || !payment) throw new Error(`dispute ${id} is gone`);
    await processor.sendDispute({
      id,
      reference: payment.reference,
      cardId: sent.cardId,
      reason: sent.reason,
      text: sent.text,
      // Cards are in euro.
      amount: formatDecimal(sent.amountMinor, 'EUR'),
      isWithdrawn: !isUnderWay(sent),
    });
    await database.inTransaction(async (sql) => {
      const card = await lockCard(sql, sent.cardId);
      const before = await findDispute(sql, id);
      if (!card || before?.status !== 'OPEN') return;
      const dispute = { ...before, status: 'IN_REVIEW' } as const;
      await updateDispute(sql, dispute);
      await tell({ ...work, sql }, { card, payment, dispute });
    });
  },
});
