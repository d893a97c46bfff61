/** Everything around the routes: language, loading state of the session and the first screen, dialogs that any screen may need. */
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, use } from 'react';
import { LocaleProvider } from '../i18n/index.tsx';
import { TwoFactorHost } from '../session/two-factor/two-factor-host.tsx';
import { LoadingDialog } from '../ui/layers/loading-dialog.tsx';
import { Snackbar } from '../ui/layers/snackbar.tsx';
import { router } from './router.tsx';

interface AppProps {
  /** Settles when it is known who is there and the first screen is loaded. */
  started: Promise<void>;
}

export function App({ started }: AppProps) {
  return (
    <LocaleProvider>
      <Suspense fallback={<LoadingDialog />}>
        <Screens started={started} />
      </Suspense>
      <TwoFactorHost />
      <Snackbar />
    </LocaleProvider>
  );
}

/** The first screen brought its own texts: a render that began before them continues here with the current ones. */
function Screens({ started }: { started: Promise<void> }) {
  use(started);
  return (
    <LocaleProvider>
      <RouterProvider router={router} />
    </LocaleProvider>
  );
}
