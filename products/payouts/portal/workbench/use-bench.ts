/** The rows of an open payout, the current list, and updates by other people. */
import {
  changePayoutRows,
  listPayoutRows,
  type PayoutDetails,
  type PayoutField,
  type PayoutRow,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createRowStore, type RowStore, type StoreState } from '../grid/row-store.ts';
import { type Positions, positionsOf, withChanges, withNeighbours } from '../grid/runs.ts';
import { positionsQuery, takeIn } from '../queries.ts';
import { sendWhenOnline, tellSaved } from '../saving.ts';

export type View = 'all' | 'around' | 'errors';

export interface Kind {
  readonly field: PayoutField;
  readonly code: string;
}

export interface Filter {
  readonly view: View;
  readonly kind?: Kind | undefined;
  readonly search?: string | undefined;
}

export interface Bench {
  readonly store: RowStore;
  readonly state: StoreState;
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
  /** Undefined while loading. */
  readonly all: Positions | undefined;
  readonly listed: Positions | undefined;
  /** The current faulty rows; a corrected row stays listed until the filter is chosen again. */
  readonly faulty: Positions | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

interface Checked {
  /** Number of times that the faulty rows were requested. */
  readonly asked: number;
  readonly faulty: ReadonlyMap<number, boolean>;
}

/** Rows shown on either side of one with errors. */
const neighbours = 3;
/** Longer payouts open with the rows to correct. */
const shortRows = 30;

/** Choosing a filter, even the same one, rebuilds its list. Corrected rows stay listed until then, or until rows are added or removed. */
export function useBench(payout: PayoutDetails, warning?: string): Bench {
  const { id, summary } = payout;
  const [filter, setFilterState] = useState<Filter>(() => {
    const kind = payout.warnings.find(({ code }) => code === warning);
    if (kind) return { view: 'all', kind: { field: kind.field, code: kind.code } };
    return { view: summary.faulty > 0 && summary.rows > shortRows ? 'around' : 'all' };
  });
  /** Increases when the list has to be rebuilt. */
  const [seen, setSeen] = useState(0);
  /** Rows changed here since the faulty ones were requested: requesting them after each change would read all rows. */
  const [checked, setChecked] = useState<Checked>({ asked: 0, faulty: new Map() });
  const store = useRowStore(payout, {
    onChecked: (rows) =>
      setChecked(({ asked, faulty }) => ({
        asked,
        faulty: new Map([...faulty, ...rows.map((row) => [row.position, row.faults.length > 0] as const)]),
      })),
    onOtherRows: () => {
      setSeen((before) => before + 1);
      setChecked(({ asked }) => ({ asked: asked + 1, faulty: new Map() }));
    },
  });
  const state = useSyncExternalStore(store.subscribe, store.state);

  const all = useQuery(positionsQuery(id, { only: 'all' }, seen));
  const faulty = useQuery(positionsQuery(id, { only: 'faulty' }, checked.asked));
  const { kind, search } = filter;
  const isPlain = filter.view === 'all' && !kind && !search;
  const found = useQuery({
    ...positionsQuery(id, { only: filter.view === 'all' || kind ? 'all' : 'faulty', ...kind, search }, seen),
    enabled: !isPlain,
  });

  const allPositions = useMemo(() => all.data && positionsOf(all.data), [all.data]);
  const listed = useMemo(() => {
    if (isPlain || !allPositions) return allPositions;
    if (!found.data) return undefined;
    const isAround = filter.view === 'around' && !search && !kind;
    return positionsOf(isAround ? withNeighbours(found.data, allPositions, neighbours) : found.data);
  }, [isPlain, allPositions, found.data, filter.view, search, kind]);
  const faultyPositions = useMemo(
    () => faulty.data && positionsOf(withChanges(faulty.data, checked.faulty)),
    [faulty.data, checked.faulty],
  );
  return {
    store,
    state,
    filter,
    setFilter: (next) => {
      setFilterState(next);
      setSeen((before) => before + 1);
    },
    all: allPositions,
    listed,
    faulty: faultyPositions,
    error: all.error ?? found.error ?? state.failed ?? null,
    retry: () => {
      void all.refetch();
      if (!isPlain) void found.refetch();
      store.refresh();
    },
  };
}

interface Followers {
  /** Rows were changed here and checked. */
  readonly onChecked: (rows: readonly PayoutRow[]) => void;
  /** Rows were added, removed or changed elsewhere. */
  readonly onOtherRows: () => void;
}

/** One store per open payout. */
function useRowStore(payout: PayoutDetails, { onChecked, onOtherRows }: Followers): RowStore {
  const { id, version, remarksVersion } = payout;
  const t = useTranslations('payouts.bench');
  const client = useQueryClient();
  /** The newest version whose changes this page knows. */
  const known = useRef(version);
  const onChanged = useEffectEvent(
    (answer: Parameters<Parameters<typeof createRowStore>[0]['onChanged']>[0], hasOtherRows: boolean) => {
      const isMine = answer.payout.version <= known.current + 1;
      if (isMine) known.current = Math.max(known.current, answer.payout.version);
      void takeIn(client, answer.payout);
      onChecked([...answer.rows, ...answer.conflicts]);
      if (answer.gone.length > 0) showSnackbar(t('gone', { count: answer.gone.length }));
      if (hasOtherRows) onOtherRows();
    },
  );
  const handlers = useRef({ onChanged });
  useEffect(() => {
    handlers.current = { onChanged };
  });
  const [store] = useState(() =>
    createRowStore(
      {
        read: async (from, limit) =>
          (await bank.call(listPayoutRows, { params: { id }, query: { from, limit } })).rows,
        change: (body) =>
          sendWhenOnline(() => bank.call(changePayoutRows, { params: { id }, body }), {
            isRepeatable: body.added.length === 0,
          }),
        onChanged: (answer, hasOtherRows) => handlers.current.onChanged(answer, hasOtherRows),
        onFailed: showFailure,
      },
      payout.results,
    ),
  );
  useEffect(() => tellSaved(id, () => store.saved()), [id, store]);
  const follow = useEffectEvent((newest: number) => {
    if (newest <= known.current) return;
    known.current = newest;
    store.refresh({ forgetSteps: true });
    onOtherRows();
  });
  useEffect(() => {
    // The answer to a change made here may still be outstanding.
    void store.saved().then(() => follow(version));
  }, [version, store]);
  const remarks = useRef(remarksVersion);
  useEffect(() => {
    if (remarksVersion === remarks.current) return;
    remarks.current = remarksVersion;
    // Rows and typed text stay; only the check results are reloaded.
    store.refresh();
  }, [remarksVersion, store]);
  return store;
}
