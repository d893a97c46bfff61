/** `/phone-verification`: the texted code; another number can be given. */

import type { Onboarding } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import { useState } from 'react';
import { useLocaleControl, useTranslations } from '../../i18n/index.tsx';
import { joiningProgress } from '../../shared/joining/joining-steps.ts';
import { StepFrame } from '../../shared/joining/step-frame.tsx';
import { likelyCountry } from '../../shared/person/dial-codes.ts';
import { PhoneField } from '../../shared/person/phone-field.tsx';
import { type PhoneDraft, readPhone } from '../../shared/person/phone-number.ts';
import { usePhoneText } from '../../shared/person/use-phone-text.ts';
import { ChangeContact } from './change-contact.tsx';
import { CodeForm } from './code-form.tsx';
import { SavedHint } from './saved-hint.tsx';
import { useSentCode } from './use-sent-code.ts';
import { WithOnboarding } from './with-onboarding.tsx';

export function PhonePage() {
  return <WithOnboarding>{(onboarding) => <PhoneStep onboarding={onboarding} />}</WithOnboarding>;
}

function PhoneStep({ onboarding }: { onboarding: Onboarding }) {
  const t = useTranslations('onboarding');
  const { locale } = useLocaleControl();
  const code = useSentCode('phone', onboarding.phone);
  const shown = usePhoneText(onboarding.phone);
  const [other, setOther] = useState<PhoneDraft>();
  const [fault, setFault] = useState<string>();
  const sendThere = async (draft: PhoneDraft) => {
    const read = await readPhone(draft);
    if (!read) return setFault(t('register.phoneInvalid', { country: countryName(draft.country, locale) }));
    if (await code.send(read.e164)) setOther(undefined);
  };
  const change = async () => {
    const country = onboarding.person?.residence ?? likelyCountry(navigator.languages);
    const read = await readPhone({ country, text: onboarding.phone });
    setOther(read ? { country: read.country, text: read.national } : { country, text: '' });
  };
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="phone"
      title={other ? t('phone.changeTitle') : t('phone.title')}
      text={!other && t(code.busy ? 'phone.sending' : 'phone.sent', { to: shown })}
      aside={<SavedHint />}
    >
      {other ? (
        <ChangeContact
          code={code}
          sendLabel={t('phone.send')}
          onSubmit={() => void sendThere(other)}
          onCancel={() => setOther(undefined)}
        >
          <PhoneField
            value={other}
            error={fault ?? code.fault}
            onChange={(next) => {
              setOther(next);
              setFault(undefined);
            }}
          />
        </ChangeContact>
      ) : (
        <CodeForm
          channel="phone"
          code={code}
          changeLabel={t('phone.change')}
          onChange={() => void change()}
        />
      )}
    </StepFrame>
  );
}
