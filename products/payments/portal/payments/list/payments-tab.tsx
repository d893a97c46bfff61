/**
 * All payments: the list with its filters, and one payment in the drawer. Both are in the URL, so that back closes the drawer and a link
 * opens the same view. Hints on the live channel refetch list and drawer in place.
 */
import type { PaymentColumn } from '@calmly/contract';
import { supportEmail } from '@calmly/domain';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { foldOwnTransfers } from '@calmly/portal-kit/shared/payment/own-transfers.ts';
import { allAccountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { AnchorButton } from '@calmly/ui/button.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { ListPage } from '@calmly/ui/lists/list-page.tsx';
import { useRowKeys } from '@calmly/ui/lists/use-row-keys.ts';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { annotationsQuery } from '../../../../insight/portal/bookkeeping/index.ts';
import {
  filtersOf,
  isFiltered,
  noFilters,
  type PaymentFilters,
  type PaymentsSearch,
  paymentsSearch,
} from '../model/filters.ts';
import { PaymentsBar } from './filter-bar.tsx';
import classes from './list.module.css';
import { NewPaymentButton } from './new-payment-button.tsx';
import { NothingListed } from './nothing-listed.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { paymentsQuery, settingsQuery } from './queries.ts';
import { SumsLine } from './sums-line.tsx';
import { useDefaultView } from './use-default-view.ts';

const loadDrawer = () => import('../drawer/payment-drawer.tsx');
const PaymentDrawer = onDemand(async () => (await loadDrawer()).PaymentDrawer);

const usualColumns: readonly PaymentColumn[] = ['account', 'way'];

export interface PaymentsTabProps {
  /** The search params as they stand in the address bar, unchecked. */
  readonly search: Readonly<Record<string, unknown>>;
}

export function PaymentsTab({ search: unchecked }: PaymentsTabProps) {
  const search = paymentsSearch.parse(unchecked);
  const t = useTranslations('payments');
  const changeSearch = useSearchChange();
  const filters = filtersOf(search);
  const accounts = useQuery(allAccountsQuery).data ?? [];
  const settings = useQuery(settingsQuery);
  const list = useInfiniteQuery(paymentsQuery(filters));
  const payments = list.data && foldOwnTransfers(list.data.pages.flatMap((page) => page.Items));
  const columns = settings.data?.columns ?? usualColumns;
  const showsBookkeeping = columns.includes('category') || columns.includes('note');
  const annotations = useQuery(
    annotationsQuery(showsBookkeeping ? (payments ?? []).map(({ id }) => id) : []),
  ).data;
  const views = settings.data?.views ?? [];

  const change = (next: (now: PaymentsSearch) => PaymentsSearch, replace = false) =>
    changeSearch(
      (now) => {
        const { all: _meant, ...changed } = next(paymentsSearch.parse(now));
        return { ...changed, ...(first && !isFiltered(filtersOf(changed)) && { all: true }) };
      },
      { replace, resetScroll: true },
    );
  const show = (next: PaymentFilters, replace = false) => change(() => next, replace);
  const first = useDefaultView({
    views: settings.data?.views,
    search,
    onShow: (next) => show(next, true),
  });
  // Opening adds a history entry, so that back closes it; stepping to the next and closing do not.
  const open = (id: string) => change((now) => ({ ...now, payment: id }), search.payment !== undefined);
  const close = () => change(filtersOf, true);
  useDrawerKeys(payments, search.payment, close);
  const at = payments?.findIndex(({ id }) => id === search.payment) ?? -1;
  const previous = at > 0 ? payments?.[at - 1] : undefined;
  const next = at >= 0 ? payments?.[at + 1] : undefined;
  useRowKeys({
    isOpen: search.payment !== undefined,
    previous: previous && (() => open(previous.id)),
    next: next && (() => open(next.id)),
  });

  const lookedBackTo = list.data?.pages.at(-1)?.LookedBackTo ?? undefined;

  const filtered = isFiltered(filters);
  const nothingYet = payments?.length === 0 && !filtered;
  return (
    <ListPage>
      <PageHeader title={t('title')} phoneAction={<NewPaymentButton label={t('newShort')} />} />
      {!nothingYet && (
        <PaymentsBar
          filters={filters}
          accounts={accounts}
          views={views}
          columns={columns}
          narrow={search.payment !== undefined}
          onChange={(patch) => change((now) => ({ ...now, ...patch }))}
          onClear={() => change(({ search: typed, payment }) => ({ search: typed, payment }))}
          onShow={(view) => show(view)}
        />
      )}
      {!nothingYet && <SumsLine filters={filters} />}
      {list.isError && !payments ? (
        <div className={classes.failed}>
          <ErrorState
            title={t('list.errorTitle')}
            text={t('list.errorText')}
            error={list.error}
            onRetry={() => void list.refetch()}
            action={<AnchorButton href={`mailto:${supportEmail}`}>{t('list.writeToSupport')}</AnchorButton>}
          />
        </div>
      ) : (
        <PaymentsTable
          payments={payments}
          onReach={() => void loadDrawer()}
          accounts={accounts}
          annotations={annotations}
          chosen={columns}
          openId={search.payment}
          onOpen={({ id }) => open(id)}
          empty={
            <NothingListed
              filtered={filtered}
              lookedBackTo={lookedBackTo}
              onLookFurther={() => void list.fetchNextPage()}
              looking={list.isFetchingNextPage}
              onClear={() => show(noFilters)}
            />
          }
          footnote={
            list.isFetchNextPageError
              ? t('list.moreFailed')
              : payments && <Footnote count={payments.length} lookedBackTo={lookedBackTo} />
          }
          onShowMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
          loadingMore={list.isFetchingNextPage}
        />
      )}
      {search.payment && (
        <PaymentDrawer
          id={search.payment}
          onClose={close}
          onPrevious={previous && (() => open(previous.id))}
          onNext={next && (() => open(next.id))}
        />
      )}
    </ListPage>
  );
}

/** How many are shown; where few fit, since when was looked. */
function Footnote({ count, lookedBackTo }: { count: number; lookedBackTo: string | undefined }) {
  const t = useTranslations();
  const format = useFormatter();
  const shown = t('payments.list.shown', { count });
  if (lookedBackTo === undefined) return shown;
  const date = format.dateTime(new Date(lookedBackTo), { dateStyle: 'long' });
  return `${shown}. ${t('paymentsList.lookedBack', { date })}`;
}
