/** Payouts in a list: name and file, status, rows, totals by currency, who changed it last and when. */
import type { Payout } from '@calmly/contract';
import { ConfidentialMark } from '@calmly/portal-kit/shared/confidential-mark.tsx';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Circle } from '@calmly/ui/layout/circle.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { PlainCell, TwoLines, WhoCell } from '@calmly/ui/lists/table-cells.tsx';
import { IconFileSpreadsheet, IconLock, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PayoutBadge, useCount } from '../words.tsx';
import classes from './list.module.css';

interface PayoutsTableProps {
  payouts: readonly Payout[] | undefined;
  onOpen: (payout: Payout) => void;
  error: unknown;
  onRetry: () => void;
  empty: ReactNode;
  footnote: ReactNode;
  onShowMore: (() => void) | undefined;
  loadingMore: boolean;
}

export function PayoutsTable({ payouts, ...table }: PayoutsTableProps) {
  const t = useTranslations('payouts.list');
  return (
    <DataTable {...table} label={t('label')} columns={useColumns()} rows={payouts} rowId={({ id }) => id} />
  );
}

/** Statuses in which the file's rows are not available yet. */
const unread: readonly Payout['status'][] = ['READING', 'MAPPING', 'UNREADABLE'];
/** Further currencies are shown as a number. */
const shownTotals = 2;

function useColumns(): readonly Column<Payout>[] {
  const t = useTranslations('payouts.list');
  const format = useFormatter();
  const count = useCount();
  const masked = useTranslations('payouts.confidential');
  const time = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  return [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 2.2fr)',
      phone: 'main',
      cell: ({ name, number, fileName, confidential }) => (
        <WhoCell
          avatar={
            <Circle className={classes.icon}>
              {confidential && !name ? (
                <IconLock aria-hidden="true" />
              ) : fileName ? (
                <IconFileSpreadsheet aria-hidden="true" />
              ) : (
                <IconTable aria-hidden="true" />
              )}
            </Circle>
          }
          first={
            confidential && !name ? (
              masked('label')
            ) : (
              <>
                {name || number}
                {confidential && <ConfidentialMark />}
              </>
            )
          }
          second={name || !fileName ? number : fileName}
        />
      ),
    },
    {
      key: 'status',
      badge: true,
      header: t('status'),
      width: 'minmax(148px, 1.2fr)',
      phone: 'bottom',
      cell: ({ status, progress }) => (
        <span className={classes.status}>
          <PayoutBadge status={status} />
          {progress?.nextOn !== undefined && (
            <small>
              {t('nextOn', {
                date: format.dateTime(dayAsDate(progress.nextOn), { day: 'numeric', month: 'short' }),
              })}
            </small>
          )}
        </span>
      ),
    },
    {
      key: 'rows',
      header: t('rows'),
      width: 'minmax(112px, 0.9fr)',
      cell: ({ status, summary: { rows, faulty, failed } }) => (
        <TwoLines
          first={unread.includes(status) ? '–' : t('rowCount', { count: rows })}
          second={
            failed > 0
              ? t('unpaid', { count: count(failed) })
              : faulty > 0 && (
                  <Text as="span" tone="red">
                    {t('toFix', { count: count(faulty) })}
                  </Text>
                )
          }
        />
      ),
    },
    {
      key: 'changed',
      header: t('changed'),
      width: 'minmax(0, 1.3fr)',
      wide: true,
      cell: ({ createdBy, updatedAt }) => (
        <PlainCell>
          {t('by', { name: createdBy, when: format.dateTime(new Date(updatedAt), time) })}
        </PlainCell>
      ),
    },
    {
      key: 'totals',
      header: t('totals'),
      width: 'minmax(132px, 1.1fr)',
      align: 'end',
      phone: 'top',
      cell: ({ summary: { totals } }) => (
        <TwoLines
          first={totals[0] ? <Amount value={totals[0].amount} currency={totals[0].currency} /> : '–'}
          second={
            totals.length > 1 &&
            totals.slice(1, shownTotals).map(({ amount, currency }) => (
              <span key={currency}>
                <Amount value={amount} currency={currency} />
                {totals.length > shownTotals && ` +${totals.length - shownTotals}`}
              </span>
            ))
          }
        />
      ),
    },
  ];
}
