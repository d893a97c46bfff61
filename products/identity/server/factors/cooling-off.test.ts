import { expect, test } from 'vitest';
import { type Access, coolingOffAllowance, coolingOffOf, judgeOutflows } from './cooling-off.ts';

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

test('it ends a day after the last change, and requires factors older than the first', () => {
  expect(coolingOffOf(changed({}, 20, 2), hoursAgo(1), now)).toMatchObject({
    before: hoursAgo(20),
    endsAt: hoursAgo(-22),
  });
});

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
