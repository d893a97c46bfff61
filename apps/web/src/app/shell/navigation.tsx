/** Side navigation: with labels from 1264 px, icons with tooltips from 600 px, below that the bottom bar. */

import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useTexts } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Logo } from '@calmly/ui/pictures/logo.tsx';
import { LogoMark } from '@calmly/ui/pictures/logo-mark.tsx';
import { Link, useMatchRoute } from '@tanstack/react-router';
import { footItems, mainItems, type NavItem } from './nav-items.ts';
import classes from './shell.module.css';
import { WaitingCount } from './waiting-count.tsx';

export function SideNavigation() {
  const t = useTranslations('shell.nav');
  const client = useClient();
  return (
    <div className={classes.side}>
      <nav aria-label={t('label')}>
        <Link to="/dashboard" className={classes.brand} aria-label="Calmly">
          <span className={classes.wordmark}>
            <Logo />
          </span>
          <span className={classes.mark}>
            <LogoMark />
          </span>
        </Link>
        <ul className={classes.items}>
          {mainItems
            .filter((item) => item.visibleTo?.(client) ?? true)
            .map((item) => (
              <Entry key={item.to} item={item} />
            ))}
        </ul>
        <ul className={`${classes.items} ${classes.foot}`}>
          {footItems.map((item) => (
            <Entry key={item.to} item={item} />
          ))}
        </ul>
      </nav>
    </div>
  );
}

function Entry({ item }: { item: NavItem }) {
  const t = useTexts();
  const matches = useMatchRoute();
  const open = Boolean(matches({ to: item.to, fuzzy: true }));
  const childOpen = item.child !== undefined && Boolean(matches({ to: item.child.to, fuzzy: true }));
  return (
    <li className={classes.entry} data-open={open || undefined}>
      <NavLink item={item} current={open && !childOpen} />
      {item.child && (
        <Link to={item.child.to} className={`${classes.item} ${classes.child}`}>
          {t(item.child.label)}
        </Link>
      )}
    </li>
  );
}

/** One line of the navigation; also used by the phone's sheet. */
export function NavLink({ item, current }: { item: NavItem; current?: boolean }) {
  const t = useTexts();
  const Icon = item.icon;
  return (
    <Link
      to={item.to}
      search={{}}
      className={classes.item}
      activeProps={{}}
      activeOptions={{ exact: true }}
      aria-current={current ? 'page' : undefined}
    >
      <Icon aria-hidden="true" />
      <span className={classes.label}>{t(item.label)}</span>
      {item.counts && <WaitingCount of={item.counts} />}
    </Link>
  );
}
