/**
 * `/create-account?step=…`: account and card, address, terms and fees, identity check. Back is beside the logo, disabled at the first
 * and the last step (specification section 2): a button must not undo an accepted agreement.
 */
import type { Onboarding } from '@calmly/contract';
import { accountSteps } from '@calmly/portal-kit/shared/joining/joining-steps.ts';
import { JoiningPlacesContext } from '@calmly/portal-kit/shared/joining/slots.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { IconArrowLeft } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { use } from 'react';
import { createPortal } from 'react-dom';
import { accountStep } from './flow.ts';
import { AccountStep } from './steps/account-step.tsx';
import { AddressStep } from './steps/address-step.tsx';
import { IdentityStep } from './steps/identity-step.tsx';
import { TermsStep } from './steps/terms-step.tsx';
import { WithOnboarding } from './with-onboarding.tsx';

export function CreateAccountPage() {
  return <WithOnboarding>{(onboarding) => <AccountFlow onboarding={onboarding} />}</WithOnboarding>;
}

function AccountFlow({ onboarding }: { onboarding: Onboarding }) {
  const t = useTranslations('onboarding');
  const navigate = useNavigate();
  const places = use(JoiningPlacesContext);
  const step = accountStep(onboarding, useSearch({ from: '/joining/create-account' }).step);
  const number = accountSteps.indexOf(step) + 1;
  const go = (to: number) => void navigate({ to: '/create-account', search: { step: to } });
  const props = { onboarding, onNext: () => go(number + 1) };
  return (
    <>
      {places.back &&
        createPortal(
          <Button
            icon={<IconArrowLeft aria-hidden="true" />}
            disabled={step === 'account' || step === 'identity'}
            onClick={() => go(number - 1)}
          >
            {t('back')}
          </Button>,
          places.back,
        )}
      {step === 'account' && <AccountStep {...props} />}
      {step === 'address' && <AddressStep {...props} />}
      {step === 'terms' && <TermsStep {...props} />}
      {step === 'identity' && <IdentityStep onboarding={onboarding} />}
    </>
  );
}
