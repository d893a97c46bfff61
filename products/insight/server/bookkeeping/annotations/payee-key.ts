/** The key by which the payments of one payee are recognised. Pure. */
import type { StoredTransaction } from '../../../../accounts/server/transactions/index.ts';

export type Sides = Pick<
  StoredTransaction,
  'direction' | 'debtorName' | 'debtorAccount' | 'creditorName' | 'creditorAccount'
>;

/** The other side's account; its name if it has none, such as a shop. */
export function counterpartyKey(transaction: Sides): string {
  const { direction, debtorName, debtorAccount, creditorName, creditorAccount } = transaction;
  const [name, account] =
    direction === 'DEBIT' ? [creditorName, creditorAccount] : [debtorName, debtorAccount];
  if (account !== '') return `account ${account.replaceAll(/\s/g, '').toUpperCase()}`;
  return `name ${name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()}`;
}
