/**
 * The state of a card payment. Source: README of cards, "Payments": the held amount is authorised less reversed less cleared, and zero once the
 * payment is over. `state.property.test.ts` sends any messages in any order.
 */
import { expect, test } from 'vitest';
import {
  type Change,
  changed,
  heldMinor,
  higherOf,
  isUnderWay,
  nothingYet,
  type Sums,
  spentMinor,
  statusOf,
} from './state.ts';

const sums = (of: Partial<Sums>): Sums => ({
  approved: true,
  authorizedMinor: 1_000n,
  reversedMinor: 0n,
  clearedMinor: 0n,
  isOver: false,
  ...of,
});

test('before the first message nothing is held, spent or over', () => {
  expect(nothingYet).toEqual({
    approved: true,
    authorizedMinor: 0n,
    reversedMinor: 0n,
    clearedMinor: 0n,
    isOver: false,
  });
  expect([heldMinor(nothingYet), spentMinor(nothingYet)]).toEqual([0n, 0n]);
});

test.each<[string, Partial<Sums>, bigint, bigint]>([
  ['an approved payment', {}, 1_000n, 1_000n],
  ['some reversed', { reversedMinor: 300n }, 700n, 700n],
  ['some collected', { clearedMinor: 400n }, 600n, 1_000n],
  ['some reversed and some collected', { reversedMinor: 300n, clearedMinor: 400n }, 300n, 700n],
  ['all but a cent collected', { clearedMinor: 999n }, 1n, 1_000n],
  ['all collected', { clearedMinor: 1_000n }, 0n, 1_000n],
  ['more collected than authorised', { clearedMinor: 1_200n }, 0n, 1_200n],
  ['more reversed than authorised', { reversedMinor: 1_200n }, 0n, 0n],
  ['collected and reversed beyond the sum', { reversedMinor: 700n, clearedMinor: 700n }, 0n, 700n],
  ['declined', { approved: false }, 0n, 0n],
  ['over without a collection', { isOver: true }, 0n, 0n],
  ['over with a part collected', { clearedMinor: 400n, isOver: true }, 0n, 400n],
])('the held and spent amount of 10.00: %s', (_, of, held, spent) => {
  expect([heldMinor(sums(of)), spentMinor(sums(of))]).toEqual([held, spent]);
});

const authorize = (amountMinor: bigint): Change => ({ kind: 'authorize', amountMinor });
const reverse = (amountMinor?: bigint): Change => ({ kind: 'reverse', amountMinor });
const clear = (amountMinor: bigint, isFinal = false): Change => ({ kind: 'clear', amountMinor, isFinal });
const expire: Change = { kind: 'expire' };
const follow = (authorizedMinor: bigint, reversedMinor: bigint, isOver = false): Change => ({
  kind: 'follow',
  authorizedMinor,
  reversedMinor,
  isOver,
});

/** Authorised, reversed and cleared. */
type Row = [string, Change[], [bigint, bigint, bigint], 'open' | 'over'];

test.each<Row>([
  ['a first request', [authorize(1_000n)], [1_000n, 0n, 0n], 'open'],
  ['a request for more', [authorize(1_000n), authorize(500n)], [1_500n, 0n, 0n], 'open'],
  ['a check of the card with nothing', [authorize(0n)], [0n, 0n, 0n], 'open'],
  ['a partial reversal', [authorize(1_000n), reverse(300n)], [1_000n, 300n, 0n], 'open'],
  ['a reversal to the cent', [authorize(1_000n), reverse(1_000n)], [1_000n, 1_000n, 0n], 'over'],
  ['reversals that add up', [authorize(1_000n), reverse(999n), reverse(1n)], [1_000n, 1_000n, 0n], 'over'],
  ['a reversal of nothing', [authorize(1_000n), reverse(0n)], [1_000n, 0n, 0n], 'open'],
  ['a whole reversal', [authorize(1_000n), reverse()], [1_000n, 1_000n, 0n], 'over'],
  [
    'a whole reversal of what is left',
    [authorize(1_000n), reverse(100n), clear(400n), reverse()],
    [1_000n, 600n, 400n],
    'over',
  ],
  ['a whole reversal before its request', [reverse()], [0n, 0n, 0n], 'over'],
  ['a partial reversal before its request', [reverse(300n)], [0n, 300n, 0n], 'open'],
  ['a request after its reversal', [reverse(300n), authorize(1_000n)], [1_000n, 300n, 0n], 'open'],
  ['a request after a larger reversal', [reverse(1_000n), authorize(1_000n)], [1_000n, 1_000n, 0n], 'over'],
  ['a partial clearing', [authorize(1_000n), clear(400n)], [1_000n, 0n, 400n], 'open'],
  ['clearings that add up', [authorize(1_000n), clear(400n), clear(600n)], [1_000n, 0n, 1_000n], 'over'],
  ['a clearing above the sum', [authorize(1_000n), clear(1_001n)], [1_000n, 0n, 1_001n], 'over'],
  ['a last clearing of less', [authorize(1_000n), clear(400n, true)], [1_000n, 0n, 400n], 'over'],
  ['a last clearing of nothing', [authorize(1_000n), clear(0n, true)], [1_000n, 0n, 0n], 'over'],
  ['a clearing before its request', [clear(400n)], [0n, 0n, 400n], 'open'],
  [
    'a clearing after the last one',
    [authorize(1_000n), clear(1n, true), clear(1n)],
    [1_000n, 0n, 2n],
    'over',
  ],
  [
    'a clearing and a reversal that add up',
    [authorize(1_000n), clear(400n), reverse(600n)],
    [1_000n, 600n, 400n],
    'over',
  ],
  [
    'a clearing and a reversal that leave a cent',
    [authorize(1_000n), clear(400n), reverse(599n)],
    [1_000n, 599n, 400n],
    'open',
  ],
  ['a request for more after the end', [authorize(1_000n), expire, authorize(1n)], [1_001n, 0n, 0n], 'over'],
  ['an expiry', [authorize(1_000n), clear(400n), expire], [1_000n, 0n, 400n], 'over'],
  ['the first sums of the processor', [follow(1_000n, 300n)], [1_000n, 300n, 0n], 'open'],
  ['higher sums', [authorize(1_000n), reverse(100n), follow(1_500n, 200n)], [1_500n, 200n, 0n], 'open'],
  ['lower sums, which are older', [follow(1_500n, 200n), follow(1_000n, 100n)], [1_500n, 200n, 0n], 'open'],
  ['one sum higher, one lower', [follow(1_500n, 100n), follow(1_000n, 200n)], [1_500n, 200n, 0n], 'open'],
  ['sums that give all up', [authorize(1_000n), follow(1_000n, 1_000n)], [1_000n, 1_000n, 0n], 'over'],
  ['sums and clearings that add up', [clear(400n), follow(1_000n, 600n)], [1_000n, 600n, 400n], 'over'],
  ['sums of an ended payment', [authorize(1_000n), follow(1_000n, 0n, true)], [1_000n, 0n, 0n], 'over'],
  ['sums after the end', [authorize(1_000n), expire, follow(2_000n, 0n)], [2_000n, 0n, 0n], 'over'],
])('after %s the sums are right', (_, changes, [authorizedMinor, reversedMinor, clearedMinor], end) => {
  expect(changes.reduce(changed, nothingYet)).toEqual({
    approved: true,
    authorizedMinor,
    reversedMinor,
    clearedMinor,
    isOver: end === 'over',
  });
});

test('a change keeps a declined payment declined', () => {
  const declined = sums({ approved: false, authorizedMinor: 0n });
  expect(changed(declined, authorize(500n))).toEqual({ ...declined, authorizedMinor: 500n });
});

test.each<[bigint, bigint, bigint]>([
  [1n, 2n, 2n],
  [2n, 1n, 2n],
  [2n, 2n, 2n],
])('of %s and %s, %s is higher', (one, other, higher) => {
  expect(higherOf(one, other)).toBe(higher);
});

test.each<[string, (Partial<Sums> & { isRefund?: boolean }) | undefined, boolean]>([
  ['an open payment', {}, true],
  ['a declined one', { approved: false }, false],
  ['one that is over', { isOver: true }, false],
  ['a refund', { isRefund: true }, false],
  ['no payment', undefined, false],
])('whether messages still change %s', (_, of, expected) => {
  expect(isUnderWay(of && { ...sums(of), isRefund: of.isRefund ?? false })).toBe(expected);
});

test.each<[string, Partial<Sums> & { isRefund?: boolean }, string]>([
  ['money is held', {}, 'HELD'],
  ['some is held and some collected', { clearedMinor: 400n }, 'HELD'],
  ['all is collected', { clearedMinor: 1_000n }, 'CLEARED'],
  ['it ended with a part collected', { clearedMinor: 1n, isOver: true }, 'CLEARED'],
  ['it expired', { isOver: true }, 'RELEASED'],
  ['all was given up', { reversedMinor: 1_000n }, 'RELEASED'],
  ['it was declined', { approved: false }, 'DECLINED'],
  ['it was declined and collected nevertheless', { approved: false, clearedMinor: 1_000n }, 'DECLINED'],
  ['it is a refund', { isRefund: true, authorizedMinor: 0n, clearedMinor: 500n, isOver: true }, 'REFUND'],
  ['it is a refund that was declined', { isRefund: true, approved: false }, 'REFUND'],
])('where %s, the client reads its status', (_, of, status) => {
  expect(statusOf({ ...sums(of), isRefund: of.isRefund ?? false })).toBe(status);
});
