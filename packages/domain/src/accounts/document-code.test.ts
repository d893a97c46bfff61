import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { documentCodeBytes, documentCodeOf, groupDocumentCode, readDocumentCode } from './document-code.ts';

test('a code has 80 bits in 16 characters, in groups of four', () => {
  expect(documentCodeOf(new Uint8Array(10))).toBe('0000000000000000');
  expect(documentCodeOf(new Uint8Array(10).fill(255))).toBe('ZZZZZZZZZZZZZZZZ');
  expect(documentCodeOf(new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 32]))).toBe('0000000000000010');
  expect(groupDocumentCode('7K2M9XQ40T8BW3ZC')).toBe('7K2M-9XQ4-0T8B-W3ZC');
});

test('a code is read as people type it', () => {
  const code = documentCodeOf(randomBytes(documentCodeBytes));
  expect(readDocumentCode(groupDocumentCode(code))).toBe(code);
  expect(readDocumentCode('7k2m 9xq4 ot8b w3zc')).toBe('7K2M9XQ40T8BW3ZC');
  expect(readDocumentCode('IL00-0000-0000-0000')).toBe('1100000000000000');
});

test.each([
  '',
  '7K2M',
  '7K2M-9XQ4-0T8B-W3ZCA',
  '7K2M-9XQ4-0T8B-W3Z*',
  'UUUU-UUUU-UUUU-UUUU',
  'ЖЖЖЖ-0000-0000-0000',
])('refuses %j', (typed) => expect(readDocumentCode(typed)).toBeUndefined());
