/** All future payments by month, with totals and a warning where the money may not be enough. */
import type { ComingPayment } from '@calmly/contract';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { MoreRows, RowsShape } from '@calmly/ui/lists/rows.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import classes from './orders.module.css';
import { comingQuery, monthsQuery } from './queries.ts';

interface ComingListProps {
  /** The order in the drawer. */
  selected: string | undefined;
  onOpen: (orderId: string) => void;
}

export function ComingList({ selected, onOpen }: ComingListProps) {
  const t = useTranslations('orders.coming');
  const ui = useTranslations('ui');
  const coming = useInfiniteQuery(comingQuery);
  const payments = coming.data?.pages.flatMap((page) => page.Items);
  if (!payments)
    return coming.isError ? (
      <ErrorState error={coming.error} onRetry={() => void coming.refetch()} />
    ) : (
      <RowsShape label={ui('loading')} />
    );
  if (payments.length === 0)
    return <EmptyState drawing={<Drawing name="days" />} title={t('emptyTitle')} text={t('emptyText')} />;
  const months = Map.groupBy(payments, ({ dueOn }) => dueOn.slice(0, 7));
  return (
    <>
      {[...months].map(([month, list]) => (
        <Month key={month} month={month} payments={list} selected={selected} onOpen={onOpen} />
      ))}
      <MoreRows query={coming} />
    </>
  );
}

interface MonthProps extends ComingListProps {
  /** `YYYY-MM` */
  month: string;
  payments: readonly ComingPayment[];
}

function Month({ month, payments, selected, onOpen }: MonthProps) {
  const t = useTranslations('orders.coming');
  const format = useFormatter();
  const accounts = useQuery(accountsQuery).data ?? [];
  const sums = (useQuery(monthsQuery).data ?? []).filter((sum) => sum.month === month);
  const name = format.dateTime(dayAsDate(`${month}-01`), { month: 'long', year: 'numeric' });
  return (
    <Card
      flush
      title={<span className={classes.month}>{name}</span>}
      aside={
        <span className={classes.sums}>
          {sums.length > 0 && <span className={classes.note}>{t('withFees')}</span>}
          {sums.map(({ currency, total }) => (
            <Amount key={currency} value={total} currency={currency} />
          ))}
        </span>
      }
    >
      <ul className={classes.payments}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <button
              type="button"
              aria-current={payment.orderId === selected || undefined}
              onClick={() => onOpen(payment.orderId)}
            >
              <span className={classes.dueOn}>
                {format.dateTime(dayAsDate(payment.dueOn), { weekday: 'short', day: 'numeric' })}
              </span>
              <span className={classes.who}>
                {payment.creditorName}
                <span className={classes.note}>
                  {[payment.reference, accounts.find(({ id }) => id === payment.accountId)?.name]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className={classes.what}>
                <Amount value={payment.amount} currency={payment.currency} />
                {!payment.enough && <Badge colour="orange">{t('mayLack')}</Badge>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
