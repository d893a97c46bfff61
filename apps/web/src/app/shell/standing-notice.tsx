/**
 * Shown above every screen until it is settled: terms to accept, an identity check in progress. It updates when the bank has decided; a
 * client whose check has passed is taken to the dashboard.
 */
import { companyUserGrade } from '@calmly/contract';
import { arriveVerified, type SignedIn } from '@calmly/portal-kit/session/state.ts';
import { companiesQuery } from '@calmly/products/clients/portal/profiles/index.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import classes from './shell.module.css';

const TermsDialog = lazy(async () => ({
  default: (await import('@calmly/products/clients/portal/terms/index.ts')).TermsDialog,
}));

export function StandingNotice({ session }: { session: SignedIn }) {
  const t = useTranslations('onboarding.created');
  const { state } = session.client;
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
  // The check has passed while the profile, the only screen open until then, was in view: the portal opens.
  return session.isJustVerified ? <OpenDashboard /> : null;
}

function OpenDashboard() {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: '/dashboard', replace: true }).then(arriveVerified);
  }, [navigate]);
  return null;
}

/** A person who acts only for companies has nothing to do in the own profile. */
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
