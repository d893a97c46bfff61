/** The activity log: what was done with the profile, by whom and from where; filtered by what stands in the address, and exported. */
import { type Activity, listActivity } from '@calmly/contract';
import { IconDownload, IconLock } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormatter, useLocaleControl, useTranslations } from '../../i18n/index.tsx';
import { useRight } from '../../session/rights.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { NoMatches } from '../../ui/no-matches.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Notice } from '../../ui/surface.tsx';
import { TwoLines } from '../../ui/table-cells.tsx';
import classes from './activity.module.css';
import { ActivityFilterBar } from './filter-bar.tsx';
import { activityQuery, exportMutation } from './queries.ts';
import { useActivityFilters } from './use-filters.ts';

export function ActivityTab() {
  const t = useTranslations('activity');
  const { held, reason } = useRight(listActivity);
  if (held) return <ActivityLog />;
  return <EmptyState icon={<IconLock aria-hidden="true" />} title={t('lockedTitle')} text={reason} />;
}

function ActivityLog() {
  const t = useTranslations('activity');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const { filters, change, clear } = useActivityFilters();
  const query = useInfiniteQuery(activityQuery(filters, locale));
  const exporting = useMutation(exportMutation);
  const isFiltered = Object.keys(filters).length > 0;
  const placeOf = ({ browser, system }: Activity) =>
    browser && system ? t('place', { browser, system }) : (browser ?? system ?? '');
  const momentOf = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });

  const columns: Column<Activity>[] = [
    {
      key: 'what',
      header: t('columns.what'),
      width: 'minmax(0, 5fr)',
      phone: 'main',
      cell: ({ text, paymentId, person, at }) => (
        <>
          {paymentId ? (
            <Link to="/payments" search={{ payment: paymentId }} className="link">
              {text}
            </Link>
          ) : (
            text
          )}
          <span className={classes.onPhone}>
            {person?.name ?? t('bank')} · {momentOf(at)}
          </span>
        </>
      ),
    },
    {
      key: 'who',
      header: t('columns.who'),
      width: 'minmax(0, 3fr)',
      cell: ({ person, profileName }) => (
        <TwoLines
          first={person?.name ?? t('bank')}
          second={profileName && t('actingFor', { name: profileName })}
        />
      ),
    },
    {
      key: 'where',
      header: t('columns.where'),
      width: 'minmax(0, 3fr)',
      wide: true,
      cell: (row) => <TwoLines first={placeOf(row)} second={row.ip} />,
    },
    {
      key: 'when',
      header: t('columns.when'),
      width: '176px',
      align: 'end',
      cell: ({ at }) => momentOf(at),
    },
  ];
  return (
    <section className={classes.tab} aria-labelledby="activity-title">
      <div className={classes.head}>
        <div>
          <h2 id="activity-title">{t('title')}</h2>
          <p className={classes.text}>{t('text')}</p>
        </div>
      </div>
      {exporting.isError && <Notice tone="refusal">{t('exportFailed')}</Notice>}
      <ActivityFilterBar filters={filters} entries={query.data ?? []} onChange={change}>
        <Button
          icon={<IconDownload aria-hidden="true" />}
          busy={exporting.isPending}
          onClick={() => exporting.mutate({ filters, locale })}
        >
          {exporting.isPending ? t('exporting') : t('export')}
        </Button>
      </ActivityFilterBar>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={query.data}
        rowId={({ id }) => id}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          isFiltered ? (
            <NoMatches title={t('noneTitle')} onClear={clear} />
          ) : (
            <EmptyState drawing="text" title={t('emptyTitle')} text={t('emptyText')} />
          )
        }
        onShowMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        loadingMore={query.isFetchingNextPage}
        skeletonRows={8}
      />
    </section>
  );
}
