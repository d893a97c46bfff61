/** Remarks are collected by field, each code once per field. */
import { expect, test } from 'vitest';
import { createRemarks } from '../remarks.ts';

test('each code of a field is kept once, with its first parameters', () => {
  const remarks = createRemarks();
  remarks.add('amount', 'required', { params: { most: 1 } });
  remarks.add('amount', 'required', { params: { most: 2 }, suggestions: ['5'] });
  remarks.add('amount', 'amount_zero');
  remarks.add('name', 'required', { suggestions: ['Anna'] });
  expect(remarks.list).toEqual([
    { field: 'amount', code: 'required', params: { most: 1 } },
    { field: 'amount', code: 'amount_zero' },
    { field: 'name', code: 'required', suggestions: ['Anna'] },
  ]);
});

test('a remark without parameters or suggestions has neither', () => {
  const remarks = createRemarks();
  remarks.add('amount', 'required', { params: undefined, suggestions: [] });
  expect(Object.keys(remarks.list[0] ?? {})).toEqual(['field', 'code']);
});

test('a field has a remark after one was added', () => {
  const remarks = createRemarks();
  expect(remarks.has('amount')).toBe(false);
  remarks.add('amount', 'required');
  expect([remarks.has('amount'), remarks.has('name')]).toEqual([true, false]);
});
