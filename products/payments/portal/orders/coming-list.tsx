/** All future payments by month, with totals and a warning where the money may not be enough. */
import type { ComingPayment } from '@calmly/contract';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
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
        <Inline as="span" wrap gap={16} rowGap={4} align="baseline" justify="end">
          {sums.length > 0 && (
            <Text as="span" size={13} tone="soft" block>
              {t('withFees')}
            </Text>
          )}
          {sums.map(({ currency, total }) => (
            <Amount key={currency} value={total} currency={currency} />
          ))}
        </Inline>
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
              <Text as="span" tone="soft" figures className={classes.dueOn}>
                {format.dateTime(dayAsDate(payment.dueOn), { weekday: 'short', day: 'numeric' })}
              </Text>
              <span className={classes.who}>
                {payment.creditorName}
                <Text as="span" size={13} tone="soft" block>
                  {[payment.reference, accounts.find(({ id }) => id === payment.accountId)?.name]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </span>
              <Stack as="span" gap={4} align="end" className={classes.what}>
                <Amount value={payment.amount} currency={payment.currency} />
                {!payment.enough && <Badge colour="orange">{t('mayLack')}</Badge>}
              </Stack>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
