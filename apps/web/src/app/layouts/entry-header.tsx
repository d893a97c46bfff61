/** The header of pages without the shell: logo, the page's own controls, language, and logout for a signed-in user. */

import { useSession } from '@calmly/portal-kit/session/state.ts';
import { LanguageSelect } from '@calmly/portal-kit/shared/preferences/language-select.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Logo } from '@calmly/ui/pictures/logo.tsx';
import { IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './entry-header.module.css';

export function EntryHeader({ beside }: { beside?: ReactNode }) {
  const t = useTranslations('shell.topbar');
  const signedIn = useSession().status === 'signed-in';
  return (
    <header className={classes.head}>
      <Logo />
      {beside}
      <span className={classes.controls}>
        <LanguageSelect short={signedIn} />
        {signedIn && (
          <ButtonLink
            to="/logout"
            preload={false}
            variant="quiet"
            icon={<IconLogout aria-hidden="true" />}
            aria-label={t('logout')}
          >
            <span className={classes.logout}>{t('logout')}</span>
          </ButtonLink>
        )}
      </span>
    </header>
  );
}
