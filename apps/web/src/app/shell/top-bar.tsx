/** The top bar: screen title, search, theme, language, notifications, current user, logout. */
import { IconLogout } from '@tabler/icons-react';
import type { Ref } from 'react';
import { NotificationsBell } from '../../features/notifications/index.ts';
import { ProfileMenu } from '../../features/profiles/index.ts';
import { SearchEntry } from '../../features/search/index.ts';
import { useTranslations } from '../../i18n/index.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { LogoMark } from '../../ui/pictures/logo-mark.tsx';
import { LanguageSelect } from '../language-select.tsx';
import classes from './shell.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

interface TopBarProps {
  titleRef: Ref<HTMLDivElement>;
  actionRef: Ref<HTMLDivElement>;
}

export function TopBar({ titleRef, actionRef }: TopBarProps) {
  const t = useTranslations('shell.topbar');
  return (
    <header className={classes.top}>
      <span className={classes.phoneBrand}>
        <LogoMark size={28} />
      </span>
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
