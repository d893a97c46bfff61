import { expect, test } from 'vitest';
import {
  type Access,
  appliedThen,
  coolingOffAllowance,
  coolingOffOf,
  judgeOutflows,
  waitsUntil,
} from './cooling-off.ts';

const now = new Date('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const calm: Access = {
  enabled: { passkey: true, totp: true, sms: true, email: true },
  since: { passkey: hoursAgo(1000), totp: hoursAgo(900), sms: null, email: null },
  lost: [],
  changes: [hoursAgo(1000), hoursAgo(900)],
};
const changed = (access: Partial<Access>, ...hours: number[]): Access => ({
  ...calm,
  ...access,
  changes: [...calm.changes, ...hours.map(hoursAgo)],
});
const since = (kinds: Partial<Access['since']>) => ({ since: { ...calm.since, ...kinds } });
const only = (...kinds: ReadonlyArray<keyof Access['enabled']>) => ({
  enabled: {
    passkey: kinds.includes('passkey'),
    totp: kinds.includes('totp'),
    sms: kinds.includes('sms'),
    email: kinds.includes('email'),
  },
});

test.each<[string, Access, Date, string | undefined]>([
  ['nothing has changed', calm, hoursAgo(0), undefined],
  ['the change is a day old', changed({}, 24), hoursAgo(1), undefined],
  ['the payee is older than the change', changed({}, 2), hoursAgo(3), undefined],
  ['of two changes the payee is older than the second only', changed({}, 20, 2), hoursAgo(3), 'passkey'],
  ['after a reset the strongest factor', changed({}, 2), hoursAgo(1), 'passkey'],
  ['a payee added at the same time is newer', changed({}, 2), hoursAgo(2), 'passkey'],
  ['a new passkey does not confirm', changed(since({ passkey: hoursAgo(2) }), 2), hoursAgo(1), 'totp'],
  ['nor one newer than another change', changed(since({ passkey: hoursAgo(1) }), 2, 1), hoursAgo(1), 'totp'],
  ['a passkey beside an older one', changed({}, 1), hoursAgo(0), 'passkey'],
  [
    'another email, and SMS',
    changed({ ...only('sms', 'email'), ...since({ email: hoursAgo(3) }) }, 3),
    hoursAgo(1),
    'sms',
  ],
  ['with email alone a reset leaves email', changed(only('email'), 1), hoursAgo(0), 'email'],
  [
    'no older factor is left',
    changed({ ...only('email'), ...since({ email: hoursAgo(1) }) }, 1),
    hoursAgo(0),
    'none',
  ],
  [
    'the strongest is removed after the change',
    changed(
      { ...only('totp', 'email'), lost: [{ kind: 'passkey', since: hoursAgo(1000), lostAt: hoursAgo(1) }] },
      2,
    ),
    hoursAgo(0),
    'none',
  ],
  [
    'the strongest was removed before it',
    changed({ ...only('totp', 'email'), lost: [{ kind: 'passkey', since: null, lostAt: hoursAgo(3) }] }, 2),
    hoursAgo(0),
    'totp',
  ],
  [
    'the change itself replaced a number',
    changed(
      {
        ...only('sms', 'email'),
        ...since({ sms: hoursAgo(2) }),
        lost: [{ kind: 'sms', since: null, lostAt: hoursAgo(2) }],
      },
      2,
    ),
    hoursAgo(0),
    'email',
  ],
])('%s', (_name, access, payeeSince, expected) => {
  const rule = coolingOffOf(access, payeeSince, now);
  expect(rule && (rule.method ?? 'none')).toBe(expected);
});

test.each([
  [20, 2, 9],
  [2, 9, 20],
])(
  'it ends a day after the last change, and requires factors older than the first, in any order',
  (...hours) => {
    expect(coolingOffOf(changed({}, ...hours), hoursAgo(1), now)).toMatchObject({
      before: hoursAgo(20),
      endsAt: hoursAgo(-22),
    });
  },
);

test.each<[string, bigint, bigint[], string]>([
  ['the whole allowance', 0n, [coolingOffAllowance], 'allowance'],
  ['a cent more', 0n, [coolingOffAllowance + 1n], 'older_factor'],
  ['earlier payments count', 1n, [coolingOffAllowance], 'older_factor'],
  ['payments that are confirmed together are added up', 0n, [coolingOffAllowance, 1n], 'older_factor'],
])('%s: %s cents paid', (_name, spentMinor, worths, kind) => {
  const person = { access: changed({}, 2), now, spentMinor };
  const outflows = worths.map((worthMinor) => ({ knownSince: hoursAgo(1), worthMinor }));
  expect(judgeOutflows(person, outflows).kind).toBe(kind);
  const known = outflows.map((each) => ({ ...each, knownSince: hoursAgo(3) }));
  expect(judgeOutflows(person, known).kind).toBe('free');
});

test('the allowance is 50.00 euro', () => {
  expect(coolingOffAllowance).toBe(5_000n);
});

const paying = (knownHoursAgo: number, worthMinor: bigint) => ({
  knownSince: hoursAgo(knownHoursAgo),
  worthMinor,
});

test('only payments to payees that are newer than the change count', () => {
  const person = { access: changed({}, 2), now, spentMinor: 0n };
  expect(judgeOutflows(person, [paying(1, 2_000n), paying(3, 9_000n), paying(0, 3_000n)])).toEqual({
    kind: 'allowance',
    worthMinor: 5_000n,
  });
  expect(judgeOutflows(person, [paying(3, 9_000n), paying(1, 5_001n)])).toEqual({
    kind: 'older_factor',
    coolingOff: { before: hoursAgo(2), method: 'passkey', endsAt: hoursAgo(-22) },
  });
});

test('nothing is required of someone whose access has not changed, or who pays nothing', () => {
  expect(judgeOutflows(undefined, [paying(1, 9_000n)])).toEqual({ kind: 'free' });
  expect(judgeOutflows({ access: changed({}, 2), now, spentMinor: 5_000n }, [])).toEqual({ kind: 'free' });
});

test.each<[string, Access, Date, Date, boolean]>([
  ['a change before it', changed({}, 5), hoursAgo(4), hoursAgo(3), true],
  ['a change at its moment', changed({}, 3), hoursAgo(3), hoursAgo(3), true],
  ['a change after it', changed({}, 2), hoursAgo(4), hoursAgo(3), false],
  ['a change after it, and a payee that is newer still', changed({}, 2), hoursAgo(1), hoursAgo(3), false],
  ['a change a day before it', changed({}, 27), hoursAgo(4), hoursAgo(3), false],
  ['a change within the day before it', changed({}, 26), hoursAgo(4), hoursAgo(3), true],
  ['a payee from before the change', changed({}, 5), hoursAgo(6), hoursAgo(3), false],
])(
  'of a payment that was confirmed, with %s cooling-off applied: %s',
  (_, access, payeeSince, at, expected) => {
    expect(appliedThen(access, payeeSince, at)).toBe(expected);
  },
);

const noneLeft = { ...only('email'), ...since({ email: hoursAgo(1) }) };
test.each<[string, Access, Date, Date | undefined]>([
  ['an older factor is left', changed({}, 2), hoursAgo(1), undefined],
  ['no older factor is left', changed(noneLeft, 1), hoursAgo(0), hoursAgo(-23)],
  ['no factor is left, and the payee is older', changed(noneLeft, 1), hoursAgo(2), undefined],
  ['nothing has changed', calm, hoursAgo(0), undefined],
])('larger payments wait only if no factor can confirm them: %s', (_, access, payeeSince, until) => {
  expect(waitsUntil(access, payeeSince, now)).toEqual(until);
});

test('a factor as old as the change, or given up at that moment, does not count', () => {
  const atOnce = { ...only('totp', 'email'), ...since({ totp: hoursAgo(2) }) };
  expect(coolingOffOf(changed(atOnce, 2), hoursAgo(1), now)?.method).toBe('email');
  const gaveUp = (kind: 'passkey' | 'totp', sinceHours: number, lostHours: number) =>
    changed(
      { ...only('email'), lost: [{ kind, since: hoursAgo(sinceHours), lostAt: hoursAgo(lostHours) }] },
      2,
    );
  expect(coolingOffOf(gaveUp('totp', 9, 2), hoursAgo(1), now)?.method).toBe('email');
  expect(coolingOffOf(gaveUp('totp', 2, 1), hoursAgo(1), now)?.method).toBe('email');
  expect(coolingOffOf(gaveUp('totp', 9, 1), hoursAgo(1), now)?.method).toBeUndefined();
});

test('giving up a weaker factor leaves the strongest', () => {
  const lost = [{ kind: 'sms' as const, since: null, lostAt: hoursAgo(1) }];
  expect(coolingOffOf(changed({ ...only('totp', 'email'), lost }, 2), hoursAgo(1), now)?.method).toBe('totp');
});
