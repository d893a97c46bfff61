import { expect, test } from 'vitest';
import { cellsOfText, textOfCells } from './clipboard.ts';

test('reads lines and tabs, with and without a last line break', () => {
  expect(cellsOfText('a\tb\r\nc\t\r\n')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ]);
  expect(cellsOfText('a')).toEqual([['a']]);
  expect(cellsOfText('')).toEqual([]);
});

test('a quoted cell may hold tabs, line breaks and quotation marks', () => {
  expect(cellsOfText('"a\t""b""\nc"\td')).toEqual([['a\t"b"\nc', 'd']]);
});

test('a quotation mark that closes nothing is text', () => {
  expect(cellsOfText('"Romashka" Ltd\t5"')).toEqual([['"Romashka" Ltd', '5"']]);
});

test('text written to the clipboard is read back unchanged', () => {
  const table = [
    ['a\tb', '"c"', ''],
    ['d\ne', 'f', 'g'],
  ];
  expect(cellsOfText(textOfCells(table))).toEqual(table);
});
