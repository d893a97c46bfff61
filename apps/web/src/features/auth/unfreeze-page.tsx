/** `/unfreeze?token=…`: opens a frozen access again with the mailed link, the password and the popup's code. */
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { focusFirstFault, useFaults } from '../../shared/form/use-faults.ts';
import { useLinkToken } from '../../shared/use-link-token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { DocumentTitle } from '../../ui/page-header.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Notice } from '../../ui/surface.tsx';
import classes from './auth.module.css';
import { DeadLink, Done } from './outcome.tsx';
import { isDeadLink, unfreezeMutation } from './queries.ts';

export function UnfreezePage() {
  const t = useTranslations();
  const token = useLinkToken('/unfreeze', useSearch({ from: '/entry/returning/unfreeze' }).token);
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<{ username?: boolean; password?: boolean }>({});
  const opening = useMutation(unfreezeMutation);
  const { message } = useFaults(opening.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (opening.isPending) return;
    const data = new FormData(event.currentTarget);
    const username = String(data.get('username') ?? '').trim();
    const password = String(data.get('password') ?? '');
    setMissing({ username: username === '', password: password === '' });
    if (username === '' || password === '') return focusFirstFault(form.current);
    opening.mutate({ token, username, password });
  };
  const title = <DocumentTitle title={t('access.unfreezeTitle')} />;
  const toSignIn = (
    <ButtonLink to="/login" variant="accent" size="l">
      {t('access.signIn')}
    </ButtonLink>
  );
  if (token === '' || isDeadLink(opening.error))
    return (
      <>
        {title}
        <DeadLink text={t('access.unfreezeDeadText')} action={toSignIn} />
      </>
    );
  if (opening.isSuccess)
    return (
      <>
        {title}
        <Done title={t('access.unfrozenTitle')} text={t('access.unfrozenText')} action={toSignIn} />
      </>
    );
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      {title}
      <h1 className={classes.title}>{t('access.unfreezeTitle')}</h1>
      <p className={classes.greeting}>{t('access.unfreezeText')}</p>
      <div className={classes.fields}>
        <TextField
          name="username"
          label={t('access.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={missing.username && t('access.usernameRequired')}
        />
        <PasswordField
          name="password"
          label={t('access.password')}
          autoComplete="current-password"
          capsLockHint={t('shell.signIn.capsLock')}
          error={missing.password && t('access.currentRequired')}
        />
        {message && <Notice tone="refusal">{message}</Notice>}
        <Button type="submit" variant="accent" size="l" block busy={opening.isPending}>
          {t('access.unfreeze')}
        </Button>
      </div>
    </form>
  );
}
