/** Operations on a range of cells: empty, fill down, copy, paste. Each is one step that can be undone. */
import type { PayoutField } from '@calmly/contract';
import { textOfCells } from './clipboard.ts';
import type { Range } from './grid-state.ts';
import type { Cells, RowChange } from './history.ts';
import type { Positions } from './runs.ts';

export interface Sheet {
  readonly positions: Positions;
  readonly columns: readonly PayoutField[];
  readonly cellsAt: (position: number) => Cells | undefined;
}

/** From the top; indexes beyond the end of the list are omitted. */
export function positionsIn({ top, bottom }: Range, positions: Positions): number[] {
  return Array.from({ length: bottom - top + 1 }, (_, index) => positions.at(top + index)).filter(
    (position) => position !== undefined,
  );
}

const fieldsIn = ({ left, right }: Range, columns: readonly PayoutField[]) => columns.slice(left, right + 1);

/** Sets the same cells in each row, where they differ from the current ones. */
function change(sheet: Sheet, entries: ReadonlyArray<readonly [number, Cells]>): RowChange['changed'] {
  return entries.flatMap(([position, cells]) => {
    const before = sheet.cellsAt(position);
    const differing = Object.entries(cells).filter(
      ([field, text]) => (before?.[field as PayoutField] ?? '') !== text,
    );
    return before && differing.length > 0 ? [{ position, cells: Object.fromEntries(differing) }] : [];
  });
}

/** Rows that are not loaded stay unchanged, also when cells are filled or pasted. */
export const emptied = (sheet: Sheet, range: Range): RowChange['changed'] =>
  change(
    sheet,
    positionsIn(range, sheet.positions).map((position) => [
      position,
      Object.fromEntries(fieldsIn(range, sheet.columns).map((field) => [field, ''])),
    ]),
  );

/** Each row of the range takes the cells of its first row; a single row takes those of the row above. */
export function filledDown(sheet: Sheet, range: Range): RowChange['changed'] {
  const isSingle = range.top === range.bottom;
  const source = sheet.positions.at(isSingle ? range.top - 1 : range.top);
  const cells = source === undefined ? undefined : sheet.cellsAt(source);
  if (!cells) return [];
  const filling = Object.fromEntries(
    fieldsIn(range, sheet.columns).map((field) => [field, cells[field] ?? '']),
  );
  return change(
    sheet,
    positionsIn(range, sheet.positions)
      .slice(isSingle ? 0 : 1)
      .map((position) => [position, filling]),
  );
}

/** As text for a spreadsheet. Rows that are not loaded are copied empty. */
export const copied = (sheet: Sheet, range: Range): string =>
  textOfCells(
    positionsIn(range, sheet.positions).map((position) =>
      fieldsIn(range, sheet.columns).map((field) => sheet.cellsAt(position)?.[field] ?? ''),
    ),
  );

/** Pastes a table at the active cell; one cell fills the range. Rows beyond the last one are added. */
export function pasted(
  sheet: Sheet,
  range: Range,
  table: readonly (readonly string[])[],
): Pick<RowChange, 'changed' | 'added'> {
  const [first] = table;
  if (table.length === 1 && first?.length === 1) {
    const cells = Object.fromEntries(fieldsIn(range, sheet.columns).map((field) => [field, first[0] ?? '']));
    const entries = positionsIn(range, sheet.positions).map((position) => [position, cells] as const);
    return { changed: change(sheet, entries), added: [] };
  }
  const rows = table.map((line) =>
    Object.fromEntries(
      line.flatMap((text, index) => {
        const field = sheet.columns[range.left + index];
        return field ? [[field, text.trim()]] : [];
      }),
    ),
  );
  const entries = rows.flatMap((cells, index) => {
    const position = sheet.positions.at(range.top + index);
    return position === undefined ? [] : [[position, cells] as const];
  });
  return {
    changed: change(sheet, entries),
    added: rows.slice(entries.length).map((cells) => ({ cells })),
  };
}
