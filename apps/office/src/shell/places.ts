/** The places of the navigation that the signed-in person's roles may see. */
import { listStaff, type StaffEndpoint, type StaffRole } from '@calmly/contract/staff';
import { getSession } from '@calmly/products/office/office/session/state.ts';

export interface Place {
  readonly name: 'work' | 'inbox' | 'proposals' | 'people' | 'audit';
  readonly to: string;
  /** After `g`. */
  readonly key: string;
  readonly roles: StaffEndpoint['roles'];
}

export const allPlaces: readonly Place[] = [
  { name: 'work', to: '/work', key: 'w', roles: 'all' },
  { name: 'inbox', to: '/inbox', key: 'i', roles: 'all' },
  { name: 'proposals', to: '/proposals', key: 'p', roles: 'all' },
  { name: 'people', to: '/people', key: 's', roles: listStaff.roles },
  { name: 'audit', to: '/audit', key: 'a', roles: 'all' },
];

export const placesFor = (roles: readonly StaffRole[]): readonly Place[] =>
  allPlaces.filter(
    ({ roles: seenBy }) => typeof seenBy === 'string' || roles.some((role) => seenBy.includes(role)),
  );

/** Of the signed-in person. */
export function placesOf(): readonly Place[] {
  const session = getSession();
  return session && session !== 'unknown' ? placesFor(session.person.roles) : [];
}
