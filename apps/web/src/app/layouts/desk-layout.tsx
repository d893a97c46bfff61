/** The layout of the sandbox desk: the header of pages without a shell, and the page at full width. */

import { queryClient } from '@calmly/portal-kit/session/query-client.ts';
import { FailureDialog } from '@calmly/portal-kit/shared/failure.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import classes from './desk-layout.module.css';
import { EntryHeader } from './entry-header.tsx';

export function DeskLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes.head}>
        <EntryHeader />
      </div>
      <main className={classes.main}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
      <FailureDialog />
    </QueryClientProvider>
  );
}
