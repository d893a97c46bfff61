/** `/unfreeze?token=…`: restores frozen access with the emailed link, the password and the popup's code. */

import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useLinkToken } from '@calmly/portal-kit/shared/navigation/use-link-token.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { PasswordField } from '@calmly/ui/fields/password-field.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { useSearch } from '@tanstack/react-router';
import classes from './auth.module.css';
import { DeadLink, Done } from './outcome.tsx';
import { isDeadLink, unfreezeMutation } from './queries.ts';

export function UnfreezePage() {
  const t = useTranslations();
  const token = useLinkToken('/unfreeze', useSearch({ from: '/entry/returning/unfreeze' }).token);
  const form = useForm({
    start: { username: '', password: '' },
    read: ({ username, password }) => {
      const faults = missingTexts(
        { username, password },
        { username: t('access.usernameRequired'), password: t('access.currentRequired') },
      );
      return faults ? { faults } : { body: { token, username: username.trim(), password } };
    },
    mutation: unfreezeMutation,
  });
  const title = <DocumentTitle title={t('access.unfreezeTitle')} />;
  const toSignIn = (
    <ButtonLink to="/login" variant="accent" size="l">
      {t('access.signIn')}
    </ButtonLink>
  );
  if (token === '' || isDeadLink(form.error))
    return (
      <>
        {title}
        <DeadLink text={t('access.unfreezeDeadText')} action={toSignIn} />
      </>
    );
  if (form.isSent)
    return (
      <>
        {title}
        <Done title={t('access.unfrozenTitle')} text={t('access.unfrozenText')} action={toSignIn} />
      </>
    );
  return (
    <form {...form.props} className={classes.form}>
      {title}
      <h1 className={classes.title}>{t('access.unfreezeTitle')}</h1>
      <p className={classes.greeting}>{t('access.unfreezeText')}</p>
      <div className={classes.fields}>
        <TextField
          {...form.text('username')}
          label={t('access.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          {...form.text('password')}
          label={t('access.password')}
          autoComplete="current-password"
          capsLockHint={t('shell.signIn.capsLock')}
        />
        <FormMessage form={form} />
        <Button type="submit" variant="accent" size="l" block busy={form.busy}>
          {t('access.unfreeze')}
        </Button>
      </div>
    </form>
  );
}
