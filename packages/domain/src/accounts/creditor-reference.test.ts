import { expect, test } from 'vitest';
import {
  composeCreditorReference,
  creditorReferencesIn,
  formatCreditorReference,
  isCreditorReference,
} from './creditor-reference.ts';

test.each(['RF18539007547034', 'RF45G72UUR', 'RF332348236'])('%s is a creditor reference', (reference) => {
  expect(isCreditorReference(reference)).toBe(true);
  expect(composeCreditorReference(reference.slice(4))).toBe(reference);
});

test.each([
  ['a wrong check digit', 'RF19539007547034'],
  ['two digits changed places', 'RF18539007547043'],
  ['no body', 'RF18'],
  ['a body of 22', `RF18${'1'.repeat(22)}`],
  ['small letters', 'rf18539007547034'],
  ['another mark', 'FR18539007547034'],
])('%s is invalid', (_what, text) => {
  expect(isCreditorReference(text)).toBe(false);
});

test.each([
  'RF18539007547034',
  'rf18 5390 0754 7034',
  'Invoice 7, RF18 5390 0754 7034 with thanks',
  '/RFB/RF18539007547034',
  'Ref. RF18-5390-0754-7034.',
])('the reference is found in %s', (text) => {
  expect(creditorReferencesIn(text)).toContain('RF18539007547034');
});

test('texts without a reference have none, and each of several is found', () => {
  expect(creditorReferencesIn('Dinner, thank you')).toEqual([]);
  expect(creditorReferencesIn('RF19539007547034')).not.toContain('RF19539007547034');
  const both = creditorReferencesIn('RF18539007547034 and RF45G72UUR');
  expect(both).toContain('RF18539007547034');
  expect(both).toContain('RF45G72UUR');
});

test('an impossible body is refused, and a composed reference is written in groups of four', () => {
  expect(() => composeCreditorReference('')).toThrow(RangeError);
  expect(() => composeCreditorReference('a1')).toThrow(RangeError);
  expect(formatCreditorReference('RF18539007547034')).toBe('RF18 5390 0754 7034');
});
