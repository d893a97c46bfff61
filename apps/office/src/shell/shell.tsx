/** The frame of every screen behind the sign-in: navigation at the left, the title, the keys. */

import { LanguageSelect } from '@calmly/portal-kit/shared/preferences/language-select.tsx';
import { ThemeSwitch } from '@calmly/portal-kit/shared/preferences/theme-switch.tsx';
import { getSession } from '@calmly/products/office/office/session/state.ts';
import { useKeys } from '@calmly/products/office/office/shared/keys.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { useOnline } from '@calmly/ui/online.ts';
import { ShellPlacesContext } from '@calmly/ui/page-header.tsx';
import { IconKeyboard } from '@tabler/icons-react';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { IdleGuard } from './idle-guard.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Navigation } from './navigation.tsx';
import { placesOf } from './places.ts';
import classes from './shell.module.css';

/** While the sign-in opens after the end of a session, nothing of it is drawn any more. */
export function Shell() {
  useRouterState({ select: ({ location }) => location.href });
  return getSession() && <Frame />;
}

function Frame() {
  const t = useTranslations('office.shell');
  const navigate = useNavigate();
  const online = useOnline();
  const [title, setTitle] = useState<HTMLElement | null>(null);
  const [drawer, setDrawer] = useState<HTMLElement | null>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const places = useMemo(() => ({ title, drawer, action: null }), [title, drawer]);
  useKeys({
    '?': () => setIsHelpOpen(true),
    ...Object.fromEntries(placesOf().map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
  });
  return (
    <ShellPlacesContext value={places}>
      <div className={classes.shell}>
        <a className={classes.skip} href="#content">
          {t('skip')}
        </a>
        <Navigation />
        <div className={classes.column}>
          <header className={classes.top}>
            <div className={classes.title} ref={setTitle} />
            <Button
              variant="quiet"
              icon={<IconKeyboard aria-hidden="true" />}
              aria-label={t('keys')}
              onClick={() => setIsHelpOpen(true)}
            />
            <ThemeSwitch />
            <LanguageSelect short />
          </header>
          <main id="content" className={classes.content} tabIndex={-1}>
            {!online && (
              <p className={classes.offline} role="status">
                {t('offline')}
              </p>
            )}
            <Outlet />
          </main>
          <div className={classes.drawer} ref={setDrawer} />
        </div>
        <IdleGuard />
        {isHelpOpen && <KeysDialog onClose={() => setIsHelpOpen(false)} />}
      </div>
    </ShellPlacesContext>
  );
}
