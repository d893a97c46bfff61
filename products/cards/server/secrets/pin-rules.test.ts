/** PINs that a thief would try first. */
import { expect, test } from 'vitest';
import { isSimplePin } from './pin-rules.ts';

test.each([
  ['0000', true],
  ['7777', true],
  ['1234', true],
  ['3456', true],
  ['9876', true],
  ['1112', false],
  ['2111', false],
  ['1235', false],
  ['0246', false],
  ['9870', false],
  ['1212', false],
])('the PIN %s is simple: %s', (pin, expected) => {
  expect(isSimplePin(pin)).toBe(expected);
});
