/** The minimal oauth layout (specification section 2): the header, and one sheet in the middle. */

import { queryClient } from '@calmly/portal-kit/session/query-client.ts';
import { useSession } from '@calmly/portal-kit/session/state.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { IdleGuard } from '../shell/idle-guard.tsx';
import { EntryHeader } from './entry-header.tsx';
import classes from './oauth-layout.module.css';

export function OauthLayout() {
  const signedIn = useSession().status === 'signed-in';
  useEffect(() => () => queryClient.clear(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes.layout}>
        <div className={classes.head}>
          <EntryHeader />
        </div>
        <main className={classes.main}>
          <div className={classes.sheet}>
            <Suspense fallback={null}>
              <Outlet />
            </Suspense>
          </div>
        </main>
      </div>
      {signedIn && <IdleGuard />}
    </QueryClientProvider>
  );
}
