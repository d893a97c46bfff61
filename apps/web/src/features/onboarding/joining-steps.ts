/** The steps before the account, as the stepper shows them: the telephone has a page of its own and is the last of them. */
import type { Onboarding } from '@calmly/contract';

export const joiningSteps = ({ kind }: Onboarding) =>
  kind === 'company'
    ? (['person', 'company', 'email', 'phone'] as const)
    : (['person', 'email', 'phone'] as const);
