/**
 * The profile, the one screen that is always open to a signed-in client. Each part is a tab with its own address (`?tab=`), loaded when it is opened.
 */

import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { FactsShape } from '@calmly/ui/pictures/shapes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { TabLinks } from '@calmly/ui/tab-links.tsx';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { PreferencesProps } from './preferences.tsx';
import classes from './profile.module.css';

export const profileTabs = [
  'personal',
  'company',
  'people',
  'approvals',
  'activity',
  'security',
  'connections',
  'notifications',
  'terms',
  'fees',
  'preferences',
] as const;

/** Tabs that only a company has. */
const companyTabs: ReadonlySet<ProfileTab> = new Set(['company', 'people', 'approvals']);

/** The open change; in the address bar, so that a link opens it and back closes it. */
export const profileChanges = ['email', 'phone', 'address'] as const;
export type Change = (typeof profileChanges)[number];

type ProfileTab = (typeof profileTabs)[number];

const PersonalData = lazy(async () => ({ default: (await import('./personal-data.tsx')).PersonalData }));
const CompanyTab = lazy(async () => ({ default: (await import('../companies/index.ts')).CompanyTab }));
const SecurityTab = lazy(async () => ({
  default: (await import('../../../identity/portal/security/index.ts')).SecurityTab,
}));
const ConnectionsTab = lazy(async () => ({
  default: (await import('../../../programs/portal/index.ts')).ConnectionsTab,
}));
const NotificationsTab = lazy(async () => ({
  default: (await import('../../../notifications/portal/notifications/index.ts')).NotificationsTab,
}));
const TermsTab = lazy(async () => ({ default: (await import('./terms-tab.tsx')).TermsTab }));
const Fees = lazy(async () => ({ default: (await import('./fees.tsx')).Fees }));
const Preferences = lazy(async () => ({ default: (await import('./preferences.tsx')).Preferences }));
const ActivityTab = lazy(async () => ({
  default: (await import('../../../notifications/portal/activity/index.ts')).ActivityTab,
}));
const PeopleTab = lazy(async () => ({ default: (await import('../people/index.ts')).PeopleTab }));
const PolicyTab = lazy(async () => ({
  default: (await import('../../../approvals/portal/index.ts')).PolicyTab,
}));

interface ProfilePageProps extends PreferencesProps {
  tab: ProfileTab;
  change: Change | undefined;
  onChange: (change: Change | undefined) => void;
}

export function ProfilePage({ tab: wanted, change, onChange, ...preferences }: ProfilePageProps) {
  const t = useTranslations('profile');
  const client = useClient();
  const isOffered = (name: ProfileTab) => client.role === 'LEGAL' || !companyTabs.has(name);
  // A link in an email may lead to the company's tab, whichever profile is currently active.
  const tab = isOffered(wanted) ? wanted : 'personal';
  return (
    <Stack gap={24} align="start" className={classes.page}>
      {client.state !== 'ACTIVE' && client.state !== 'CREATED' && (
        <Notice tone="warning" title={t('notActive')}>
          {t('notActiveText')}
        </Notice>
      )}
      <TabLinks label={t('tabs')} open={tab}>
        {profileTabs.filter(isOffered).map((name) => (
          <Link
            key={name}
            to="/account-profile"
            search={{ tab: name }}
            replace
            resetScroll={false}
            aria-current={name === tab ? 'page' : undefined}
          >
            {t(name)}
          </Link>
        ))}
      </TabLinks>
      <Suspense fallback={<FactsShape />}>
        {tab === 'personal' && <PersonalData client={client} change={change} onChange={onChange} />}
        {tab === 'company' && <CompanyTab />}
        {tab === 'security' && <SecurityTab />}
        {tab === 'connections' && <ConnectionsTab />}
        {tab === 'notifications' && <NotificationsTab />}
        {tab === 'terms' && <TermsTab />}
        {tab === 'fees' && <Fees />}
        {tab === 'people' && <PeopleTab />}
        {tab === 'approvals' && <PolicyTab />}
        {tab === 'activity' && <ActivityTab />}
        {tab === 'preferences' && <Preferences {...preferences} />}
      </Suspense>
    </Stack>
  );
}
