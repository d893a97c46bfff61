/** A card's payments by day with the day's sum; pending and declined payments can be shown separately. */
import type { CardDetails, CardTransaction } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { useDayHeading } from '@calmly/portal-kit/shared/days/day-heading.ts';
import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { MoreRows } from '@calmly/ui/lists/rows.tsx';
import { useRowKeys } from '@calmly/ui/lists/use-row-keys.ts';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconReceipt } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isOpen } from '../card-state.ts';
import { type TransactionView, transactionQuery, transactionsQuery, transactionViews } from '../queries.ts';
import { groupByDay } from './days.ts';
import { TransactionRow } from './transaction-row.tsx';
import classes from './transactions.module.css';

const TransactionDrawer = onDemand(async () => (await import('./transaction-drawer.tsx')).TransactionDrawer);

interface TransactionsProps {
  card: CardDetails;
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  onReplaced: (id: string) => void;
}

export function Transactions({ card, openId, onOpen, onReplaced }: TransactionsProps) {
  const t = useTranslations('cards.payments');
  const receipts = useTranslations('cardReceipts');
  const [view, setView] = useState<TransactionView>('all');
  const list = useInfiniteQuery(transactionsQuery(card.id, view));
  const rows = list.data?.pages.flatMap((page) => page.Items);
  const close = () => onOpen(undefined);
  useDrawerKeys(rows, openId, close);
  const at = rows?.findIndex(({ id }) => id === openId) ?? -1;
  // For an older payment, or one that leaves the list while it is open, for example because its receipt was added.
  const one = useQuery({
    ...transactionQuery(card.id, openId ?? ''),
    enabled: openId !== undefined && !list.isPending && (view !== 'all' || at < 0),
  });
  const open = rows?.[at] ?? one.data ?? undefined;
  const step = (by: number) => {
    const next = at < 0 ? undefined : rows?.[at + by];
    return next && (() => onOpen(next.id));
  };
  useRowKeys({ previous: step(-1), next: step(1), isOpen: openId !== undefined });
  const isNew = view === 'all' && rows?.length === 0;
  const empty = isNew && !isOpen(card) ? 'closed' : view;
  const views = transactionViews.filter(
    (each) => each !== 'receipts' || view === each || card.receiptsMissing > 0,
  );
  return (
    <>
      {!isNew && (
        <Inline wrap gap={16} rowGap={8} align="center" justify="between" className={classes.views}>
          <Segments
            label={t('show')}
            size="s"
            value={view}
            options={views.map((each) => ({ value: each, label: t(`views.${each}`) }))}
            onChange={setView}
          />
          <Inline wrap gap={16} rowGap={4} className={classes.totals}>
            {card.receiptsMissing > 0 && <span>{receipts('count', { count: card.receiptsMissing })}</span>}
            {!isZeroDecimal(card.reserved) && (
              <span>{t('reserved', { amount: amountText(card.reserved, card.currency) })}</span>
            )}
          </Inline>
        </Inline>
      )}
      {list.isError && !rows ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !rows ? (
        <ListShape rows={6} label={t('label')} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<IconReceipt aria-hidden="true" />}
          title={t(`empty.${empty}.title`)}
          text={t(`empty.${empty}.text`)}
        />
      ) : (
        <Days rows={rows} hasMore={list.hasNextPage} openId={openId} onOpen={onOpen} />
      )}
      <MoreRows query={list} />
      {list.isFetchNextPageError && (
        <ErrorState compact error={list.error} onRetry={() => void list.fetchNextPage()} />
      )}
      {openId && (
        <TransactionDrawer
          id={openId}
          transaction={open}
          isLoading={list.isPending || one.isLoading}
          failure={one}
          card={card}
          onClose={close}
          onReplaced={onReplaced}
          onPrevious={step(-1)}
          onNext={step(1)}
        />
      )}
    </>
  );
}

interface DaysProps extends Pick<TransactionsProps, 'openId' | 'onOpen'> {
  rows: readonly CardTransaction[];
  hasMore: boolean;
}

function Days({ rows, hasMore, openId, onOpen }: DaysProps) {
  const t = useTranslations('cards.payments');
  const heading = useDayHeading();
  const days = groupByDay(rows, (moment) => localDay(new Date(moment)), hasMore);
  return (
    <section className={classes.days} aria-label={t('label')}>
      {days.map(({ day, sum, rows: ofDay }) => (
        <section key={day} aria-label={heading(day)}>
          <h3 className={classes.day}>
            <span>{heading(day)}</span>
            {sum && !isZeroDecimal(sum.amount) && (
              <Amount value={sum.amount} currency={ofDay[0]?.currency ?? 'EUR'} direction={sum.direction} />
            )}
          </h3>
          <ul>
            {ofDay.map((row) => (
              <TransactionRow
                key={row.id}
                row={row}
                isOpen={row.id === openId}
                onOpen={() => onOpen(row.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
