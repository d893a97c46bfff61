/** The top bar: title of the screen, theme, language, notifications, who is signed in, logout. */
import { IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import { NotificationsBell } from '../../features/notifications/index.ts';
import { useTranslations } from '../../i18n/index.tsx';
import { useClient } from '../../session/state.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { LanguageSelect } from '../language-select.tsx';
import { LogoMark } from '../logo.tsx';
import classes from './shell.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

interface TopBarProps {
  titleRef: Ref<HTMLDivElement>;
  actionRef: Ref<HTMLDivElement>;
}

export function TopBar({ titleRef, actionRef }: TopBarProps) {
  const t = useTranslations('shell.topbar');
  const client = useClient();
  const name = client.companyName ?? [client.firstName, client.lastName].filter(Boolean).join(' ');
  return (
    <header className={classes.top}>
      <span className={classes.phoneBrand}>
        <LogoMark size={28} />
      </span>
      <div ref={titleRef} className={classes.title} />
      <span className={classes.notOnPhone}>
        <ThemeSwitch />
      </span>
      <span className={classes.notOnPhone}>
        <LanguageSelect short />
      </span>
      <NotificationsBell />
      <div ref={actionRef} className={classes.phoneAction} />
      <Link to="/account-profile" className={classes.client}>
        <span className="visually-hidden">{t('account')}:</span>
        <Avatar name={name} tone="ink" />
        <span className={classes.clientText}>
          <span className={classes.clientName}>{name}</span>
          <span className={classes.clientNumber}>{t('client', { number: client.number })}</span>
        </span>
      </Link>
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
