/** The effect of a repair on a row. Source: products/payouts/README.md; server page section 9. */
import { expect, test } from 'vitest';
import type { Cells, Remark } from '../row.ts';
import type { StoredRow } from '../row-store.ts';
import { type RepairInput, repairOf } from './repair-rules.ts';

const row = (
  cells: Cells,
  more: { faults?: Partial<Remark>[]; warnings?: Partial<Remark>[] } = {},
): StoredRow => ({ position: 1, cells, faults: [], warnings: [], ...more }) as unknown as StoredRow;
const repair = (input: Partial<RepairInput>, above?: string) =>
  repairOf({ repair: 'suggestions', ...input } as RepairInput, above);

const wrongIban = {
  field: 'account',
  code: 'iban_checksum',
  suggestions: ['DE33200505501289447016'],
} as const;
const wrongAmount = { field: 'amount', code: 'amount_precision', suggestions: ['1.00', '1.01'] } as const;
const wrongDay = { field: 'payOn', code: 'invalid' } as const;

test('a suggestion is taken if it is the only one', () => {
  const faulty = row({}, { faults: [wrongIban, wrongAmount, wrongDay] as never });
  expect(repair({}).cellsFor(faulty)).toEqual({ account: 'DE33200505501289447016' });
  expect(repair({ field: 'account' }).cellsFor(faulty)).toEqual({ account: 'DE33200505501289447016' });
  expect(repair({ field: 'amount' }).cellsFor(faulty)).toBeUndefined();
  expect(repair({}).cellsFor(row({ account: 'x' }))).toBeUndefined();
});

test('names are taken from the check of names, and from no other warning', () => {
  const checked = { field: 'name', code: 'name_check', suggestions: ['Hansa GmbH'] } as const;
  const other = { field: 'reference', code: 'near_duplicate', suggestions: ['x'] } as const;
  const warned = row({}, { warnings: [checked, other] as never });
  expect(repair({ repair: 'names' }).cellsFor(warned)).toEqual({ name: 'Hansa GmbH' });
  expect(repair({}).cellsFor(warned)).toBeUndefined();
});

test('characters that SEPA does not carry are replaced in the texts that travel as written', () => {
  const cells = { reference: 'Счёт', endToEndId: 'Ä1', name: 'Жук' } as Cells;
  expect(repair({ repair: 'characters' }).cellsFor(row(cells))).toEqual({
    reference: 'Schet',
    endToEndId: 'A1',
  });
  expect(repair({ repair: 'characters', field: 'endToEndId' }).cellsFor(row(cells))).toEqual({
    endToEndId: 'A1',
  });
  expect(repair({ repair: 'characters' }).cellsFor(row({ reference: 'Invoice 7' } as Cells))).toBeUndefined();
});

test.each<[string, Partial<RepairInput>, string, string | undefined]>([
  ['each place', { find: 'a', replacement: 'o' }, 'banana', 'bonono'],
  ['in another case too', { find: 'GMBH', replacement: 'AG' }, 'Hansa Gmbh, gmbh', 'Hansa AG, AG'],
  ['nothing that is not there', { find: 'x', replacement: 'y' }, 'banana', undefined],
  ['by nothing', { find: 'an' }, 'banana', 'ba'],
  ['nothing without a text to find', { replacement: 'x' }, 'ab', 'xaxbx'],
  ['at the ends', { find: 'b', replacement: 'd' }, 'bab', 'dad'],
  ['a sign of replacements as it is', { find: 'a', replacement: '$&' }, 'a', '$&'],
  // A lower-case İ has two letters, so positions would shift.
  ['the exact text where letters change their length', { find: 'a', replacement: '$&' }, 'İaA', 'İ$&A'],
  ['what changes its length, exactly', { find: 'İ', replacement: 'I' }, 'İi', 'Ii'],
])('find and replace: %s', (_case, input, text, expected) => {
  const cells = { reference: text } as Cells;
  const repaired = repair({ repair: 'replace', ...input }).cellsFor(row(cells));
  expect(repaired).toEqual(expected === undefined ? undefined : { reference: expected });
});

test('find and replace stays within the field that is meant, and within the longest cell', () => {
  const cells = { reference: 'a', name: 'a' } as Cells;
  const replace = (more: Partial<RepairInput>) => repair({ repair: 'replace', find: 'a', ...more });
  expect(replace({ replacement: 'b' }).cellsFor(row(cells))).toEqual({ reference: 'b', name: 'b' });
  expect(replace({ replacement: 'b', field: 'name' }).cellsFor(row(cells))).toEqual({ name: 'b' });
  const long = replace({ replacement: 'x'.repeat(10_001), field: 'name' }).cellsFor(row(cells));
  expect(long?.name).toHaveLength(10_000);
});

const amounts = (...texts: (string | undefined)[]) =>
  texts.map((amount) => row(amount === undefined ? {} : ({ amount } as Cells)));
const filled = (filling: ReturnType<typeof repair>, rows: StoredRow[]) =>
  rows.map((each) => filling.cellsFor(each)?.amount);

test('an empty cell takes what is above it', () => {
  const filling = repair({ repair: 'fill', field: 'amount' });
  expect(filled(filling, amounts(undefined, '1.00', undefined, undefined, '2.00', undefined))).toEqual([
    undefined,
    undefined,
    '1.00',
    '1.00',
    undefined,
    '2.00',
  ]);
  expect(filling.above()).toBe('2.00');
});

test('an interrupted repair continues with the value it would have copied next', () => {
  const filling = repair({ repair: 'fill', field: 'amount' }, '7.00');
  expect(filled(filling, amounts(undefined))).toEqual(['7.00']);
  expect(repair({}, '7.00').above()).toBeUndefined();
});

test('a value is filled in instead of what is above', () => {
  const filling = repair({ repair: 'fill', field: 'amount', replacement: '9.00' });
  expect(filled(filling, amounts('1.00', undefined))).toEqual([undefined, '9.00']);
});

test('existing text is replaced if requested, and an identical one stays', () => {
  const filling = repair({ repair: 'fill', field: 'amount', overwrite: true });
  expect(filled(filling, amounts(undefined, '1.00', '2.00', '1.00', undefined))).toEqual([
    undefined,
    undefined,
    '1.00',
    undefined,
    '1.00',
  ]);
});

test('without a field nothing is filled; a repair of another kind changes nothing', () => {
  expect(repair({ repair: 'fill', replacement: 'x' }).cellsFor(row({} as Cells))).toBeUndefined();
  expect(repair({ repair: 'undo' as never }).cellsFor(row({ reference: 'x' } as Cells))).toBeUndefined();
});
