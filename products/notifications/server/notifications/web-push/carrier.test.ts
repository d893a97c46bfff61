import { expect, test } from 'vitest';
import { laterOf } from './carrier.ts';

test('a push service that answers with a time is asked at that time, within an hour', () => {
  const now = new Date('2026-11-24T12:00:00Z');
  expect(laterOf('120', now)).toEqual(new Date('2026-11-24T12:02:00Z'));
  expect(laterOf('Tue, 24 Nov 2026 12:10:00 GMT', now)).toEqual(new Date('2026-11-24T12:10:00Z'));
  expect(laterOf('999999999', now)).toEqual(new Date('2026-11-24T13:00:00Z'));
  expect(laterOf('-5', now).getTime()).toBeGreaterThan(now.getTime());
  expect(laterOf('soon', now)).toEqual(new Date('2026-11-24T12:00:30Z'));
  expect(laterOf(undefined, now)).toEqual(new Date('2026-11-24T12:00:30Z'));
});
