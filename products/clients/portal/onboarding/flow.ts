/**
 * Which registration step is open (specification section 4): the onboarding stepper starts at 1, never goes below, and an individual
 * jumps from 1 to 3. Account creation has four steps and opens at the identity check once the client has an AccountType. A step in the
 * URL opens only when the steps before it are done. Pure.
 */
import type { Onboarding } from '@calmly/contract';
import { accountSteps, onboardingSteps } from '@calmly/portal-kit/shared/joining/joining-steps.ts';

export type OnboardingStep = (typeof onboardingSteps)[number];
export type AccountStep = (typeof accountSteps)[number];

type Entered = Pick<Onboarding, 'kind' | 'person' | 'company' | 'account' | 'address' | 'termsAcceptedAt'>;

/** The step of /onboarding to open; `asked` is the number in the address. */
export function onboardingStep(entered: Entered, asked: number | undefined): OnboardingStep {
  const isCompany = entered.kind === 'company';
  const furthest = !entered.person ? 1 : isCompany && !entered.company ? 2 : 3;
  const at = Math.min(asked ?? furthest, furthest);
  return onboardingSteps[(at === 2 && !isCompany ? 3 : Math.max(at, 1)) - 1] ?? 'person';
}

/** The step of /create-account to open. */
export function accountStep(entered: Entered, asked: number | undefined): AccountStep {
  if (entered.termsAcceptedAt) return 'identity';
  const furthest = !entered.account ? 1 : !entered.address ? 2 : 3;
  return accountSteps[Math.max(Math.min(asked ?? furthest, furthest), 1) - 1] ?? 'account';
}
