/** Sign-in of the bank's people: email and password, then always a code of the authenticator app. */
import { ApiProblem } from '@calmly/contract';
import type { CodeAsked } from '@calmly/contract/staff';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CodeForm } from '@calmly/ui/fields/codes/code-form.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { PasswordField } from '@calmly/ui/fields/password-field.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { begin, complete } from '../session/session.ts';
import type { SessionEnd } from '../session/state.ts';
import { DocumentTitle } from '../shared/title.tsx';

interface SignInPageProps {
  /** Why the person is here. */
  reason?: SessionEnd | undefined;
  onSignedIn: () => void;
}

export function SignInPage({ reason, onSignedIn }: SignInPageProps) {
  const t = useTranslations('office.signIn');
  const [asked, setAsked] = useState<CodeAsked>();
  /** The sign-in ran out while its code was asked for. */
  const [over, setOver] = useState<string>();
  const startAgain = (why?: string) => {
    setAsked(undefined);
    setOver(why);
  };
  return (
    <>
      <DocumentTitle title={t('title')} />
      {asked ? (
        <CodeStep asked={asked} onSignedIn={onSignedIn} onCancel={startAgain} />
      ) : (
        <PasswordStep reason={reason} over={over} onAsked={setAsked} />
      )}
    </>
  );
}

interface PasswordStepProps {
  reason: SessionEnd | undefined;
  over: string | undefined;
  onAsked: (asked: CodeAsked) => void;
}

const reasons = { ended: 'ended', idle: 'idle', 'signed-out': 'signedOut' } as const;

function PasswordStep({ reason, over, onAsked }: PasswordStepProps) {
  const t = useTranslations();
  const form = useForm({
    start: { email: '', password: '' },
    read: ({ email, password }) => {
      const faults = missingTexts(
        { email, password },
        { email: t('office.signIn.emailRequired'), password: t('office.signIn.passwordRequired') },
      );
      return faults ? { faults } : { body: { email: email.trim(), password } };
    },
    mutation: { mutationFn: begin },
    onSent: onAsked,
  });
  return (
    <Stack as="form" gap={24} {...form.props}>
      <div>
        <h1>{t('office.signIn.title')}</h1>
        <Text tone="soft" above={4}>
          {t('office.signIn.lead')}
        </Text>
      </div>
      {over && !form.message ? (
        <Notice tone="warning">{over}</Notice>
      ) : (
        reason &&
        !form.message && (
          <Notice tone={reason === 'signed-out' ? 'success' : 'warning'}>
            {t(`office.signIn.${reasons[reason]}`)}
          </Notice>
        )
      )}
      <FormMessage form={form} />
      <TextField
        {...form.text('email')}
        label={t('office.signIn.email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...form.text('password')}
        label={t('office.signIn.password')}
        autoComplete="current-password"
        capsLockHint={t('shell.signIn.capsLock')}
      />
      <Button type="submit" variant="accent" size="l" block busy={form.busy}>
        {form.busy ? t('office.signIn.submitting') : t('office.signIn.submit')}
      </Button>
      <Text size={13} tone="soft">
        {t('office.signIn.lost')}
      </Text>
    </Stack>
  );
}

interface CodeStepProps {
  asked: CodeAsked;
  onSignedIn: () => void;
  onCancel: (why?: string) => void;
}

function CodeStep({ asked, onSignedIn, onCancel }: CodeStepProps) {
  const t = useTranslations('office.signIn');
  const problemText = useProblemText();
  const sending = useMutation({
    mutationFn: (code: string) => complete({ signIn: asked.signIn, code }),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'staff_sign_in_over') onCancel(error.message);
    },
  });
  return (
    <div>
      <h1>{t('codeTitle')}</h1>
      <Text tone="soft" above={4}>
        {t('codeText')}
      </Text>
      {asked.shownCode && (
        <Text size={13} tone="soft" above={8}>
          {t('shownCode')}
        </Text>
      )}
      <CodeForm
        prefilled={asked.shownCode ?? undefined}
        error={sending.error ? problemText(sending.error) : undefined}
        busy={sending.isPending}
        onSubmit={(code) => sending.mutate(code)}
        onCancel={() => onCancel()}
      />
    </div>
  );
}
