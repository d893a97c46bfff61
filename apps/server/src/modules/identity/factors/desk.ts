/**
 * Persons whose confirmations are blocked after too many wrong codes, as the bank's staff sees them. Staff lift the block once they know
 * who asks, from a source other than the account itself; a rejection leaves it and says why.
 */
import { audit } from '../../../platform/audit.ts';
import type { DeskItem, DeskQueue } from '../../../platform/desk.ts';
import { Problem } from '../../../platform/problem.ts';
import { requireContact } from '../clients/contact.ts';
import { maskAddress } from '../rules.ts';
import { sendUnblocked, sendUnblockRefused } from './notice-message.ts';
import { type BlockedPerson, findBlocked, listBlocked, unblockCodes } from './wrong-codes.ts';

const itemOf = ({ personId, clientId, email, since }: BlockedPerson): DeskItem => ({
  id: personId,
  clientId,
  since,
  subject: `confirmations blocked after wrong codes: ${maskAddress('email', email)}`,
});

export const blockedCodesQueue: DeskQueue = {
  kind: 'blocked-codes',
  async list(sql, page) {
    return (await listBlocked(sql, page)).map(itemOf);
  },
  async find(sql, id) {
    const person = await findBlocked(sql, id);
    return (
      person && {
        ...itemOf(person),
        facts: [
          ['E-mail', person.email],
          ['Telephone', person.phone ?? 'none'],
          ['Before approving', 'make sure who asks, by another way than this e-mail'],
        ],
        documentIds: [],
      }
    );
  },
  async decide(work, id, decision, { reason }) {
    const person = await findBlocked(work.sql, id);
    if (!person) throw new Problem('not_found');
    const to = await requireContact(work.sql, id);
    const record = { clientId: person.clientId, personId: id, details: { reason: reason ?? null } };
    if (decision === 'reject') {
      await audit(work, { ...record, action: 'factor.unblock_refused' });
      return sendUnblockRefused(work.sql, to, reason);
    }
    if (!(await unblockCodes(work.sql, id))) throw new Problem('not_found');
    await audit(work, { ...record, action: 'factor.codes_unblocked' });
    return sendUnblocked(work.sql, to);
  },
};
