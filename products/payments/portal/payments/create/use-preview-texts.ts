/** The preview of a payment in words: the fee's rule, and the time of arrival. */
import type { PaymentPreview, Quote } from '@calmly/contract';
import { isZeroDecimal, staysInside } from '@calmly/domain';
import { useFeeText } from '@calmly/portal-kit/shared/amount/fee-text.ts';
import { addDays, dayAsDate, localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';

/** Days are those of the browser's zone. */
export function usePreviewTexts() {
  const t = useTranslations('payments.create');
  const format = useFormatter();
  const feeText = useFeeText();

  const feeRule = ({ scheme, feeRule: rule, currency }: PaymentPreview): string => {
    if (!rule) return scheme === 'OWN' ? t('freeOwn') : t('freeInternal');
    // A fixed fee is the figure beside these words.
    const fixed = isZeroDecimal(rule.rate) && isZeroDecimal(rule.surcharge);
    return fixed ? t('feeFixed') : feeText({ ...rule, currency });
  };

  const arrival = ({ scheme, expectedAt }: Pick<PaymentPreview, 'scheme' | 'expectedAt'>): string => {
    if (staysInside(scheme)) return t('atOnce');
    if (scheme === 'SEPA_INSTANT') return t('inSeconds');
    const date = dayAsDate(expectedAt);
    if (expectedAt === addDays(localDay(new Date()), 1))
      return t('tomorrow', { date: format.dateTime(date, { day: 'numeric', month: 'long' }) });
    const text = format.dateTime(date, { weekday: 'long', day: 'numeric', month: 'long' });
    return text.charAt(0).toUpperCase() + text.slice(1);
  };

  const marginText = ({ margin, cost, sellCurrency }: Quote): string =>
    t('conversion.margin', { margin, cost: amountText(cost, sellCurrency) });

  return { feeRule, arrival, marginText };
}
