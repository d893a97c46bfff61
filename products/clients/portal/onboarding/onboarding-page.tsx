/** `/onboarding?step=…`: three steps of a client in DRAFT; a person jumps from 1 to 3. */

import { onboardingSteps } from '@calmly/portal-kit/shared/joining/joining-steps.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { onboardingStep } from './flow.ts';
import { EmailStep } from './registration/email-step.tsx';
import { CompanyStep } from './steps/company-step.tsx';
import { PersonStep } from './steps/person-step.tsx';
import { WithOnboarding } from './with-onboarding.tsx';

export function OnboardingPage() {
  const navigate = useNavigate();
  const asked = useSearch({ from: '/joining/onboarding' }).step;
  const go = (step: number) => () => void navigate({ to: '/onboarding', search: { step } });
  return (
    <WithOnboarding>
      {(onboarding) => {
        const step = onboardingStep(onboarding, asked);
        const isCompany = onboarding.kind === 'company';
        const number = onboardingSteps.indexOf(step) + 1;
        if (number === 1) return <PersonStep onboarding={onboarding} onNext={go(isCompany ? 2 : 3)} />;
        if (number === 2) return <CompanyStep onboarding={onboarding} onBack={go(1)} onNext={go(3)} />;
        return <EmailStep onboarding={onboarding} onBack={go(isCompany ? 2 : 1)} />;
      }}
    </WithOnboarding>
  );
}
