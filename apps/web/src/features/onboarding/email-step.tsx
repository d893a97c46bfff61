/** Step 3: the mailed code, or the mailed link in any browser; then this page goes on by itself. */
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { joiningProgress } from '../../shared/joining/joining-steps.ts';
import { StepFrame } from '../../shared/joining/step-frame.tsx';
import { emailPattern } from '../../shared/person/email-pattern.ts';
import { TextField } from '../../ui/field.tsx';
import { ChangeContact } from './change-contact.tsx';
import { CodeForm } from './code-form.tsx';
import { SavedHint } from './saved-hint.tsx';
import { useSentCode } from './use-sent-code.ts';
import type { StepProps } from './with-onboarding.tsx';

export function EmailStep({ onboarding, onBack }: Omit<StepProps, 'onNext'>) {
  const t = useTranslations('onboarding');
  const code = useSentCode('email', onboarding.email);
  const [other, setOther] = useState<string>();
  const [fault, setFault] = useState<string>();
  const sendThere = async () => {
    const address = (other ?? '').trim();
    if (!emailPattern.test(address)) return setFault(t('register.emailInvalid'));
    if (await code.send(address)) setOther(undefined);
  };
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="email"
      title={other === undefined ? t('email.title') : t('email.changeTitle')}
      text={other === undefined && t('email.sent', { to: onboarding.email })}
      aside={<SavedHint />}
    >
      {other === undefined ? (
        <CodeForm
          channel="email"
          code={code}
          {...(onBack && { onBack })}
          changeLabel={t('email.change')}
          hint={t('email.linkHint')}
          onChange={() => setOther(onboarding.email)}
        />
      ) : (
        <ChangeContact
          code={code}
          sendLabel={t('email.send')}
          onSubmit={() => void sendThere()}
          onCancel={() => setOther(undefined)}
        >
          <TextField
            name="email"
            type="email"
            label={t('email.label')}
            autoComplete="email"
            autoFocus
            value={other}
            error={fault ?? code.fault}
            onChange={(event) => {
              setOther(event.currentTarget.value);
              setFault(undefined);
            }}
          />
        </ChangeContact>
      )}
    </StepFrame>
  );
}
