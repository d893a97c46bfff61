/**
 * Spending of twelve months as bars, with the selected month's categories or payees below. Pointer, touch and arrow keys select a month. A category
 * links to its payees, a payee to its payments of the month.
 */
import type { Spending } from '@calmly/contract';
import { type CurrencyCode, isZeroDecimal } from '@calmly/domain';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BarsShape } from '../charts/chart-shapes.tsx';
import { spendingQuery } from '../queries.ts';
import classes from './insight.module.css';
import { MonthBars } from './month-bars.tsx';
import { type Grouping, SpendingList, useSpendingNames } from './spending-list.tsx';
import { TableToggle } from './table-toggle.tsx';

interface SpendingCardProps {
  currency: CurrencyCode;
  /** The card has been in view. */
  isReached: boolean;
}

export function SpendingCard({ currency, isReached }: SpendingCardProps) {
  const t = useTranslations('insight.spending');
  const spending = useQuery({ ...spendingQuery(currency), enabled: isReached });
  const [by, setBy] = useState<Grouping>('categories');
  return (
    <Card
      title={t('title')}
      aside={
        <Segments
          size="s"
          label={t('by')}
          value={by}
          options={(['categories', 'payees'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={setBy}
        />
      }
    >
      {spending.data ? (
        <Shown spending={spending.data} by={by} onPayees={() => setBy('payees')} />
      ) : spending.isError ? (
        <ErrorState compact error={spending.error} onRetry={() => void spending.refetch()} />
      ) : (
        <div className={classes.chart}>
          <BarsShape loading={isReached} />
        </div>
      )}
    </Card>
  );
}

interface ShownProps {
  spending: Spending;
  by: Grouping;
  onPayees: () => void;
}

function Shown({ spending, by, onPayees }: ShownProps) {
  const t = useTranslations('insight.spending');
  const format = useFormatter();
  const names = useSpendingNames();
  const currency = spending.currency as CurrencyCode;
  const latest = spending.totals.findLastIndex((total) => !isZeroDecimal(total));
  const [chosen, setChosen] = useState<number>();
  const at = Math.max(chosen ?? latest, 0);
  const month = (index: number, length: 'short' | 'long') =>
    format.dateTime(new Date(`${spending.months[index] ?? '1970-01'}-01`), {
      month: length,
      timeZone: 'UTC',
    });
  const monthYear = (index: number) =>
    format.dateTime(new Date(`${spending.months[index] ?? '1970-01'}-01`), {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
  if (latest < 0)
    return (
      <Text tone="soft" above={16}>
        {t('empty')}
      </Text>
    );
  const lines = by === 'categories' ? spending.categories : spending.payees;
  return (
    <>
      <dl className={classes.figure}>
        <Text as="dt" size={13} tone="soft">
          {t('inMonth', { month: monthYear(at) })}
        </Text>
        <dd>
          <Amount value={spending.totals[at] ?? '0'} currency={currency} size="total" />
        </dd>
      </dl>
      <MonthBars
        name={t('chart')}
        totals={spending.totals}
        currency={currency}
        chosen={at}
        onChoose={setChosen}
        labelOf={(index) => month(index, 'short')}
        nameOf={monthYear}
      />
      <SpendingList spending={spending} by={by} at={at} monthName={monthYear(at)} onPayees={onPayees} />
      <TableToggle
        caption={t('chart')}
        headings={[t('name'), ...spending.months.map((_, index) => monthYear(index)), t('total')]}
        rows={[
          ...lines.map((line, index) => ({
            key: String(index),
            cells: [
              names(line),
              ...[...line.amounts, line.total].map((amount) => amountText(amount, currency)),
            ],
          })),
        ]}
      />
      {by === 'payees' && spending.otherPayees.count > 0 && (
        <p className={classes.note}>
          {t('others', {
            count: spending.otherPayees.count,
            amount: amountText(spending.otherPayees.total, currency),
          })}
        </p>
      )}
      {spending.countedFrom && (
        <p className={classes.note}>
          {t('countedFrom', {
            date: format.dateTime(new Date(spending.countedFrom), {
              day: 'numeric',
              month: 'long',
              year: 'numeric',
            }),
          })}
        </p>
      )}
      <p className={classes.note}>{t('about')}</p>
    </>
  );
}
