/**
 * The desk's queue of held rates. Approving uses the rate from now on. It cannot be rejected: a held rate is not used, and it leaves the queue when the source is back
 * near the one before. Errors of a decision: not_found (it was decided, or another rate is held meanwhile).
 */
import { audit } from '@calmly/platform/audit.ts';
import { auditors, type DeskItem, type DeskQueue } from '@calmly/platform/desk.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import { type HeldItem, listHeld, lockSource, writeJudged } from './rate-store.ts';

export const heldRates: DeskQueue = {
  kind: 'held-rate',
  roles: { decides: ['FIN'], reads: auditors },
  list: async (sql, { after, limit }) => (await listHeld(sql, { after })).slice(0, limit).map(itemOf),
  async find(sql, id) {
    const [held] = await listHeld(sql, { id });
    if (!held) return undefined;
    const { source, rate, before, asOf } = held;
    return {
      ...itemOf(held),
      facts: [
        ['Source', source === 'market' ? 'market rates' : 'reference rates'],
        ['Held rate', `${rate} per euro, as of ${asOf.toISOString()}`],
        ['Last accepted rate', before === null ? 'none of this source' : `${before} per euro`],
        ['To approve', 'uses the held rate; compare it with another source first'],
      ],
      documentIds: [],
    };
  },
  async decide(work, id, decision, { reason }) {
    if (decision === 'reject')
      throw new Refusal('A held rate is not used. Wait until its source corrects it, or approve it.');
    const [found] = await listHeld(work.sql, { id });
    if (!found) throw new Problem('not_found');
    await lockSource(work.sql, found.source);
    const [held] = await listHeld(work.sql, { id });
    if (!held) throw new Problem('not_found');
    const { source, currency, rate, asOf, before } = held;
    await writeJudged(work.sql, source, { accepted: [[currency, { rate, asOf }]], held: [] });
    await audit(work, {
      action: 'prices.rate_accepted',
      details: { source, currency, rate, before, reason: reason ?? null },
    });
  },
};

const itemOf = ({ id, since, source, currency, rate, before }: HeldItem): DeskItem => ({
  id,
  clientId: null,
  since,
  subject: `${currency}: the ${source} rate ${rate} per euro is too far from ${before ?? 'the other source'}`,
});
