/**
 * Up to 100,000 rows as a grid (the ARIA pattern): only visible rows are rendered, and rows are loaded as they come near. The focus stays on the grid
 * itself, which names its active cell, so that it isn't lost when that cell scrolls away.
 */
import type { PayoutField } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { rowHeight, tracksOf } from './columns.ts';
import classes from './grid.module.css';
import { gridKeys } from './grid-keys.ts';
import { GridRow } from './grid-row.tsx';
import type { GridState } from './grid-state.ts';
import type { RowStore, ShownRow } from './row-store.ts';
import type { Positions } from './runs.ts';
import { useLoadRows } from './use-load-rows.ts';
import { useNotices } from './use-notices.ts';

interface GridProps {
  label: string;
  columns: readonly PayoutField[];
  /** All rows of the payout, and those listed. */
  all: Positions;
  positions: Positions;
  store: RowStore;
  /** Increases when rows have to be reloaded. */
  reading: number;
  state: GridState;
  readOnly?: boolean;
  /** The last column: the result of the check or the bank. */
  end: { header: string; width: number; cell: (row: ShownRow) => ReactNode };
  gridRef: RefObject<HTMLTableElement | null>;
}

export function Grid(props: GridProps) {
  'use no memo';
  const { label, columns, all, positions, store, state, readOnly = false, end, gridRef } = props;
  const t = useTranslations('payouts.bench');
  const words = useTranslations('payoutWords.field');
  const id = useId();
  const wasTyping = useRef(false);
  const virtual = useVirtualizer({
    count: positions.count,
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: 2 * rowHeight,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const keys = gridKeys({
    state,
    positions,
    all,
    columns,
    store,
    readOnly,
    page: Math.max(1, last - first - 16),
    notify: useNotices(),
  });

  useLoadRows({ store, all, positions, first, last, reading: props.reading });

  const { active } = state;
  const activeRow = active ? positions.indexOf(active.position) : -1;
  const activeId = active && activeRow >= 0 ? `${id}-${active.position}-${active.field}` : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another active cell moves the grid
  useEffect(() => {
    if (activeRow < 0 || !activeId) return;
    virtual.scrollToIndex(activeRow, { align: 'auto' });
    requestAnimationFrame(() =>
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
  }, [activeId]);
  const isTyping = state.typed !== undefined;
  useEffect(() => {
    if (wasTyping.current && !isTyping) gridRef.current?.focus({ preventScroll: true });
    wasTyping.current = isTyping;
  }, [isTyping, gridRef]);

  return (
    <table
      ref={gridRef}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is edited like a spreadsheet (ARIA grid pattern)
      role="grid"
      className={classes.grid}
      style={tracksOf(columns, end.width)}
      tabIndex={0}
      aria-label={label}
      aria-rowcount={positions.count + 1}
      aria-colcount={columns.length + 2}
      aria-multiselectable="true"
      aria-readonly={readOnly || undefined}
      aria-activedescendant={activeId}
      aria-describedby={`${id}-help`}
      onKeyDown={keys.onKeyDown}
      onCopy={keys.onCopy}
      onCut={keys.onCut}
      onPaste={keys.onPaste}
      onFocus={(event) => {
        if (event.target !== event.currentTarget || (active && activeRow >= 0)) return;
        const position = positions.at(first);
        const field = columns[0];
        if (position !== undefined && field) state.choose({ position, field });
      }}
    >
      <caption className="visually-hidden" id={`${id}-help`}>
        {t(readOnly ? 'helpRead' : 'help')}
      </caption>
      <thead className={classes.heads}>
        <tr aria-rowindex={1} className={classes.head}>
          <th scope="col" aria-colindex={1} className={classes.number}>
            {t('row')}
          </th>
          {columns.map((field, index) => (
            <th
              key={field}
              scope="col"
              aria-colindex={index + 2}
              className={classes.cell}
              data-figure={field === 'amount' || undefined}
            >
              {words(field)}
            </th>
          ))}
          <th scope="col" aria-colindex={columns.length + 2} className={classes.end}>
            <span className={end.width < 100 ? 'visually-hidden' : undefined}>{end.header}</span>
          </th>
        </tr>
      </thead>
      <tbody className={classes.sized} style={{ height: virtual.getTotalSize() - rowHeight }}>
        {items.map(({ index, start }) => {
          const position = positions.at(index);
          if (position === undefined) return null;
          const range = keys.range;
          const isIn = range !== undefined && index >= range.top && index <= range.bottom;
          return (
            <GridRow
              key={position}
              id={id}
              position={position}
              index={index}
              top={start - rowHeight}
              columns={columns}
              store={store}
              active={active?.position === position ? active.field : undefined}
              typed={active?.position === position ? state.typed : undefined}
              from={isIn ? range.left : -1}
              to={isIn ? range.right : -1}
              state={state}
              isLast={index > 2 && index >= positions.count - 2}
              readOnly={readOnly}
              end={end.cell}
              onCommit={keys.commit}
            />
          );
        })}
      </tbody>
    </table>
  );
}
