import type { Client, Rights } from '@calmly/contract';
import { clientStates } from '@calmly/contract';
import { describe, expect, it } from 'vitest';
import { type Destination, destinationOf, type RouteKind, rules, type Visitor } from './guards.ts';

const noRights: Rights = {
  is_boss: false,
  can_request_trans: false,
  can_approve: false,
  can_create_benef: false,
  can_plast_view: false,
  can_plast_perform: false,
  can_view_documents: false,
  can_view_statements: false,
  can_view_confidential: false,
};
const active: Visitor = {
  state: 'ACTIVE',
  accountType: 'personal',
  role: 'CLIENT',
  rights: noRights,
  termsAccepted: true,
};

const routes: readonly RouteKind[] = [
  'index',
  'guest',
  'logout',
  'mail-link',
  'onboarding',
  'phone-verification',
  'create-account',
  'profile',
  'new-payment',
  'new-beneficiary',
  'screen',
];
const yesNo = [true, false] as const;

/** Every kind of visitor that the rules distinguish; first a visitor without a session. */
const visitors: readonly (Visitor | undefined)[] = [
  undefined,
  ...clientStates.flatMap((state) =>
    ['personal', null].flatMap((accountType) =>
      ['CLIENT', 'LEGAL'].flatMap((role) =>
        yesNo.flatMap((is_boss) =>
          yesNo.flatMap((can_request_trans) =>
            yesNo.flatMap((can_create_benef) =>
              yesNo.map((termsAccepted) => ({
                state,
                accountType,
                role,
                rights: { ...noRights, is_boss, can_request_trans, can_create_benef },
                termsAccepted,
              })),
            ),
          ),
        ),
      ),
    ),
  ),
];

/** The home of each early state, and the only screen it may open. */
const homes: Partial<Record<Client['state'], readonly [RouteKind, Destination]>> = {
  DRAFT: ['onboarding', '/onboarding'],
  EMAIL_CONFIRMED: ['phone-verification', '/phone-verification'],
  SMS_CONFIRMED: ['create-account', '/create-account'],
};

/** The specification once more, by visitor instead of by guard: the required result of each cell of the table. */
function expected(route: RouteKind, visitor: Visitor | undefined): Destination | undefined {
  if (route === 'logout' || route === 'mail-link') return undefined;
  if (!visitor) return route === 'guest' ? undefined : '/login';
  const home = homes[visitor.state];
  if (home) return route === home[0] ? undefined : home[1];
  if (route === 'profile') return undefined;
  if (route === 'guest' || visitor.state !== 'ACTIVE' || !visitor.termsAccepted) return '/account-profile';
  switch (route) {
    case 'index':
      return '/dashboard';
    case 'onboarding':
    case 'phone-verification':
    case 'create-account':
      return visitor.accountType ? '/dashboard' : undefined;
    case 'new-payment':
    case 'new-beneficiary': {
      const right = route === 'new-payment' ? 'can_request_trans' : 'can_create_benef';
      const may = visitor.role !== 'LEGAL' || visitor.rights.is_boss || visitor.rights[right];
      return may ? undefined : '/account-profile';
    }
    default:
      return undefined;
  }
}

const cells = visitors.flatMap((visitor) => routes.map((route) => ({ visitor, route })));

describe('route guards', () => {
  it('answer every cell of state, account type, role, rights, terms and route as the specification does', () => {
    const wrong = cells.filter(
      ({ route, visitor }) => destinationOf(route, visitor) !== expected(route, visitor),
    );
    expect(cells).toHaveLength((8 * 2 * 2 * 2 * 2 * 2 * 2 + 1) * routes.length);
    expect(wrong).toEqual([]);
  });

  it.each(rules.map((rule, index) => [`${rule.guard} to ${rule.to} (${index})`, rule] as const))(
    'need the rule %s: without it some cell is wrong',
    (_, rule) => {
      const without = rules.filter((other) => other !== rule);
      expect(
        cells.some(
          ({ route, visitor }) => destinationOf(route, visitor, without) !== expected(route, visitor),
        ),
      ).toBe(true);
    },
  );

  it('never redirect in a circle', () => {
    const kindOf: Record<Destination, RouteKind> = {
      '/login': 'guest',
      '/dashboard': 'screen',
      '/account-profile': 'profile',
      '/onboarding': 'onboarding',
      '/phone-verification': 'phone-verification',
      '/create-account': 'create-account',
    };
    for (const { route, visitor } of cells) {
      const first = destinationOf(route, visitor);
      const second = first && destinationOf(kindOf[first], visitor);
      const third = second && destinationOf(kindOf[second], visitor);
      expect(third, `${route} ${JSON.stringify(visitor)}`).toBeUndefined();
    }
  });

  it.each<[string, RouteKind, Visitor | undefined, Destination | undefined]>([
    ['a visitor opens a screen', 'screen', undefined, '/login'],
    ['a visitor opens the sign-in page', 'guest', undefined, undefined],
    ['a visitor opens a link from an email', 'mail-link', undefined, undefined],
    ['a draft opens a link from an email', 'mail-link', { ...active, state: 'DRAFT' }, undefined],
    ['a draft logs out', 'logout', { ...active, state: 'DRAFT' }, undefined],
    ['a draft opens a screen', 'screen', { ...active, state: 'DRAFT' }, '/onboarding'],
    ['a phone is confirmed', 'screen', { ...active, state: 'SMS_CONFIRMED' }, '/create-account'],
    ['an active client opens the sign-in page', 'guest', active, '/account-profile'],
    ['an active client opens account creation', 'create-account', active, '/dashboard'],
    ['a client waits for verification', 'screen', { ...active, state: 'CREATED' }, '/account-profile'],
    ['terms are not accepted', 'screen', { ...active, termsAccepted: false }, '/account-profile'],
    ['a member without the right pays', 'new-payment', { ...active, role: 'LEGAL' }, '/account-profile'],
    ['a person needs no right to pay', 'new-payment', active, undefined],
  ])('%s', (_, route, visitor, destination) => {
    expect(destinationOf(route, visitor)).toBe(destination);
  });
});
