/** `/account-profile?tab=…&change=…`. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { setDark, useDark } from '@calmly/ui/theme/colour-scheme.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ProfilePage, profileChanges, profileTabs } from './profile/index.ts';

export function ProfileScreen() {
  const t = useTranslations('profile');
  const navigate = useNavigate();
  const dark = useDark();
  const search = useSearch({ from: '/shell/account-profile' });
  const tab = profileTabs.find((name) => name === search.tab) ?? profileTabs[0];
  const change = profileChanges.find((name) => name === search.change);
  return (
    <>
      <PageHeader title={t('title')} />
      <ProfilePage
        tab={tab}
        change={change}
        onChange={(next) =>
          void navigate({
            to: '/account-profile',
            search: { tab, ...(next && { change: next }) },
            replace: next === undefined,
            resetScroll: false,
          })
        }
        dark={dark}
        onDark={setDark}
      />
    </>
  );
}
