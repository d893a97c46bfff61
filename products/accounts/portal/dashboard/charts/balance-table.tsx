/** The figures of a balance line as a table that opens under the chart, newest first. */
import type { CurrencyCode } from '@calmly/domain';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import classes from './balance-table.module.css';

interface BalanceTableProps {
  points: ReadonlyArray<{ readonly date: string; readonly balance: string }>;
  currency: CurrencyCode;
}

export function BalanceTable({ points, currency }: BalanceTableProps) {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  const day = (date: string) => format.dateTime(new Date(date), { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <details className={classes.details}>
      <summary>{t('asTable')}</summary>
      <table className={classes.table} aria-label={t('balanceOverTime')}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('balance')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ date, balance }) => (
            <tr key={date}>
              <th scope="row">{day(date)}</th>
              <td>
                <Amount value={balance} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
