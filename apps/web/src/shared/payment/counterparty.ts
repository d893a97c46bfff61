/**
 * The counterparty of a payment as the client sees it: between own accounts it is both accounts, in an exchange the other one, not the client's
 * own name; a trade is called so; the line of a confidential payout is named by the kind, and its reference is the payout's number.
 */
import type { Payment } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../i18n/index.tsx';
import { allAccountsQuery } from '../resources.ts';

/** `const nameOf = useCounterpartyName(); … nameOf(payment)` */
export function useCounterpartyName(): (payment: Payment) => string {
  const t = useTranslations('payments');
  const accounts = useQuery(allAccountsQuery).data ?? [];
  return ({ scheme, direction, accountName, counterpartyAccount, counterpartyName, maskOf }) => {
    if (maskOf !== null) return t('confidential.short');
    if (scheme === 'TRADE') return t('ways.TRADE');
    if (scheme !== 'OWN' && scheme !== 'EXCHANGE') return counterpartyName;
    const other = accounts.find(({ iban, number }) => counterpartyAccount === (iban ?? number));
    if (!other) return counterpartyName;
    if (scheme === 'EXCHANGE') return other.name;
    return direction === 'DEBIT' ? `${accountName} → ${other.name}` : `${other.name} → ${accountName}`;
  };
}
