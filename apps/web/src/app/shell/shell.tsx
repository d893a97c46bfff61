/**
 * The default shell of signed-in clients (specification section 2): navigation, top bar, the screen, and the slots that a screen fills
 * (title, phone action, docked drawer). Server state and the live connection begin and end with it.
 */
// The sign-in pages do with what browsers make of them in colours of one's own.
import '@calmly/ui/theme/forced-colors.css';
import { useLiveQueries } from '@calmly/portal-kit/session/live/live.ts';
import { queryClient } from '@calmly/portal-kit/session/query-client.ts';
import { type SignedIn, useSession } from '@calmly/portal-kit/session/state.ts';
import { FailureDialog } from '@calmly/portal-kit/shared/failure.tsx';
import { FirstCompany, LinkedProfile } from '@calmly/products/clients/portal/profiles/index.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { LoadingDialog } from '@calmly/ui/layers/loading-dialog.tsx';
import { useOnline } from '@calmly/ui/online.ts';
import { ShellPlacesContext } from '@calmly/ui/page-header.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { BottomBar } from './bottom-bar.tsx';
import { IdleGuard } from './idle-guard.tsx';
import { SideNavigation } from './navigation.tsx';
import classes from './shell.module.css';
import { StandingNotice } from './standing-notice.tsx';
import { TopBar } from './top-bar.tsx';

const IdentityInstead = lazy(() => import('./identity-instead.tsx'));

/** `children` instead of the route's own screen: an address that has none. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const session = useSession();
  // Between the end of a session and the way to /logout there is no user to draw for.
  if (session.status !== 'signed-in') return null;
  if (session.client.state !== 'KYC_DECLINED')
    return <SignedInShell session={session}>{children}</SignedInShell>;
  return (
    <Suspense fallback={<LoadingDialog />}>
      <IdentityInstead />
    </Suspense>
  );
}

function SignedInShell({ session, children }: { session: SignedIn; children: ReactNode }) {
  const t = useTranslations('shell');
  const [title, setTitle] = useState<HTMLElement | null>(null);
  const [action, setAction] = useState<HTMLElement | null>(null);
  const [drawer, setDrawer] = useState<HTMLElement | null>(null);
  const online = useOnline();
  useLiveQueries();
  return (
    <QueryClientProvider client={queryClient}>
      <ShellPlacesContext value={{ title, action, drawer }}>
        <div className={classes.shell}>
          <a href="#content" className={classes.skip}>
            {t('nav.skip')}
          </a>
          <SideNavigation />
          <div className={classes.column}>
            <TopBar titleRef={setTitle} actionRef={setAction} />
            <main id="content" tabIndex={-1} className={classes.content}>
              {!online && (
                <p className={classes.offline} role="status">
                  {t('topbar.offline')}
                </p>
              )}
              <FirstCompany>
                <LinkedProfile />
                <StandingNotice session={session} />
                <Suspense fallback={null}>{children}</Suspense>
              </FirstCompany>
            </main>
            <div ref={setDrawer} className={classes.drawer} />
          </div>
          <BottomBar />
        </div>
        <IdleGuard />
        <FailureDialog />
      </ShellPlacesContext>
    </QueryClientProvider>
  );
}
