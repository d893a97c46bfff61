/**
 * The job that sends a dispute's current state to the card processor (new, smaller or over), and applies its answer. It runs after each change here
 * and after each message about it. Until the scheme has the dispute, it is OPEN. Sending again changes nothing there, because the processor
 * identifies it by its id.
 */
import { formatDecimal } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import type { OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { DisputeDesk, DisputeStanding } from '@calmly/providers/issuer/issuer.ts';
import { findAuthorization } from '../authorizations/store.ts';
import { lockCard } from '../card-store.ts';
import { findDispute, type StoredDispute, updateDispute } from './dispute-store.ts';
import { takeOutcome } from './outcome.ts';
import { isSettled, isUnderWay } from './rules.ts';
import { tell } from './tell.ts';

/** Runs outside a transaction. Throws if the dispute is unknown or the processor does not answer, and is retried. */
export const sendDispute = (database: Database, processor: DisputeDesk): OutsideJobHandler => ({
  async outside(work, payload) {
    const { id } = payload as { readonly id: string };
    const sent = await findDispute(work.sql, id);
    const payment = sent && (await findAuthorization(work.sql, sent.authorizationId));
    if (!sent || !payment) throw new Error(`dispute ${id} is gone`);
    const standing = await processor.sendDispute({
      id,
      reference: payment.reference,
      cardId: sent.cardId,
      reason: sent.reason,
      text: sent.text,
      // Cards are in euro.
      amount: formatDecimal(sent.amountMinor, 'EUR'),
      isWithdrawn: !isUnderWay(sent),
      files: sent.documentIds.length,
    });
    tellStaff(work, sent, standing);
    await database.inTransaction(async (sql) => {
      const card = await lockCard(sql, sent.cardId);
      const before = await findDispute(sql, id);
      if (!card || !before) return;
      if (standing.status === 'won' || standing.status === 'lost') {
        const { status: outcome } = standing;
        const cardAmount = standing.status === 'won' ? standing.cardAmount : undefined;
        const isKnown = outcome === 'won' ? isSettled(before) : !isUnderWay(before);
        const news = { kind: 'dispute', id: `dispute ${id}`, disputeId: id, outcome, cardAmount } as const;
        if (!isKnown) await takeOutcome({ ...work, sql }, news);
        return;
      }
      if (before.status !== 'OPEN' || standing.status === 'waiting') return;
      const dispute = { ...before, status: 'IN_REVIEW' } as const;
      await updateDispute(sql, dispute);
      await tell({ ...work, sql }, { card, payment, dispute });
    });
  },
});

/** Logs steps that only people can take at the processor. */
function tellStaff({ log }: Work, sent: StoredDispute, { status }: DisputeStanding): void {
  if (status === 'waiting' && isUnderWay(sent))
    log.warn(
      { disputeId: sent.id },
      'a dispute waits for evidence: complete and submit it at the card processor',
    );
  if (status === 'in_review' && sent.status === 'WITHDRAWN')
    log.warn(
      { disputeId: sent.id },
      'a withdrawn dispute is still open: ask the card processor to withdraw it',
    );
}
