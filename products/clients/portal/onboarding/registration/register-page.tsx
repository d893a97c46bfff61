/**
 * `/register`: name, email, password, phone. The page does not reveal whether the address is known: everyone gets a session of a client
 * in DRAFT and continues to /onboarding. Entries survive a reload, except the password.
 */

import { signUp, warmUp } from '@calmly/portal-kit/session/session.ts';
import { focusFirstFault, useRefusal } from '@calmly/portal-kit/shared/form/faults.ts';
import { likelyCountry } from '@calmly/portal-kit/shared/person/dial-codes.ts';
import { emailPattern } from '@calmly/portal-kit/shared/person/email-pattern.ts';
import { NewPasswordField } from '@calmly/portal-kit/shared/person/new-password-field.tsx';
import { judgePassword } from '@calmly/portal-kit/shared/person/password-rules.ts';
import { PhoneField } from '@calmly/portal-kit/shared/person/phone-field.tsx';
import { readPhone } from '@calmly/portal-kit/shared/person/phone-number.ts';
import { usePhoneFault } from '@calmly/portal-kit/shared/person/use-phone-fault.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import classes from '../onboarding.module.css';
import { type RegistrationDraft, registrationDraft, sentCodes } from './registration-draft.ts';

const emptyDraft = (): RegistrationDraft => ({
  kind: 'individual',
  email: '',
  phoneCountry: likelyCountry(navigator.languages),
  phone: '',
});

export function RegisterPage() {
  const t = useTranslations('onboarding.register');
  const phoneFault = usePhoneFault();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => registrationDraft.read() ?? emptyDraft());
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const { fields, message } = useRefusal(failure);
  const errors: Readonly<Record<string, string | undefined>> = { ...fields, ...faults };
  const phone = { country: draft.phoneCountry, text: draft.phone };

  const mended = (field: string) => {
    setFaults(({ [field]: _, ...others }) => others);
    setFailure(undefined);
  };
  const change = (part: Partial<RegistrationDraft>, field: string) => {
    const next = { ...draft, ...part };
    // Leaving a field reports its unchanged value; the bank's message about it must stay.
    if (JSON.stringify(next) === JSON.stringify(draft)) return;
    setDraft(next);
    registrationDraft.keep(next);
    mended(field);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const read = await readPhone(phone);
      const { longEnough, notTheName } = judgePassword(password, draft.email);
      const found = {
        ...(!emailPattern.test(draft.email.trim()) && { email: t('emailInvalid') }),
        ...(!(longEnough && notTheName) && { password: t('passwordWeak') }),
        ...(!read && { phone: phoneFault(phone) }),
      };
      setFaults(found);
      if (!read || Object.keys(found).length > 0) return focusFirstFault(form.current);
      const email = draft.email.trim();
      await signUp({ email, password, phone: read.e164, kind: draft.kind });
      registrationDraft.forget();
      sentCodes.email.keep(email);
      await navigate({ to: '/onboarding', replace: true });
    } catch (error) {
      setFailure(error);
      focusFirstFault(form.current);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      ref={form}
      className={classes.register}
      noValidate
      onSubmit={(event) => void submit(event)}
      onFocus={warmUp}
    >
      <DocumentTitle title={t('title')} />
      <h1 className={classes.bigTitle}>{t('title')}</h1>
      <p className={classes.lead}>{t(draft.kind === 'company' ? 'textCompany' : 'text')}</p>
      <Segments
        block
        label={t('kind')}
        value={draft.kind}
        options={[
          { value: 'individual', label: t('individual') },
          { value: 'company', label: t('company') },
        ]}
        onChange={(kind) => change({ kind }, 'kind')}
      />
      <TextField
        name="email"
        type="email"
        label={t('email')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.email}
        error={errors.email}
        onChange={(event) => change({ email: event.currentTarget.value }, 'email')}
      />
      <NewPasswordField
        name="password"
        label={t('password')}
        value={password}
        email={draft.email}
        error={errors.password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          mended('password');
        }}
      />
      <PhoneField
        value={phone}
        error={errors.phone}
        help={t('phoneHelp')}
        onChange={({ country, text }) => change({ phoneCountry: country, phone: text }, 'phone')}
      />
      {message && <Notice tone="refusal">{message}</Notice>}
      <Button type="submit" variant="accent" size="l" block busy={busy}>
        {busy ? t('submitting') : t('submit')}
      </Button>
      <p className={classes.other}>
        {t('already')}{' '}
        <Link to="/login" className="link">
          {t('signIn')}
        </Link>
      </p>
    </form>
  );
}
