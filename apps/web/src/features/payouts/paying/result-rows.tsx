/** The rows with the status of their payments, narrowed to those that are paid, on the way or not paid. */
import type { PayoutDetails } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { StatusBadge } from '../../../ui/facts/status-badge.tsx';
import { breakpoints, useMedia } from '../../../ui/media.ts';
import { Shapes } from '../../../ui/shapes.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Grid } from '../grid/grid.tsx';
import { useGridState } from '../grid/grid-state.ts';
import type { RowStore, ShownRow } from '../grid/row-store.ts';
import { positionsOf } from '../grid/runs.ts';
import { positionsQuery } from '../queries.ts';
import { RowCards } from '../workbench/row-cards.tsx';
import classes from './paying.module.css';

interface ResultRowsProps {
  payout: PayoutDetails;
  store: RowStore;
  reading: number;
}

const statusWidth = 168;

export function ResultRows({ payout, store, reading }: ResultRowsProps) {
  const t = useTranslations('payouts.results');
  const bench = useTranslations('payouts.bench');
  const state = useGridState();
  const gridRef = useRef<HTMLTableElement>(null);
  const isPhone = useMedia(breakpoints.phone);
  const found = useQuery(positionsQuery(payout.id, { only: 'all' }, payout.version));
  const positions = useMemo(() => found.data && positionsOf(found.data), [found.data]);
  if (found.isError && !positions)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <section className={classes.rows} aria-label={bench('rows')}>
      {!positions ? (
        <Shapes>
          <div className={classes.waiting} />
        </Shapes>
      ) : isPhone ? (
        <RowCards
          all={positions}
          positions={positions}
          store={store}
          reading={reading}
          onOpen={() => undefined}
          end={(row) => <RowStatus row={row} />}
        />
      ) : (
        <Grid
          label={bench('rows')}
          columns={payout.columns}
          all={positions}
          positions={positions}
          store={store}
          reading={reading}
          state={state}
          readOnly
          gridRef={gridRef}
          end={{ header: t('status'), width: statusWidth, cell: (row) => <RowStatus row={row} /> }}
        />
      )}
    </section>
  );
}

function RowStatus({ row: { status, paymentId, refusal } }: { row: ShownRow }) {
  const t = useTranslations('payouts.results');
  if (refusal)
    return (
      <span className={classes.refused} title={refusal}>
        {t('failed')}
      </span>
    );
  if (!status) return <span className={classes.notStarted}>{t('none')}</span>;
  if (!paymentId) return <StatusBadge status={status} />;
  return (
    <Link to="/payments" search={{ payment: paymentId }} aria-label={t('openPayment')} tabIndex={-1}>
      <StatusBadge status={status} />
    </Link>
  );
}
