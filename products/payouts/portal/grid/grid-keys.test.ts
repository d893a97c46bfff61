import type { PayoutField, PayoutOverview, PayoutRow } from '@calmly/contract';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { gridKeys } from './grid-keys.ts';
import type { GridState } from './grid-state.ts';
import { createRowStore, type RowCalls } from './row-store.ts';
import { positionsOf } from './runs.ts';

afterEach(() => vi.unstubAllGlobals());

const columns: readonly PayoutField[] = ['name', 'reference'];

const rowAt = (position: number): PayoutRow => ({
  position,
  version: 1,
  line: position,
  cells: { name: `n${position}`, reference: 'rent' },
  faults: [],
  warnings: [],
  amount: null,
  currency: null,
  fee: null,
  beneficiaryId: null,
  paymentId: null,
  status: null,
  refusal: null,
});
const rowsFrom = (from: number, limit: number) =>
  Array.from({ length: limit }, (_, index) => rowAt(from + index));

/** A payout with its first 200 rows loaded, and the names of some rows selected. */
function openGrid(
  top: number,
  bottom: number,
  {
    count = 10_000,
    isOffline = false,
    change = () => new Promise<never>(() => {}),
  }: { count?: number; isOffline?: boolean; change?: RowCalls['change'] } = {},
) {
  const all = positionsOf([[1, count]]);
  const read = vi.fn((from: number, limit: number) =>
    isOffline ? Promise.reject(new Error('offline')) : Promise.resolve(rowsFrom(from, limit)),
  );
  const store = createRowStore({ read, change, onChanged: vi.fn(), onFailed: vi.fn() }, rowsFrom(1, 200));
  const notify = vi.fn();
  const state: GridState = {
    active: { position: bottom, field: 'name' },
    anchor: { position: top, field: 'name' },
    typed: undefined,
    choose: vi.fn(),
    edit: vi.fn(),
    type: vi.fn(),
    close: vi.fn(),
  };
  const keys = gridKeys({ state, positions: all, all, columns, store, readOnly: false, page: 20, notify });
  const clipboard = new Map<string, string>();
  const event = (text = '') => ({
    preventDefault: vi.fn(),
    clipboardData: {
      getData: () => text,
      setData: (type: string, copied: string) => clipboard.set(type, copied),
    },
  });
  const writeText = vi.fn((text: string) => Promise.resolve(void clipboard.set('text/plain', text)));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const press = (key: string, ctrlKey = false) =>
    keys.onKeyDown({ key, ctrlKey, nativeEvent: {}, preventDefault: vi.fn() } as unknown as KeyboardEvent);
  return {
    store,
    read,
    writeText,
    press,
    copy: () => keys.onCopy(event() as unknown as ClipboardEvent),
    cut: () => keys.onCut(event() as unknown as ClipboardEvent),
    paste: (text: string) => keys.onPaste(event(text) as unknown as ClipboardEvent),
    copied: () => clipboard.get('text/plain')?.split('\n'),
    told: () => notify.mock.calls.map(([kind]) => kind),
    nameOf: (position: number) => store.row(position)?.cells.name,
  };
}

test('one cell pasted over rows that have not been read fills all of them', async () => {
  const grid = openGrid(1, 1000);
  grid.paste('Ada');
  await vi.waitFor(() => expect(grid.told()).toEqual(['loadingRows', 'pasted']));
  expect([1, 200, 201, 1000].map(grid.nameOf)).toEqual(['Ada', 'Ada', 'Ada', 'Ada']);
  expect(grid.nameOf(1001) ?? 'unread').toBe('unread');
});

test('rows that have not been read are copied once they are there', async () => {
  const grid = openGrid(1, 1000);
  grid.copy();
  await vi.waitFor(() => expect(grid.told()).toEqual(['loadingRows', 'copied']));
  expect(grid.copied()).toHaveLength(1000);
  expect(grid.copied()?.at(-1)).toBe('n1000');
});

test('rows that are there are copied within the event', () => {
  const grid = openGrid(1, 200);
  grid.copy();
  expect(grid.copied()).toHaveLength(200);
  expect(grid.writeText).not.toHaveBeenCalled();
});

test('a browser that takes nothing after the event is asked again, with the rows read', async () => {
  const grid = openGrid(1, 1000);
  grid.writeText.mockRejectedValue(new Error('NotAllowedError'));
  grid.cut();
  await vi.waitFor(() => expect(grid.told()).toEqual(['loadingRows', 'copyAgain']));
  expect(grid.nameOf(1000)).toBe('n1000');
  grid.cut();
  await vi.waitFor(() => expect(grid.nameOf(1000)).toBe(''));
  expect(grid.copied()?.at(-1)).toBe('n1000');
});

test('cutting empties what it copied, including rows that are not loaded', async () => {
  const grid = openGrid(1, 1000);
  grid.cut();
  await vi.waitFor(() => expect(grid.nameOf(1000)).toBe(''));
  expect(grid.copied()?.at(-1)).toBe('n1000');
  expect(grid.nameOf(1)).toBe('');
});

test.each<[string, (grid: ReturnType<typeof openGrid>) => void, string]>([
  ['Delete', ({ press }) => press('Delete'), ''],
  ['Ctrl+D', ({ press }) => press('d', true), 'n1'],
])('%s changes rows that have not been read', async (_name, act, name) => {
  const grid = openGrid(1, 1000);
  act(grid);
  await vi.waitFor(() => expect(grid.told()).toEqual(['loadingRows', 'rowsChanged']));
  expect(grid.nameOf(1000)).toBe(name);
});

const acts: ReadonlyArray<[string, (grid: ReturnType<typeof openGrid>) => void]> = [
  ['Delete', ({ press }) => press('Delete')],
  ['Ctrl+D', ({ press }) => press('d', true)],
  ['copying', ({ copy }) => copy()],
  ['cutting', ({ cut }) => cut()],
  ['pasting one cell', ({ paste }) => paste('Ada')],
];

test.each(acts)('%s of more rows than 5,000 is refused, with a message', async (name, act) => {
  const grid = openGrid(1, 5001);
  act(grid);
  // Only changes can also be made by another method for more rows.
  const message = name === 'copying' ? 'tooManyRows' : 'tooManyToChange';
  await vi.waitFor(() => expect(grid.told()).toEqual([message]));
  expect([grid.nameOf(1), grid.copied()]).toEqual(['n1', undefined]);
});

test.each(acts)('%s does nothing, and says so, when rows can’t be read', async (_name, act) => {
  const grid = openGrid(100, 1000, { isOffline: true });
  act(grid);
  await vi.waitFor(() => expect(grid.told()).toEqual(['loadingRows', 'rowsNotLoaded']));
  expect([grid.nameOf(150), grid.copied()]).toEqual(['n150', undefined]);
});

test('a pasted table changes the rows it covers and adds the others', async () => {
  const grid = openGrid(9_999, 9_999);
  const change = vi.spyOn(grid.store, 'change');
  grid.paste('a\tb\nc\td\ne\tf');
  await vi.waitFor(() => expect(grid.told()).toEqual(['loadingRows', 'pasted']));
  expect(change).toHaveBeenCalledExactlyOnceWith({
    changed: [
      { position: 9_999, cells: { name: 'a', reference: 'b' } },
      { position: 10_000, cells: { name: 'c', reference: 'd' } },
    ],
    added: [{ cells: { name: 'e', reference: 'f' } }],
  });
});

test.each([
  ['Delete', ({ press }: ReturnType<typeof openGrid>) => press('Delete')],
  ['Ctrl+D', ({ press }: ReturnType<typeof openGrid>) => press('d', true)],
  ['cutting', ({ cut }: ReturnType<typeof openGrid>) => cut()],
  ['pasting one cell', ({ paste }: ReturnType<typeof openGrid>) => paste('Ada')],
])('%s counts as unsaved while its rows are still being read', async (_name, act) => {
  const sent: number[] = [];
  const grid = openGrid(1, 1000, {
    change: async ({ changed }) => {
      sent.push(changed.length);
      return { payout: {} as PayoutOverview, rows: [], conflicts: [], gone: [] };
    },
  });
  act(grid);
  expect(grid.store.state().isSaving).toBe(true);
  await grid.store.saved();
  expect(sent.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(999);
  expect(grid.store.state().isSaving).toBe(false);
});
