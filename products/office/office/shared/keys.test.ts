import { expect, test } from 'vitest';
import { meaningOf, nameOf } from './keys.ts';

test.each([
  [{ code: 'KeyJ', key: 'j', shiftKey: false }, 'j'],
  // A Russian keyboard.
  [{ code: 'KeyA', key: 'ф', shiftKey: false }, 'a'],
  [{ code: 'KeyA', key: 'A', shiftKey: true }, undefined],
  [{ code: 'Slash', key: '?', shiftKey: true }, '?'],
  [{ code: 'Slash', key: ',', shiftKey: true }, '?'],
  [{ code: 'Digit7', key: '?', shiftKey: true }, '?'],
  [{ code: 'Enter', key: 'Enter', shiftKey: false }, undefined],
])('the key %j is called %s', (pressed, name) => {
  expect(nameOf(pressed)).toBe(name);
});

const known = ['a', 'j', 'g i', 'g a'];

test.each([
  ['a single key', undefined, 'a', { key: 'a' }],
  ['the first of two', undefined, 'g', { begins: 'g' }],
  ['the second of two, which alone means something else', 'g', 'a', { key: 'g a' }],
  ['the second of two', 'g', 'i', { key: 'g i' }],
  ['a single key after an unfinished pair', 'g', 'j', { key: 'j' }],
  ['an unknown key after an unfinished pair', 'g', 'x', undefined],
  ['a second key alone', undefined, 'i', undefined],
])('%s', (_, before, name, meaning) => {
  expect(meaningOf(known, before, name)).toEqual(meaning);
});
