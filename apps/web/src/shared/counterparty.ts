/**
 * The counterparty of a payment as the client sees it: between own accounts and in an exchange it is the other account, not the client's
 * own name.
 */
import type { Payment } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import { allAccountsQuery } from './resources.ts';

/** `const nameOf = useCounterpartyName(); … nameOf(payment)` */
export function useCounterpartyName(): (payment: Payment) => string {
  const accounts = useQuery(allAccountsQuery).data ?? [];
  return ({ scheme, counterpartyAccount, counterpartyName }) => {
    if (scheme !== 'OWN' && scheme !== 'EXCHANGE') return counterpartyName;
    const other = accounts.find(({ iban, number }) => counterpartyAccount === (iban ?? number));
    return other?.name ?? counterpartyName;
  };
}
