/**
 * An invited stranger's access: name, password, telephone, then the texted code. Made, they are signed in, and the company that
 * invited opens by itself.
 */

import type { SentCode } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useLocaleControl, useTranslations } from '../../i18n/index.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { joinCompany } from '../../session/session.ts';
import { focusFirstFault, useFaults } from '../../shared/form/use-faults.ts';
import { likelyCountry } from '../../shared/person/dial-codes.ts';
import { PasswordChecks } from '../../shared/person/password-checks.tsx';
import { judgePassword } from '../../shared/person/password-rules.ts';
import { PhoneField } from '../../shared/person/phone-field.tsx';
import { type PhoneDraft, readPhone } from '../../shared/person/phone-number.ts';
import { Button } from '../../ui/button.tsx';
import { CodeForm } from '../../ui/code-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Notice } from '../../ui/surface.tsx';
import classes from './people.module.css';
import { textCodeMutation } from './queries.ts';

interface JoinFormProps {
  email: string;
  token: string;
  onJoined: () => void;
}

interface Access {
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

export function JoinForm({ email, token, onJoined }: JoinFormProps) {
  const [access, setAccess] = useState<Access>({ firstName: '', lastName: '', password: '' });
  const [phone, setPhone] = useState<PhoneDraft>({ country: likelyCountry(navigator.languages), text: '' });
  const [proving, setProving] = useState<{ sent: SentCode; phone: string }>();
  const [refusal, setRefusal] = useState<unknown>();
  if (proving)
    return (
      <ProvePhone
        {...proving}
        send={{ token, access }}
        onSent={(sent) => setProving({ ...proving, sent })}
        onJoined={onJoined}
        onBack={(error) => {
          setRefusal(error);
          setProving(undefined);
        }}
      />
    );
  return (
    <AccessForm
      email={email}
      token={token}
      access={access}
      phone={phone}
      refusal={refusal}
      onChange={(next, nextPhone) => {
        setAccess(next);
        setPhone(nextPhone);
        setRefusal(undefined);
      }}
      onSent={(sent, number) => setProving({ sent, phone: number })}
    />
  );
}

const accessFields = ['firstName', 'lastName', 'password', 'phone'] as const;
type Field = (typeof accessFields)[number];

interface AccessFormProps {
  email: string;
  token: string;
  access: Access;
  phone: PhoneDraft;
  /** What was refused after the code: the password. */
  refusal: unknown;
  onChange: (access: Access, phone: PhoneDraft) => void;
  onSent: (sent: SentCode, phone: string) => void;
}

function AccessForm({ email, token, access, phone, refusal, onChange, onSent }: AccessFormProps) {
  const t = useTranslations('invitation');
  const common = useTranslations();
  const { locale } = useLocaleControl();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<readonly Field[]>([]);
  const sending = useMutation(textCodeMutation);
  const { fields, message } = useFaults(sending.error ?? refusal);
  const sentences = {
    firstName: t('required'),
    lastName: t('required'),
    password: t('passwordWeak'),
    phone: t('phoneInvalid', { country: countryName(phone.country, locale) }),
  };
  const errorOf = (field: Field) => (faults.includes(field) ? sentences[field] : fields[field]);
  const change = (part: Partial<Access>) => {
    setFaults((before) => before.filter((field) => !(field in part)));
    if (sending.isError) sending.reset();
    onChange({ ...access, ...part }, phone);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending) return;
    const read = await readPhone(phone);
    const { longEnough, notTheName } = judgePassword(access.password, email);
    const fitting = {
      firstName: access.firstName.trim() !== '',
      lastName: access.lastName.trim() !== '',
      password: longEnough && notTheName,
      phone: read !== undefined,
    };
    const found = accessFields.filter((field) => !fitting[field]);
    setFaults(found);
    if (!read || found.length > 0) return focusFirstFault(form.current);
    sending.mutate({ token, phone: read.e164 }, { onSuccess: (sent) => onSent(sent, read.e164) });
  };
  const name = (field: 'firstName' | 'lastName') => ({
    name: field,
    label: t(field),
    autoComplete: field === 'firstName' ? 'given-name' : 'family-name',
    maxLength: 70,
    value: access[field],
    error: errorOf(field),
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [field]: event.currentTarget.value }),
  });
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <h2>{t('join')}</h2>
        <p className={classes.lead}>{t('joinText', { email })}</p>
      </div>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <div className={classes.names}>
        <TextField {...name('firstName')} />
        <TextField {...name('lastName')} />
      </div>
      <div className={classes.password}>
        <PasswordField
          name="password"
          label={t('password')}
          autoComplete="new-password"
          capsLockHint={common('shell.signIn.capsLock')}
          value={access.password}
          error={errorOf('password')}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
        <PasswordChecks password={access.password} email={email} />
      </div>
      <PhoneField
        value={phone}
        error={errorOf('phone')}
        onChange={(next) => {
          setFaults((before) => before.filter((field) => field !== 'phone'));
          onChange(access, next);
        }}
      />
      {message && <Notice tone="refusal">{message}</Notice>}
      <Button type="submit" variant="accent" size="l" block busy={sending.isPending}>
        {t('sendCode')}
      </Button>
    </form>
  );
}

interface ProvePhoneProps {
  sent: SentCode;
  phone: string;
  send: { readonly token: string; readonly access: Access };
  onSent: (sent: SentCode) => void;
  onJoined: () => void;
  /** To the form, because of what was refused there or to change the number. */
  onBack: (error?: unknown) => void;
}

function ProvePhone({ sent, phone, send: { token, access }, onSent, onJoined, onBack }: ProvePhoneProps) {
  const t = useTranslations('invitation');
  const navigate = useNavigate();
  const problemText = useProblemText();
  const [resendProblem, setResendProblem] = useState<unknown>();
  const again = useMutation(textCodeMutation);
  const joining = useMutation({
    mutationFn: (code: string) => joinCompany({ ...access, token, phone, code }),
    onSuccess: async () => {
      onJoined();
      await navigate({ to: '/', replace: true });
    },
    onError: (error) => {
      if (fieldsOf(error)) onBack(error);
    },
  });
  const problem = resendProblem ?? joining.error;
  return (
    <section className={classes.form} aria-label={t('codeTitle')}>
      <div>
        <h2>{t('codeTitle')}</h2>
        <p className={classes.lead}>{t('codeText', { to: phone })}</p>
      </div>
      <CodeForm
        key={sent.code}
        prefilled={sent.code}
        busy={joining.isPending}
        error={problem ? problemText(problem) : undefined}
        onSubmit={(code) => {
          setResendProblem(undefined);
          joining.mutate(code);
        }}
        onCancel={() => onBack()}
        resend={{
          seconds: sent.resendIn,
          onResend: async () => {
            try {
              const next = await again.mutateAsync({ token, phone });
              setResendProblem(undefined);
              joining.reset();
              onSent(next);
              return next.resendIn;
            } catch (error) {
              setResendProblem(error);
              return sent.resendIn;
            }
          },
        }}
      />
    </section>
  );
}

/** Whether fields of the form were refused. */
const fieldsOf = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'fields' in error &&
  Object.keys(error.fields ?? {}).length > 0;
