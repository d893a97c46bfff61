/**
 * The route guards of the specification (sections 2, 4, 6) as one table. Pure. Rules are checked in order; the first that applies names
 * the target. If none applies, the screen opens. The server enforces the same rules.
 * Order: authenticated, draftState, verifiedSMS, verifiedAccount, present; `guest`, `kycFinished` and `index` apply to the screens that
 * need them. `logout` and `mail-link` are always open: signing out must work in every state, and a link from an email opens in any browser,
 * with any user signed in. The end of an application's request (`oauth-result`) is open too.
 */
import type { Client } from '@calmly/contract';

/** The kind of a route, as far as guards distinguish them. */
export type RouteKind =
  | 'index'
  | 'guest'
  | 'logout'
  | 'mail-link'
  | 'oauth-result'
  | 'onboarding'
  | 'phone-verification'
  | 'create-account'
  | 'profile'
  | 'new-payment'
  | 'new-beneficiary'
  | 'screen';

export interface Visitor {
  readonly state: Client['state'];
  readonly accountType: string | null;
  readonly role: string;
  readonly rights: Client['rights'];
  /** The current main terms are accepted. */
  readonly termsAccepted: boolean;
}

export type Destination =
  | '/login'
  | '/dashboard'
  | '/account-profile'
  | '/onboarding'
  | '/phone-verification'
  | '/create-account';

interface Rule {
  readonly guard: string;
  /** `undefined` is a visitor who is not signed in. */
  readonly when: (route: RouteKind, visitor: Visitor | undefined) => boolean;
  readonly to: Destination;
}

const alwaysOpen: ReadonlySet<RouteKind> = new Set(['logout', 'mail-link', 'oauth-result']);
const entryRoutes: ReadonlySet<RouteKind> = new Set(['onboarding', 'phone-verification', 'create-account']);
const beginnings: ReadonlySet<Client['state']> = new Set(['DRAFT', 'EMAIL_CONFIRMED', 'SMS_CONFIRMED']);

export const rules: readonly Rule[] = [
  {
    guard: 'authenticated',
    when: (route, visitor) => !visitor && route !== 'guest',
    to: '/login',
  },
  {
    guard: 'draftState',
    when: (route, visitor) => visitor?.state === 'DRAFT' && route !== 'onboarding',
    to: '/onboarding',
  },
  {
    guard: 'draftState',
    when: (route, visitor) => visitor?.state === 'EMAIL_CONFIRMED' && route !== 'phone-verification',
    to: '/phone-verification',
  },
  {
    guard: 'verifiedSMS',
    when: (route, visitor) => visitor?.state === 'SMS_CONFIRMED' && route !== 'create-account',
    to: '/create-account',
  },
  {
    guard: 'guest',
    when: (route, visitor) => visitor !== undefined && route === 'guest',
    to: '/account-profile',
  },
  {
    guard: 'verifiedAccount',
    when: (route, visitor) =>
      visitor !== undefined &&
      !beginnings.has(visitor.state) &&
      visitor.state !== 'ACTIVE' &&
      route !== 'profile',
    to: '/account-profile',
  },
  {
    guard: 'verifiedAccount',
    when: (route, visitor) => visitor?.state === 'ACTIVE' && !visitor.termsAccepted && route !== 'profile',
    to: '/account-profile',
  },
  {
    guard: 'kycFinished',
    when: (route, visitor) =>
      visitor?.state === 'ACTIVE' && visitor.accountType !== null && entryRoutes.has(route),
    to: '/dashboard',
  },
  {
    guard: 'index',
    when: (route) => route === 'index',
    to: '/dashboard',
  },
  {
    guard: 'present',
    when: (route, visitor) =>
      route === 'new-payment' && isMember(visitor) && !visitor?.rights.can_request_trans,
    to: '/account-profile',
  },
  {
    guard: 'present',
    when: (route, visitor) =>
      route === 'new-beneficiary' && isMember(visitor) && !visitor?.rights.can_create_benef,
    to: '/account-profile',
  },
];

/** A user of a company who is not its administrator: only these need rights. */
function isMember(visitor: Visitor | undefined): boolean {
  return visitor?.role === 'LEGAL' && !visitor.rights.is_boss;
}

/** Where a visitor of this route is redirected; undefined if the screen opens. */
export function destinationOf(
  route: RouteKind,
  visitor: Visitor | undefined,
  table: readonly Rule[] = rules,
): Destination | undefined {
  if (alwaysOpen.has(route)) return undefined;
  return table.find((rule) => rule.when(route, visitor))?.to;
}
