/** The rows with the status of their payments, filtered by paid, pending or not paid. */
import { type PayoutDetails, type PayoutField, type PayoutOutcome, payoutOutcomes } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { StatusBadge } from '@calmly/ui/facts/status-badge.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useMedia } from '@calmly/ui/media.ts';
import { Shapes } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { Chips } from '../chips.tsx';
import { Grid } from '../grid/grid.tsx';
import { useGridState } from '../grid/grid-state.ts';
import type { RowStore, ShownRow } from '../grid/row-store.ts';
import { positionsOf } from '../grid/runs.ts';
import { positionsQuery } from '../queries.ts';
import { type Remark, RowCards } from '../workbench/row-cards.tsx';
import classes from './paying.module.css';

interface ResultRowsProps {
  payout: PayoutDetails;
  store: RowStore;
  reading: number;
}

const statusWidth = 232;
/** Below this width the status column would cover the payee's name, IBAN or amount, so each row is a card. */
const narrow = '(max-width: 1007.98px)';
/** Identifying columns come first, whatever the order of the file. */
const first: readonly PayoutField[] = ['name', 'account', 'amount', 'currency'];
const inOrder = (columns: readonly PayoutField[]) => [
  ...first.filter((field) => columns.includes(field)),
  ...columns.filter((field) => !first.includes(field)),
];

export function ResultRows({ payout, store, reading }: ResultRowsProps) {
  const t = useTranslations('payouts.results');
  const bench = useTranslations('payouts.bench');
  const state = useGridState();
  const gridRef = useRef<HTMLTableElement>(null);
  const isNarrow = useMedia(narrow);
  const [outcome, setOutcome] = useState<PayoutOutcome>();
  const { id, version, summary } = payout;
  const waits = payout.progress?.nextOn !== undefined;
  const columns = useMemo(() => inOrder(payout.columns), [payout.columns]);
  const counts = { ...summary, left_out: summary.faulty };
  const whole = useQuery(positionsQuery(id, { only: 'all' }, version));
  const narrowed = useQuery({
    ...positionsQuery(id, { only: 'all', outcome }, `${version} ${movedOf(payout)}`),
    enabled: outcome !== undefined,
  });
  const found = outcome === undefined ? whole : narrowed;
  const all = useMemo(() => whole.data && positionsOf(whole.data), [whole.data]);
  const positions = useMemo(() => found.data && positionsOf(found.data), [found.data]);
  const chips = payoutOutcomes.filter((each) => counts[each] > 0 || each === outcome);
  if (found.isError && !positions)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <section className={classes.rows} aria-label={bench('rows')}>
      {chips.length > (outcome ? 0 : 1) && (
        <div className={classes.bar}>
          <Chips
            label={t('showing')}
            chips={chips.map((each) => ({ key: each, text: t(outcomeTexts[each]), count: counts[each] }))}
            chosen={outcome}
            onChoose={setOutcome}
          />
        </div>
      )}
      {!positions || !all ? (
        <Shapes>
          <div className={classes.waiting} />
        </Shapes>
      ) : positions.count === 0 ? (
        <EmptyState
          icon={<IconFilter aria-hidden="true" />}
          title={bench('nothing')}
          text={t('nothingText')}
          action={<Button onClick={() => setOutcome(undefined)}>{bench('showAll')}</Button>}
        />
      ) : isNarrow ? (
        <RowCards
          all={all}
          positions={positions}
          store={store}
          reading={reading}
          end={(row) => <RowStatus row={row} waits={waits} isCard />}
          remark={whyNotPaid}
        />
      ) : (
        <Grid
          label={bench('rows')}
          columns={columns}
          all={all}
          positions={positions}
          store={store}
          reading={reading}
          state={state}
          readOnly
          gridRef={gridRef}
          end={{
            header: t('status'),
            width: statusWidth,
            cell: (row) => <RowStatus row={row} waits={waits} />,
          }}
        />
      )}
    </section>
  );
}

/** Changes when filtered rows have to be reloaded: 20 times while the payout is paid, later whenever the counts change. */
function movedOf({ status, summary: { rows, paid, pending, failed } }: PayoutDetails): string {
  return status === 'PAYING'
    ? `${Math.floor((20 * (paid + failed)) / rows)}`
    : `${paid} ${pending} ${failed}`;
}

const outcomeTexts = { paid: 'paid', pending: 'pending', failed: 'failed', left_out: 'leftOut' } as const;

/** Why the row was not sent; the check's warnings no longer apply once it was. */
function whyNotPaid({ refusal, status, faults: [fault] }: ShownRow): Remark | undefined {
  const message = refusal ?? (status ? undefined : fault?.message);
  return message === undefined ? undefined : { field: null, message, isFault: true };
}

interface RowStatusProps {
  readonly row: ShownRow;
  /** Whether rows without a payment wait for their day. */
  readonly waits: boolean;
  /** Set if there is no grid for the arrow keys. */
  readonly isCard?: boolean;
}

function RowStatus({ row: { status, paymentId, refusal, faults }, waits, isCard }: RowStatusProps) {
  const t = useTranslations('payouts.results');
  if (refusal)
    return (
      <Text as="span" tone="red" title={refusal}>
        {t('failed')}
      </Text>
    );
  if (!status) {
    const text = faults.length > 0 ? 'leftOut' : waits ? 'later' : 'none';
    return (
      <Text as="span" tone="soft">
        {t(text)}
      </Text>
    );
  }
  if (!paymentId) return <StatusBadge status={status} />;
  return (
    <Link to="/payments" search={{ payment: paymentId }} {...(!isCard && { tabIndex: -1 })}>
      <StatusBadge status={status} />
      <span className="visually-hidden">{t('openPayment')}</span>
    </Link>
  );
}
