import { expect, test } from 'vitest';
import { parseSegment, segmentAt, segmentName } from './wal-segments.ts';

test.each([
  ['0/2000028', '000000010000000000000002'],
  ['0/FFFFFFF', '00000001000000000000000F'],
  ['0/FF000000', '0000000100000000000000FF'],
  ['1/0', '000000010000000100000000'],
  ['A1/23456789', '00000001000000A100000023'],
])('the position %s is in the segment %s', (lsn, name) => {
  expect(segmentName({ timeline: 1, number: segmentAt(lsn) })).toBe(name);
});

test('the segment after the last one of a log of 4 GB is the first one of the next', () => {
  const { number = 0 } = parseSegment('0000000200000000000000FF') ?? {};
  expect(segmentName({ timeline: 2, number: number + 1 })).toBe('000000020000000100000000');
});

test.each([
  '00000002.history',
  '000000010000000000000003.00000028.backup',
  '000000010000000000000003.partial',
])('%s is no segment', (name) => {
  expect(parseSegment(name)).toBeUndefined();
});
