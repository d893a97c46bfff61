/** `Fuel, Riga, Latvia`: what was bought, and where. */
import type { CardTransaction } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';

type Bought = Pick<
  CardTransaction,
  'group' | 'status' | 'isDisputeCredit' | 'isDisputeReversal' | 'merchantCity' | 'merchantCountry'
>;

export function usePlaceText(): (row: Bought) => string {
  const t = useTranslations('cardPayments');
  const disputes = useTranslations('cardDisputes');
  const { locale } = useLocaleControl();
  return ({ group, status, isDisputeCredit, isDisputeReversal, merchantCity, merchantCountry }) =>
    [
      isDisputeCredit
        ? disputes('credit')
        : isDisputeReversal
          ? disputes('reversal')
          : status === 'REFUND'
            ? t('statuses.REFUND')
            : t(`categories.${group}`),
      merchantCity,
      merchantCountry && countryName(merchantCountry, locale),
    ]
      .filter(Boolean)
      .join(', ');
}
