/** The colours of a person's states. */
import type { StaffState } from '@calmly/contract/staff';
import type { BadgeColour } from '@calmly/ui/facts/status-badge.tsx';

export const personColours: Readonly<Record<StaffState, BadgeColour>> = {
  INVITED: 'yellow',
  ACTIVE: 'green',
  SUSPENDED: 'orange',
  LEFT: 'grey',
};
