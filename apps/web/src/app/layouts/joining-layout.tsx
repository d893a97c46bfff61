/**
 * The login layout of a client who is not active yet (specification section 2): the header with logout, and on the create-account flow
 * its Back button; under it the steps. Changes by another device or the bank arrive here as in the shell, and the guards then navigate.
 */

import { useLiveQueries } from '@calmly/portal-kit/session/live/live.ts';
import { queryClient } from '@calmly/portal-kit/session/query-client.ts';
import { useSession } from '@calmly/portal-kit/session/state.ts';
import { FailureDialog } from '@calmly/portal-kit/shared/failure.tsx';
import { JoiningPlacesContext } from '@calmly/portal-kit/shared/joining/slots.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { IdleGuard } from '../shell/idle-guard.tsx';
import { EntryHeader } from './entry-header.tsx';
import classes from './joining-layout.module.css';

const SwitchBack = lazy(async () => ({
  default: (await import('@calmly/products/clients/portal/profiles/index.ts')).SwitchBack,
}));

export function JoiningLayout() {
  const session = useSession();
  // Between the end of a session and the way to /logout there is no user to draw for.
  return session.status === 'signed-in' ? (
    <JoiningFrame>
      <Outlet />
    </JoiningFrame>
  ) : null;
}

/** The layout around anything: also around the identity check that replaces the shell. */
export function JoiningFrame({ children }: { children: ReactNode }) {
  const session = useSession();
  // Acting for one that is in, Back leads to its portal.
  const isWaitingCompany =
    session.status === 'signed-in' && session.client.role === 'LEGAL' && session.client.state !== 'ACTIVE';
  const [back, setBack] = useState<HTMLElement | null>(null);
  useLiveQueries();
  return (
    <QueryClientProvider client={queryClient}>
      <JoiningPlacesContext value={{ back }}>
        <div className={classes.layout}>
          <div className={classes.head}>
            <EntryHeader
              beside={
                <>
                  <span ref={setBack} />
                  {isWaitingCompany && (
                    <Suspense fallback={null}>
                      <SwitchBack />
                    </Suspense>
                  )}
                </>
              }
            />
          </div>
          <main className={classes.main}>
            <Suspense fallback={null}>{children}</Suspense>
          </main>
        </div>
        <IdleGuard />
        <FailureDialog />
      </JoiningPlacesContext>
    </QueryClientProvider>
  );
}
