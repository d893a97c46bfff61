/** Requests for money: the list with its filters, and one request in the drawer. Both are in the URL, so that back closes the drawer. */
import { createMoneyRequest } from '@calmly/contract';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { allAccountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { SearchField } from '@calmly/ui/fields/search-field.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { FilterBar } from '@calmly/ui/lists/filter-bar.tsx';
import { choiceFilter } from '@calmly/ui/lists/filters.tsx';
import { ListPage } from '@calmly/ui/lists/list-page.tsx';
import { NoMatches } from '@calmly/ui/lists/no-matches.tsx';
import { useRowKeys } from '@calmly/ui/lists/use-row-keys.ts';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  filtersOf,
  isFiltered,
  type RequestFilters,
  type RequestsSearch,
  requestsSearch,
  statusesOf,
  viewOf,
  views,
} from './filters.ts';
import { requestsQuery } from './queries.ts';
import { RequestDrawer } from './request-drawer.tsx';
import classes from './requests.module.css';
import { RequestsTable } from './requests-table.tsx';

interface RequestsTabProps {
  /** The search params as they stand in the address bar, unchecked. */
  readonly search: Readonly<Record<string, unknown>>;
}

export function RequestsTab({ search: unchecked }: RequestsTabProps) {
  const search = requestsSearch.parse(unchecked);
  const t = useTranslations('requests');
  const payments = useTranslations('payments');
  const statuses = useTranslations('statuses');
  const changeSearch = useSearchChange();
  const filters = filtersOf(search);
  const accounts = useQuery(allAccountsQuery).data ?? [];
  const list = useInfiniteQuery(requestsQuery(filters));
  const requests = list.data?.pages.flatMap((page) => page.Items);

  const show = (next: (now: RequestsSearch) => RequestsSearch, replace = true) =>
    changeSearch((now) => ({ tab: 'requests', ...next(requestsSearch.parse(now)) }), { replace });
  // Opening adds a history entry, so that back closes it; stepping to the next and closing do not.
  const open = (id: string) => show((now) => ({ ...now, request: id }), search.request !== undefined);
  const close = () => show(filtersOf);
  useDrawerKeys(requests, search.request, close);
  const at = requests?.findIndex(({ id }) => id === search.request) ?? -1;
  const previous = at > 0 ? requests?.[at - 1] : undefined;
  const next = at >= 0 ? requests?.[at + 1] : undefined;
  useRowKeys({
    isOpen: search.request !== undefined,
    previous: previous && (() => open(previous.id)),
    next: next && (() => open(next.id)),
  });

  const change = (patch: RequestFilters) => show((now) => ({ ...now, ...patch }));
  const view = viewOf(filters);

  const filtered = isFiltered(filters);
  const nothingYet = requests?.length === 0 && !filtered;
  return (
    <ListPage>
      <PageHeader title={payments('title')} phoneAction={<NewRequestLink label={payments('newShort')} />} />
      {!nothingYet && (
        <FilterBar
          label={t('filters.label')}
          search={
            <SearchField
              label={t('filters.search')}
              text={filters.search ?? ''}
              onChange={(text) => change({ search: text })}
            />
          }
          narrow={search.request !== undefined}
          filters={[
            choiceFilter({
              key: 'status',
              name: t('filters.status'),
              value:
                filters.status &&
                (view ? t(`filters.views.${view}`) : filters.status.map((one) => statuses(one)).join(', ')),
              choices: views.map((value) => ({ value, text: t(`filters.views.${value}`) })),
              chosen: view,
              onChoose: (chosen) => change({ status: chosen && statusesOf(chosen) }),
            }),
            choiceFilter({
              key: 'account',
              name: t('filters.account'),
              value: filters.account && (accounts.find(({ id }) => id === filters.account)?.name ?? '…'),
              choices: accounts.map(({ id, name, currency }) => ({
                value: id,
                text: `${name}, ${currency}`,
              })),
              chosen: filters.account,
              onChoose: (account) => change({ account }),
            }),
          ]}
          onClearAll={() => show(({ search: typed, request }) => ({ search: typed, request }))}
        >
          <div className={classes.notOnPhone}>
            <NewRequestLink label={t('new')} />
          </div>
        </FilterBar>
      )}
      <RequestsTable
        requests={requests}
        accounts={accounts}
        openId={search.request}
        onOpen={({ id }) => open(id)}
        error={list.isError ? list.error : undefined}
        onRetry={() => void list.refetch()}
        empty={
          filtered ? (
            <NoMatches title={t('list.nothingTitle')} onClear={() => show(() => ({}), false)} />
          ) : (
            <EmptyState
              drawing={<Drawing name="list" />}
              title={t('list.emptyTitle')}
              text={t('list.emptyText')}
              help="requestsEmpty"
              action={<NewRequestLink label={t('new')} size="l" />}
            />
          )
        }
        footnote={list.isFetchNextPageError ? t('list.moreFailed') : undefined}
        onShowMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        loadingMore={list.isFetchingNextPage}
      />
      {search.request && (
        <RequestDrawer
          id={search.request}
          onClose={close}
          onPrevious={previous && (() => open(previous.id))}
          onNext={next && (() => open(next.id))}
        />
      )}
    </ListPage>
  );
}

/** Opens the form for a new request; locked for clients without the right to request money. */
function NewRequestLink({ label, size = 'm' }: { label: string; size?: 'm' | 'l' }) {
  return (
    <NeedsRight endpoint={createMoneyRequest} label={label} size={size} align="end">
      <ButtonLink
        to="/payments/create/{-$direction}"
        params={{ direction: 'incoming' }}
        variant="accent"
        size={size}
        icon={<IconPlus aria-hidden="true" />}
      >
        {label}
      </ButtonLink>
    </NeedsRight>
  );
}
