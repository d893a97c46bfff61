/** The errors to correct: the open row with its remarks and suggestions, the following ones, and a button to the next. */
import type { PayoutDetails, PayoutField } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { HelpLink } from '@calmly/ui/help-link.tsx';
import { footOfWindow } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import type { CellPlace } from '../grid/grid-state.ts';
import type { RowStore, ShownRow } from '../grid/row-store.ts';
import { shownWarnings } from '../warnings.ts';
import { useCount, useFaultTitle } from '../words.tsx';
import { Conflict } from './conflict.tsx';
import type { Bench } from './use-bench.ts';
import type { NextFault } from './use-next-fault.ts';
import classes from './workbench.module.css';

interface FaultPanelProps {
  payout: PayoutDetails;
  bench: Bench;
  active: CellPlace | undefined;
  onOpen: (cell: CellPlace) => void;
  next: NextFault;
  /** On a phone: skips the rows to the totals and the next step. */
  onSkip: (() => void) | undefined;
}

/** Number of faulty rows listed after the open one. */
const following = 2;

export function FaultPanel({ payout, bench, active, onOpen, next, onSkip }: FaultPanelProps) {
  const t = useTranslations('payouts.panel');
  const { store, faulty, state } = bench;
  const total = payout.summary.faulty;
  const hasRows = payout.summary.rows > 0;
  const warnings = shownWarnings(payout);
  const open = useSyncExternalStore(store.subscribe, () => (active ? store.row(active.position) : undefined));
  const hasRemark = open && (open.faults.length > 0 || open.warnings.length > 0 || open.mine);
  const at = faulty?.indexFrom((active?.position ?? 0) + (hasRemark ? 1 : 0)) ?? 0;
  const after = Array.from({ length: following }, (_, index) => faulty?.at(at + index)).filter(
    (position) => position !== undefined,
  );
  const place = active && faulty ? faulty.indexOf(active.position) : -1;
  const more = (faulty?.count ?? 0) - (place >= 0 ? 1 : 0) - after.length;
  return (
    <section ref={onSkip && footOfWindow} className={classes.panel} aria-labelledby="payout-panel">
      <Inline as="header" gap={8} align="center" justify="between" className={classes.panelHead}>
        <h2 id="payout-panel">{t('title')}</h2>
        {hasRows && (
          <Badge colour={total > 0 ? 'red' : 'green'}>
            {total > 0 ? t('count', { count: total }) : t('none')}
          </Badge>
        )}
      </Inline>
      {state.conflicts[0] !== undefined && <Conflict store={store} position={state.conflicts[0]} />}
      {hasRemark && (
        <OpenRow
          row={open}
          field={active?.field}
          store={store}
          order={place >= 0 && faulty ? { at: place + 1, count: faulty.count } : undefined}
        />
      )}
      {after.map((position) => (
        <FollowingRow key={position} position={position} store={store} onOpen={onOpen} />
      ))}
      {total === 0 && !hasRemark && (
        <Inline
          as="p"
          gap={8}
          className={classes.allGood}
          data-tone={warnings.length > 0 ? 'warning' : undefined}
        >
          {hasRows &&
            (warnings.length > 0 ? (
              <IconAlertTriangle aria-hidden="true" />
            ) : (
              <IconCircleCheck aria-hidden="true" />
            ))}
          {hasRows ? t(warnings.length > 0 ? 'warned' : 'allGood') : t('noRows')}
        </Inline>
      )}
      {total === 0 && hasRows && onSkip && (
        <Grid gap={8} items="start" className={classes.panelFoot}>
          <Button variant="accent" block onClick={onSkip}>
            {t('toTotals')}
          </Button>
        </Grid>
      )}
      {total > 0 && (
        <Grid gap={8} items="start" className={classes.panelFoot}>
          {more > 0 && <p>{t('more', { count: more })}</p>}
          <HelpLink of="payoutFaults" />
          <Button variant="accent" block onClick={next.go}>
            {active ? t('next') : t('start')}
          </Button>
          {onSkip && (
            <Button block onClick={onSkip}>
              {t('toTotals')}
            </Button>
          )}
        </Grid>
      )}
    </section>
  );
}

interface OpenRowProps {
  row: ShownRow;
  field: PayoutField | undefined;
  store: RowStore;
  order: { at: number; count: number } | undefined;
}

/** Remarks on the active cell first. */
export function OpenRow({ row, field, store, order }: OpenRowProps) {
  const t = useTranslations('payouts.panel');
  const count = useCount();
  const remarks = [
    ...row.faults.map((remark) => ({ ...remark, isFault: true })),
    ...row.warnings.map((remark) => ({ ...remark, isFault: false })),
  ].sort((one, other) => Number(other.field === field) - Number(one.field === field));
  return (
    <div className={classes.open} aria-live="polite">
      {remarks.map((remark, index) => (
        <Remark
          key={`${remark.field} ${remark.code}`}
          row={row}
          remark={remark}
          store={store}
          aside={index === 0 && order && t('of', { at: count(order.at), count: count(order.count) })}
        />
      ))}
    </div>
  );
}

interface RemarkProps {
  row: ShownRow;
  remark: {
    readonly field: PayoutField;
    readonly code: string;
    readonly message: string;
    readonly suggestions: readonly string[];
    readonly isFault: boolean;
  };
  store: RowStore;
  aside: string | false | undefined;
}

function Remark({ row, remark, store, aside }: RemarkProps) {
  const t = useTranslations('payouts.panel');
  const words = useTranslations('payoutWords.field');
  const titleOf = useFaultTitle();
  const count = useCount();
  const take = (text: string) =>
    store.change({ changed: [{ position: row.position, cells: { [remark.field]: text } }] });
  return (
    <div className={classes.remark} data-tone={remark.isFault ? 'fault' : 'warning'}>
      <Inline as="p" gap={8} justify="between" className={classes.place}>
        <strong>{t('place', { row: count(row.position), field: words(remark.field) })}</strong>
        {aside && <span>{aside}</span>}
      </Inline>
      <p className={classes.remarkTitle}>{titleOf(remark.code)}</p>
      <Text size={13} tone="soft" wrap="anywhere">
        {remark.message}
      </Text>
      {remark.suggestions.length > 0 && (
        <Inline as="fieldset" wrap gap={8} shrink className={classes.suggestions}>
          <legend className="visually-hidden">{t('suggestions')}</legend>
          {remark.suggestions.map((text) => (
            <Button key={text} size="s" disabled={row.isPending ?? false} onClick={() => take(text)}>
              {t('use', { value: text })}
            </Button>
          ))}
        </Inline>
      )}
    </div>
  );
}

interface FollowingRowProps {
  position: number;
  store: RowStore;
  onOpen: (cell: CellPlace) => void;
}

function FollowingRow({ position, store, onOpen }: FollowingRowProps) {
  const t = useTranslations('payouts.panel');
  const words = useTranslations('payoutWords.field');
  const titleOf = useFaultTitle();
  const count = useCount();
  const row = useSyncExternalStore(store.subscribe, () => store.row(position));
  const fault = row?.faults[0];
  if (!fault) return null;
  return (
    <button
      type="button"
      className={classes.following}
      onClick={() => onOpen({ position, field: fault.field })}
    >
      <Text as="strong" size={13}>
        {t('place', { row: count(position), field: words(fault.field) })}
      </Text>
      <span>{titleOf(fault.code)}</span>
    </button>
  );
}
