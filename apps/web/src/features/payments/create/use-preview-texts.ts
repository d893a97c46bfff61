/** What a payment comes to, in words: the fee's rule, and when the money arrives. */
import type { PaymentPreview } from '@calmly/contract';
import { isZeroDecimal, staysInside } from '@calmly/domain';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { addDays, dayAsDate, localDay } from '../../../session/days.ts';
import { amountText } from '../../../ui/amount.tsx';

export function usePreviewTexts() {
  const t = useTranslations('payments.create');
  const format = useFormatter();

  const feeRule = ({ scheme, feeRule: rule, currency }: PaymentPreview): string => {
    if (!rule) return scheme === 'OWN' ? t('freeOwn') : t('freeInternal');
    const { rate } = rule;
    const minimum = amountText(rule.minimum, currency);
    const own = isZeroDecimal(rate)
      ? t('feeFixed')
      : isZeroDecimal(rule.minimum)
        ? t('feeRate', { rate })
        : t('feeRule', { rate, minimum });
    if (isZeroDecimal(rule.surcharge)) return own;
    return `${own}, ${t('feeSurcharge', { amount: amountText(rule.surcharge, currency) })}`;
  };

  const arrival = ({ scheme, expectedAt }: Pick<PaymentPreview, 'scheme' | 'expectedAt'>): string => {
    if (staysInside(scheme)) return t('atOnce');
    if (scheme === 'SEPA_INSTANT') return t('inSeconds');
    const date = dayAsDate(expectedAt);
    if (expectedAt === addDays(localDay(new Date()), 1))
      return t('tomorrow', { date: format.dateTime(date, { day: 'numeric', month: 'long' }) });
    return format.dateTime(date, { weekday: 'long', day: 'numeric', month: 'long' });
  };

  return { feeRule, arrival };
}
