/**
 * A list of rows, optionally grouped by day: sticky header, two-line rows, skeleton rows at their final size, empty and error states,
 * "show more". Below 600 px each day becomes a card of rows. A row that can be opened has exactly one control, its main cell, stretched
 * over the row: Tab and the arrow keys walk the rows, Enter opens. The open row has an ink bar.
 */
import { type CSSProperties, Fragment, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button.tsx';
import { Grid, Inline } from '../layout/boxes.tsx';
import { useOnline } from '../online.ts';
import { lengthAt } from '../pictures/shapes.tsx';
import { ErrorState, OfflineState } from '../states.tsx';
import classes from './data-table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** A grid track: `minmax(0, 2fr)`, `140px`. */
  width: string;
  /** The track in a narrow table, if different, so that names get the remaining room. */
  narrowWidth?: string;
  align?: 'end';
  /** Dropped first in a narrow table. */
  wide?: boolean;
  /** Position of the cell under 600 px; columns without one are hidden there. */
  phone?: 'main' | 'top' | 'bottom';
  /** Shows a badge's placeholder while loading. */
  badge?: boolean;
}

export interface DataTableProps<Row> {
  label: string;
  /** The first column is the row's control. */
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Heading of the row's day; rows of a day must be adjacent. */
  dayOf?: (row: Row) => string;
  selectedId?: string | undefined;
  onOpen?: (row: Row) => void;
  /** The pointer or keyboard reaches the rows: their details may be preloaded. */
  onReach?: () => void;
  error?: unknown;
  onRetry?: () => void;
  /** Replaces the table if there are no rows. */
  empty: ReactNode;
  onShowMore?: (() => void) | undefined;
  loadingMore?: boolean;
  /** At the left of "show more": '11 of 128 shown'. */
  footnote?: ReactNode;
  skeletonRows?: number;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const t = useTranslations('ui');
  const online = useOnline();
  if (props.error && !props.rows) {
    return (
      <Grid align="center" className={classes.instead}>
        <ErrorState error={props.error} {...(props.onRetry && { onRetry: props.onRetry })} />
      </Grid>
    );
  }
  if (!props.rows && !online)
    return (
      <Grid align="center" className={classes.instead}>
        <OfflineState />
      </Grid>
    );
  if (props.rows?.length === 0)
    return (
      <Grid align="center" className={classes.instead}>
        {props.empty}
      </Grid>
    );
  return (
    <div className={classes.frame}>
      <table
        className={classes.table}
        aria-label={props.label}
        aria-busy={!props.rows}
        style={tracks(props.columns)}
        onKeyDown={walkRows}
        onPointerEnter={props.onReach}
        onFocus={props.onReach}
      >
        <Head columns={props.columns} />
        {props.rows ? <Groups {...props} rows={props.rows} /> : <Skeleton {...props} />}
      </table>
      {(props.footnote || props.onShowMore) && (
        <Inline align="center" justify="between" className={classes.more}>
          <span>{props.footnote}</span>
          {props.onShowMore && (
            <Button size="s" busy={props.loadingMore ?? false} onClick={props.onShowMore}>
              {t('showMore')}
            </Button>
          )}
        </Inline>
      )}
    </div>
  );
}

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr className={classes.head}>
        {columns.map((column) => (
          <th scope="col" key={column.key} {...cellMarks(column)}>
            {column.header}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Groups<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  return groupByDay(props.rows, props.dayOf).map((group) => (
    <Fragment key={group.day}>
      {group.day && (
        <tbody>
          <tr className={classes.day}>
            <th scope="rowgroup" colSpan={props.columns.length}>
              {group.day}
            </th>
          </tr>
        </tbody>
      )}
      <tbody className={`${classes.rows} ${classes.fade}`}>
        {group.rows.map((row) => (
          <BodyRow key={props.rowId(row)} row={row} table={props} />
        ))}
      </tbody>
    </Fragment>
  ));
}

function BodyRow<Row>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const { columns, onOpen, selectedId, rowId } = table;
  const selected = selectedId === rowId(row);
  return (
    <tr
      className={classes.row}
      data-clickable={onOpen ? '' : undefined}
      data-selected={selected ? '' : undefined}
    >
      {columns.map((column, index) => (
        <td key={column.key} {...cellMarks(column)}>
          {index === 0 && onOpen ? (
            <button
              type="button"
              className={classes.open}
              data-row-control=""
              aria-current={selected || undefined}
              onClick={() => onOpen(row)}
            >
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function Skeleton<Row>({ columns, skeletonRows = 8 }: DataTableProps<Row>) {
  return (
    <tbody className={classes.rows}>
      {Array.from({ length: skeletonRows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no identity
        <tr className={classes.row} key={index}>
          {columns.map((column, place) => (
            <td key={column.key} {...cellMarks(column)}>
              {place === 0 ? (
                <Inline gap={16} align="center" className={classes.shapes}>
                  <span className={classes.disc} />
                  <div>
                    <Shape width={lengthAt(index)} />
                    <Shape width={lengthAt(index + 3)} />
                  </div>
                </Inline>
              ) : (
                <Shape
                  width={column.badge ? '88px' : '72px'}
                  end={column.align === 'end'}
                  badge={column.badge}
                />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface ShapeProps {
  width: string;
  end?: boolean;
  badge?: boolean | undefined;
}

function Shape({ width, end, badge }: ShapeProps) {
  const style = { width, ...(end && { marginLeft: 'auto' }), ...(badge && { height: 24 }) };
  return <span className={classes.shape} style={style} />;
}

function cellMarks<Row>(column: Column<Row>) {
  return {
    className: classes.cell,
    'data-align': column.align,
    'data-wide': column.wide ? '' : undefined,
    'data-phone': column.phone,
  };
}

function tracks<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const all = columns.map((column) => column.width).join(' ');
  const narrow = columns
    .filter((column) => !column.wide)
    .map(({ width, narrowWidth }) => narrowWidth ?? width)
    .join(' ');
  return { '--columns': all, '--columns-narrow': narrow } as CSSProperties;
}

function groupByDay<Row>(rows: readonly Row[], dayOf: ((row: Row) => string) | undefined) {
  const groups: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const day = dayOf?.(row) ?? '';
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}

function walkRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-control]')];
  const at = controls.indexOf(document.activeElement as HTMLElement);
  const next = controls[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
