/** The key of payments with one counterparty, in either direction. Pure. */

import type { Counterparty } from '../../../accounts/server/transactions/index.ts';
import { counterpartyKey } from '../bookkeeping/index.ts';

export const confidentialKey = 'confidential';

/** The saved payee, else the account, else the name; all confidential payouts are one. */
export function keyOf({ beneficiaryId, name, account, isConfidential }: Counterparty): string {
  if (isConfidential) return confidentialKey;
  if (beneficiaryId !== null) return `payee ${beneficiaryId}`;
  return accountOrName(name, account);
}

/** The account, else the name. */
export const accountOrName = (name: string, account: string): string =>
  counterpartyKey({
    direction: 'DEBIT',
    debtorName: '',
    debtorAccount: '',
    creditorName: name,
    creditorAccount: account,
  });
