/**
 * `GET /onboarding/first-steps`: which first steps a new client has completed. Nothing is stored: every step is read from the module that knows it.
 */
import type { FirstSteps } from '@calmly/contract';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { hasReceivedMoney, listAccountsOf } from '../../../../accounts/server/accounts/index.ts';
import { findClientState, hasDeviceFactor } from '../../../../identity/server/index.ts';
import { hasPayee } from '../../../../payees/server/index.ts';
import { findRegistered } from '../../companies/index.ts';

/** `companyId` is the company that the applicant registered, until its check is submitted; otherwise null. */
export async function readFirstSteps(
  { sql, now }: Work,
  { clientId, personId }: ClientActor,
): Promise<FirstSteps> {
  const accounts = await listAccountsOf(sql, clientId);
  const ids = accounts.map(({ id }) => id);
  const companyId = await findRegistered(sql, clientId);
  const waits = companyId !== undefined && (await findClientState(sql, companyId)) === 'SMS_CONFIRMED';
  return {
    hasAccount: accounts.some(({ status }) => status === 'ACTIVE'),
    hasReceivedMoney: await hasReceivedMoney(sql, ids, now),
    hasPayee: await hasPayee(sql, clientId),
    hasSecondFactor: await hasDeviceFactor(sql, personId),
    companyId: waits ? companyId : null,
  };
}
