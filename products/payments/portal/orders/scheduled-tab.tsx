/**
 * Scheduled payments: standing orders and single ones, or every future payment by month; one order in the drawer, and drafts and
 * templates below.
 */
import type { StandingOrder } from '@calmly/contract';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { ListPage } from '@calmly/ui/lists/list-page.tsx';
import { PlainCell, TwoLines, WhoCell } from '@calmly/ui/lists/table-cells.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { ComingList } from './coming-list.tsx';
import { KeptForms } from './kept/kept-forms.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderState } from './order-state.tsx';
import { ordersQuery } from './queries.ts';

const views = ['open', 'coming', 'ended'] as const;

const zSearch = z.object({
  order: z.uuid().optional().catch(undefined),
  state: z.enum(views).optional().catch(undefined),
});
type ScheduledSearch = z.infer<typeof zSearch>;

interface ScheduledTabProps {
  /** The search params as they stand in the address bar, unchecked. */
  readonly search: Readonly<Record<string, unknown>>;
}

export function ScheduledTab({ search: unchecked }: ScheduledTabProps) {
  const { order, state = 'open' } = zSearch.parse(unchecked);
  const t = useTranslations('orders.list');
  const payments = useTranslations('payments');
  const changeSearch = useSearchChange();
  const list = useInfiniteQuery(ordersQuery(state === 'ended' ? 'ended' : 'open'));
  const orders = list.data?.pages.flatMap((page) => page.Items);
  const columns = useColumns();

  const show = (next: (now: ScheduledSearch) => ScheduledSearch, replace = true) =>
    changeSearch((now) => ({ tab: 'scheduled', ...next(zSearch.parse(now)) }), { replace });
  // Opening adds a history entry, so that back closes it; stepping to the next and closing do not.
  const open = (id: string) => show((now) => ({ ...now, order: id }), order !== undefined);
  const close = () => show(({ state: view }) => ({ state: view }));
  useDrawerKeys(orders, order, close);
  const at = orders?.findIndex(({ id }) => id === order) ?? -1;
  const previous = at > 0 ? orders?.[at - 1] : undefined;
  const next = at >= 0 ? orders?.[at + 1] : undefined;

  return (
    <ListPage>
      <PageHeader title={payments('title')} />
      <Segments
        size="s"
        label={t('show')}
        value={state}
        options={views.map((value) => ({ value, label: t(value) }))}
        onChange={(view) => show(() => ({ state: view === 'open' ? undefined : view }))}
      />
      {state === 'coming' ? (
        <ComingList selected={order} onOpen={open} />
      ) : (
        <DataTable
          label={t('label')}
          columns={columns}
          rows={orders}
          rowId={({ id }) => id}
          selectedId={order}
          onOpen={({ id }) => open(id)}
          error={list.isError ? list.error : undefined}
          onRetry={() => void list.refetch()}
          empty={
            <EmptyState
              drawing={<Drawing name="days" />}
              help="ordersEmpty"
              title={t(state === 'open' ? 'emptyTitle' : 'emptyEnded')}
              {...(state === 'open' && { text: t('emptyText') })}
            />
          }
          footnote={list.isFetchNextPageError ? t('moreFailed') : undefined}
          onShowMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
          loadingMore={list.isFetchingNextPage}
        />
      )}
      <KeptForms />
      {order && (
        <OrderDrawer
          key={order}
          id={order}
          onClose={close}
          onPrevious={previous && (() => open(previous.id))}
          onNext={next && (() => open(next.id))}
        />
      )}
    </ListPage>
  );
}

function useColumns(): readonly Column<StandingOrder>[] {
  const t = useTranslations('orders');
  const format = useFormatter();
  const wide = useMedia(breakpoints.wide);
  // If the column has no room, the day is shown with the reference.
  const nextOf = ({ nextDates: [day] }: StandingOrder) =>
    day && format.dateTime(dayAsDate(day), { day: 'numeric', month: 'short', year: 'numeric' });
  return [
    {
      key: 'payee',
      header: t('list.payee'),
      width: 'minmax(0, 2.2fr)',
      phone: 'main',
      cell: (order) => (
        <WhoCell
          avatar={<Avatar name={order.creditorName} />}
          first={order.creditorName}
          second={wide ? order.reference : [nextOf(order), order.reference].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      key: 'often',
      header: t('list.often'),
      width: 'minmax(0, 1.2fr)',
      wide: true,
      cell: ({ frequency }) => <PlainCell>{t(`frequencies.${frequency}`)}</PlainCell>,
    },
    {
      key: 'next',
      header: t('list.next'),
      width: 'minmax(0, 1fr)',
      wide: true,
      cell: (order) => <PlainCell>{nextOf(order) ?? '–'}</PlainCell>,
    },
    {
      key: 'state',
      header: t('list.state'),
      width: 'minmax(112px, 0.9fr)',
      phone: 'bottom',
      cell: ({ state }) => <OrderState state={state} />,
    },
    {
      key: 'amount',
      header: t('list.amount'),
      width: 'minmax(120px, 1fr)',
      align: 'end',
      phone: 'top',
      cell: ({ amount, currency }) => <TwoLines first={<Amount value={amount} currency={currency} />} />,
    },
  ];
}
