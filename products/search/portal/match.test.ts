import { expect, test } from 'vitest';
import { matches, readTyped } from './match.ts';

test.each([
  ['Connected applications api', 'conn app'],
  ['Подключённые приложения', 'подключенные'],
  ['Personal data адрес Österreich', 'oster'],
  ['Настройки', 'НАСТ'],
])('%j is found by %j', (text, typed) => expect(matches(text, typed)).toBe(true));

test.each([
  ['Payments', 'ments'],
  ['Payments', ''],
  ['Payments', '*'],
  ['Payments', 'pay now'],
])('%j is not found by %j', (text, typed) => expect(matches(text, typed)).toBe(false));

test('a verb indicates a payee', () => {
  expect(readTyped('pay Hansa')).toEqual({ text: 'Hansa', pays: true });
  expect(readTyped(' send money to Hansa')).toEqual({ text: 'Hansa', pays: true });
  expect(readTyped('Заплатить Ивановой')).toEqual({ text: 'Ивановой', pays: true });
  expect(readTyped('pay ')).toEqual({ text: 'pay', pays: false });
  expect(readTyped('payroll')).toEqual({ text: 'payroll', pays: false });
});
