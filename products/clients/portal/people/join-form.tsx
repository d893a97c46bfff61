/**
 * Registers an invited person: name, password, phone, then the texted code. Afterwards they are signed in, and the company that invited them opens.
 */

import type { SentCode } from '@calmly/contract';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { joinCompany } from '@calmly/portal-kit/session/session.ts';
import { missingTexts, useRefusal } from '@calmly/portal-kit/shared/form/faults.ts';
import { type Form, useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { likelyCountry } from '@calmly/portal-kit/shared/person/dial-codes.ts';
import { NewPasswordField } from '@calmly/portal-kit/shared/person/new-password-field.tsx';
import { judgePassword } from '@calmly/portal-kit/shared/person/password-rules.ts';
import { PhoneField } from '@calmly/portal-kit/shared/person/phone-field.tsx';
import { type PhoneDraft, readPhone } from '@calmly/portal-kit/shared/person/phone-number.ts';
import { usePhoneFault } from '@calmly/portal-kit/shared/person/use-phone-fault.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CodeForm } from '@calmly/ui/fields/codes/code-form.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { Grid, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
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
  readonly phone: PhoneDraft;
}

export function JoinForm({ email, token, onJoined }: JoinFormProps) {
  const t = useTranslations('invitation');
  const phoneFault = usePhoneFault();
  const [proving, setProving] = useState<{ sent: SentCode; phone: string }>();
  /** The error after the code, and the values that caused it. */
  const [refused, setRefused] = useState<{ error: unknown; access: Access }>();
  const form = useForm({
    start: (): Access => ({
      firstName: '',
      lastName: '',
      password: '',
      phone: { country: likelyCountry(navigator.languages), text: '' },
    }),
    read: async ({ firstName, lastName, password, phone }) => {
      const read = await readPhone(phone);
      const { longEnough, notTheName } = judgePassword(password, email);
      const faults = {
        ...missingTexts({ firstName, lastName }, { firstName: t('required'), lastName: t('required') }),
        ...(!(longEnough && notTheName) && { password: t('passwordWeak') }),
        ...(!read && { phone: phoneFault(phone) }),
      };
      return read && Object.keys(faults).length === 0 ? { body: { token, phone: read.e164 } } : { faults };
    },
    mutation: textCodeMutation,
    onSent: (sent, { phone }) => setProving({ sent, phone }),
  });
  if (proving)
    return (
      <ProvePhone
        {...proving}
        token={token}
        access={form.values}
        onSent={(sent) => setProving({ ...proving, sent })}
        onJoined={onJoined}
        onBack={(error) => {
          setRefused(error === undefined ? undefined : { error, access: form.values });
          setProving(undefined);
        }}
      />
    );
  return (
    <AccessForm
      email={email}
      form={form}
      refusal={refused?.access === form.values ? refused.error : undefined}
    />
  );
}

interface AccessFormProps {
  email: string;
  form: Form<Access>;
  /** The refusal after the code, about the password. */
  refusal: unknown;
}

function AccessForm({ email, form, refusal }: AccessFormProps) {
  const t = useTranslations('invitation');
  const { fields, message = form.message } = useRefusal(refusal);
  const { values, faults, change } = form;
  const name = (field: 'firstName' | 'lastName') => ({
    ...form.text(field),
    label: t(field),
    autoComplete: field === 'firstName' ? 'given-name' : 'family-name',
    maxLength: 70,
    error: faults[field] ?? fields[field],
  });
  return (
    <Stack as="form" {...form.props} gap={24} className={classes.form}>
      <div>
        <h2>{t('join')}</h2>
        <Text tone="soft">{t('joinText', { email })}</Text>
      </div>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Grid gap={16} className={classes.names}>
        <TextField {...name('firstName')} />
        <TextField {...name('lastName')} />
      </Grid>
      <NewPasswordField
        {...form.text('password')}
        label={t('password')}
        error={faults.password ?? fields.password}
        email={email}
      />
      <PhoneField
        value={values.phone}
        error={faults.phone ?? fields.phone}
        onChange={(phone) => change({ phone })}
      />
      {message && <Notice tone="refusal">{message}</Notice>}
      <Button type="submit" variant="accent" size="l" block busy={form.busy}>
        {t('sendCode')}
      </Button>
    </Stack>
  );
}

interface ProvePhoneProps {
  sent: SentCode;
  phone: string;
  token: string;
  access: Access;
  onSent: (sent: SentCode) => void;
  onJoined: () => void;
  /** Returns to the form, because of its errors or to change the number. */
  onBack: (error?: unknown) => void;
}

function ProvePhone({ sent, phone, token, access, onSent, onJoined, onBack }: ProvePhoneProps) {
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
    <Stack as="section" gap={24} className={classes.form} aria-label={t('codeTitle')}>
      <div>
        <h2>{t('codeTitle')}</h2>
        <Text tone="soft">{t('codeText', { to: phone })}</Text>
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
    </Stack>
  );
}

/** Whether fields of the form were refused. */
const fieldsOf = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'fields' in error &&
  Object.keys(error.fields ?? {}).length > 0;
