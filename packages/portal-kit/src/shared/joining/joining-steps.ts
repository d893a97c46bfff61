/**
 * One progress from the first form to a working account (specification sections 2 and 4): the three steps of /onboarding, the phone, the
 * four steps of /create-account, and for a registering company the steps of its own check. Step 2 is the company's: an individual sees
 * it as skipped. Pure.
 */
import type { Onboarding } from '@calmly/contract';

/** The steps of /onboarding by their numbers. */
export const onboardingSteps = ['person', 'company', 'email'] as const;

/** The steps of /create-account by their numbers. */
export const accountSteps = ['account', 'address', 'terms', 'identity'] as const;

/** The steps of a company's own check, as /companies/add names them. */
export const companySteps = ['company', 'seat', 'owners', 'papers', 'check'] as const;
type CompanyStepKey = (typeof companySteps)[number];

export type StepKey =
  | (typeof onboardingSteps)[number]
  | 'phone'
  | (typeof accountSteps)[number]
  | CompanyStepKey
  | 'details';

export interface Progress {
  readonly steps: readonly StepKey[];
  /** Shown, never opened. */
  readonly skipped?: StepKey;
}

const ownSteps = [...onboardingSteps, 'phone', ...accountSteps] as const;

/** In the whole progress, step 2 is the register entry, so the first step of the check is named after the other facts. */
export const checkStepOf = (step: CompanyStepKey): StepKey => (step === 'company' ? 'details' : step);

/** The steps in order; for an individual the company's step is included as skipped. */
export function joiningProgress({ kind }: Pick<Onboarding, 'kind'>): Progress {
  return kind === 'company'
    ? { steps: [...ownSteps, ...companySteps.map(checkStepOf)] }
    : { steps: ownSteps, skipped: 'company' };
}

/** How long a step usually takes, in minutes. */
const minutesOf: Readonly<Record<StepKey, number>> = {
  person: 2,
  company: 1,
  email: 1,
  phone: 1,
  account: 1,
  address: 1,
  terms: 2,
  identity: 2,
  details: 1,
  seat: 1,
  owners: 3,
  papers: 1,
  check: 2,
};

/** The step's number among the person's own steps, their count, and the minutes from it to the end. */
export function placeOf({ steps, skipped }: Progress, current: StepKey) {
  const own = steps.filter((step) => step !== skipped);
  const at = own.indexOf(current);
  return {
    number: at + 1,
    count: own.length,
    minutes: own.slice(at).reduce((sum, step) => sum + minutesOf[step], 0),
  };
}
