/** The workbench: rows in a grid, the errors beside it, and the link to the totals under it. */

import { type PayoutDetails, type PayoutField, payoutFields } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { footOfWindow } from '@calmly/ui/layers/snackbar.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { Shapes } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ConfidentialSwitch } from '../confidential-switch.tsx';
import { checkWidth } from '../grid/columns.ts';
import { Grid } from '../grid/grid.tsx';
import { type CellPlace, rangeOf, useGridState } from '../grid/grid-state.ts';
import { positionsIn } from '../grid/range-edits.ts';
import { loadRows, mostRows } from '../grid/range-rows.ts';
import { useNotices } from '../grid/use-notices.ts';
import { PartTitle } from '../payout/part-title.tsx';
import { BenchBar } from './bench-bar.tsx';
import { CheckMark } from './check-mark.tsx';
import { FaultPanel } from './fault-panel.tsx';
import { Foot } from './foot.tsx';
import { NewPayees } from './new-payees.tsx';
import { NoRows } from './no-rows.tsx';
import { RowCards } from './row-cards.tsx';
import { RowSheet } from './row-sheet.tsx';
import { Totals } from './totals.tsx';
import { useBench } from './use-bench.ts';
import { useNextFault } from './use-next-fault.ts';
import classes from './workbench.module.css';

interface WorkbenchProps {
  payout: PayoutDetails;
  /** Opens with the rows that have this warning. */
  warning: string | undefined;
}

export function Workbench({ payout, warning }: WorkbenchProps) {
  const t = useTranslations('payouts.bench');
  const bench = useBench(payout, warning);
  const state = useGridState();
  const notify = useNotices();
  const isPhone = useMedia(breakpoints.phone);
  const gridRef = useRef<HTMLTableElement>(null);
  const footRef = useRef<HTMLDivElement>(null);
  const [sheet, setSheet] = useState<number>();
  const columns = columnsOf(payout);
  const { store, all, listed } = bench;
  const open = (cell: CellPlace) => {
    if (isPhone) setSheet(cell.position);
    // A focused grid selects a cell itself if none is selected; this selection comes after that.
    else gridRef.current?.focus({ preventScroll: true });
    state.choose(cell);
  };
  const nextFault = useNextFault(bench, columns, state.active, open);
  const range = listed && rangeOf(state, listed, columns);
  const removeRows = () => {
    if (!range || !listed || !all) return;
    const removed = positionsIn(range, listed);
    if (removed.length > mostRows) return notify('tooManyToChange', { count: mostRows });
    store.after(loadRows({ store, all, notify }, removed), (loaded) => {
      if (!loaded) return;
      store.change({ removed });
      if (loaded === 'read') notify('rowsRemoved', { count: removed.length });
    });
  };
  const addRow = () => {
    const last = all?.at(all.count - 1) ?? 0;
    bench.setFilter({ view: 'all' });
    store.change({ added: [{ cells: {} }] });
    void store.saved().then(() => {
      const field = columns[0] ?? 'name';
      open({ position: last + 1, field });
    });
  };
  const isEmpty = payout.summary.rows === 0 && all?.count === 0;
  return (
    <>
      <PartTitle isHidden>{t('title')}</PartTitle>
      <SameFile payout={payout} />
      <div className={classes.bench}>
        <section className={classes.sheet} aria-label={t('rows')}>
          <BenchBar
            payout={payout}
            bench={bench}
            chosen={range ? range.bottom - range.top + 1 : 0}
            onAdd={addRow}
            onRemove={removeRows}
          />
          {bench.error !== null && !listed ? (
            <ErrorState error={bench.error} onRetry={bench.retry} />
          ) : !all || !listed ? (
            <Shapes>
              <div className={classes.waiting} />
            </Shapes>
          ) : isPhone ? (
            <RowCards
              all={all}
              positions={listed}
              store={store}
              reading={bench.state.reading}
              onOpen={open}
            />
          ) : (
            <Grid
              label={t('rows')}
              columns={columns}
              all={all}
              positions={listed}
              store={store}
              reading={bench.state.reading}
              state={state}
              gridRef={gridRef}
              end={{ header: t('status'), width: checkWidth, cell: (row) => <CheckMark row={row} /> }}
            />
          )}
          {listed?.count === 0 && <NoRows bench={bench} isEmpty={isEmpty} onAdd={addRow} />}
          {bench.error !== null && listed && (
            <ErrorState compact title={t('retry')} error={bench.error} onRetry={bench.retry} />
          )}
        </section>
        <div className={classes.side}>
          <FaultPanel
            payout={payout}
            bench={bench}
            active={state.active}
            onOpen={open}
            next={nextFault}
            onSkip={isPhone ? () => skipRows(footRef.current) : undefined}
          />
          <NewPayees payout={payout} />
          <Totals payout={payout} />
          <ConfidentialSwitch payout={payout} />
        </div>
      </div>
      <Foot
        ref={isPhone ? footRef : footOfWindow}
        payout={payout}
        isSaving={bench.state.isSaving}
        saved={() => store.saved()}
      />
      {sheet !== undefined && (
        <RowSheet
          key={sheet}
          position={sheet}
          columns={columns}
          store={store}
          onNext={nextFault.hasNext ? nextFault.go : undefined}
          onClose={() => setSheet(undefined)}
        />
      )}
    </>
  );
}

/** The bottom of a long list is far below. */
function skipRows(foot: HTMLElement | null): void {
  foot?.scrollIntoView({ block: 'end' });
  foot?.focus({ preventScroll: true });
}

/** The file's columns, and those that every payment needs. */
function columnsOf({ columns }: PayoutDetails): readonly PayoutField[] {
  const needed: readonly PayoutField[] = ['name', 'account', 'amount', 'currency', 'reference'];
  return [...columns, ...needed.filter((field) => !columns.includes(field))].filter((field) =>
    payoutFields.includes(field),
  );
}

/** Warns that the same file was uploaded before, because it may be paid twice by mistake. */
function SameFile({ payout: { sameFileAs } }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.bench');
  if (!sameFileAs) return null;
  return (
    <Notice tone="warning" title={t('sameFile')}>
      <Link className="link" to="/payments/payouts/$id" params={{ id: sameFileAs }}>
        {t('openSame')}
      </Link>
    </Notice>
  );
}
