/**
 * The desk queue of people who have frozen their access. Most restore it with link, password and code; staff do it for a person who has lost one of
 * these.
 */
import { lockedOutQueue } from '../locked-out-queue.ts';
import { sendSecurityNotice, sendUnfreezeRefused } from '../security-messages.ts';
import { frozenRows, setFrozen } from './password-store.ts';

export const frozenAccessQueue = lockedOutQueue({
  kind: 'frozen-access',
  subject: 'access frozen by its owner',
  rows: frozenRows,
  lift: (sql, personId) => setFrozen(sql, personId, false),
  actions: { lifted: 'access.unfrozen', refused: 'access.unfreeze_refused' },
  tellLifted: (work, personId) => sendSecurityNotice(work, personId, 'unfrozenByBank'),
  tellRefused: ({ sql }, personId, reason) => sendUnfreezeRefused(sql, personId, reason),
});
