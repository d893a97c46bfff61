/** Any unknown address: inside the shell for an active client, under the plain header for anyone else. */
import { lazy, Suspense } from 'react';
import { NotFoundPage } from '../../features/errors/index.ts';
import { useSession } from '../../session/state.ts';
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
