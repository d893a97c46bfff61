/**
 * The thin bar at the top while the next screen loads (specification section 9): it appears after 200 ms, so that a quick change of
 * screens shows none, and takes 5 s to cross the window.
 */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import classes from './progress-bar.module.css';

const throttleMs = 200;

function ProgressBar() {
  const t = useTranslations('ui');
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsSlow(true), throttleMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isLoading]);
  if (!isLoading || !isSlow) return null;
  // Outside the page's landmarks, so it is a live region that is announced.
  return (
    <div role="status">
      <div className={classes.bar} role="progressbar" aria-label={t('loading')} />
    </div>
  );
}

/** The outermost element of every screen. */
export function RootScreen() {
  return (
    <>
      <ProgressBar />
      <Outlet />
    </>
  );
}
