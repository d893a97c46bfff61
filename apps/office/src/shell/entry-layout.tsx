/** Pages without a session: one sheet in the middle, marked as the office so that it isn't mistaken for the clients' sign-in. */
import { LanguageSelect } from '@calmly/portal-kit/shared/preferences/language-select.tsx';
import { ThemeSwitch } from '@calmly/portal-kit/shared/preferences/theme-switch.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Outlet } from '@tanstack/react-router';
import classes from './entry-layout.module.css';
import { OfficeLogo } from './office-logo.tsx';

export function EntryLayout() {
  return (
    <Stack className={classes.layout}>
      <Inline as="header" gap={8} align="center" justify="between" className={classes.head}>
        <OfficeLogo />
        <Inline gap={8} align="center">
          <ThemeSwitch />
          <LanguageSelect />
        </Inline>
      </Inline>
      <main className={classes.main}>
        <div className={classes.sheet}>
          <Outlet />
        </div>
      </main>
    </Stack>
  );
}
