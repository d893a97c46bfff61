/** Lifetimes and limits of the office, and what follows from a person's state. Pure. */
import type { StaffState } from '@calmly/contract/staff';

/** In seconds. */
export const sessionSeconds = 12 * 3600;
export const idleSeconds = 15 * 60;
export const signInSeconds = 5 * 60;
export const invitationSeconds = 72 * 3600;
export const proposalSeconds = 72 * 3600;
/** A session's last use is written at most this often. */
export const seenStepSeconds = 5;

/** Wrong attempts before a pause, which doubles each time: at a person from one network, at an address from everywhere, and from one network. */
export const tryLimits = {
  address: { tries: 100, firstLockSeconds: 300 },
  person: { tries: 5, firstLockSeconds: 300 },
  network: { tries: 50, firstLockSeconds: 300 },
} as const;

/** Two must be able to act by two. */
export const leastSupers = 2;

/** The states from which an act about a person is possible. */
export const statesFor = {
  'staff.roles': ['INVITED', 'ACTIVE', 'SUSPENDED'],
  'staff.suspend': ['ACTIVE'],
  'staff.reinstate': ['SUSPENDED'],
  'staff.leave': ['INVITED', 'ACTIVE', 'SUSPENDED'],
  'staff.renew_access': ['INVITED', 'ACTIVE'],
} as const satisfies Record<string, readonly StaffState[]>;
