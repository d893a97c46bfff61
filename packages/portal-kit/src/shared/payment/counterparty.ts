/**
 * The counterparty of a payment as the client sees it: between own accounts, cards and wallets it is both of them, in an exchange the other
 * account, not the client's own name; a trade is called so; the line of a confidential payout is named by the kind, and its reference is the payout's number.
 */
import type { Payment } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { useQuery } from '@tanstack/react-query';
import { allAccountsQuery } from '../resources.ts';

/** `const nameOf = useCounterpartyName(); … nameOf(payment)` */
export function useCounterpartyName(): (payment: Payment) => string {
  const t = useTranslations('payments');
  const accounts = useQuery(allAccountsQuery).data ?? [];
  return ({ scheme, direction, accountName, counterpartyAccount, counterpartyName, maskOf, reference }) => {
    if (maskOf !== null) return t('confidential.short');
    if (scheme === 'TRADE') return t('ways.TRADE');
    const account = accounts.find(({ iban, number }) => counterpartyAccount === (iban ?? number))?.name;
    if (scheme === 'EXCHANGE') return account ?? counterpartyName;
    // A card is named in the reference, a wallet by its asset.
    const other =
      scheme === 'OWN'
        ? account
        : scheme === 'CARD_MOVE'
          ? (account ?? reference)
          : scheme === 'CRYPTO_MOVE'
            ? (account ?? counterpartyAccount)
            : undefined;
    if (!other) return counterpartyName;
    return direction === 'DEBIT' ? `${accountName} → ${other}` : `${other} → ${accountName}`;
  };
}
