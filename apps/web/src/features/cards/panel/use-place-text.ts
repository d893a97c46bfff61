/** `Fuel, Riga, Latvia`: what was bought, and where. */
import type { CardTransaction } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import { useLocaleControl, useTranslations } from '../../../i18n/index.tsx';

type Bought = Pick<CardTransaction, 'group' | 'status' | 'channel' | 'merchantCity' | 'merchantCountry'>;

export function usePlaceText(): (row: Bought) => string {
  const t = useTranslations('cardPayments');
  const { locale } = useLocaleControl();
  return ({ group, status, merchantCity, merchantCountry }) =>
    [
      status === 'REFUND' ? t('statuses.REFUND') : t(`categories.${group}`),
      merchantCity,
      merchantCountry && countryName(merchantCountry, locale),
    ]
      .filter(Boolean)
      .join(', ');
}
