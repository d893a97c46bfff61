/** The activity log: actions in the profile, by whom and from where; filtered by the URL, and exported. */
import { type Activity, listActivity } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useDayHeading } from '@calmly/portal-kit/shared/days/day-heading.ts';
import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { timeOfDay, useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { NoMatches } from '@calmly/ui/lists/no-matches.tsx';
import { TwoLines, WhoCell } from '@calmly/ui/lists/table-cells.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconDownload, IconLock } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import classes from './activity.module.css';
import { ActivityFilterBar } from './filter-bar.tsx';
import { type FoldedActivity, fold } from './fold.ts';
import { activityQuery, exportMutation } from './queries.ts';
import { KindIcon, SubjectLink } from './subject-link.tsx';
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
  const dayHeading = useDayHeading();
  const dayOf = ({ at }: Activity) => dayHeading(localDay(new Date(at)));
  const timeOf = (at: string) => format.dateTime(new Date(at), timeOfDay);

  const columns: Column<FoldedActivity>[] = [
    {
      key: 'what',
      header: t('columns.what'),
      width: 'minmax(0, 5fr)',
      phone: 'main',
      cell: ({ entry, count }) => (
        <WhoCell
          avatar={<KindIcon kind={entry.kind} />}
          first={
            <span className={classes.what}>
              <SubjectLink subject={entry.subject}>{entry.text}</SubjectLink>
              {count > 1 && <span className={classes.times}>{t('times', { count })}</span>}
            </span>
          }
          second={
            <span className={classes.onPhone}>
              {[entry.person?.name ?? t('bank'), timeOf(entry.at), count > 1 && t('times', { count })]
                .filter(Boolean)
                .join(' · ')}
            </span>
          }
        />
      ),
    },
    {
      key: 'who',
      header: t('columns.who'),
      width: 'minmax(0, 2.4fr)',
      cell: ({ entry: { person, profileName } }) => (
        <TwoLines
          first={person?.name ?? t('bank')}
          second={profileName && t('actingFor', { name: profileName })}
        />
      ),
    },
    {
      key: 'where',
      header: t('columns.where'),
      width: 'minmax(0, 2.4fr)',
      wide: true,
      cell: ({ entry }) => <TwoLines first={placeOf(entry)} second={entry.ip} />,
    },
    {
      key: 'amount',
      header: t('columns.amount'),
      width: 'minmax(112px, 1.2fr)',
      align: 'end',
      phone: 'top',
      cell: ({ entry: { amount, currency, at } }) => (
        <TwoLines
          first={amount !== null && currency !== null && <Amount value={amount} currency={currency} />}
          second={timeOf(at)}
          notOnPhone
        />
      ),
    },
  ];
  return (
    <Grid as="section" gap={16} aria-labelledby="activity-title">
      <Inline gap={16} align="start" justify="between">
        <div>
          <h2 id="activity-title">{t('title')}</h2>
          <Text tone="soft" above={4}>
            {t('text')}
          </Text>
        </div>
      </Inline>
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
        rows={query.data && fold(query.data, dayOf)}
        rowId={({ entry }) => entry.id}
        dayOf={({ entry }) => dayOf(entry)}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          isFiltered ? (
            <NoMatches title={t('noneTitle')} onClear={clear} />
          ) : (
            <EmptyState drawing={<Drawing name="text" />} title={t('emptyTitle')} text={t('emptyText')} />
          )
        }
        onShowMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        loadingMore={query.isFetchingNextPage}
        skeletonRows={8}
      />
    </Grid>
  );
}
