/** A fee of the table in words: 'Free', or its rate and minimum. */
import { isZeroDecimal } from '@calmly/domain';
import { useTranslations } from '../i18n/index.tsx';
import { amountText } from '../ui/amount.tsx';

interface Fee {
  /** Percent. */
  readonly rate: string;
  readonly minfix: string;
}

/** `const feeText = useFeeText('EUR'); … feeText(fees.data?.eu.sepa.incoming)`; a blank of the same height while it loads. */
export function useFeeText(currency: string): (fee: Fee | undefined) => string {
  const t = useTranslations('terms');
  return (fee) => {
    if (!fee) return '\u00a0';
    if (isZeroDecimal(fee.rate) && isZeroDecimal(fee.minfix)) return t('free');
    return t('fee', { rate: fee.rate, minimum: amountText(fee.minfix, currency) });
  };
}
