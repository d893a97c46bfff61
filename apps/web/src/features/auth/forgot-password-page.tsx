/** `/forgot-password`: an address in, the same answer for every address. */

import { supportEmail } from '@calmly/domain';
import { IconMailForward } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { focusFirstFault, useFaults } from '../../shared/form/use-faults.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { DocumentTitle } from '../../ui/page-header.tsx';
import { Notice } from '../../ui/surface.tsx';
import classes from './auth.module.css';
import { Outcome } from './outcome.tsx';
import { requestResetMutation } from './queries.ts';

export function ForgotPasswordPage() {
  const t = useTranslations('access');
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState(false);
  const request = useMutation(requestResetMutation);
  const { fields, message } = useFaults(request.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.isPending) return;
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    setMissing(email === '');
    if (email === '') return focusFirstFault(form.current);
    request.mutate(email, { onError: () => focusFirstFault(form.current) });
  };
  const title = <DocumentTitle title={t('forgotTitle')} />;
  if (request.isSuccess)
    return (
      <>
        {title}
        <Outcome
          icon={<IconMailForward aria-hidden="true" />}
          title={t('sentTitle')}
          text={t('sentText', { email: request.variables, support: supportEmail })}
          action={
            <ButtonLink to="/login" size="l">
              {t('toSignIn')}
            </ButtonLink>
          }
        />
      </>
    );
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      {title}
      <h1 className={classes.title}>{t('forgotTitle')}</h1>
      <p className={classes.greeting}>{t('forgotText')}</p>
      <div className={classes.fields}>
        <TextField
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={missing ? t('emailRequired') : fields.email}
        />
        {message && <Notice tone="refusal">{message}</Notice>}
        <Button type="submit" variant="accent" size="l" block busy={request.isPending}>
          {request.isPending ? t('sending') : t('send')}
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
