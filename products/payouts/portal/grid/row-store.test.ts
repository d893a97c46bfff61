import type { PayoutOverview, PayoutRow } from '@calmly/contract';
import { expect, test, vi } from 'vitest';
import { createRowStore, type RowCalls } from './row-store.ts';
import { positionsOf } from './runs.ts';

const row = (position: number, version = 1, name = `n${position}`): PayoutRow => ({
  position,
  version,
  line: position,
  cells: { name },
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

const payout = { version: 2 } as PayoutOverview;
const answer = (rows: PayoutRow[], conflicts: PayoutRow[] = []) => ({ payout, rows, conflicts, gone: [] });

const calls = (change: RowCalls['change']) => ({
  read: vi.fn(async (from: number, limit: number) =>
    Array.from({ length: limit }, (_, index) => row(from + index)),
  ),
  change: vi.fn(change),
  onChanged: vi.fn(),
  onFailed: vi.fn(),
});

test('reads each window once, and again after a refresh', async () => {
  const all = positionsOf([[1, 1000]]);
  const made = calls(async () => answer([]));
  const store = createRowStore(made, []);
  await Promise.all([store.load(all, [1, 5, 199]), store.load(all, [7, 250])]);
  expect(made.read.mock.calls).toEqual([
    [1, 200],
    [201, 200],
  ]);
  await store.load(all, [3]);
  expect(made.read).toHaveBeenCalledTimes(2);
  store.refresh();
  expect(store.row(3)).toBeDefined();
  await store.load(all, [3]);
  expect(made.read).toHaveBeenCalledTimes(3);
});

test('shows a change at once and names the version that the change before left', async () => {
  let version = 1;
  const made = calls(async ({ changed }) => {
    version += 1;
    return answer([row(1, version, changed[0]?.cells.name)]);
  });
  const store = createRowStore(made, [row(1)]);
  store.change({ changed: [{ position: 1, cells: { name: 'a' } }] });
  store.change({ changed: [{ position: 1, cells: { name: 'b' } }] });
  expect(store.row(1)).toMatchObject({ cells: { name: 'b' }, isPending: true });
  await store.saved();
  expect(made.change.mock.calls.map(([{ changed }]) => changed[0]?.version)).toEqual([1, 2]);
  expect(store.row(1)?.isPending).toBeUndefined();
  store.undo();
  await store.saved();
  expect(store.row(1)?.cells.name).toBe('a');
});

test('text typed while a change is being saved stays on screen', async () => {
  let version = 1;
  const seen: unknown[] = [];
  const made = calls(async ({ changed }) => {
    version += 1;
    return answer([row(1, version, changed[0]?.cells.name)]);
  });
  made.onChanged.mockImplementation(() => seen.push(store.row(1)?.cells.name));
  const store = createRowStore(made, [row(1)]);
  store.change({ changed: [{ position: 1, cells: { name: 'a' } }] });
  store.change({ changed: [{ position: 1, cells: { name: 'b' } }] });
  await store.saved();
  expect(seen).toEqual(['b', 'b']);
});

test('rows that are still being added are taken back once they are there', async () => {
  const made = calls(async ({ added, removed }) => answer(removed.length > 0 ? [] : added.map(() => row(7))));
  const store = createRowStore(made, []);
  store.change({ added: [{ cells: { name: 'a' } }] });
  store.undo();
  await store.saved();
  expect(made.change.mock.calls.map(([{ removed }]) => removed)).toEqual([[], [{ position: 7, version: 1 }]]);
  expect(store.row(7)).toBeUndefined();
  store.redo();
  await store.saved();
  expect(made.change.mock.lastCall?.[0].added).toEqual([{ position: 7, cells: { name: 'a' } }]);
});

test('keeps both values where someone else was faster', async () => {
  const made = calls(async () => answer([], [row(1, 5, 'theirs')]));
  const store = createRowStore(made, [row(1)]);
  store.change({ changed: [{ position: 1, cells: { name: 'mine' } }] });
  await store.saved();
  expect(store.row(1)).toMatchObject({ cells: { name: 'theirs' }, mine: { name: 'mine' } });
  store.settle(1, 'theirs');
  expect(store.row(1)?.mine).toBeUndefined();
});

// Controls, each tried once: without `typedSince` the second value is missing from the conflict; without `isOvertaken` it is sent before a decision.
test('a change that waits behind a conflict is decided with it: neither value is lost, and theirs is not replaced unseen', async () => {
  const made = calls(async () => answer([], [row(1, 5, 'theirs')]));
  const store = createRowStore(made, [row(1)]);
  store.change({ changed: [{ position: 1, cells: { name: 'mine' } }] });
  store.change({ changed: [{ position: 1, cells: { reference: 'rent' } }] });
  await store.saved();
  expect(made.change).toHaveBeenCalledTimes(1);
  expect(store.row(1)).toMatchObject({
    cells: { name: 'theirs' },
    mine: { name: 'mine', reference: 'rent' },
  });
  expect(store.row(1)?.isPending).toBeUndefined();
  made.change.mockImplementation(async ({ changed }) => answer([row(1, 6, changed[0]?.cells.name)]));
  store.settle(1, 'mine');
  await store.saved();
  expect(made.change.mock.lastCall?.[0].changed).toEqual([
    { position: 1, version: 5, cells: { name: 'mine', reference: 'rent' } },
  ]);
  expect(store.row(1)?.mine).toBeUndefined();
});

test('another cell typed while a conflict is open is saved, and the conflict stays', async () => {
  const made = calls(async () => answer([], [row(1, 5, 'theirs')]));
  const store = createRowStore(made, [row(1)]);
  store.change({ changed: [{ position: 1, cells: { name: 'mine' } }] });
  await store.saved();
  made.change.mockImplementation(async () => answer([row(1, 6, 'theirs')]));
  store.change({ changed: [{ position: 1, cells: { reference: 'rent' } }] });
  await store.saved();
  expect(made.change.mock.lastCall?.[0].changed[0]).toMatchObject({
    version: 5,
    cells: { reference: 'rent' },
  });
  expect(store.row(1)).toMatchObject({ version: 6, mine: { name: 'mine' } });
});

test('the same value from two sides is not a conflict', async () => {
  const made = calls(async () => answer([], [row(1, 5, 'same')]));
  const store = createRowStore(made, [row(1)]);
  store.change({ changed: [{ position: 1, cells: { name: 'same', reference: '' } }] });
  await store.saved();
  expect(store.row(1)).toMatchObject({ cells: { name: 'same' }, version: 5 });
  expect(store.state().conflicts).toEqual([]);
});

test('after a failure nothing is pending and rows are read again', async () => {
  const made = calls(() => Promise.reject(new Error('offline')));
  const store = createRowStore(made, [row(1)]);
  store.change({ changed: [{ position: 1, cells: { name: 'lost' } }] });
  await store.saved();
  expect(made.onFailed).toHaveBeenCalledOnce();
  expect(store.state()).toMatchObject({ isSaving: false, canUndo: false, reading: 1 });
});

test('sends as much as one call takes: rows by number and by length', async () => {
  const made = calls(async ({ added }) => answer(added.map((_, at) => row(at + 1))));
  const store = createRowStore(made, []);
  const long = { name: 'x'.repeat(10_000) };
  store.change({
    added: [long, long, long, ...Array.from({ length: 600 }, () => ({ name: 'a' }))].map((cells) => ({
      cells,
    })),
  });
  await store.saved();
  expect(made.change.mock.calls.map(([{ added }]) => added.length)).toEqual([2, 500, 101]);
});

test('rows asked for while they are to be read again are there when loading is over; a failed call says so', async () => {
  const all = positionsOf([[1, 1000]]);
  const made = calls(async () => answer([]));
  const store = createRowStore(made, []);
  const loading = store.load(all, [1, 500]);
  store.refresh();
  expect(await loading).toBe(true);
  expect(store.row(500)).toBeDefined();
  made.read.mockRejectedValueOnce(new Error('offline'));
  expect(await store.load(all, [700])).toBe(false);
  expect(await store.load(all, [700])).toBe(true);
});

test('a change that waits for its rows counts as unsaved, and other changes are sent meanwhile', async () => {
  const made = calls(async ({ changed }) => answer(changed.map(({ position }) => row(position, 2))));
  const store = createRowStore(made, [row(1), row(2)]);
  const loading = Promise.withResolvers<boolean>();
  store.after(loading.promise, (isLoaded) => {
    if (isLoaded) store.change({ removed: [2] });
  });
  expect(store.state().isSaving).toBe(true);
  store.change({ changed: [{ position: 1, cells: { name: 'typed' } }] });
  const saved = vi.fn();
  const saving = store.saved().then(saved);
  await vi.waitFor(() => expect(store.row(1)?.version).toBe(2));
  expect([saved.mock.calls.length, store.state().isSaving]).toEqual([0, true]);
  loading.resolve(true);
  await saving;
  expect(made.change.mock.calls.map(([{ removed }]) => removed)).toEqual([[], [{ position: 2, version: 1 }]]);
  expect(store.state().isSaving).toBe(false);
});

test('an undo behind a save whose answer was lost is sent: the row holds just what was sent', async () => {
  const made = calls(async ({ changed }) => answer([row(1, 3, changed[0]?.cells.name)]));
  // The repeated call finds the row in the state that the lost one left.
  made.change.mockImplementationOnce(async () => answer([], [row(1, 2, 'typed')]));
  const store = createRowStore(made, [row(1)]);
  store.change({ changed: [{ position: 1, cells: { name: 'typed' } }] });
  store.undo();
  await store.saved();
  expect(made.change.mock.calls.map(([{ changed }]) => changed[0])).toEqual([
    { position: 1, version: 1, cells: { name: 'typed' } },
    { position: 1, version: 2, cells: { name: 'n1' } },
  ]);
  expect(store.row(1)).toMatchObject({ version: 3, cells: { name: 'n1' } });
  expect(store.state().conflicts).toEqual([]);
});

test('a row read before its change was saved does not take the place of the saved one', async () => {
  const all = positionsOf([[1, 200]]);
  const made = calls(async ({ changed, removed }) =>
    answer(removed.length > 0 ? [] : [row(1, 2, changed[0]?.cells.name)]),
  );
  const store = createRowStore(made, [row(1), row(2)]);
  const before = Promise.withResolvers<PayoutRow[]>();
  made.read.mockImplementationOnce(() => before.promise);
  const loading = store.load(all, [3]);
  store.change({ changed: [{ position: 1, cells: { name: 'typed' } }] });
  store.change({ removed: [2] });
  await store.saved();
  before.resolve([row(1), row(2), row(3)]);
  expect(await loading).toBe(true);
  expect(store.row(1)).toMatchObject({ version: 2, cells: { name: 'typed' } });
  expect([store.row(2), store.row(3)?.version]).toEqual([undefined, 1]);
});
