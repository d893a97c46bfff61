/** The desk queue of people whose confirmations are blocked after too many wrong codes. */
import { requireContact } from '../clients/contact.ts';
import { lockedOutQueue } from '../locked-out-queue.ts';
import { sendUnblocked, sendUnblockRefused } from './notice-message.ts';
import { blockedRows, unblockCodes } from './wrong-codes.ts';

export const blockedCodesQueue = lockedOutQueue({
  kind: 'blocked-codes',
  subject: 'confirmations blocked after wrong codes',
  rows: blockedRows,
  lift: unblockCodes,
  actions: { lifted: 'factor.codes_unblocked', refused: 'factor.unblock_refused' },
  async tellLifted({ sql }, personId) {
    await sendUnblocked(sql, await requireContact(sql, personId));
  },
  async tellRefused({ sql }, personId, reason) {
    await sendUnblockRefused(sql, await requireContact(sql, personId), reason);
  },
});
