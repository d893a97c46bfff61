/**
 * The counterparty of a payment from the client's view: between own accounts, cards and wallets it names both of them, in an exchange the other
 * account, not the client's own name; a trade is named as such; the line of a confidential payout is named by its kind, and its reference is the
 * payout's number.
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
    // The reference names a card, the asset a wallet.
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
