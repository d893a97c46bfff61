/** Everything around the routes: language, loading state of the session and the first screen, dialogs that any screen may need. */

import { TwoFactorHost } from '@calmly/portal-kit/session/two-factor/two-factor-host.tsx';
import { LostLanguage } from '@calmly/portal-kit/shared/preferences/language-select.tsx';
import { LocaleProvider } from '@calmly/texts/index.tsx';
import { LoadingDialog } from '@calmly/ui/layers/loading-dialog.tsx';
import { Snackbar } from '@calmly/ui/layers/snackbar.tsx';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, use } from 'react';
import type { PortalRouter } from './router.tsx';

interface AppProps {
  router: PortalRouter;
  /** Settles when it is known who is there and the first screen is loaded. */
  started: Promise<void>;
}

export function App({ router, started }: AppProps) {
  return (
    <LocaleProvider>
      <Suspense fallback={<LoadingDialog />}>
        <Screens router={router} started={started} />
      </Suspense>
      <TwoFactorHost />
      <Snackbar />
    </LocaleProvider>
  );
}

/** The first screen brought its own texts: a render that began before them continues here with the current ones. */
function Screens({ router, started }: AppProps) {
  use(started);
  return (
    <LocaleProvider>
      <RouterProvider router={router} />
      <LostLanguage />
    </LocaleProvider>
  );
}
