/** `/phone-verification`: the texted code; the number can be changed. */

import type { Onboarding } from '@calmly/contract';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { joiningProgress } from '@calmly/portal-kit/shared/joining/joining-steps.ts';
import { StepFrame } from '@calmly/portal-kit/shared/joining/step-frame.tsx';
import { likelyCountry } from '@calmly/portal-kit/shared/person/dial-codes.ts';
import { PhoneField } from '@calmly/portal-kit/shared/person/phone-field.tsx';
import { type PhoneDraft, readPhone } from '@calmly/portal-kit/shared/person/phone-number.ts';
import { usePhoneFault } from '@calmly/portal-kit/shared/person/use-phone-fault.ts';
import { usePhoneText } from '@calmly/portal-kit/shared/person/use-phone-text.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { useState } from 'react';
import { ChangeContact } from './change-contact.tsx';
import { CodeForm } from './code-form.tsx';
import { SavedHint } from './saved-hint.tsx';
import { type SentTo, useSentCode } from './use-sent-code.ts';
import { WithOnboarding } from './with-onboarding.tsx';

export function PhonePage() {
  return <WithOnboarding>{(onboarding) => <PhoneStep onboarding={onboarding} />}</WithOnboarding>;
}

function PhoneStep({ onboarding }: { onboarding: Onboarding }) {
  const t = useTranslations('onboarding');
  const code = useSentCode('phone', onboarding.phone);
  const shown = usePhoneText(onboarding.phone);
  /** The initial number while it is being changed. */
  const [start, setStart] = useState<PhoneDraft>();
  const change = async () => {
    const country = onboarding.person?.residence ?? likelyCountry(navigator.languages);
    const read = await readPhone({ country, text: onboarding.phone });
    setStart(read ? { country: read.country, text: read.national } : { country, text: '' });
  };
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="phone"
      title={start ? t('phone.changeTitle') : t('phone.title')}
      text={!start && t(code.busy ? 'phone.sending' : 'phone.sent', { to: shown })}
      aside={<SavedHint />}
    >
      {start ? (
        <ChangePhone start={start} code={code} onDone={() => setStart(undefined)} />
      ) : (
        <CodeForm
          channel="phone"
          code={code}
          changeLabel={t('phone.change')}
          outboxOf={onboarding.hasOutbox ? onboarding.phone : undefined}
          onChange={() => void change()}
        />
      )}
    </StepFrame>
  );
}

function ChangePhone({ start, code, onDone }: { start: PhoneDraft; code: SentTo; onDone: () => void }) {
  const t = useTranslations('onboarding');
  const phoneFault = usePhoneFault();
  const form = useForm({
    start: { phone: start },
    read: async ({ phone }) => {
      const read = await readPhone(phone);
      return read ? { body: read.e164 } : { faults: { phone: phoneFault(phone) } };
    },
    mutation: { mutationFn: code.send },
    onSent: onDone,
  });
  return (
    <ChangeContact form={form} sendLabel={t('phone.send')} onCancel={onDone}>
      <PhoneField
        value={form.values.phone}
        error={form.faults.phone}
        onChange={(phone) => form.change({ phone })}
      />
    </ChangeContact>
  );
}
