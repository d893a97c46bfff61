/** Step 3: the emailed code, or the emailed link opened in any browser; this page then continues automatically. */

import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { joiningProgress } from '@calmly/portal-kit/shared/joining/joining-steps.ts';
import { StepFrame } from '@calmly/portal-kit/shared/joining/step-frame.tsx';
import { emailPattern } from '@calmly/portal-kit/shared/person/email-pattern.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { useState } from 'react';
import { ChangeContact } from '../change-contact.tsx';
import { CodeForm } from '../code-form.tsx';
import { SavedHint } from '../saved-hint.tsx';
import { type SentTo, useSentCode } from '../use-sent-code.ts';
import type { StepProps } from '../with-onboarding.tsx';

export function EmailStep({ onboarding, onBack }: Omit<StepProps, 'onNext'>) {
  const t = useTranslations('onboarding');
  const code = useSentCode('email', onboarding.email);
  const [changing, setChanging] = useState(false);
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="email"
      title={changing ? t('email.changeTitle') : t('email.title')}
      text={!changing && t('email.sent', { to: onboarding.email })}
      aside={<SavedHint />}
    >
      {changing ? (
        <ChangeEmail email={onboarding.email} code={code} onDone={() => setChanging(false)} />
      ) : (
        <CodeForm
          channel="email"
          code={code}
          {...(onBack && { onBack })}
          changeLabel={t('email.change')}
          outboxOf={onboarding.hasOutbox ? onboarding.email : undefined}
          hint={t('email.linkHint')}
          onChange={() => setChanging(true)}
        />
      )}
    </StepFrame>
  );
}

function ChangeEmail({ email: start, code, onDone }: { email: string; code: SentTo; onDone: () => void }) {
  const t = useTranslations('onboarding');
  const form = useForm({
    start: { email: start },
    read: ({ email }) =>
      emailPattern.test(email.trim())
        ? { body: email.trim() }
        : { faults: { email: t('register.emailInvalid') } },
    mutation: { mutationFn: code.send },
    onSent: onDone,
  });
  return (
    <ChangeContact form={form} sendLabel={t('email.send')} onCancel={onDone}>
      <TextField
        {...form.text('email')}
        type="email"
        label={t('email.label')}
        autoComplete="email"
        autoFocus
      />
    </ChangeContact>
  );
}
