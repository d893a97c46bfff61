/**
 * Persons who have frozen their access, as the bank's staff sees them. Mostly they open it again by link, password and code; staff do it for
 * whoever has lost one of these, once they know who asks. A rejection leaves it frozen and says why.
 */
import { audit } from '../../../platform/audit.ts';
import type { DeskItem, DeskQueue } from '../../../platform/desk.ts';
import { Problem } from '../../../platform/problem.ts';
import { maskAddress } from '../rules.ts';
import { sendSecurityNotice, sendUnfreezeRefused } from '../security-messages.ts';
import { type FrozenPerson, findFrozen, listFrozen, setFrozen } from './password-store.ts';

const itemOf = ({ personId, clientId, email, since }: FrozenPerson): DeskItem => ({
  id: personId,
  clientId,
  since,
  subject: `access frozen by its owner: ${maskAddress('email', email)}`,
});

export const frozenAccessQueue: DeskQueue = {
  kind: 'frozen-access',
  async list(sql, page) {
    return (await listFrozen(sql, page)).map(itemOf);
  },
  async find(sql, id) {
    const person = await findFrozen(sql, id);
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
    const person = await findFrozen(work.sql, id);
    if (!person) throw new Problem('not_found');
    const record = { clientId: person.clientId, personId: id, details: { reason: reason ?? null } };
    if (decision === 'reject') {
      await audit(work, { ...record, action: 'access.unfreeze_refused' });
      return sendUnfreezeRefused(work.sql, id, reason);
    }
    if (!(await setFrozen(work.sql, id, false))) throw new Problem('not_found');
    await audit(work, { ...record, action: 'access.unfrozen' });
    return sendSecurityNotice(work, id, 'unfrozenByBank');
  },
};
