/** Who may see confidential payouts (salaries): people with the right, never a connected application. Pure. */
import { holdsRight } from '@calmly/contract';
import type { ClientActor } from '@calmly/platform/work.ts';

/** Administrators hold the right together with all others. */
export const seesConfidential = (actor: Pick<ClientActor, 'role' | 'rights' | 'application'>): boolean =>
  actor.application === undefined && holdsRight(actor, 'can_view_confidential');
