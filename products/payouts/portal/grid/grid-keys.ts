/** Keyboard and clipboard actions of the grid while no cell is open. */
import type { PayoutField } from '@calmly/contract';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { cellsOfText } from './clipboard.ts';
import { type CellPlace, cellAt, type GridState, type Range, rangeOf } from './grid-state.ts';
import type { RowChange } from './history.ts';
import { copied, emptied, filledDown, pasted, positionsIn } from './range-edits.ts';
import { loadRows, mostRows, type Notify } from './range-rows.ts';
import type { RowStore } from './row-store.ts';
import type { Positions } from './runs.ts';

interface GridKeys {
  readonly state: GridState;
  readonly positions: Positions;
  readonly all: Positions;
  readonly columns: readonly PayoutField[];
  readonly store: RowStore;
  readonly readOnly: boolean;
  /** Number of rows in view. */
  readonly page: number;
  readonly notify: Notify;
}

/** The handlers do nothing while a cell is being edited. `commit` writes the typed text into a cell and moves on. */
export function gridKeys(grid: GridKeys) {
  const { state, positions, columns, store, readOnly, notify } = grid;
  const { active } = state;
  const range = rangeOf(state, positions, columns);
  const row = active ? positions.indexOf(active.position) : -1;
  const column = active ? columns.indexOf(active.field) : -1;
  const sheet = { positions, columns, cellsAt: (position: number) => store.row(position)?.cells };
  const go = (toRow: number, toColumn: number, extend: boolean) => {
    const cell = cellAt(positions, columns, toRow, toColumn);
    if (cell) state.choose(cell, { extend });
  };
  /** Changes the range, once all its rows and `above` are loaded. */
  const changeRange = (changedIn: (range: Range) => RowChange['changed'], above = 0) => {
    if (!range) return;
    if (heightOf(range) > mostRows) return notify('tooManyToChange', { count: mostRows });
    const needed = positionsIn({ ...range, top: Math.max(0, range.top - above) }, positions);
    store.after(loadRows({ store, all: grid.all, notify }, needed), (loaded) => {
      if (!loaded) return;
      const changed = changedIn(range);
      store.change({ changed });
      if (loaded === 'read') notify('rowsChanged', { count: changed.length });
    });
  };
  const empty = () => changeRange((within) => emptied(sheet, within));
  /** Copies the range; resolves to whether it is on the clipboard. A clipboard event can only take data available while it is handled. */
  const copy = async (event: ClipboardEvent, done: 'copied' | 'cut'): Promise<boolean> => {
    if (!range) return false;
    event.preventDefault();
    const wanted = positionsIn(range, positions);
    if (wanted.length > mostRows) {
      notify(done === 'cut' ? 'tooManyToChange' : 'tooManyRows', { count: mostRows });
      return false;
    }
    if (wanted.every(store.row)) event.clipboardData.setData('text/plain', copied(sheet, range));
    else {
      if (!(await loadRows({ store, all: grid.all, notify }, wanted))) return false;
      try {
        await navigator.clipboard.writeText(copied(sheet, range));
      } catch {
        // Not allowed this long after the key was pressed, or not in this browser.
        notify('copyAgain', {});
        return false;
      }
    }
    notify(done, { count: wanted.length * widthOf(range) });
    return true;
  };
  /** One cell fills the range; a table starts at its corner and may have any number of rows. */
  const paste = (table: readonly (readonly string[])[], over: Range) => {
    const isOneCell = table.length === 1 && table[0]?.length === 1;
    if (isOneCell && heightOf(over) > mostRows) return notify('tooManyToChange', { count: mostRows });
    const bottom = isOneCell ? over.bottom : over.top + table.length - 1;
    const needed = positionsIn({ ...over, bottom }, positions);
    store.after(loadRows({ store, all: grid.all, notify }, needed), (loaded) => {
      if (!loaded) return;
      store.change(pasted(sheet, over, table));
      notifyPasted(table, over, isOneCell);
    });
  };
  const notifyPasted = (table: readonly (readonly string[])[], over: Range, isOneCell: boolean) => {
    if (isOneCell) return notify('pasted', { count: heightOf(over) * widthOf(over) });
    const room = columns.length - over.left;
    const left = Math.max(
      ...table.map((line) => line.slice(room).findLastIndex((cell) => cell.trim() !== '') + 1),
    );
    const count = table.reduce((sum, line) => sum + Math.min(line.length, room), 0);
    if (left > 0) notify('pastedPart', { count, left });
    else notify('pasted', { count });
  };
  const move = (event: KeyboardEvent): boolean => {
    const isFar = event.ctrlKey || event.metaKey;
    const last = positions.count - 1;
    const places: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [isFar ? 0 : row - 1, column],
      ArrowDown: [isFar ? last : row + 1, column],
      ArrowLeft: [row, isFar ? 0 : column - 1],
      ArrowRight: [row, isFar ? columns.length - 1 : column + 1],
      Home: [isFar ? 0 : row, 0],
      End: [isFar ? last : row, columns.length - 1],
      PageUp: [row - grid.page, column],
      PageDown: [row + grid.page, column],
    };
    const place = places[event.key];
    if (!place) return false;
    go(place[0], place[1], event.shiftKey);
    return true;
  };
  const shortcut = (event: KeyboardEvent): boolean => {
    if (!event.ctrlKey && !event.metaKey) return false;
    switch (event.key.toLowerCase()) {
      case 'z':
        show(event.shiftKey ? store.redo() : store.undo());
        return true;
      case 'y':
        show(store.redo());
        return true;
      case 'd':
        changeRange((within) => filledDown(sheet, within), 1);
        return true;
      case 'a': {
        const [first, end] = [
          cellAt(positions, columns, 0, 0),
          cellAt(positions, columns, Infinity, Infinity),
        ];
        if (!first || !end) return true;
        state.choose(first);
        state.choose(end, { extend: true });
        return true;
      }
      default:
        return false;
    }
  };
  /** Moves to the rows that a step has changed. */
  const show = (step: ReturnType<RowStore['undo']>) => {
    const changed = step?.redo.changed[0];
    const field = columns.find((one) => changed && one in changed.cells);
    if (changed && field && positions.indexOf(changed.position) >= 0)
      state.choose({ position: changed.position, field });
  };
  const open = (event: KeyboardEvent): boolean => {
    if (!active || row < 0) return false;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      empty();
      return true;
    }
    if (!store.row(active.position)) return false;
    if (event.key === 'Enter' || event.key === 'F2') {
      state.edit(store.row(active.position)?.cells[active.field] ?? '');
      return true;
    }
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false;
    state.edit(event.key);
    return true;
  };
  return {
    range,
    /** Writes the text into the cell; then the next one is active. */
    commit: (cell: CellPlace, text: string, next: readonly [number, number] | undefined) => {
      const before = store.row(cell.position)?.cells[cell.field] ?? '';
      if (text !== before)
        store.change({ changed: [{ position: cell.position, cells: { [cell.field]: text } }] });
      if (next) go(row + next[0], column + next[1], false);
      else state.close();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (state.typed !== undefined || event.nativeEvent.isComposing) return;
      if (move(event) || (!readOnly && (shortcut(event) || open(event)))) event.preventDefault();
    },
    onCopy: (event: ClipboardEvent) => {
      if (state.typed === undefined) void copy(event, 'copied');
    },
    onCut: (event: ClipboardEvent) => {
      if (state.typed === undefined && !readOnly)
        store.after(copy(event, 'cut'), (isCopied) => isCopied && empty());
    },
    onPaste: (event: ClipboardEvent) => {
      if (state.typed !== undefined || readOnly) return;
      const table = cellsOfText(event.clipboardData.getData('text/plain'));
      if (table.length === 0) return;
      event.preventDefault();
      paste(table, range ?? { top: 0, bottom: 0, left: 0, right: 0 });
    },
  };
}

const heightOf = ({ top, bottom }: Range) => bottom - top + 1;
const widthOf = ({ left, right }: Range) => right - left + 1;
