/** Below 600 px: Home, Payments, Cards (when offered), Payees and More, which opens the rest with language, theme and logout. */
import type { Client } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { LanguageSelect } from '@calmly/portal-kit/shared/preferences/language-select.tsx';
import { ThemeSwitch } from '@calmly/portal-kit/shared/preferences/theme-switch.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import {
  IconArrowsRightLeft,
  IconCreditCard,
  IconLayoutDashboard,
  IconLogout,
  IconMenu2,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useMatchRoute, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { footItems, mainItems } from './nav-items.ts';
import { NavLink } from './navigation.tsx';
import classes from './shell.module.css';
import { WaitingCount } from './waiting-count.tsx';

const tabs = [
  { key: 'home', to: '/dashboard', icon: IconLayoutDashboard },
  { key: 'payments', to: '/payments', icon: IconArrowsRightLeft },
  { key: 'cards', to: '/cards', icon: IconCreditCard },
  { key: 'payees', to: '/beneficiaries', icon: IconUsers },
] as const;

/** A tab is there for those who see its item in the side navigation. */
const isOffered = ({ to }: { to: string }, client: Client) =>
  mainItems.find((item) => item.to === to)?.visibleTo?.(client) ?? true;

export function BottomBar() {
  const t = useTranslations('shell.nav');
  const matches = useMatchRoute();
  const client = useClient();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === path;
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpenAt(undefined);
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [open]);
  return (
    <nav className={classes.bottom} aria-label={t('label')}>
      {tabs
        .filter((tab) => isOffered(tab, client))
        .map(({ key, to, icon: Icon }) => (
          <Link
            key={key}
            to={to}
            className={classes.tab}
            activeProps={{}}
            aria-current={!open && matches({ to, fuzzy: true }) ? 'page' : undefined}
          >
            <Icon aria-hidden="true" />
            {t(key)}
          </Link>
        ))}
      <button
        type="button"
        className={classes.tab}
        data-current={open || undefined}
        aria-expanded={open}
        onClick={() => setOpenAt(open ? undefined : path)}
      >
        <IconMenu2 aria-hidden="true" />
        {t('more')}
        <WaitingCount of="approvals" />
      </button>
      {open && <MoreSheet />}
    </nav>
  );
}

function MoreSheet() {
  const t = useTranslations('shell.topbar');
  const client = useClient();
  const rest = [...mainItems, ...footItems].filter(
    (item) => !tabs.some((tab) => tab.to === item.to) && (item.visibleTo?.(client) ?? true),
  );
  return (
    <div className={classes.sheet}>
      {rest.map((item) => (
        <NavLink key={item.to} item={item} />
      ))}
      <div className={classes.sheetRow}>
        <LanguageSelect />
        <ThemeSwitch />
      </div>
      <ButtonLink to="/logout" preload={false} icon={<IconLogout aria-hidden="true" />}>
        {t('logout')}
      </ButtonLink>
    </div>
  );
}
