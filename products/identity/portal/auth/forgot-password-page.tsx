/** `/forgot-password`: the person enters an address; the answer is the same for every address. */

import { supportEmail } from '@calmly/domain';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { IconMailForward } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './auth.module.css';
import { Outcome } from './outcome.tsx';
import { requestResetMutation } from './queries.ts';

export function ForgotPasswordPage() {
  const t = useTranslations('access');
  const form = useForm({
    start: { email: '' },
    read: ({ email }) => {
      const faults = missingTexts({ email }, { email: t('emailRequired') });
      return faults ? { faults } : { body: email.trim() };
    },
    mutation: requestResetMutation,
  });
  const title = <DocumentTitle title={t('forgotTitle')} />;
  if (form.isSent)
    return (
      <>
        {title}
        <Outcome
          icon={<IconMailForward aria-hidden="true" />}
          title={t('sentTitle')}
          text={t('sentText', { email: form.values.email.trim(), support: supportEmail })}
          action={
            <ButtonLink to="/login" size="l">
              {t('toSignIn')}
            </ButtonLink>
          }
        />
      </>
    );
  return (
    <form {...form.props} className={classes.form}>
      {title}
      <h1 className={classes.title}>{t('forgotTitle')}</h1>
      <p className={classes.greeting}>{t('forgotText')}</p>
      <div className={classes.fields}>
        <TextField
          {...form.text('email')}
          type="email"
          label={t('email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormMessage form={form} />
        <Button type="submit" variant="accent" size="l" block busy={form.busy}>
          {form.busy ? t('sending') : t('send')}
        </Button>
      </div>
      <p className={classes.other}>
        <Link to="/login" className="link">
          {t('toSignIn')}
        </Link>
      </p>
    </form>
  );
}
