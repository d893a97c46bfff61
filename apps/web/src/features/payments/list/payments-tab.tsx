/**
 * All payments: the list with its filters, and one payment in the drawer. Both stand in the URL, so that back closes the
 * drawer and a link opens the same view. Hints on the live channel make list and drawer read again in place.
 */
import { createPayment } from '@calmly/contract';
import { IconArrowsExchange, IconFilterOff, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from '../../../i18n/index.tsx';
import { NeedsRight } from '../../../session/needs-right.tsx';
import { accountsQuery } from '../../../session/resources.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useDrawerKeys } from '../../../ui/use-drawer-keys.ts';
import { PaymentDrawer } from '../drawer/payment-drawer.tsx';
import { filtersOf, isFiltered, noFilters, type PaymentFilters, paymentsSearch } from '../model/filters.ts';
import { paymentsQuery } from '../queries.ts';
import { FilterBar } from './filter-bar.tsx';
import classes from './list.module.css';
import { PaymentsTable } from './payments-table.tsx';

export interface PaymentsTabProps {
  /** The search params as they stand in the address bar, unchecked. */
  readonly search: Readonly<Record<string, unknown>>;
}

export function PaymentsTab({ search: unchecked }: PaymentsTabProps) {
  const search = paymentsSearch.parse(unchecked);
  const t = useTranslations('payments');
  const navigate = useNavigate();
  const filters = filtersOf(search);
  const accounts = useQuery(accountsQuery).data ?? [];
  const list = useInfiniteQuery(paymentsQuery(filters));
  const payments = list.data?.pages.flatMap((page) => page.Items);

  const show = (next: PaymentFilters, payment?: string, replace = false) =>
    void navigate({ to: '/payments', search: { ...next, ...(payment && { payment }) }, replace });
  // Opening is a step that back takes away; walking on and closing are not steps of their own.
  const open = (id: string) => show(filters, id, search.payment !== undefined);
  const close = () => show(filters, undefined, true);
  useDrawerKeys(payments, search.payment, close);
  const at = payments?.findIndex(({ id }) => id === search.payment) ?? -1;
  const previous = at > 0 ? payments?.[at - 1] : undefined;
  const next = at >= 0 ? payments?.[at + 1] : undefined;

  const filtered = isFiltered(filters);
  const nothingYet = payments?.length === 0 && !filtered;
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title')}
        phoneAction={
          <NeedsRight endpoint={createPayment} label={t('newShort')} align="end">
            <ButtonLink
              to="/payments/create/{-$direction}"
              params={{ direction: 'outgoing' }}
              variant="accent"
              icon={<IconPlus aria-hidden="true" />}
            >
              {t('newShort')}
            </ButtonLink>
          </NeedsRight>
        }
      />
      {!nothingYet && (
        <FilterBar
          filters={filters}
          accounts={accounts}
          narrow={search.payment !== undefined}
          onChange={(patch) => show({ ...filters, ...patch }, search.payment)}
        />
      )}
      {list.isError && !payments ? (
        <div className={classes.failed}>
          <ErrorState
            title={t('list.errorTitle')}
            text={t('list.errorText')}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : (
        <PaymentsTable
          payments={payments}
          accounts={accounts}
          openId={search.payment}
          onOpen={({ id }) => open(id)}
          empty={
            filtered ? (
              <EmptyState
                icon={<IconFilterOff aria-hidden="true" />}
                title={t('list.nothingTitle')}
                text={t('list.nothingText')}
                action={<Button onClick={() => show(noFilters)}>{t('filters.clear')}</Button>}
              />
            ) : (
              <EmptyState
                icon={<IconArrowsExchange aria-hidden="true" />}
                title={t('list.emptyTitle')}
                text={t('list.emptyText')}
                action={
                  <NeedsRight endpoint={createPayment} label={t('newPayment')} size="l">
                    <ButtonLink
                      to="/payments/create/{-$direction}"
                      params={{ direction: 'outgoing' }}
                      variant="accent"
                      size="l"
                      icon={<IconPlus aria-hidden="true" />}
                    >
                      {t('newPayment')}
                    </ButtonLink>
                  </NeedsRight>
                }
              />
            )
          }
          footnote={
            list.isFetchNextPageError
              ? t('list.moreFailed')
              : payments && t('list.shown', { count: payments.length })
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
    </div>
  );
}
