/**
 * Sign-in (specification sections 4, 5): both fields are required; a failure shows the server's sentence. An unknown device opens the two-factor
 * popup, whose Cancel keeps the form. Enter submits. A passkey needs neither password nor code: the browser offers it in the first field, and a
 * button starts it.
 */

import { ApiProblem } from '@calmly/contract';
import { signInTarget } from '@calmly/portal-kit/session/after-sign-in.ts';
import { problemKey } from '@calmly/portal-kit/session/problem-text.ts';
import { signIn, warmUp } from '@calmly/portal-kit/session/session.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CheckboxField, TextField } from '@calmly/ui/fields/field.tsx';
import { PasswordField } from '@calmly/ui/fields/password-field.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconFingerprint } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import classes from './auth.module.css';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

export function LoginPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { next, reason } = useSearch({ from: '/entry/login' });
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<{ username?: boolean; password?: boolean }>({});
  const [failure, setFailure] = useState<SignInFailure>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const username = String(data.get('username') ?? '').trim();
    const password = String(data.get('password') ?? '');
    setMissing({ username: username === '', password: password === '' });
    const empty = username === '' ? 'username' : password === '' ? 'password' : undefined;
    if (empty) return form.current?.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus();
    setFailure(undefined);
    setBusy(true);
    try {
      await signIn(username, password, data.get('remember') === 'on');
      await enter();
    } catch (error) {
      setFailure(signInFailure(error, t));
    } finally {
      setBusy(false);
    }
  };
  const enter = () => navigate({ href: signInTarget(next) ?? '/', replace: true });
  const passkey = usePasskeySignIn(form, {
    onSignedIn: enter,
    onFailure: async (error) => setFailure(error === undefined ? undefined : signInFailure(error, t)),
    onDismissed: () => setFailure({ text: t('shell.signIn.passkeyDismissed') }),
  });

  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => void submit(event)}
      onFocus={warmUp}
    >
      <DocumentTitle title={t('shell.signIn.title')} />
      <h1 className={classes.title}>{t('shell.signIn.title')}</h1>
      {!failure && !reason && <p className={classes.greeting}>{t('shell.signIn.greeting')}</p>}
      {(failure || reason) && (
        <div className={classes.alert}>
          {failure ? (
            <Notice tone="refusal">
              {failure.text}
              {failure.link && (
                <p>
                  <a className="link" href={failure.link}>
                    {t('shell.signIn.adminPanel')}
                  </a>
                </p>
              )}
            </Notice>
          ) : (
            reason && <Notice tone="warning">{t(`shell.session.left.${reason}`)}</Notice>
          )}
        </div>
      )}
      <div className={classes.fields}>
        <TextField
          name="username"
          label={t('shell.signIn.username')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          error={missing.username && t('shell.signIn.usernameRequired')}
        />
        <PasswordField
          name="password"
          label={t('shell.signIn.password')}
          autoComplete="current-password"
          capsLockHint={t('shell.signIn.capsLock')}
          error={missing.password && t('shell.signIn.passwordRequired')}
        />
      </div>
      <div className={classes.remember}>
        <CheckboxField name="remember" label={t('shell.signIn.remember')} />
        <Link to="/forgot-password" className="link">
          {t('shell.signIn.forgot')}
        </Link>
      </div>
      <Button type="submit" variant="accent" size="l" block busy={busy}>
        {busy ? t('shell.signIn.submitting') : t('shell.signIn.submit')}
      </Button>
      {passkey.isPossible && (
        <Button
          size="l"
          block
          className={classes.passkey}
          icon={<IconFingerprint aria-hidden="true" />}
          busy={passkey.busy}
          onClick={passkey.ask}
        >
          {t('shell.signIn.passkey')}
        </Button>
      )}
      <p className={classes.other}>
        {t('shell.signIn.newHere')}{' '}
        <Link to="/register" className="link">
          {t('shell.signIn.register')}
        </Link>
      </p>
    </form>
  );
}

/** A failed sign-in: the sentence, and a link if the server offers one. */
interface SignInFailure {
  readonly text: string;
  readonly link?: string | undefined;
}

/** The server's own sentence, or ours if the bank did not answer. `t` is the translator without a namespace. */
function signInFailure(error: unknown, t: ReturnType<typeof useTranslations<never>>): SignInFailure {
  // Any other error means that the API client could not be loaded, so the network failed.
  if (!(error instanceof ApiProblem)) return { text: t('client.networkFailed') };
  const key = problemKey(error);
  return { text: key ? t(key) : error.message, link: error.link };
}
