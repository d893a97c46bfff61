/** `/resetpassword?token=…`: where the mailed link lands. A dead link is told before anything is typed. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { focusFirstFault, useFaults } from '../../shared/form/use-faults.ts';
import { PasswordChecks } from '../../shared/person/password-checks.tsx';
import { useLinkToken } from '../../shared/use-link-token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LoadingDialog } from '../../ui/dialog.tsx';
import { DocumentTitle } from '../../ui/page-header.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Notice } from '../../ui/surface.tsx';
import classes from './auth.module.css';
import { DeadLink, Done } from './outcome.tsx';
import { isDeadLink, resetLinkQuery, resetMutation } from './queries.ts';

export function ResetPasswordPage() {
  const t = useTranslations('access');
  const token = useLinkToken('/resetpassword', useSearch({ from: '/entry/returning/resetpassword' }).token);
  const link = useQuery(resetLinkQuery(token));
  const reset = useMutation(resetMutation);
  const isDead = link.data === false || isDeadLink(reset.error);
  return (
    <>
      <DocumentTitle title={t('resetTitle')} />
      {link.isPending && <LoadingDialog />}
      {link.isError && <ErrorState error={link.error} onRetry={() => void link.refetch()} />}
      {isDead && (
        <DeadLink
          text={t('deadText')}
          action={
            <ButtonLink to="/forgot-password" variant="accent" size="l">
              {t('another')}
            </ButtonLink>
          }
        />
      )}
      {reset.isSuccess && (
        <Done
          title={t('doneTitle')}
          text={t('doneText')}
          action={
            <ButtonLink to="/login" variant="accent" size="l">
              {t('signIn')}
            </ButtonLink>
          }
        />
      )}
      {link.data && !isDead && !reset.isSuccess && (
        <NewPasswordForm
          error={reset.error}
          busy={reset.isPending}
          onSubmit={(password) => reset.mutate({ token, password })}
        />
      )}
    </>
  );
}

interface NewPasswordFormProps {
  error: unknown;
  busy: boolean;
  onSubmit: (password: string) => void;
}

function NewPasswordForm({ error, busy, onSubmit }: NewPasswordFormProps) {
  const t = useTranslations();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const { fields, message } = useFaults(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setMissing(password === '');
    if (password === '') focusFirstFault(form.current);
    else onSubmit(password);
  };
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      <h1 className={classes.title}>{t('access.resetTitle')}</h1>
      <p className={classes.greeting}>{t('access.resetText')}</p>
      <div className={classes.fields}>
        <div className={classes.newPassword}>
          <PasswordField
            label={t('access.newPassword')}
            autoComplete="new-password"
            capsLockHint={t('shell.signIn.capsLock')}
            value={password}
            error={missing ? t('access.passwordRequired') : fields.password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setMissing(false);
            }}
          />
          <PasswordChecks password={password} email="" />
        </div>
        {message && <Notice tone="refusal">{message}</Notice>}
        <Button type="submit" variant="accent" size="l" block busy={busy}>
          {t(busy ? 'access.setting' : 'access.set')}
        </Button>
      </div>
    </form>
  );
}
