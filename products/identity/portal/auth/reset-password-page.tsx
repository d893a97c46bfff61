/** `/resetpassword?token=…`: the target of the emailed link. An expired link says so before the form opens. */

import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { type Form, useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useLinkToken } from '@calmly/portal-kit/shared/navigation/use-link-token.ts';
import { NewPasswordField } from '@calmly/portal-kit/shared/person/new-password-field.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { LoadingDialog } from '@calmly/ui/layers/loading-dialog.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import classes from './auth.module.css';
import { DeadLink, Done } from './outcome.tsx';
import { isDeadLink, resetLinkQuery, resetMutation } from './queries.ts';

export function ResetPasswordPage() {
  const t = useTranslations('access');
  const token = useLinkToken('/resetpassword', useSearch({ from: '/entry/returning/resetpassword' }).token);
  const link = useQuery(resetLinkQuery(token));
  const form = useForm({
    start: { password: '' },
    read: ({ password }) =>
      password === '' ? { faults: { password: t('passwordRequired') } } : { body: { token, password } },
    mutation: resetMutation,
  });
  const isDead = link.data === false || isDeadLink(form.error);
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
      {form.isSent && (
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
      {link.data && !isDead && !form.isSent && <NewPasswordForm form={form} />}
    </>
  );
}

function NewPasswordForm({ form }: { form: Form<{ password: string }> }) {
  const t = useTranslations();
  return (
    <form {...form.props} className={classes.form}>
      <h1 className={classes.title}>{t('access.resetTitle')}</h1>
      <p className={classes.greeting}>{t('access.resetText')}</p>
      <div className={classes.fields}>
        <NewPasswordField {...form.text('password')} label={t('access.newPassword')} email="" />
        <FormMessage form={form} />
        <Button type="submit" variant="accent" size="l" block busy={form.busy}>
          {t(form.busy ? 'access.setting' : 'access.set')}
        </Button>
      </div>
    </form>
  );
}
