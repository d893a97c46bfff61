/** What the keyboard and the clipboard do in the grid while no cell is open. */
import type { PayoutField } from '@calmly/contract';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { cellsOfText } from './clipboard.ts';
import { type CellPlace, cellAt, type GridState, rangeOf } from './grid-state.ts';
import { copied, emptied, filledDown, pasted, positionsIn } from './range-edits.ts';
import type { RowStore } from './row-store.ts';
import type { Positions } from './runs.ts';

interface GridKeys {
  readonly state: GridState;
  readonly positions: Positions;
  readonly all: Positions;
  readonly columns: readonly PayoutField[];
  readonly store: RowStore;
  readonly readOnly: boolean;
  /** Rows in sight. */
  readonly page: number;
  /** `left`: columns that are beyond the last one of the grid. */
  readonly onPasted: (cells: number, left: number) => void;
  readonly onCopied: (cells: number) => void;
}

/** More rows than these are filled or replaced by the bank. */
const mostCopied = 5000;

export function useGridKeys(grid: GridKeys) {
  const { state, positions, columns, store, readOnly } = grid;
  const { active } = state;
  const range = rangeOf(state, positions, columns);
  const row = active ? positions.indexOf(active.position) : -1;
  const column = active ? columns.indexOf(active.field) : -1;
  const sheet = { positions, columns, cellsAt: (position: number) => store.row(position)?.cells };
  const go = (toRow: number, toColumn: number, extend: boolean) => {
    const cell = cellAt(positions, columns, toRow, toColumn);
    if (cell) state.choose(cell, { extend });
  };
  /** Rows of a range may not have been read yet. */
  const withRows = async (act: () => void) => {
    if (!range || range.bottom - range.top >= mostCopied) return;
    await store.load(grid.all, positionsIn({ ...range, top: Math.max(0, range.top - 1) }, positions));
    act();
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
        void withRows(() => range && store.change({ changed: filledDown(sheet, range) }));
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
  /** Goes to what a step has changed. */
  const show = (step: ReturnType<RowStore['undo']>) => {
    const changed = step?.redo.changed[0];
    const field = columns.find((one) => changed && one in changed.cells);
    if (changed && field && positions.indexOf(changed.position) >= 0)
      state.choose({ position: changed.position, field });
  };
  const open = (event: KeyboardEvent): boolean => {
    if (!active || row < 0 || !store.row(active.position)) return false;
    if (event.key === 'Enter' || event.key === 'F2') {
      state.edit(store.row(active.position)?.cells[active.field] ?? '');
      return true;
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      void withRows(() => range && store.change({ changed: emptied(sheet, range) }));
      return true;
    }
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false;
    state.edit(event.key);
    return true;
  };
  return {
    range,
    /** The text goes into the cell; then the next one is active. */
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
      if (state.typed !== undefined || !range || range.bottom - range.top >= mostCopied) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', copied(sheet, range));
      grid.onCopied((range.bottom - range.top + 1) * (range.right - range.left + 1));
    },
    onCut: (event: ClipboardEvent) => {
      if (state.typed !== undefined || !range || readOnly) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', copied(sheet, range));
      store.change({ changed: emptied(sheet, range) });
    },
    onPaste: (event: ClipboardEvent) => {
      if (state.typed !== undefined || readOnly) return;
      const table = cellsOfText(event.clipboardData.getData('text/plain'));
      if (table.length === 0) return;
      event.preventDefault();
      const corner = range ?? { top: 0, bottom: 0, left: 0, right: 0 };
      const over = positionsIn({ ...corner, bottom: corner.top + table.length - 1 }, positions);
      void store.load(grid.all, over).then(() => {
        store.change(pasted(sheet, corner, table));
        const room = columns.length - corner.left;
        const beyond = table.map((line) => line.slice(room).findLastIndex((cell) => cell.trim() !== '') + 1);
        grid.onPasted(
          table.reduce((sum, line) => sum + Math.min(line.length, room), 0),
          Math.max(...beyond),
        );
      });
    },
  };
}
