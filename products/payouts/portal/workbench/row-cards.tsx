/** Rows as cards where a grid has no room, rendered as they come into view while the page scrolls. */
import type { PayoutField } from '@calmly/contract';
import { checkIban, formatIban } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { CellPlace } from '../grid/grid-state.ts';
import type { RowStore, ShownRow } from '../grid/row-store.ts';
import type { Positions } from '../grid/runs.ts';
import { useLoadRows } from '../grid/use-load-rows.ts';
import { isMild } from '../warnings.ts';
import { useCount } from '../words.tsx';
import { CheckMark } from './check-mark.tsx';
import classes from './workbench.module.css';

interface RowCardsProps {
  all: Positions;
  positions: Positions;
  store: RowStore;
  reading: number;
  /** If absent, cards are read-only. */
  onOpen?: (cell: CellPlace) => void;
  /** Default: the check result. */
  end?: (row: ShownRow) => ReactNode;
  /** Default: the first fault or warning. */
  remark?: (row: ShownRow) => Remark | undefined;
}

export interface Remark {
  readonly field: PayoutField | null;
  readonly message: string;
  readonly isFault: boolean;
}

const cardHeight = 96;

export function RowCards({ all, positions, store, reading, onOpen, end, remark }: RowCardsProps) {
  'use no memo';
  const t = useTranslations('payouts.bench');
  const list = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    setOffset((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: positions.count,
    estimateSize: () => cardHeight,
    overscan: 6,
    scrollMargin: offset,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useLoadRows({ store, all, positions, first, last, reading });
  return (
    <ul
      ref={list}
      className={classes.cards}
      style={{ height: virtual.getTotalSize() }}
      aria-label={t('rows')}
    >
      {items.map(({ index, start }) => {
        const position = positions.at(index);
        return (
          position !== undefined && (
            <li
              key={position}
              style={{ transform: `translateY(${start - offset}px)` }}
              aria-setsize={positions.count}
              aria-posinset={index + 1}
            >
              <RowCard
                position={position}
                store={store}
                {...(onOpen && { onOpen })}
                end={end ?? checkMark}
                remark={remark ?? remarkOfCheck}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}

const checkMark = (row: ShownRow) => <CheckMark row={row} />;

function remarkOfCheck({ faults, warnings }: ShownRow): Remark | undefined {
  const [first] = faults;
  const found = first ?? warnings.find(({ code }) => !isMild(code));
  return found && { field: found.field, message: found.message, isFault: first !== undefined };
}

/** Text that is not an IBAN is shown unchanged. */
const accountText = (account = '') => (checkIban(account).ok ? formatIban(account) : account);

interface RowCardProps
  extends Pick<RowCardsProps, 'store' | 'onOpen'>,
    Required<Pick<RowCardsProps, 'end' | 'remark'>> {
  readonly position: number;
}

function RowCard({ position, store, onOpen, end, remark: remarkOf }: RowCardProps) {
  const t = useTranslations('payouts.bench');
  const count = useCount();
  const row = useSyncExternalStore(store.subscribe, () => store.row(position));
  if (!row) return <div className={classes.card} role="status" aria-label={t('loading')} />;
  const { cells } = row;
  const remark = remarkOf(row);
  const tone = remark?.isFault ? 'fault' : undefined;
  const content = (
    <>
      <span className={classes.cardNumber}>{count(position)}</span>
      <span className={classes.cardWords} translate="no">
        <span className={classes.cardName}>{cells.name || cells.payeeId || '–'}</span>
        <span className={classes.cardAccount}>{accountText(cells.account)}</span>
      </span>
      <span className={classes.cardAmount} translate="no">
        {cells.amount} {cells.currency}
      </span>
      <span className={classes.cardEnd}>{end(row)}</span>
      {remark && <span className={classes.cardRemark}>{remark.message}</span>}
    </>
  );
  if (!onOpen)
    return (
      <div className={classes.card} data-tone={tone} data-status={remark ? undefined : ''}>
        {content}
      </div>
    );
  return (
    <button
      type="button"
      className={classes.card}
      data-tone={tone}
      onClick={() => onOpen({ position, field: remark?.field ?? 'name' })}
    >
      {content}
    </button>
  );
}
