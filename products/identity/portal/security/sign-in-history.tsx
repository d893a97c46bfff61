/** All sign-in attempts, newest first, in words. */
import type { SignIn } from '@calmly/contract';
import { usePlaceName } from '@calmly/portal-kit/shared/browsers/place.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { TwoLines } from '@calmly/ui/lists/table-cells.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { signInsQuery } from './queries.ts';
import classes from './security.module.css';

export function SignInHistory() {
  const t = useTranslations('security');
  const format = useFormatter();
  const placeName = usePlaceName();
  const query = useInfiniteQuery(signInsQuery);
  const columns: Column<SignIn>[] = [
    {
      key: 'what',
      header: t('what'),
      width: 'minmax(0, 2fr)',
      phone: 'main',
      cell: (row) => t(`outcomes.${row.outcome}`),
    },
    {
      key: 'where',
      header: t('where'),
      width: 'minmax(0, 2fr)',
      phone: 'bottom',
      cell: (row) => <TwoLines first={placeName(row)} second={row.ip} />,
    },
    {
      key: 'when',
      header: t('when'),
      width: '176px',
      align: 'end',
      phone: 'top',
      cell: (row) => format.dateTime(new Date(row.at), { dateStyle: 'medium', timeStyle: 'short' }),
    },
  ];
  return (
    <section className={classes.history} aria-labelledby="sign-in-history">
      <h2 id="sign-in-history">{t('history')}</h2>
      <DataTable
        label={t('history')}
        columns={columns}
        rows={query.data}
        rowId={(row) => row.id}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<EmptyState drawing={<Drawing name="text" />} title={t('historyEmpty')} />}
        onShowMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        loadingMore={query.isFetchingNextPage}
        skeletonRows={4}
      />
    </section>
  );
}
