/**
 * What stands above every screen until it is settled: terms to accept, an identity being checked and how that ends. It changes
 * by itself when the bank has decided.
 */
import { companyUserGrade } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { companiesQuery } from '../../features/profiles/index.ts';
import { useTranslations } from '../../i18n/index.tsx';
import type { SignedIn } from '../../session/state.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/surface.tsx';
import classes from './shell.module.css';

const TermsDialog = lazy(async () => ({
  default: (await import('../../features/terms/index.ts')).TermsDialog,
}));

export function StandingNotice({ session }: { session: SignedIn }) {
  const t = useTranslations('onboarding.created');
  const { state } = session.client;
  const [wasChecked, setWasChecked] = useState(false);
  if (state === 'CREATED' && !wasChecked) setWasChecked(true);
  if (session.client.grade === companyUserGrade) return <CompanyUserNotice id={session.client.id} />;
  if (state === 'CREATED')
    return (
      <div className={classes.standing}>
        <Notice tone="info" title={t('title')}>
          {t('text')}
        </Notice>
      </div>
    );
  if (state !== 'ACTIVE') return null;
  if (!session.termsAccepted)
    return (
      <Suspense fallback={null}>
        <TermsDialog />
      </Suspense>
    );
  if (!wasChecked) return null;
  return (
    <div className={classes.standing}>
      <Notice tone="success" title={t('activeTitle')}>
        {t('activeText')}
        <p>
          <ButtonLink to="/dashboard" variant="solid" size="s" onClick={() => setWasChecked(false)}>
            {t('activeAction')}
          </ButtonLink>
        </p>
      </Notice>
    </div>
  );
}

/** Whoever acts for companies only has nothing to do in the own profile. */
function CompanyUserNotice({ id }: { id: string }) {
  const t = useTranslations('profiles.companyUser');
  const companies = useQuery(companiesQuery(id));
  if (!companies.data) return null;
  const has = companies.data.length > 0;
  return (
    <div className={classes.standing}>
      <Notice tone="info" title={t(has ? 'chooseTitle' : 'noneTitle')}>
        {t(has ? 'chooseText' : 'noneText')}
      </Notice>
    </div>
  );
}
