import { type DeclineReason, declineReasons } from '@calmly/contract';
import type { AuthorizationRequest } from '@calmly/providers/issuer/issuer.ts';
import { paymentWith, plainCard } from '@calmly/server/test/support/cards.ts';
import { expect, test } from 'vitest';
import type { Controls, StoredCard } from '../../card.ts';
import { declineReasonOf, type Facts } from './decide.ts';

const at = new Date('2026-11-23T10:00:00Z');
const card: StoredCard = {
  ...plainCard,
  id: '00000000-0000-7000-8000-000000000001',
  clientId: '00000000-0000-7000-8000-000000000002',
  accountId: '00000000-0000-7000-8000-000000000003',
  holderId: '00000000-0000-7000-8000-000000000004',
  expiresOn: '2026-11-30',
  createdAt: at,
  updatedAt: at,
};
const facts: Facts = {
  card,
  today: '2026-11-23',
  isPaymentOver: false,
  isUsed: false,
  isClientActive: true,
  isHolderActive: true,
  amountMinor: 1_000n,
  addedMinor: 1_000n,
  earlierMinor: 0n,
  spent: { dayMinor: 0n, weekMinor: 0n, monthMinor: 0n, totalMinor: 0n },
  availableMinor: 1_000n,
};

const request = paymentWith(card).ask('10.00');
type Change = Partial<Omit<Facts, 'card'>> & {
  readonly card?: Partial<StoredCard>;
  readonly controls?: Partial<Omit<Controls, 'limits'>> & { readonly limits?: Partial<Controls['limits']> };
  readonly request?: Partial<AuthorizationRequest>;
};

function decided(changes: readonly Change[]): DeclineReason | undefined {
  let asked: AuthorizationRequest = request;
  let all: Facts = facts;
  for (const { card: ofCard, controls, request: ofRequest, ...rest } of changes) {
    asked = { ...asked, ...ofRequest, checks: { ...asked.checks, ...ofRequest?.checks } };
    const limits = { ...all.card.controls.limits, ...controls?.limits };
    const changed = { ...all.card, ...ofCard, controls: { ...all.card.controls, ...controls, limits } };
    all = { ...all, ...rest, card: changed };
  }
  return declineReasonOf(asked, all);
}

const limit = (name: keyof Controls['limits']): Change => ({ controls: { limits: { [name]: '9.99' } } });
const mismatch = (name: 'securityCode' | 'expiry' | 'pin'): Change => ({
  request: { checks: { [name]: 'mismatch' } as never },
});

/** The single cause of each reason. Causes by status exclude each other, and so do the channels. */
const causes: Partial<Record<DeclineReason, Change>> = {
  card_closed: { card: { status: 'CLOSED' } },
  card_expired: { card: { expiresOn: '2026-10-31' } },
  card_not_active: { card: { status: 'ORDERED' } },
  card_blocked: { card: { status: 'BLOCKED' } },
  card_locked: { card: { status: 'LOCKED' } },
  card_used_up: { card: { isSingleUse: true }, isUsed: true },
  client_inactive: { isClientActive: false },
  wrong_security_code: mismatch('securityCode'),
  wrong_expiry: mismatch('expiry'),
  wrong_pin: mismatch('pin'),
  pin_tries: { ...mismatch('pin'), card: { pinTries: 2 } },
  payment_over: { isPaymentOver: true },
  amount_invalid: { amountMinor: -1n },
  currency_not_supported: { amountMinor: undefined },
  online_off: { request: { channel: 'ONLINE' }, controls: { online: false } },
  contactless_off: { request: { channel: 'CONTACTLESS' }, controls: { contactless: false } },
  cash_off: { request: { channel: 'CASH' }, controls: { cash: false } },
  abroad_off: {
    request: { merchant: { name: 'Migros', city: 'Basel', country: 'CH', mcc: '5411' } },
    controls: { abroad: false },
  },
  category_blocked: { controls: { categories: { mode: 'EXCEPT', items: ['groceries'] } } },
  country_blocked: { controls: { countries: { mode: 'ONLY', items: ['FI'] } } },
  limit_payment: limit('perPayment'),
  limit_day: limit('perDay'),
  limit_week: limit('perWeek'),
  limit_month: limit('perMonth'),
  limit_total: limit('inTotal'),
  insufficient_balance: { availableMinor: 999n },
};
/** `card_unknown` is decided before facts are loaded, `processor_declined` by the processor. */
const reasons = declineReasons.filter(
  (reason) => reason !== 'card_unknown' && reason !== 'processor_declined',
);

test('a payment that breaks no rule is approved', () => {
  expect(decided([])).toBeUndefined();
});

test.each(reasons)('%s has one cause', (reason) => {
  expect(decided([causes[reason] ?? {}])).toBe(reason);
});

const exclusive: ReadonlyArray<readonly DeclineReason[]> = [
  ['card_closed', 'card_not_active', 'card_blocked', 'card_locked'],
  ['wrong_pin', 'pin_tries'],
  ['amount_invalid', 'currency_not_supported'],
  ['online_off', 'contactless_off', 'cash_off'],
];
const together = (one: DeclineReason, other: DeclineReason) =>
  !exclusive.some((group) => group.includes(one) && group.includes(other));

test('of two causes the reason that the contract names first is given', () => {
  for (const [place, one] of reasons.entries())
    for (const other of reasons.slice(place + 1))
      if (together(one, other))
        expect(decided([causes[one] ?? {}, causes[other] ?? {}]), `${one} and ${other}`).toBe(one);
});

test('a card may be used on its last day, and on the last day of the client’s choice', () => {
  expect(decided([{ card: { expiresOn: '2026-11-23', validUntil: '2026-11-23' } }])).toBeUndefined();
  expect(decided([{ card: { validUntil: '2026-11-22' } }])).toBe('card_expired');
});

test('a limit may be reached to the cent', () => {
  const spent = { dayMinor: 500n, weekMinor: 500n, monthMinor: 500n, totalMinor: 500n };
  const controls = { limits: { perDay: '15.00' } };
  expect(decided([{ spent, controls }])).toBeUndefined();
  expect(decided([{ spent, controls, addedMinor: 1_001n, availableMinor: 2_000n }])).toBe('limit_day');
});

test.each([
  ['limit_day', 'perDay', 'dayMinor'],
  ['limit_week', 'perWeek', 'weekMinor'],
  ['limit_month', 'perMonth', 'monthMinor'],
  ['limit_total', 'inTotal', 'totalMinor'],
] as const)('%s counts what was spent in its own period only', (reason, name, period) => {
  const controls = { limits: { [name]: '25.00' } };
  const others = { dayMinor: 9_000n, weekMinor: 9_000n, monthMinor: 9_000n, totalMinor: 9_000n };
  expect(decided([{ controls, spent: { ...others, [period]: 1_500n } }])).toBeUndefined();
  expect(decided([{ controls, spent: { ...facts.spent, [period]: 1_501n } }])).toBe(reason);
});

test('the limit of a payment includes what is held or collected for it', () => {
  const controls = { limits: { perPayment: '15.00' } };
  expect(decided([{ controls, earlierMinor: 500n }])).toBeUndefined();
  expect(decided([{ controls, earlierMinor: 501n }])).toBe('limit_payment');
});

test('a country outside the EEA is abroad, and so is none', () => {
  const shopIn = (country: string | null): Change => ({
    request: { merchant: { name: 'Shop', city: null, country, mcc: '5999' } },
    controls: { abroad: false },
  });
  expect(['NO', 'DE', 'GB', null].map((country) => decided([shopIn(country)]))).toEqual([
    undefined,
    undefined,
    'abroad_off',
    'abroad_off',
  ]);
});

test('a recurring payment is one online, and a cash machine is cash however it is used', () => {
  expect(decided([{ request: { channel: 'RECURRING' }, controls: { online: false } }])).toBe('online_off');
  const machine = { name: 'Bank', city: 'Riga', country: 'LV', mcc: '6011' };
  expect(decided([{ request: { merchant: machine }, controls: { cash: false } }])).toBe('cash_off');
});

const allowing = (
  name: 'categories' | 'countries',
  mode: 'ALL' | 'ONLY' | 'EXCEPT',
  items: string[],
): Change => ({
  controls: { [name]: { mode, items } },
});

test.each<[string, Change]>([
  ['a single-use card that has not paid yet', { card: { isSingleUse: true } }],
  ['a card for many payments that has paid', { isUsed: true }],
  ['a shop’s check with nothing', { amountMinor: 0n, addedMinor: 0n }],
  ['a shop, where online is off', { controls: { online: false } }],
  ['a chip, where contactless is off', { request: { channel: 'CHIP' }, controls: { contactless: false } }],
  ['a shop, where cash is off', { controls: { cash: false } }],
  ['one of the only categories', allowing('categories', 'ONLY', ['groceries'])],
  ['none of the blocked categories', allowing('categories', 'EXCEPT', ['travel'])],
  ['a category that was blocked before all were allowed', allowing('categories', 'ALL', ['groceries'])],
  ['one of the only countries', allowing('countries', 'ONLY', ['EE'])],
  ['none of the blocked countries', allowing('countries', 'EXCEPT', ['FI'])],
])('approved: %s', (_, change) => {
  expect(decided([change])).toBeUndefined();
});

test.each<[DeclineReason, string, Change]>([
  ['category_blocked', 'none of the only categories', allowing('categories', 'ONLY', ['travel'])],
  ['country_blocked', 'a blocked country', allowing('countries', 'EXCEPT', ['EE'])],
])('%s: %s', (reason, _, change) => {
  expect(decided([change])).toBe(reason);
});
