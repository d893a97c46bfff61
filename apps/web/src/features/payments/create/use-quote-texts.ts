/** A quote in words: the fee's rule, when the money arrives, amounts of minor units as text. */
import { type CurrencyCode, displayAmount, staysInside } from '@calmly/domain';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { addDays, dayAsDate, localDay } from '../../../session/days.ts';
import type { Quote } from '../model/quote.ts';

/** An amount of minor units as one line of text. */
export const moneyText = (minor: bigint, currency: CurrencyCode) => displayAmount(minor, currency).text;

export function useQuoteTexts() {
  const t = useTranslations('payments.create');
  const format = useFormatter();

  const feeRule = ({ scheme, rule, currency }: Quote): string => {
    if (!rule) return scheme === 'OWN' ? t('freeOwn') : t('freeInternal');
    if (/^0*\.?0*$/.test(rule.rate)) return t('feeFixed');
    if (rule.minfixMinor === 0n) return t('feeRate', { rate: rule.rate });
    return t('feeRule', { rate: rule.rate, minimum: moneyText(rule.minfixMinor, currency) });
  };

  const arrival = ({ scheme, arrival: day }: Pick<Quote, 'scheme' | 'arrival'>): string => {
    if (staysInside(scheme)) return t('atOnce');
    const date = dayAsDate(day);
    if (day === addDays(localDay(new Date()), 1))
      return t('tomorrow', { date: format.dateTime(date, { day: 'numeric', month: 'long' }) });
    return format.dateTime(date, { weekday: 'long', day: 'numeric', month: 'long' });
  };

  return { feeRule, arrival };
}
