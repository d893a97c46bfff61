/** Examples come from the associations that publish the rules, or from invoices. Changing a digit makes each of them invalid. */
import { describe, expect, test } from 'vitest';
import { structuredReferenceOf } from './national-reference.ts';

const right: ReadonlyArray<readonly [country: string, text: string, travels: string]> = [
  ['EE', '1234561', '1234561'],
  ['EE', '12344', '12344'],
  ['FI', '1232', '1232'],
  ['FI', '12345 67890 7', '12345678907'],
  ['BE', '+++090/9337/55493+++', '090933755493'],
  ['BE', '***010/8068/17183***', '010806817183'],
  ['BE', '010806817183', '010806817183'],
  ['CH', '21 00000 00003 13947 14300 09017', '210000000003139471430009017'],
  ['LI', '210000000003139471430009017', '210000000003139471430009017'],
  ['NO', '1234567897', '1234567897'],
  ['SE', '1234567897', '1234567897'],
  ['HR', 'HR01 2020-789-1', 'HR012020-789-1'],
  ['HR', 'hr00 7-21', 'HR007-21'],
  ['HR', 'HR99', 'HR99'],
  ['SI', 'SI00 2026-17', 'SI002026-17'],
  ['DE', 'RF18 5390 0754 7034', 'RF18539007547034'],
  ['EE', 'rf18539007547034', 'RF18539007547034'],
];

test.each(right)('%s: %s', (country, text, travels) => {
  expect(structuredReferenceOf(text, country)).toBe(travels);
});

describe('with a digit changed', () => {
  const checked = right.filter(([, , travels]) => !/^(HR00|HR99|SI00)/.test(travels));
  test.each(checked)('%s: %s is refused', (country, _text, travels) => {
    const last = Number(travels.at(-1));
    expect(structuredReferenceOf(`${travels.slice(0, -1)}${(last + 1) % 10}`, country)).toBeUndefined();
  });
});

test.each([
  ['another country’s', 'DE', '1234561'],
  ['one of an unknown country', undefined, '1234561'],
  ['too short', 'FI', '123'],
  ['too long', 'EE', '1'.repeat(21)],
  ['nothing but zeros', 'EE', '0000'],
  ['words', 'EE', 'Invoice 7'],
  ['four groups', 'HR', 'HR00 1-2-3-4'],
  ['nothing', 'EE', ''],
])('%s is refused', (_what, country, text) => {
  expect(structuredReferenceOf(text, country)).toBeUndefined();
});

test('a Belgian reference with remainder zero ends in 97', () => {
  expect(structuredReferenceOf('+++000/0000/09797+++', 'BE')).toBe('000000009797');
  expect(structuredReferenceOf('+++000/0000/09700+++', 'BE')).toBeUndefined();
});
