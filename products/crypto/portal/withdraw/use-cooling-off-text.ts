/** The address book's text for an address that the bank refuses for a while, with the end of that time. */
import type { ListedCryptoPayee } from '@calmly/contract';
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';

type Cooling = Pick<ListedCryptoPayee, 'asset' | 'coolingOffUntil'>;

/** `const coolingOffText = useCoolingOffText(); … coolingOffText(payee)`; undefined once it is over. */
export function useCoolingOffText(): (payee: Cooling) => string | undefined {
  const t = useTranslations('wallets.book');
  const format = useFormatter();
  return ({ asset, coolingOffUntil }) => {
    if (coolingOffUntil === null || Date.parse(coolingOffUntil) <= Date.now()) return undefined;
    const until = format.dateTime(new Date(coolingOffUntil), {
      day: 'numeric',
      month: 'long',
      ...timeOfDay,
    });
    // EPI has a value in euro, so small withdrawals in it are allowed at once.
    return t(asset === 'EPI' ? 'coolingOffLarger' : 'coolingOff', { until });
  };
}
