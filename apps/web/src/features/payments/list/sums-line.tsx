/** What the filter lists, summed: how many, and per currency in, out, fees and what did not go through. Follows the list live. */

import { isZeroDecimal } from '@calmly/domain';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { Amount } from '../../../ui/amount.tsx';
import type { PaymentFilters } from '../model/filters.ts';
import { sumsQuery } from './queries.ts';
import classes from './sums-line.module.css';

export function SumsLine({ filters }: { filters: PaymentFilters }) {
  const t = useTranslations('paymentsList.sums');
  const format = useFormatter();
  const { data, isPlaceholderData } = useQuery(sumsQuery(filters));
  if (!data) return <div className={classes.line} />;
  const count = data.Currencies.reduce((sum, currency) => sum + currency.count, 0);
  const from = data.CountedFrom && format.dateTime(new Date(data.CountedFrom), { dateStyle: 'long' });
  return (
    <section className={classes.line} aria-label={t('label')} data-old={isPlaceholderData || undefined}>
      <p>
        {t('count', { count })}
        {from && <span className={classes.from}>{t('since', { date: from })}</span>}
      </p>
      <ul>
        {data.Currencies.map((sums) => (
          <li key={sums.currency}>
            {(['in', 'out', 'fees', 'failed'] as const).map(
              (kind) =>
                !isZeroDecimal(sums[kind]) && (
                  <span key={kind} className={classes.sum} title={t(`${kind}Text`)}>
                    {t(kind)} <Amount value={sums[kind]} currency={sums.currency} />
                  </span>
                ),
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
