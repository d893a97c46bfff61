/** What is asked for: the list with its filters, and one request in the drawer. Both stand in the address, so that back closes the drawer. */
import { IconFilterOff, IconReceipt } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from '../../i18n/index.tsx';
import { allAccountsQuery } from '../../session/resources.ts';
import { Button } from '../../ui/button.tsx';
import { ListBar, ListPage } from '../../ui/list-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useDrawerKeys } from '../../ui/use-drawer-keys.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import {
  filterOf,
  filtersOf,
  isFiltered,
  type RequestFilters,
  requestsSearch,
  viewOf,
  views,
} from './filters.ts';
import { NewRequestLink } from './new-request-link.tsx';
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
  const navigate = useNavigate();
  const filters = filtersOf(search);
  const accounts = useQuery(allAccountsQuery).data ?? [];
  const list = useInfiniteQuery(requestsQuery(filters));
  const requests = list.data?.pages.flatMap((page) => page.Items);

  const show = (next: RequestFilters, request?: string, replace = false) =>
    void navigate({
      to: '/payments',
      search: { tab: 'requests', ...next, ...(request && { request }) },
      replace,
      resetScroll: false,
    });
  // Opening is a step that back takes away; walking on and closing are not steps of their own.
  const open = (id: string) => show(filters, id, search.request !== undefined);
  const close = () => show(filters, undefined, true);
  useDrawerKeys(requests, search.request, close);
  const at = requests?.findIndex(({ id }) => id === search.request) ?? -1;
  const previous = at > 0 ? requests?.[at - 1] : undefined;
  const next = at >= 0 ? requests?.[at + 1] : undefined;
  useRowKeys({
    isOpen: search.request !== undefined,
    previous: previous && (() => open(previous.id)),
    next: next && (() => open(next.id)),
  });

  const filtered = isFiltered(filters);
  const nothingYet = requests?.length === 0 && !filtered;
  return (
    <ListPage>
      <PageHeader title={payments('title')} phoneAction={<NewRequestLink label={payments('newShort')} />} />
      {!nothingYet && (
        <ListBar
          label={t('filters.label')}
          search={
            <SearchField
              label={t('filters.search')}
              text={filters.search ?? ''}
              onChange={(text) => show({ ...filters, search: text }, search.request, true)}
            />
          }
          beside={
            <div className={classes.notOnPhone}>
              <NewRequestLink label={t('new')} />
            </div>
          }
        >
          <div className={classes.views}>
            <Segments
              size="s"
              label={t('filters.view')}
              value={viewOf(filters) ?? ''}
              options={views.map((view) => ({ value: view, label: t(`filters.views.${view}`) }))}
              onChange={(view) => view && show({ ...filters, ...filterOf(view) }, search.request, true)}
            />
          </div>
        </ListBar>
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
            <EmptyState
              icon={<IconFilterOff aria-hidden="true" />}
              title={t('list.nothingTitle')}
              text={t('list.nothingText')}
              action={<Button onClick={() => show({})}>{t('filters.clear')}</Button>}
            />
          ) : (
            <EmptyState
              icon={<IconReceipt aria-hidden="true" />}
              title={t('list.emptyTitle')}
              text={t('list.emptyText')}
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
