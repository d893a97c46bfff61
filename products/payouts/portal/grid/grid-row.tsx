/** One row of the grid: its number, its cells, and its check result. */
import type { PayoutField } from '@calmly/contract';
import { checkIban, formatIban } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { type ReactNode, useSyncExternalStore } from 'react';
import { isMild } from '../warnings.ts';
import { useCount } from '../words.tsx';
import { CellEditor } from './cell-editor.tsx';
import classes from './grid.module.css';
import type { CellPlace, GridState } from './grid-state.ts';
import type { RowStore, ShownRow } from './row-store.ts';

interface GridRowProps {
  id: string;
  position: number;
  index: number;
  top: number;
  columns: readonly PayoutField[];
  store: RowStore;
  active: PayoutField | undefined;
  typed: string | undefined;
  /** The columns of the selected range; -1 outside it. */
  from: number;
  to: number;
  state: GridState;
  /** Whether its remarks open upwards. */
  isLast: boolean;
  readOnly: boolean;
  end: (row: ShownRow) => ReactNode;
  onCommit: (cell: CellPlace, text: string, next: readonly [number, number] | undefined) => void;
}

export function GridRow(props: GridRowProps) {
  const { id, position, columns, store, state } = props;
  const t = useTranslations('payouts.bench');
  const count = useCount();
  const row = useSyncExternalStore(store.subscribe, () => store.row(position));
  return (
    <tr
      aria-rowindex={props.index + 2}
      className={classes.row}
      style={{ transform: `translateY(${props.top}px)` }}
      data-active={props.active !== undefined || undefined}
      data-up={props.isLast || undefined}
    >
      <th scope="row" aria-colindex={1} className={classes.number}>
        {count(position)}
      </th>
      {columns.map((field, column) => (
        <GridCell
          key={field}
          id={`${id}-${position}-${field}`}
          cell={{ position, field }}
          column={column}
          row={row}
          isActive={props.active === field}
          isChosen={column >= props.from && column <= props.to}
          typed={props.active === field ? props.typed : undefined}
          state={state}
          readOnly={props.readOnly}
          onCommit={props.onCommit}
        />
      ))}
      <td aria-colindex={columns.length + 2} className={classes.end}>
        {row ? props.end(row) : <span className="visually-hidden">{t('loading')}</span>}
      </td>
    </tr>
  );
}

interface GridCellProps {
  id: string;
  cell: CellPlace;
  column: number;
  row: ShownRow | undefined;
  isActive: boolean;
  isChosen: boolean;
  typed: string | undefined;
  state: GridState;
  readOnly: boolean;
  onCommit: GridRowProps['onCommit'];
}

function GridCell(props: GridCellProps) {
  const { id, cell, row, state, isActive, typed } = props;
  const { field, position } = cell;
  const t = useTranslations('payouts.bench');
  const words = useTranslations('payoutWords.field');
  const count = useCount();
  // The check result no longer applies once it runs again, or the row was sent.
  const checked = row?.isPending || row?.status ? undefined : row;
  const fault = checked?.faults.find((one) => one.field === field);
  const warning = checked?.warnings.find((one) => one.field === field);
  const remark = fault ?? warning;
  const text = row?.cells[field] ?? '';
  const isIban = (field === 'account' || field === 'fromAccount') && checkIban(text).ok;
  // An empty cell has no text for a screen reader.
  const emptyName =
    remark && row && text === ''
      ? t('emptyCell', { field: words(field), row: count(position), message: remark.message })
      : undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid a cell can be chosen
    <td
      id={id}
      aria-colindex={props.column + 2}
      aria-selected={props.isChosen}
      aria-invalid={fault ? true : undefined}
      aria-label={typed === undefined ? emptyName : undefined}
      aria-describedby={remark && !emptyName ? `${id}-remark` : undefined}
      className={classes.cell}
      data-figure={field === 'amount' || undefined}
      data-fault={fault ? '' : undefined}
      data-warning={fault || !warning ? undefined : isMild(warning.code) ? 'mild' : 'strong'}
      data-active={isActive || undefined}
      data-chosen={props.isChosen || undefined}
      data-mine={row?.mine?.[field] !== undefined || undefined}
      onMouseDown={(event) => {
        if (event.button !== 0 || typed !== undefined) return;
        event.preventDefault();
        event.currentTarget.closest('table')?.focus({ preventScroll: true });
        state.choose(cell, { extend: event.shiftKey });
      }}
      onMouseEnter={(event) => {
        if (event.buttons === 1 && state.active && state.typed === undefined)
          state.choose(cell, { extend: true });
      }}
      onDoubleClick={() => {
        if (!props.readOnly && row) state.edit(text, cell);
      }}
    >
      {typed !== undefined ? (
        <CellEditor cell={cell} typed={typed} state={state} onCommit={props.onCommit} />
      ) : row ? (
        <span className={classes.text} data-account={isIban || undefined} translate="no">
          {isIban ? formatIban(text) : text}
        </span>
      ) : (
        <span className={classes.shape} />
      )}
      {remark && typed === undefined && (
        <span id={`${id}-remark`} role="tooltip" className={classes.remark}>
          {remark.message}
        </span>
      )}
    </td>
  );
}
