import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { momentOf } from './values.ts';

const readAny = pg.types.getTypeParser(1184, 'text') as (text: string) => Date | number;

test.each([
  '2026-11-26 12:08:14+00',
  '2026-11-26 12:08:14.1+00',
  '2026-11-26 12:08:14.12+00',
  '2026-11-26 12:08:14.123456+00',
  '2026-11-26 12:08:14.999999+00',
  '2026-11-26 12:08:14.000001+00',
  '2026-11-26 14:08:14.5+02',
  '2026-11-26 14:08:14+05:45',
  '1969-12-31 23:59:59.5+00',
  '0001-01-01 00:00:00+00',
  '0099-12-31 23:59:59+00',
  '0044-03-15 12:00:00+00 BC',
  '12026-01-01 00:00:00+00',
  'infinity',
  '-infinity',
])('%s is read as by pg', (text) => {
  expect(momentOf(text)).toEqual(readAny(text));
});

test('reads every time to the millisecond as pg does', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 999 }),
      (at, micros) => {
        const text = at
          .toISOString()
          .replace('T', ' ')
          .replace('Z', `${String(micros).padStart(3, '0')}+00`);
        expect(momentOf(text)).toEqual(at);
      },
    ),
  );
});
