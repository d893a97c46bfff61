/** What can be done about a person in each state. Pure. */
import type { StaffRole, StaffState } from '@calmly/contract/staff';

export type PersonAct = 'roles' | 'suspend' | 'reinstate' | 'renew_access' | 'leave' | 'end_sessions';

const acts: Readonly<Record<StaffState, readonly PersonAct[]>> = {
  INVITED: ['roles', 'renew_access', 'leave'],
  ACTIVE: ['roles', 'renew_access', 'end_sessions', 'suspend', 'leave'],
  SUSPENDED: ['reinstate', 'roles', 'leave'],
  LEFT: [],
};

/** Nobody acts on themselves: another administrator does. */
export const actsOn = (state: StaffState, isReader: boolean): readonly PersonAct[] =>
  isReader ? [] : acts[state];

/** Whether both are the same roles, in whatever order. */
export const areSameRoles = (one: readonly StaffRole[], other: readonly StaffRole[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role));
