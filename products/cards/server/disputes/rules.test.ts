/** What can be disputed, and the effect of refunds and outcomes on a dispute; amounts in cents. Source: products/cards/README.md, "Disputes". */
import { expect, test } from 'vitest';
import type { StoredDispute } from './dispute-store.ts';
import {
  afterLateRefund,
  afterOutcome,
  afterRefund,
  type DisputeFacts,
  disputableOf,
  disputeDaysOf,
  isSettled,
  isUnderWay,
  mayDispute,
} from './rules.ts';

const now = new Date('2026-11-23T10:00:00Z');
const dispute = (more: Partial<StoredDispute> = {}): StoredDispute => ({
  id: 'd',
  clientId: 'c',
  cardId: 'card',
  authorizationId: 'p',
  status: 'OPEN',
  reason: 'not_received' as never,
  text: '',
  amountMinor: 1000n,
  reversedMinor: 0n,
  documentIds: [],
  openedBy: 'clara',
  openedAt: now,
  closedAt: null,
  ...more,
});
const statuses = ['OPEN', 'IN_REVIEW', 'WON', 'LOST', 'REFUNDED', 'WITHDRAWN'] as const;

test('a dispute is under way while open or in review, and settled once the client has the money', () => {
  expect(statuses.filter((status) => isUnderWay({ status }))).toEqual(['OPEN', 'IN_REVIEW']);
  expect(statuses.filter((status) => isSettled({ status }))).toEqual(['WON', 'REFUNDED']);
});

test('the cardholder may dispute a payment, and so may anyone with the right to change cards', () => {
  const member = (personId: string, more: object = {}) =>
    ({ personId, role: 'LEGAL', rights: { is_boss: false, can_plast_perform: false, ...more } }) as never;
  const may = (actor: never) => mayDispute({ holderId: 'clara' }, actor);
  expect(may(member('clara'))).toBe(true);
  expect(may(member('tom'))).toBe(false);
  expect(may(member('tom', { can_plast_perform: true }))).toBe(true);
});

type Change = Omit<Partial<DisputeFacts>, 'payment' | 'card'> & {
  readonly payment?: Partial<DisputeFacts['payment']>;
  readonly atProcessor?: boolean;
};
const disputable = ({ payment, atProcessor = false, ...more }: Change) =>
  disputableOf({
    card: { atProcessor },
    payment: { isRefund: false, disputeId: null, clearedMinor: 1000n, day: '2026-08-01', ...payment },
    refundedMinor: 0n,
    last: undefined,
    today: '2026-11-23',
    ...more,
  });
const until = '2026-11-29';

test.each<[string, Change, ReturnType<typeof disputable>]>([
  ['collected', {}, { mostMinor: 1000n, until }],
  ['refunded in part', { refundedMinor: 400n }, { mostMinor: 600n, until }],
  ['refunded in full', { refundedMinor: 1000n }, { refusal: 'dispute_not_possible' }],
  ['not collected yet', { payment: { clearedMinor: 0n } }, { refusal: 'dispute_not_possible' }],
  ['that is a refund', { payment: { isRefund: true } }, { refusal: 'dispute_not_possible' }],
  ['of a dispute', { payment: { disputeId: 'd' } }, { refusal: 'dispute_not_possible' }],
  ['disputed already', { last: { status: 'OPEN' } }, { refusal: 'dispute_exists' }],
  ['whose dispute was lost', { last: { status: 'LOST' } }, { refusal: 'dispute_exists' }],
  ['whose dispute was withdrawn', { last: { status: 'WITHDRAWN' } }, { mostMinor: 1000n, until }],
  ['120 days ago', { today: until }, { mostMinor: 1000n, until }],
  ['121 days ago', { today: '2026-11-30' }, { refusal: 'dispute_too_late' }],
  [
    '110 days ago at the processor',
    { atProcessor: true, today: '2026-11-19' },
    { mostMinor: 1000n, until: '2026-11-19' },
  ],
  [
    '111 days ago at the processor',
    { atProcessor: true, today: '2026-11-20' },
    { refusal: 'dispute_too_late' },
  ],
])('a payment %s', (_case, change, expected) => {
  expect(disputable(change)).toEqual(expected);
});

test('a payment is disputed within 120 days, with Stripe within 110', () => {
  expect([disputeDaysOf({ atProcessor: false }), disputeDaysOf({ atProcessor: true })]).toEqual([120, 110]);
});

test.each<[string, Partial<StoredDispute>, bigint, Partial<StoredDispute> | undefined]>([
  ['leaves as much as is disputed', {}, 1000n, undefined],
  ['leaves less', {}, 999n, { amountMinor: 999n }],
  ['leaves nothing', {}, 0n, { status: 'REFUNDED', closedAt: now }],
  ['comes while the bank looks at it', { status: 'IN_REVIEW' }, 1n, { status: 'IN_REVIEW', amountMinor: 1n }],
  ['comes after a decision', { status: 'LOST' }, 0n, undefined],
  ['comes after a withdrawal', { status: 'WITHDRAWN' }, 0n, undefined],
])('a refund that %s', (_case, before, leftMinor, after) => {
  expect(afterRefund(dispute(before), leftMinor, now)).toEqual(after && dispute({ ...before, ...after }));
});

test.each<
  [string, Partial<StoredDispute>, Parameters<typeof afterOutcome>[1], Partial<StoredDispute> | undefined]
>([
  [
    'lost',
    {},
    { outcome: 'lost', paidMinor: undefined, leftMinor: 1000n },
    { status: 'LOST', closedAt: now },
  ],
  [
    'lost after a withdrawal',
    { status: 'WITHDRAWN' },
    { outcome: 'lost', paidMinor: undefined, leftMinor: 1000n },
    undefined,
  ],
  [
    'lost after it was won',
    { status: 'WON' },
    { outcome: 'lost', paidMinor: undefined, leftMinor: 1000n },
    undefined,
  ],
  [
    'won',
    {},
    { outcome: 'won', paidMinor: undefined, leftMinor: 5000n },
    { status: 'WON', amountMinor: 1000n, closedAt: now },
  ],
  [
    'won in part',
    {},
    { outcome: 'won', paidMinor: 400n, leftMinor: 5000n },
    { status: 'WON', amountMinor: 400n, closedAt: now },
  ],
  [
    'won beyond what is disputed',
    {},
    { outcome: 'won', paidMinor: 1400n, leftMinor: 5000n },
    { status: 'WON', amountMinor: 1000n, closedAt: now },
  ],
  [
    'won after a refund in part',
    {},
    { outcome: 'won', paidMinor: 1000n, leftMinor: 300n },
    { status: 'WON', amountMinor: 300n, closedAt: now },
  ],
  ['won after a refund in full', {}, { outcome: 'won', paidMinor: 1000n, leftMinor: 0n }, undefined],
  [
    'won by a cent',
    {},
    { outcome: 'won', paidMinor: 1n, leftMinor: 1000n },
    { status: 'WON', amountMinor: 1n, closedAt: now },
  ],
  [
    'won after a withdrawal',
    { status: 'WITHDRAWN' },
    { outcome: 'won', paidMinor: undefined, leftMinor: 1000n },
    { status: 'WON', closedAt: now },
  ],
  [
    'won after it was lost',
    { status: 'LOST' },
    { outcome: 'won', paidMinor: undefined, leftMinor: 1000n },
    { status: 'WON', closedAt: now },
  ],
  ['won twice', { status: 'WON' }, { outcome: 'won', paidMinor: undefined, leftMinor: 1000n }, undefined],
])('a dispute that is %s', (_case, before, outcome, after) => {
  expect(afterOutcome(dispute(before), outcome, now)).toEqual(after && dispute({ ...before, ...after }));
});

test.each([
  ['a part', { reversedMinor: 0n }, 400n, { status: 'WON', reversedMinor: 400n }, 400n],
  ['all of it', { reversedMinor: 0n }, 1000n, { status: 'REFUNDED', reversedMinor: 1000n }, 1000n],
  ['more than it was', { reversedMinor: 0n }, 1500n, { status: 'REFUNDED', reversedMinor: 1000n }, 1000n],
  ['the rest', { reversedMinor: 700n }, 400n, { status: 'REFUNDED', reversedMinor: 1000n }, 300n],
] as const)('a late refund takes back %s of the credit', (_case, before, overMinor, after, takenMinor) => {
  const won = dispute({ status: 'WON', ...before });
  expect(afterLateRefund(won, overMinor)).toEqual({ dispute: { ...won, ...after }, takenMinor });
});
