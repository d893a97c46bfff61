/**
 * Step 4: the identity check in the provider's widget. The bank learns the result from the provider, not from this page. After the submission the
 * page waits until the bank knows, and the guards navigate.
 */
import type { Onboarding } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { joiningProgress } from '@calmly/portal-kit/shared/joining/joining-steps.ts';
import { StepFrame } from '@calmly/portal-kit/shared/joining/step-frame.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Spinner } from '@calmly/ui/button.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { IdentityCheck } from '../../verification/index.ts';
import classes from '../onboarding.module.css';
import { PhoneHint } from '../phone-hint.tsx';

export function IdentityStep({ onboarding }: { onboarding: Onboarding }) {
  const t = useTranslations('onboarding.identity');
  const client = useClient();
  const [completed, setCompleted] = useState(false);
  const { identityCheck } = onboarding;
  const waits = completed || identityCheck === 'IN_REVIEW' || identityCheck === 'APPROVED';
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="identity"
      title={t('title')}
      text={!waits && t('text')}
      aside={!waits && <PhoneHint />}
    >
      {waits ? (
        <div role="status">
          <EmptyState icon={<Spinner />} title={t('waitTitle')} text={t('waitText')} />
        </div>
      ) : (
        <div className={classes.form}>
          {identityCheck === 'RETRY' && (
            <Notice tone="warning" title={t('retryTitle')}>
              {t('retryText')}
            </Notice>
          )}
          <p className={classes.privacy}>
            <IconLock aria-hidden="true" />
            {t('privacy')}
          </p>
          <IdentityCheck clientId={client.id} onCompleted={() => setCompleted(true)} />
        </div>
      )}
    </StepFrame>
  );
}
