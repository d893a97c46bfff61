/** State changes of a standing order. Source: server page section 8; docs/adr/0018-standing-orders.md. Days without settlement: ECB, TARGET calendar. */
import { expect, test } from 'vitest';
import {
  advance,
  comingDays,
  comingOn,
  dayOf,
  decideResume,
  deciderOn,
  decideSchedule,
  end,
  firstPaidOn,
  isDue,
  keepsDays,
  nextTry,
  pause,
  suspend,
  termsOn,
  waitingFor,
} from './rules.ts';
import type { OtherDay, Progress, StoredOrder } from './store.ts';

/** On the 15th of each month from January 2026 on; it waits for 16 March, because the 15th is a Sunday. */
const order = (more: Partial<StoredOrder> = {}): StoredOrder =>
  ({
    id: 'o',
    frequency: 'MONTHLY',
    startOn: '2026-01-15',
    endOn: null,
    times: null,
    restDays: 'AFTER',
    state: 'ACTIVE',
    reason: null,
    nextPosition: 2,
    nextDueOn: '2026-03-16',
    retryAt: null,
    amountMinor: 10_000n,
    feeMinor: 20n,
    personId: 'clara',
    confirmed: { at: new Date(0) },
    skipped: [],
    otherDays: new Map<string, OtherDay>(),
    ...more,
  }) as unknown as StoredOrder;
const active = (position: number, dueOn: string): Progress => ({
  state: 'ACTIVE',
  reason: null,
  nextPosition: position,
  nextDueOn: dueOn,
  retryAt: null,
});
const over = (position: number): Progress => ({
  state: 'ENDED',
  reason: 'completed',
  nextPosition: position,
  nextDueOn: null,
  retryAt: null,
});

test('an order waits for its next payment, or has ended', () => {
  expect(waitingFor({ position: 3, dueOn: '2026-04-15' }, 3)).toEqual(active(3, '2026-04-15'));
  expect(waitingFor(undefined, 12)).toEqual(over(12));
});

type Terms = Parameters<typeof decideSchedule>[0];
const schedule = (more: Partial<Terms> = {}): Terms => ({
  frequency: 'MONTHLY',
  startOn: '2026-04-15',
  endOn: null,
  times: null,
  restDays: 'AFTER',
  ...more,
});
const today = '2026-03-10';

test.each<[string, Partial<Terms>, Parameters<typeof decideSchedule>[1], Progress | string]>([
  ['begins on its first day', {}, { today }, active(0, '2026-04-15')],
  ['begins tomorrow', { startOn: '2026-03-11' }, { today }, active(0, '2026-03-11')],
  ['begins today', { startOn: today }, { today }, 'startOn schedule_past'],
  ['begins in ten years', { startOn: '2036-03-10' }, { today }, active(0, '2036-03-10')],
  ['begins a day later', { startOn: '2036-03-11' }, { today }, 'startOn schedule_too_far 10'],
  ['ends before it begins', { endOn: '2026-04-14' }, { today }, 'endOn schedule_empty'],
  ['ends as it begins', { endOn: '2026-04-15' }, { today }, active(0, '2026-04-15')],
  [
    'is one payment, whose end means nothing',
    { frequency: 'ONCE', endOn: '2026-04-14' },
    { today },
    active(0, '2026-04-15'),
  ],
  [
    'goes on with the payment that it waits for',
    { startOn: '2026-01-15' },
    { today, before: order() },
    active(2, '2026-03-16'),
  ],
  [
    'goes on tomorrow, if today is decided',
    { startOn: '2026-01-15' },
    { today: '2026-03-16', from: '2026-03-17', before: order() },
    active(3, '2026-04-15'),
  ],
  [
    'is another one: other first day',
    { startOn: '2026-01-16' },
    { today, before: order() },
    'startOn schedule_past',
  ],
  [
    'is another one: other frequency',
    { startOn: '2026-01-15', frequency: 'QUARTERLY' },
    { today, before: order() },
    'startOn schedule_past',
  ],
  [
    'has no payment left of so many',
    { startOn: '2026-01-15', times: 2 },
    { today, before: order() },
    'times schedule_over',
  ],
  [
    'has no payment left before its end',
    { startOn: '2026-01-15', endOn: '2026-03-14' },
    { today, before: order() },
    'endOn schedule_over',
  ],
  [
    'was one payment, and that is made',
    { startOn: '2026-01-15', frequency: 'ONCE' },
    { today, before: order({ frequency: 'ONCE', nextPosition: 1 }) },
    'startOn schedule_past',
  ],
])('a schedule that %s', (_case, terms, facts, expected) => {
  const decision = decideSchedule(schedule(terms), facts);
  const brief = decision.ok
    ? decision.progress
    : decision.rejections.map(({ field, code, params }) =>
        [field, code, ...Object.values(params ?? {})].join(' '),
      )[0];
  expect(brief).toEqual(expected);
});

test('what differs on single days keeps its meaning while every payment falls on the same day', () => {
  expect(keepsDays(order(), order())).toBe(true);
  expect(keepsDays(order(), order({ startOn: '2026-01-16' }))).toBe(false);
  expect(keepsDays(order(), order({ frequency: 'WEEKLY' }))).toBe(false);
  expect(keepsDays(order(), order({ restDays: 'BEFORE' }))).toBe(false);
});

test('after a payment an order waits for the next one; after the last it has ended', () => {
  expect(advance(order())).toEqual(active(3, '2026-04-15'));
  expect(advance(order({ times: 3 }))).toEqual(over(3));
});

test.each<[string, Partial<StoredOrder>, string, Progress | undefined]>([
  ['with the payment that it waited for', { state: 'PAUSED' }, '2026-03-16', active(2, '2026-03-16')],
  ['with the next after the days that passed', { state: 'SUSPENDED' }, '2026-04-16', active(4, '2026-05-15')],
  ['not at all, because none is left', { state: 'PAUSED', times: 3 }, '2026-03-17', undefined],
  ['not at all, because it is active', { state: 'ACTIVE' }, '2026-03-16', undefined],
  ['not at all, because it has ended', { state: 'ENDED' }, '2026-03-16', undefined],
])('an order that stopped goes on %s', (_case, more, from, expected) => {
  expect(decideResume(order(more), from)).toEqual(expected);
});

test('the first payment is the first that is not left out', () => {
  const first = (skipped: string[], times: number | null = null) =>
    firstPaidOn(order({ times }), order(), skipped);
  expect(first([])).toBe('2026-03-16');
  expect(first(['2026-03-16', '2026-04-15'])).toBe('2026-05-15');
  // Nothing is left: the day that it waits for.
  expect(first(['2026-03-16'], 3)).toBe('2026-03-16');
  expect(firstPaidOn(order({ times: 2 }), { ...order(), nextDueOn: null }, [])).toBe('2026-01-15');
});

test('an order that stops keeps the day that it waits for, but not the hour of its next try', () => {
  const trying = order({ retryAt: new Date('2026-03-16T10:00:00Z') });
  const kept = { nextPosition: 2, nextDueOn: '2026-03-16', retryAt: null };
  expect(suspend(trying, 'refused')).toEqual({ ...kept, state: 'SUSPENDED', reason: 'refused' });
  expect(pause(trying)).toEqual({ ...kept, state: 'PAUSED', reason: null });
  expect(end(trying)).toEqual({ ...kept, state: 'ENDED', reason: 'canceled', nextDueOn: null });
});

const noon = new Date('2026-03-16T12:00:00Z');

test.each<[string, Partial<Progress>, Date, boolean]>([
  ['on its day', {}, noon, true],
  ['after its day', {}, new Date('2026-03-17T00:00:00Z'), true],
  ['before its day', {}, new Date('2026-03-15T23:59:59Z'), false],
  ['at its next try', { retryAt: noon }, noon, true],
  ['before its next try', { retryAt: new Date(noon.getTime() + 1) }, noon, false],
  ['while it is paused', { state: 'PAUSED' }, noon, false],
  ['without a day', { nextDueOn: null }, noon, false],
])('whether a payment is due: %s', (_case, more, calendar, expected) => {
  expect(isDue({ ...active(2, '2026-03-16'), ...more }, calendar)).toBe(expected);
});

test('without money the payment is tried again each hour until the day is over', () => {
  expect(nextTry('2026-03-16', noon)).toEqual(new Date('2026-03-16T13:00:00Z'));
  expect(nextTry('2026-03-16', new Date('2026-03-16T22:59:59Z'))).toEqual(new Date('2026-03-16T23:59:59Z'));
  expect(nextTry('2026-03-16', new Date('2026-03-16T23:00:00Z'))).toBeUndefined();
});

test('a single day may have other terms and another person', () => {
  const terms = { amountMinor: 5n, feeMinor: 0n };
  const by = { personId: 'tom', confirmed: { at: new Date(1) } } as unknown as NonNullable<OtherDay['by']>;
  const changed = order({
    otherDays: new Map<string, OtherDay>([
      ['2026-04-15', { terms, by }],
      ['2026-05-15', { terms: undefined, by: undefined }],
    ]),
  });
  expect([termsOn(changed, '2026-04-15'), deciderOn(changed, '2026-04-15')]).toEqual([terms, by]);
  expect(termsOn(changed, '2026-05-15')).toBe(changed);
  expect(deciderOn(changed, '2026-05-15')).toBe(changed);
  expect(termsOn(changed, '2026-03-16')).toBe(changed);
  expect(deciderOn(changed, '2026-03-16')).toBe(changed);
});

test('what is to happen on a day to come', () => {
  const otherDays = new Map<string, OtherDay>([
    ['2026-05-15', { terms: { amountMinor: 5n, feeMinor: 0n }, by: undefined }],
    ['2026-06-15', { terms: undefined, by: undefined }],
  ]);
  const coming = order({ skipped: ['2026-04-15'], otherDays });
  expect(comingDays(coming).slice(0, 4)).toEqual(['2026-03-16', '2026-04-15', '2026-05-15', '2026-06-15']);
  const on = (day: string) => comingOn(coming, day);
  expect(['2026-03-16', '2026-04-15', '2026-05-15', '2026-06-15'].map(on)).toEqual([
    'PLANNED',
    'SKIPPED',
    'CHANGED',
    'PLANNED',
  ]);
  expect([on('2026-03-15'), on('2026-01-15')]).toEqual([undefined, undefined]);
  expect(comingDays(order({ state: 'PAUSED' }))).toEqual([]);
});

test('a day is that of UTC', () => {
  expect(dayOf(new Date('2026-03-16T23:59:59.999Z'))).toBe('2026-03-16');
});
