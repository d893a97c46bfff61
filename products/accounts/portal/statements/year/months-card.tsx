/** The year in one currency: its months as bars and as a table, and movements by kind. */
import type { YearOverview, YearTotal } from '@calmly/contract';
import { isCurrency } from '@calmly/domain';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { FlowChart } from '../../dashboard/index.ts';
import { KindsTable } from './kinds-table.tsx';
import { useYear } from './use-year.ts';
import classes from './year.module.css';
import { YearTable } from './year-table.tsx';

export function MonthsCard({ year: { year, totals } }: { year: YearOverview }) {
  const t = useTranslations('statements.year');
  const format = useFormatter();
  const { currency, show } = useYear();
  const [first] = totals;
  const total = totals.find((each) => each.currency === currency) ?? first;
  if (!total) return null;
  const monthName = (from: string) => format.dateTime(dayAsDate(from), { month: 'long' });
  const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return (
    <Card title={t('months')}>
      {totals.length > 1 && (
        <div className={classes.currencies}>
          <Segments
            size="s"
            label={t('currency')}
            value={total.currency}
            options={totals.map((each) => ({ value: each.currency, label: each.currency }))}
            onChange={(value) => show({ currency: value })}
          />
        </div>
      )}
      <div className={classes.chart}>
        <Bars total={total} />
      </div>
      <YearTable
        caption={t('monthsIn', { currency: total.currency })}
        heading={t('month')}
        rows={total.months.map((month) => ({
          ...month,
          key: month.from,
          name: capital(monthName(month.from)),
          currency: total.currency,
        }))}
        total={{ ...total, key: 'total', name: String(year) }}
      />
      <KindsTable total={total} />
    </Card>
  );
}

function Bars({ total: { currency, months } }: { total: YearTotal }) {
  const flows = months.map(({ from, moneyIn, moneyOut }) => ({ month: from.slice(0, 7), moneyIn, moneyOut }));
  return isCurrency(currency) ? <FlowChart flows={flows} currency={currency} /> : null;
}
