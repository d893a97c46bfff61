/** The top bar: screen title, search, theme, language, notifications, current user, logout. */

import { LanguageSelect } from '@calmly/portal-kit/shared/preferences/language-select.tsx';
import { ThemeSwitch } from '@calmly/portal-kit/shared/preferences/theme-switch.tsx';
import { ProfileMenu } from '@calmly/products/clients/portal/profiles/index.ts';
import { NotificationsBell } from '@calmly/products/notifications/portal/notifications/index.ts';
import { searchEntry } from '@calmly/products/search/portal/index.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { LogoMark } from '@calmly/ui/pictures/logo-mark.tsx';
import { IconArrowLeft, IconLogout } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { Ref } from 'react';
import { parentScreen } from './parent-screen.ts';
import classes from './shell.module.css';

const SearchEntry = searchEntry(() => import('./places.ts'));

interface TopBarProps {
  titleRef: Ref<HTMLDivElement>;
  actionRef: Ref<HTMLDivElement>;
}

export function TopBar({ titleRef, actionRef }: TopBarProps) {
  const t = useTranslations('shell.topbar');
  return (
    <header className={classes.top}>
      <PhoneStart />
      <div ref={titleRef} className={classes.title} />
      <SearchEntry />
      <span className={classes.notOnPhone}>
        <ThemeSwitch />
      </span>
      <span className={classes.notOnPhone}>
        <LanguageSelect short />
      </span>
      <NotificationsBell />
      <div ref={actionRef} className={classes.phoneAction} />
      <ProfileMenu />
      <span className={classes.notOnPhone}>
        <ButtonLink
          to="/logout"
          preload={false}
          variant="quiet"
          icon={<IconLogout aria-hidden="true" />}
          aria-label={t('logout')}
        />
      </span>
    </header>
  );
}

/** Under 600 only: the way back from a screen that has no entry in the navigation, else the mark. */
function PhoneStart() {
  const t = useTranslations('shell.topbar');
  const parent = useRouterState({
    select: ({ location: { pathname, search } }) => parentScreen(pathname, 'step' in search),
  });
  return (
    <span className={classes.phoneBrand}>
      {parent ? (
        <Link to={parent} className={classes.back} aria-label={t('back')}>
          <IconArrowLeft aria-hidden="true" />
        </Link>
      ) : (
        <LogoMark size={28} />
      )}
    </span>
  );
}
