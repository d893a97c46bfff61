import { describe, expect, it } from 'vitest';
import { type Destination, destinationOf, type RouteKind, type Visitor } from './guards.ts';

const rights = {
  is_boss: false,
  can_request_trans: false,
  can_create_benef: false,
  can_plast_view: false,
  can_plast_perform: false,
};
const active: Visitor = {
  state: 'ACTIVE',
  accountType: 'PERSONAL',
  role: 'CLIENT',
  rights,
  termsAccepted: true,
};
const member: Visitor = { ...active, role: 'LEGAL' };

const rows: [string, RouteKind, Visitor | undefined, Destination | undefined][] = [
  ['nobody opens a screen', 'screen', undefined, '/login'],
  ['nobody opens the index', 'index', undefined, '/login'],
  ['nobody opens the sign-in page', 'guest', undefined, undefined],
  ['nobody logs out', 'logout', undefined, undefined],
  ['an active client opens a screen', 'screen', active, undefined],
  ['an active client opens the index', 'index', active, '/dashboard'],
  ['an active client opens the sign-in page', 'guest', active, '/account-profile'],
  ['an active client opens onboarding', 'onboarding', active, '/dashboard'],
  ['an active client opens account creation', 'create-account', active, '/dashboard'],
  ['a draft opens a screen', 'screen', { ...active, state: 'DRAFT' }, '/onboarding'],
  ['a draft opens the sign-in page', 'guest', { ...active, state: 'DRAFT' }, '/onboarding'],
  ['a draft opens onboarding', 'onboarding', { ...active, state: 'DRAFT' }, undefined],
  ['a draft logs out', 'logout', { ...active, state: 'DRAFT' }, undefined],
  ['an e-mail is confirmed', 'screen', { ...active, state: 'EMAIL_CONFIRMED' }, '/phone-verification'],
  ['a phone is confirmed', 'screen', { ...active, state: 'SMS_CONFIRMED' }, '/create-account'],
  [
    'a phone is confirmed, on account creation',
    'create-account',
    { ...active, state: 'SMS_CONFIRMED' },
    undefined,
  ],
  ['a phone is confirmed, logging out', 'logout', { ...active, state: 'SMS_CONFIRMED' }, undefined],
  ['a client waits for verification', 'screen', { ...active, state: 'CREATED' }, '/account-profile'],
  ['a client waits for verification, on the profile', 'profile', { ...active, state: 'CREATED' }, undefined],
  ['a client was declined', 'new-payment', { ...active, state: 'KYC_DECLINED' }, '/account-profile'],
  ['a client is blocked', 'index', { ...active, state: 'BLOCKED' }, '/account-profile'],
  ['terms are not accepted', 'screen', { ...active, termsAccepted: false }, '/account-profile'],
  ['terms are not accepted, on the profile', 'profile', { ...active, termsAccepted: false }, undefined],
  ['a member without the right pays', 'new-payment', member, '/account-profile'],
  [
    'a member with the right pays',
    'new-payment',
    { ...member, rights: { ...rights, can_request_trans: true } },
    undefined,
  ],
  ['a boss pays', 'new-payment', { ...member, rights: { ...rights, is_boss: true } }, undefined],
  ['a member without the right adds a payee', 'new-beneficiary', member, '/account-profile'],
  [
    'a member with the right adds a payee',
    'new-beneficiary',
    { ...member, rights: { ...rights, can_create_benef: true } },
    undefined,
  ],
  ['a person needs no right to pay', 'new-payment', active, undefined],
];

describe('route guards', () => {
  it.each(rows)('%s', (_, route, visitor, expected) => {
    expect(destinationOf(route, visitor)).toBe(expected);
  });

  it('never sends anyone in a circle', () => {
    const kindOf: Record<Destination, RouteKind> = {
      '/login': 'guest',
      '/dashboard': 'screen',
      '/account-profile': 'profile',
      '/onboarding': 'onboarding',
      '/phone-verification': 'phone-verification',
      '/create-account': 'create-account',
    };
    for (const [, route, visitor] of rows) {
      let at: RouteKind = route;
      let steps = 0;
      for (let to = destinationOf(at, visitor); to; to = destinationOf(at, visitor)) {
        at = kindOf[to];
        steps += 1;
        expect(steps).toBeLessThan(4);
      }
    }
  });
});
