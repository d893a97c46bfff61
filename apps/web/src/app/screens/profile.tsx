/** `/account-profile?tab=…`. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ProfilePage, profileTabs } from '../../features/profile/index.ts';
import { useTranslations } from '../../i18n/index.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { setDark, useDark } from '../colour-scheme.ts';

export function ProfileScreen() {
  const t = useTranslations('profile');
  const navigate = useNavigate();
  const search: { tab?: unknown } = useSearch({ strict: false });
  const tab = profileTabs.find((name) => name === search.tab) ?? 'personal';
  return (
    <>
      <PageHeader title={t('title')} />
      <ProfilePage
        tab={tab}
        onTab={(next) => void navigate({ to: '/account-profile', search: { tab: next }, replace: true })}
        dark={useDark()}
        onDark={setDark}
      />
    </>
  );
}
