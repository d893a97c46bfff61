/**
 * `/login-verification`: the address of a sign-in's code step. The step opens with the sign-in itself; this page alone tells visitors where to start.
 */

import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { IconShieldLock } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { Outcome } from './outcome.tsx';

export function LoginVerificationPage() {
  const t = useTranslations('access');
  const search = useSearch({ from: '/entry/returning/login-verification' });
  return (
    <>
      <DocumentTitle title={t('verificationTitle')} />
      <Outcome
        icon={<IconShieldLock aria-hidden="true" />}
        title={t('verificationTitle')}
        text={t('verificationText')}
        action={
          <ButtonLink to="/login" search={search} variant="accent" size="l">
            {t('signIn')}
          </ButtonLink>
        }
      />
    </>
  );
}
