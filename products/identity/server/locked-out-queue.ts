/**
 * A desk queue of people who are locked out. Staff restore access after checking the person's identity from a source other than the
 * account itself. A rejection keeps them out and says why.
 */
import { type AuditEntry, audit } from '@calmly/platform/audit.ts';
import { auditors, type DeskItem, type DeskQueue } from '@calmly/platform/desk.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import {
  findLockedOut,
  type LockedOutPerson,
  type LockedOutRows,
  listLockedOut,
} from './locked-out-store.ts';
import { maskAddress } from './rules.ts';

/** Why people are locked out, how to lift it, and how the decision is recorded and announced. */
interface Lock {
  readonly kind: string;
  readonly subject: string;
  readonly rows: LockedOutRows;
  /** False if there is nothing to lift. */
  lift(sql: Sql, personId: string): Promise<boolean>;
  readonly actions: { readonly lifted: AuditEntry['action']; readonly refused: AuditEntry['action'] };
  tellLifted(work: Work, personId: string): Promise<void>;
  tellRefused(work: Work, personId: string, reason: string | undefined): Promise<void>;
}

/**
 * Lists only people with an own profile. A decision throws `not_found` once the person is no longer locked
 * out.
 */
export function lockedOutQueue(lock: Lock): DeskQueue {
  const itemOf = ({ personId, clientId, email, since }: LockedOutPerson): DeskItem => ({
    id: personId,
    clientId,
    since,
    subject: `${lock.subject}: ${maskAddress('email', email)}`,
  });
  return {
    kind: lock.kind,
    tellsReason: true,
    roles: { decides: ['SUPPORT'], reads: auditors },
    async list(sql, page) {
      return (await listLockedOut(sql, lock.rows, page)).map(itemOf);
    },
    async find(sql, id) {
      const person = await findLockedOut(sql, lock.rows, id);
      return (
        person && {
          ...itemOf(person),
          facts: [
            ['Email', person.email],
            ['Phone', person.phone ?? 'none'],
            ['Before approving', 'confirm the person’s identity through another channel than this email'],
          ],
          documentIds: [],
        }
      );
    },
    async decide(work, id, decision, { reason }) {
      const person = await findLockedOut(work.sql, lock.rows, id);
      if (!person) throw new Problem('not_found');
      const record = { clientId: person.clientId, personId: id, details: { reason: reason ?? null } };
      if (decision === 'reject') {
        await audit(work, { ...record, action: lock.actions.refused });
        return lock.tellRefused(work, id, reason);
      }
      if (!(await lock.lift(work.sql, id))) throw new Problem('not_found');
      await audit(work, { ...record, action: lock.actions.lifted });
      return lock.tellLifted(work, id);
    },
  };
}
