/** A price in words: 'Free', a fixed amount, or its rate with its minimum, and the surcharge for the other banks. */
import type { Price } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';

/** `const feeText = useFeeText(); … feeText(price)`. */
export function useFeeText(): (price: Pick<Price, 'currency' | 'rate' | 'minimum' | 'surcharge'>) => string {
  const t = useTranslations('terms');
  return ({ currency, rate, minimum, surcharge }) => {
    const fixed = amountText(minimum, currency);
    const own = isZeroDecimal(rate)
      ? isZeroDecimal(minimum)
        ? t('free')
        : fixed
      : isZeroDecimal(minimum)
        ? t('rate', { rate })
        : t('fee', { rate, minimum: fixed });
    return isZeroDecimal(surcharge)
      ? own
      : t('feeSurcharge', { fee: own, surcharge: amountText(surcharge, currency) });
  };
}
