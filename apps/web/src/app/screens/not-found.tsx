/** Any unknown address: inside the shell for an active client, under the plain header for anyone else. */

import { NotFoundPage } from '@calmly/portal-kit/errors/index.ts';
import { useSession } from '@calmly/portal-kit/session/state.ts';
import { lazy, Suspense } from 'react';
import { EntryHeader } from '../layouts/entry-header.tsx';
import classes from '../layouts/oauth-layout.module.css';

const Shell = lazy(async () => ({ default: (await import('../shell/shell.tsx')).Shell }));

export function NotFoundScreen() {
  const session = useSession();
  if (session.status === 'signed-in' && session.client.state === 'ACTIVE')
    return (
      <Suspense fallback={null}>
        <Shell>
          <NotFoundPage inShell />
        </Shell>
      </Suspense>
    );
  return (
    <div className={classes.layout}>
      <div className={classes.head}>
        <EntryHeader />
      </div>
      <main className={classes.main}>
        <NotFoundPage />
      </main>
    </div>
  );
}
