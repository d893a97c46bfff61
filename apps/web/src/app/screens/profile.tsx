/** `/account-profile?tab=…`. */
import { useSearch } from '@tanstack/react-router';
import { ProfilePage, profileTabs } from '../../features/profile/index.ts';
import { useTranslations } from '../../i18n/index.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { setDark, useDark } from '../colour-scheme.ts';

export function ProfileScreen() {
  const t = useTranslations('profile');
  const dark = useDark();
  const search = useSearch({ from: '/shell/account-profile' });
  const tab = profileTabs.find((name) => name === search.tab) ?? profileTabs[0];
  return (
    <>
      <PageHeader title={t('title')} />
      <ProfilePage tab={tab} dark={dark} onDark={setDark} />
    </>
  );
}
